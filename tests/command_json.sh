# SPDX-License-Identifier: 0BSD
# shellcheck shell=sh disable=SC2154
#
# tests/command_json.sh: a part of tests/command.sh, which reads it: --json for odd names, read
# strictly (no NaN, no key twice), and the names found again in it

mkdir "$W/json" "$W/json/names" && cd "$W/json" || exit 2
tab=$(printf 'tab\tx') del=$(printf 'del\177x') escape=$(printf '\033[31mred')
surrogate=$(printf 'sur\355\240\200') long=$(printf 'long\300\257') utf8=$(printf '\303\251')
for n in "a${nl}b" 'back\slash' "$cr" 'quo"te' "$tab" "$del" "$escape" "$raw" "$surrogate" \
    "$long" "$utf8" '\u0041' '<script>'; do
    echo x >"names/$n"
done
cat >strict.py <<'END'
import json, os, sys

def unique(pairs):
    assert len(pairs) == len({key for key, value in pairs}), "a key twice"
    return dict(pairs)

def refuse(constant):
    raise ValueError(constant)

def names(value):
    if isinstance(value, dict):
        if "file" in value:
            yield bytes.fromhex(value["file_bytes"]) if "file_bytes" in value \
                else value["file"].encode()
        value = value.values()
    elif not isinstance(value, list):
        return
    for x in value:
        yield from names(x)

text = sys.stdin.buffer.read().decode()
found = set(names(json.loads(text, object_pairs_hook=unique, parse_constant=refuse)))
for name in sys.argv[1:]:
    assert os.fsencode(name) in found, name
END
strict() { # strict NAME FILE...: what was printed is JSON and names each FILE
    what=$1
    shift
    if command -v python3 >/dev/null; then
        python3 strict.py "$@" <"$O/out" 2>"$O/err"
        verdict $? "JSON: $what"
    else
        skip "JSON of $what: no python3" 1
    fi
}
gives 3 'JSON: hash' hash --json names/* nowhere
strict hash names/* nowhere
"$F" hash names/* >"$O/list"
gives 0 'JSON: check' check --json "$O/list"
strict check names/*
cp "$O/list" "li${nl}st\"\\"
(cat "$O/list"; echo bad; echo 'SHA256 (x"y) = aabbccdd'; echo "$none  gone\"") >>"li${nl}st\"\\"
gives 4 'JSON: a list with an odd name and all kinds of lines' check --json "li${nl}st\"\\" nowhere
strict 'a list with an odd name and all kinds of lines' names/* 'x"y' 'gone"'
gives 3 'JSON: no list at all' check --json nowhere
strict 'no list at all'
: >names/empty
gives 1 'JSON: files that are not listed' check --json --exact names /dev/null
strict 'files that are not listed' names/*
gives 0 'JSON: nothing to hash' hash --json names/empty
strict 'an empty file' names/empty
# Each of these takes a while, so not with all names.
for n in "names/quo\"te" "names/a${nl}b" "names/$raw" names/empty; do
    gives 0 "JSON: bench of $n" bench --json --file "$n"
    strict "bench of $n" "$n"
done
gives 3 'JSON: advise' advise --json names/*quo* names/raw* names/*u0041 nowhere
strict advise names/*quo* names/raw* names/*u0041
dd if=/dev/zero of=key bs=32 count=1 2>/dev/null
for n in names/*; do
    "$F" encrypt --key-file key -o sealed --force -- "$n" 2>"$O/err" && mv sealed "$n.fsec"
    gives 0 "JSON: info of $n" info --json "$n.fsec"
    strict "info of $n" "$n.fsec"
    gives 0 "JSON: info of $n with the key" info --json --key-file key "$n.fsec"
    strict "info of $n with the key" "$n.fsec"
done
gives 0 'JSON: selftest' selftest --json
strict selftest
cd "$W/d" || exit 2
