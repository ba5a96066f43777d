# SPDX-License-Identifier: 0BSD
#
# The manual of the functions, docs/api.md or docs/filesec.3, from the comments of the header; for
# tools/manual.sh, with -v form=md or man, -v version= and -v date=
#
# A comment that begins with "/*" alone opens a chapter: its first line is the title. One that
# begins with "/**" belongs to the declarations below it. In a comment, lines that are indented
# are a list (a term, two blanks or more, what it means), a table if the first has three columns
# or more, code if they are indented by four; "Returns:" and the like begin a paragraph.

function fail(what) {
    print FILENAME ":" FNR ": " what > "/dev/stderr"
    failed = 1
    exit 1
}

# ---- the two forms ---------------------------------------------------------------------------

function emit(s) {
    # Behind a heading roff begins a paragraph by itself.
    if (form == "man" && headed)
        sub(/^\.PP\n/, "", s)
    headed = s ~ /^\.S[HS] /
    out_text = out_text s "\n"
}

function words(text,    out, token) { # names as code; for roff what it would take for its own
    if (form == "man") {
        gsub(/\\/, "\\e", text)
        gsub(/-/, "\\-", text)
        return text
    }
    gsub(/\|/, "\\|", text)
    while (match(text, /(FILESEC|filesec|_NO)_[A-Za-z0-9_]*[A-Za-z0-9]/)) {
        token = substr(text, RSTART, RLENGTH)
        out = out substr(text, 1, RSTART - 1) "`" token "`"
        text = substr(text, RSTART + RLENGTH)
    }
    return out text
}

