# SPDX-License-Identifier: 0BSD
# shellcheck shell=sh disable=SC2154,SC2013
#
# tests/command_manual.sh: a part of tests/command.sh, which reads it: the manual page and the
# completions, which are generated from the command's own tables
cd "$W/d" || exit 2
D=$T/../docs

gives 0 'manual' --man
same 'docs/filesec.1 is what --man prints (make docs-generated)' "$D/filesec.1" "$O/out"
for c in hash check encrypt decrypt verify info keygen advise bench selftest; do
    # Every option of --help, with roff's backslashes.
    "$F" $c --help | sed -n 's/^  ....--\([a-z-]*\).*/\1/p' | sed 's/-/\\\\-/g' >"$O/options"
    sed -n "/^\\.SS $c\$/,/^\\.S[SH] /p" "$D/filesec.1" >"$O/part"
    missing=
    while read -r option; do
        [ "$option" = help ] || grep -q -- "\\\\-\\\\-$option\\\\fR" "$O/part" || missing=$option
    done <"$O/options"
    [ -s "$O/options" ] && [ -z "$missing" ]
    verdict $? "manual: the options of $c: $missing"
done
if man --version 2>/dev/null | grep -q '^man 2'; then
    MANWIDTH=80 man --warnings -l "$D/filesec.1" >"$O/out" 2>"$O/err" && [ ! -s "$O/err" ]
    verdict $? 'manual: man has no warning'
    out_has 'manual: man shows it' '^EXIT STATUS'
else
    skip 'no man that can warn' 2
fi
if command -v mandoc >/dev/null; then
    mandoc -Tlint "$D/filesec.1" >"$O/err" 2>&1 && [ ! -s "$O/err" ]
    verdict $? 'manual: mandoc has nothing to say'
else
    skip 'no mandoc' 1
fi

# ---- completions -----------------------------------------------------------------------------
for shell in bash zsh fish; do
    case $shell in
    bash) file=$D/completions/filesec.bash ;;
    zsh) file=$D/completions/_filesec ;;
    *) file=$D/completions/filesec.fish ;;
    esac
    gives 0 "completions for $shell" --completions $shell
    same "$file is what --completions $shell prints (make docs-generated)" "$file" "$O/out"
    if command -v $shell >/dev/null; then
        $shell -n "$file" 2>"$O/err" && [ ! -s "$O/err" ]
        verdict $? "$shell reads its completions"
    else
        skip "no $shell" 1
    fi
done
gives 2 'completions for no shell' --completions
gives 2 'completions for an unknown shell' --completions cmd
err_lines 'completions for an unknown shell' 1
# What is offered is known to the command.
for a in $(sed -n "s/.*'hash --algorithm') words='\\([^']*\\)'.*/\\1/p" \
    "$D/completions/filesec.bash"); do
    gives 0 "completions: hash -a $a" hash -a "$a" abc
done
dd if=/dev/zero of=key bs=32 count=1 2>/dev/null
for a in $(sed -n "s/.*'encrypt --algorithm') words='\\([^']*\\)'.*/\\1/p" \
    "$D/completions/filesec.bash"); do
    gives 0 "completions: encrypt -a $a" encrypt --key-file key -a "$a" abc
done
echo secret >"$O/secret"
for a in $(sed -n "s/.*'encrypt --kdf') words='\\([^']*\\)'.*/\\1/p" \
    "$D/completions/filesec.bash"); do
    gives 0 "completions: encrypt --kdf $a" encrypt --passphrase-file "$O/secret" --kdf "$a" abc
done
if command -v bash >/dev/null; then
    while IFS='|' read -r line answer; do
        # shellcheck disable=SC2016,SC2086
        bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _filesec
            echo "${COMPREPLY[*]}"' - "$D/completions/filesec.bash" $line >"$O/out" 2>"$O/err"
        out_is "bash completes: $line" "$answer"
    done <<'END'
filesec en|encrypt
filesec hash --t|--tag --tree=
filesec hash -a sha|sha512 sha512-verity
filesec hash --algorithm = sha512-|sha512-verity
filesec encrypt --kdf =|argon2id pbkdf2
filesec hash -- --t|
filesec hash --tree ab|
filesec nonsense --t|
END
else
    skip 'no bash' 8
fi
if command -v fish >/dev/null; then
    fish_says() { # fish_says LINE: what fish would offer
        HOME=$W fish --no-config -c "source '$D/completions/filesec.fish'
            complete -C '$1'" 2>"$O/err" | cut -f 1 | tr '\n' ' ' >"$O/out"
        echo >>"$O/out"
    }
    fish_says 'filesec en'
    out_is 'fish completes a command' 'encrypt '
    fish_says 'filesec encrypt --kdf '
    out_is 'fish completes a word' 'argon2id pbkdf2 '
    fish_says 'filesec hash ab'
    out_is 'fish completes a file' 'abc '
else
    skip 'no fish' 3
fi
