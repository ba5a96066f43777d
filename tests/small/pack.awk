# SPDX-License-Identifier: 0BSD
#
# tests/small/pack.awk: vectors in the format kat1 -> the C array that tests/small/main.c walks
#
#   awk -f pack.awk -v room=N -v total=N -v blocks=N [-v plant=KIND] FILE... > packed.h
#
# room     no vector with an output, or with a string that is no message, of more bytes
# total    no vector of more bytes in all, sealed files aside
# blocks   no vector of more blocks of SHA-512 or four times as many of a cipher
# every    of the vectors that were computed (computed_*.txt), each n-th of a kind; of those
#          that were quoted, all
# plant    the answer of the first vector of this kind becomes a wrong one: it must be noticed
#
# A vector is its kind's number and its fields in the order below: H is a length of two bytes and
# the bytes, M the same behind a count of repetitions of four, N a number of four bytes, D the same
# but written in decimal, F one byte that says result=fail. Every number is little-endian. 0 ends.

function kind(name, fields, answer) {
    number[name] = ++kinds
    signature[name] = fields
    answer_of[name] = answer
}

BEGIN {
    kind("sha512", "M:msg H:md", "md")
    kind("sha512mct", "H:seed H:md", "md")
    kind("hmacsha512", "H:key M:msg H:mac F", "mac")
    kind("hkdfsha512", "H:ikm H:salt H:info D:len H:okm F", "okm")
    kind("hkdfsha512expand", "H:prk H:info D:len H:okm", "okm")
    kind("pbkdf2sha512", "H:password H:salt D:iterations H:dk", "dk")
    kind("murmur3_x86_32", "N:seed M:msg W4:h", "h")
    kind("murmur3_x86_128", "N:seed M:msg W4:h", "h")
    kind("murmur3_x64_128", "N:seed M:msg W8:h", "h")
    kind("murmur3verify", "V:variant N:code", "code")
    kind("aes256gcm", "H:key H:iv H:aad H:pt H:ct H:tag F", "tag")
    kind("chacha20poly1305", "H:key H:iv H:aad H:pt H:ct H:tag F", "tag")
    kind("aes256block", "H:key H:pt H:ct", "ct")
    kind("chacha20", "H:key H:iv D:ctr H:pt H:ct", "ct")
    kind("poly1305", "H:key M:msg H:tag", "tag")
    kind("container", "D:seed D:len H:context H:file", "file")
    if (!every)
        every = 1
    print "/* Made by tests/small/pack.awk: do not edit. */"
    print "#include \"small.h\""
    print "const unsigned char small_vectors[] SMALL_FLASH = {"
}

function add(byte) { # two hexadecimal digits
    out = out "0x" byte ","
    if (++size % 16 == 0)
        out = out "\n"
}

function add_number(n, bytes) {
    for (; bytes > 0; bytes--) {
        add(sprintf("%02x", n % 256))
        n = int(n / 256)
    }
}

function add_hex(h, i) {
    for (i = 1; i < length(h); i += 2)
        add(substr(h, i, 2))
}

function turned(h, width, i, j, t) { # words of width bytes, each the other way round
    if (length(h) < 2 * width)
        width = length(h) / 2
    for (i = 1; i < length(h); i += 2 * width)
        for (j = width - 1; j >= 0; j--)
            t = t substr(h, i + 2 * j, 2)
    return t
}

function wrong(h, last) { # another last digit
    last = substr(h, length(h))
    return substr(h, 1, length(h) - 1) (last == "0" ? "1" : "0")
}

# How much work a vector is, in blocks of SHA-512.
function work(k, n) {
    if (k == "sha512mct")
        return 2000
    if (k == "pbkdf2sha512")
        return 2 * value["iterations"] * (1 + int(length(value["dk"]) / 130))
    if (k ~ /hkdf/)
        return 8 + 4 * value["len"] / 64
    n = message_len * message_times + (length(value["ct"]) + length(value["aad"])) / 2 + value["len"]
    return k ~ /murmur3_/ ? n / 1024 : n / 128
}

function fits(i) {
    for (i in value)
        if (i != "msg" && i != "file" && i != "src" && i != "comment" &&
            length(value[i]) / 2 > room)
            return 0
    return size - length(value["file"]) / 2 <= total && work($1) <= blocks && value["len"] + 0 <= room + 3000 * ($1 == "container")
}

/^#/ || NF == 0 { next }

{
    split("", value)
    for (i = 2; i <= NF; i++) {
        sign = index($i, "=")
        value[substr($i, 1, sign - 1)] = substr($i, sign + 1)
    }
    if ($1 == "hkdfsha512extract") { # it is an HMAC (RFC 5869, 2.2)
        $1 = "hmacsha512"
        value["key"] = value["salt"]
        value["msg"] = value["ikm"]
        value["mac"] = value["prk"]
        delete value["salt"]
    }
    message_times = 1
    message = value["msg"]
    if (message ~ /^rep:/) {
        split(message, part, ":")
        message_times = part[2]
        message = part[3]
    }
    message_len = length(message) / 2
    if (!($1 in number)) { # sweeps: all lengths of a range, for big machines
        apart++
        next
    }
    if ($1 == plant) {
        plant = ""
        value[answer_of[$1]] = wrong(value[answer_of[$1]])
    }
    out = ""
    size = 0
    add(sprintf("%02x", number[$1]))
    n = split(signature[$1], field, " ")
    for (i = 1; i <= n; i++) {
        type = substr(field[i], 1, index(field[i] ":", ":") - 1)
        name = substr(field[i], length(type) + 2)
        if (type == "M") {
            add_number(message_times, 4)
            add_number(length(message) / 2, 2)
            add_hex(message)
        } else if (type == "H") {
            add_number(length(value[name]) / 2, 2)
            add_hex(value[name])
        } else if (type == "N") {
            add_hex(turned(value[name], 4))
        } else if (type == "D") {
            add_number(value[name], 4)
        } else if (type == "F") {
            add(value["result"] == "fail" ? "01" : "00")
        } else if (type == "V") {
            add(value[name] == "x86_32" ? "00" : value[name] == "x86_128" ? "01" : "02")
        } else {
            add_number(length(value[name]) / 2, 2)
            add_hex(turned(value[name], substr(type, 2) + 0))
        }
    }
    if (!fits() || (FILENAME ~ /computed_/ && fitted[$1]++ % every != 0)) {
        left_out++
        next
    }
    printf "%s\n", out
    packed++
    bytes += size
}

END {
    print "0x00};"
    printf "/* packed %d left %d sweeps %d bytes %d */\n", packed, left_out, apart, bytes
    exit plant != "" # no vector of that kind
}