function wrap(text, width,    n, i, w, line, out) {
    n = split(text, w, " ")
    for (i = 1; i <= n; i++) {
        if (line != "" && length(line) + 1 + length(w[i]) > width) {
            out = out line "\n"
            line = ""
        }
        if (form == "man" && line == "" && w[i] ~ /^[.']/)
            w[i] = "\\&" w[i]
        line = line (line == "" ? "" : " ") w[i]
    }
    return out line
}

function paragraph(text) {
    if (text == "")
        return
    emit(form == "man" ? ".PP\n" wrap(words(text), 78) : "\n" wrap(words(text), 96))
}

function labelled(label, text) {
    if (form == "man")
        emit(".TP\n.B " label "\n" wrap(words(text), 78))
    else
        emit("\n" wrap("**" label ":** " words(text), 96))
}

function item(term, text) {
    if (form == "man")
        emit(".TP\n.B " words(term) "\n" wrap(words(text), 78))
    else if (term ~ /[ ,?:]/ || term !~ /^[a-zA-Z_(]/)
        emit("- " words(term) ": " words(text))
    else
        emit("- `" term "`: " words(text))
}

function code(text,    n, i, lines) {
    if (form == "md") {
        emit("\n```c\n" text "\n```")
        return
    }
    emit(".PP\n.RS 4\n.nf")
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    n = split(text, lines, "\n")
    for (i = 1; i <= n; i++)
        emit((lines[i] ~ /^[.']/ ? "\\&" : "") (lines[i] == "" ? "\\&" : lines[i]))
    emit(".fi\n.RE")
}

function row(line, first,    n, i, cell, out) {
    n = split(line, cell, /   *|  +/)
    if (form == "md") {
        out = "|"
        for (i = 1; i <= n; i++)
            out = out " " words(cell[i]) " |"
        emit(out)
        if (first) {
            out = "|"
            for (i = 1; i <= n; i++)
                out = out "---|"
            emit(out)
        }
        return
    }
    if (first)
        return
    out = cell[2]
    for (i = 3; i <= n; i++)
        out = out "; " cell[i]
    item(cell[1], out)
}

function chapter(title,    anchor) {
    anchor = tolower(title)
    gsub(/[^a-z0-9 -]/, "", anchor)
    gsub(/ /, "-", anchor)
    contents = contents "- [" title "](#" anchor ")\n"
    emit(form == "man" ? ".SH " toupper(words(title)) : "\n## " title)
}

function entry(title) {
    emit(form == "man" ? ".SS " words(title) : "\n### " title)
}

# ---- comments --------------------------------------------------------------------------------

function indent(line) {
    match(line, /^ */)
    return RLENGTH
}

# The lines of text[from..n] that are indented, as a list, a table or code; the number behind.
function indented(from, n,    i, base, line, term, rest, column, columns, cell) {
    base = indent(text[from])
    if (base >= 4) {
        line = substr(text[from], base + 1)
        for (i = from + 1; i <= n && text[i] != "" && indent(text[i]) >= base; i++)
            line = line "\n" substr(text[i], base + 1)
        code(line)
        return i
    }
    columns = split(substr(text[from], base + 1), cell, /   *|  +/)
    if (form == "md")
        emit("")
    for (i = from; i <= n && text[i] != "" && indent(text[i]) >= 2; i++) {
        line = text[i]
        if (columns >= 3) {
            row(substr(line, base + 1), i == from)
            continue
        }
        if (indent(line) > base) {
            sub(/^ */, "", line)
            rest = rest (rest == "" ? "" : " ") line
            continue
        }
        line = substr(line, base + 1)
        if (rest != "") {
            item(term, rest)
            term = rest = ""
        }
        term = term (term == "" ? "" : " ")
        if (match(line, /  +/)) {
            term = term substr(line, 1, RSTART - 1)
            rest = substr(line, RSTART + RLENGTH)
            column = RSTART + RLENGTH
        } else if (index(line, " ") == column - 1) { # a term that fills its column
            term = term substr(line, 1, column - 2)
            rest = substr(line, column)
        } else {
            term = term line
        }
    }
    if (columns < 3)
        item(term, rest)
    return i
}

function comment(from, n,    i, so_far, label, line) {
    for (i = from; i <= n; i++) {
        line = text[i]
        if (line ~ /^(Limits|Failure|Returns|Time): /) {
            paragraph(so_far)
            label = line
            sub(/:.*/, "", label)
            sub(/^[A-Z][a-z]*: */, "", line)
            so_far = line
            while (i < n && text[i + 1] != "" && text[i + 1] !~ /^(Limits|Failure|Returns|Time): /) {
                line = text[++i]
                sub(/^ */, "", line)
                so_far = so_far " " line
            }
            labelled(label, so_far)
            so_far = ""
        } else if (line == "") {
            paragraph(so_far)
            so_far = ""
        } else if (line ~ /^  / && so_far == "") {
            i = indented(i, n) - 1
        } else {
            sub(/^ */, "", line)
            so_far = so_far (so_far == "" ? "" : " ") line
        }
    }
    paragraph(so_far)
}

# ---- declarations ----------------------------------------------------------------------------

function names(lines,    n, i, part, out, name, count) {
    n = split(lines, part, "\n")
    for (i = 1; i <= n; i++) {
        name = ""
        if (match(part[i], /^#define FILESEC_[A-Z0-9_]+/))
            name = substr(part[i], 9, RLENGTH - 8)
        else if (match(part[i], /^} filesec_[a-z0-9_]+;/))
            name = substr(part[i], 3, RLENGTH - 3)
        else if (match(part[i], /^typedef struct filesec_[a-z0-9_]+ filesec_[a-z0-9_]+;/)) {
            name = part[i]
            sub(/^.* /, "", name)
            sub(/;/, "", name)
        } else if (match(part[i], /filesec_[a-z0-9_]+\(/))
            name = substr(part[i], RSTART, RLENGTH - 1)
        if (name == "")
            continue
        if (++count > 3)
            return out ", ..."
        out = out (out == "" ? "" : ", ") name
    }
    return out
}

function declaration(lines) {
    gsub(/FILESEC_API /, "", lines)
    gsub(/FILESEC_MUST_CHECK /, "", lines)
    gsub(/FILESEC_API\n/, "", lines)
    gsub(/FILESEC_MUST_CHECK\n/, "", lines)
    gsub(/[ \n]*FILESEC__SIZED\("[a-z0-9_]*"\)/, "", lines)
    return lines
}

function flush_declarations(    lines, n) {
    if (decl == "")
        return
    lines = declaration(decl)
    n = names(lines)
    if (n == "")
        fail("a declaration without a name: " lines)
    if (doc != 0)
        entry(n)
    code(lines)
    if (doc != 0)
        comment(1, doc)
    decl = ""
    doc = 0
}

BEGIN {
    if (form == "man") {
        emit(".\\\" SPDX-License-Identifier: 0BSD\n.\\\" Generated by make docs-generated.")
        emit(".TH FILESEC 3 " date " \"filesec " version "\" \"Library Functions Manual\"")
        emit(".SH NAME\nfilesec \\- hashes, authenticated encryption and sealed files in one header")
        emit(".SH SYNOPSIS\n.nf\n#define FILESEC_IMPLEMENTATION\n#include \"filesec.h\"\n.fi")
    }
}

# A whole comment into text[1..length].
/^\/\*/ {
    flush_declarations()
    is_doc = /^\/\*\*/
    sub(/^\/\*\*? ?/, "")
    size = 0
    if (sub(/ *\*\/$/, "")) {
        if (/SPDX/)
            next
        text[++size] = $0
    } else {
        if ($0 != "")
            text[++size] = $0
        while ((getline line) > 0) {
            last = sub(/ *\*\/$/, "", line)
            sub(/^ \* ?|^ \*$|^   ? ?/, "", line)
            if (!(last && line == ""))
                text[++size] = line
            if (last)
                break
        }
    }
    if (is_doc) {
        doc = size
    } else if (text[1] ~ /^(Under FILESEC_SMALL|A key of)/) {
        next
    } else {
        title = text[1]
        sub(/^filesec: .*/, "Introduction", title)
        chapter(title)
        comment(2, size)
        doc = 0
    }
    next
}

# What is not for users: the machinery of the header, and private types.
/^#(pragma|include|if|ifdef|ifndef|else|elif|endif)/ || /^#define FILESEC(__|_API|_MUST_CHECK|_IMPLEMENTATION)/ ||
    /^    !\(defined/ { next }
/^typedef union filesec__/ {
    while ((getline line) > 0 && line !~ /^}/)
        ;
    next
}
/^typedef struct filesec_/ && doc != 0 && text[doc] ~ /private|fork a computation/ || /^typedef struct filesec_murmur3/ {
    name = $3
    while ((getline line) > 0 && line !~ /^}/)
        ;
    decl = decl (decl == "" ? "" : "\n") "typedef struct " name " " name ";"
    next
}
/^$/ {
    if (!open)
        flush_declarations()
    next
}
{
    if (/^typedef (struct|enum)/)
        open = 1
    if (/^}/)
        open = 0
    decl = decl (decl == "" ? "" : "\n") $0
}
END {
    if (failed)
        exit 1
    flush_declarations()
    if (form == "man") {
        emit(".SH STANDARDS\n" wrap(words("FIPS 180-4, FIPS 197, SP 800-38D, RFC 2104, RFC 5869, " \
            "RFC 8018, RFC 8439; MurmurHash3 as in SMHasher"), 78))
        emit(".SH CAVEATS\n" wrap("A nonce must never come twice under one key. What an incremental " \
            "decryption has written is not yet checked. MurmurHash3 is no protection from anybody.", 78))
        emit(".SH SEE ALSO\n.BR filesec (1)")
        printf "%s", out_text
    } else {
        print "<!-- SPDX-License-Identifier: 0BSD -->"
        print "# The functions"
        print "\nfilesec " version ". Written by `make docs-generated` from the comments of the header, which say the"
        print "same. [choosing.md](choosing.md) tells which of them a job needs.\n"
        printf "%s%s", contents, out_text
    }
}
