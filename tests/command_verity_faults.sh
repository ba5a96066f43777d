# SPDX-License-Identifier: 0BSD
# shellcheck shell=sh disable=SC2154,SC2002
#
# tests/command_verity_faults.sh: a part of tests/command.sh, which reads it: hash --tree and
# check --tree when the n-th call of the system fails, for every n. Needs strace.

mkdir "$W/verity.faults" && cd "$W/verity.faults" || exit 2
awk 'BEGIN { for (i = 0; i < 340000; i++) printf "%d ", i }' >f # more than one unit of 2 MiB
echo old >old.file
"$F" hash -a sha512-verity --tree good f >list
cat f | "$F" hash -a sha512-verity --tree good.pipe >list.pipe
same 'faults: the trees to compare with' good good.pipe

before=0
if command -v strace >/dev/null && strace -o trace true 2>/dev/null; then
    strace -o trace -e trace=pread64 "$F" --version >"$O/out"
    before=$(grep -c '^pread64' trace) # the loader's
fi

# The tree is complete or what it was, nothing is left, and a failure is told.
broken_tree() { # broken_tree CALL ERROR FILE
    call=$1 error=$2 n=0 hit=1 bad=0
    [ "$1" != pread64 ] || n=$before
    first=$n
    while [ "$hit" -ne 0 ] && [ $((n += 1)) -lt 80 ]; do
        cp old.file target
        strace -f -o trace -e "trace=$call" -e "inject=$call:error=$error:when=$n" \
            "$F" hash -j1 -a sha512-verity --force --tree target "$3" <f >"$O/out" 2>"$O/err"
        code=$?
        hit=$(grep -c INJECTED trace)
        if [ $code -eq 0 ]; then
            cmp -s good target || bad=1
        else
            cmp -s old.file target || cmp -s good target || bad=2
            [ $code -eq 3 ] && [ "$(wc -l <"$O/err")" -eq 1 ] || bad=3
        fi
        [ -z "$(find . -name '.filesec-*')" ] || bad=4
        rm -f .filesec-*
    done
    [ $bad -eq 0 ] && [ "$n" -gt $((first + 1)) ] && [ "$hit" -eq 0 ]
    verdict $? "faults: $error of $call, tree of $3: $bad after $n"
}
# The same result although the calls are interrupted.
interrupted_tree() { # interrupted_tree CALL NAME COMMAND...
    call=$1 name=$2
    shift 2
    strace -f -o trace -e "trace=$call" -e "inject=$call:error=EINTR:when=$((before + 1))+2" \
        "$F" "$@" >"$O/out" 2>"$O/err"
    verdict $? "faults: EINTR of $call, $name"
    grep -q INJECTED trace
    verdict $? "faults: EINTR of $call, $name: not injected"
}
if command -v strace >/dev/null && strace -o trace true 2>/dev/null; then
    for fault in 'pread64 EIO' 'pwrite64 ENOSPC' 'fchmod EPERM' 'fsync EIO' 'linkat EIO' \
        'renameat EIO'; do
        # shellcheck disable=SC2086
        broken_tree $fault f
    done
    cat >cat.sh <<'END'
cat "$1" | strace -f -o trace -e "trace=$2" -e "inject=$2:error=$3:when=$4" \
    "$5" hash -j1 -a sha512-verity --force --tree target
END
    for fault in 'pread64 EIO' 'pwrite64 ENOSPC'; do
        n=0
        [ "${fault#pread}" = "$fault" ] || n=$before
        first=$n hit=1 bad=0
        while [ "$hit" -ne 0 ] && [ $((n += 1)) -lt 40 ]; do
            cp old.file target
            # shellcheck disable=SC2086
            sh cat.sh f $fault $n "$F" >"$O/out" 2>"$O/err"
            code=$?
            hit=$(grep -c INJECTED trace)
            if [ $code -eq 0 ]; then
                cmp -s good target || bad=1
            else
                cmp -s old.file target && [ $code -eq 3 ] || bad=2
            fi
            [ -z "$(find . -name '.filesec-*')" ] || bad=4
        done
        [ $bad -eq 0 ] && [ "$n" -gt $((first + 1)) ] && [ "$hit" -eq 0 ]
        verdict $? "faults: $fault, tree of a pipe: $bad after $n"
    done
    for call in pread64 pwrite64; do
        interrupted_tree $call hash hash -j1 -a sha512-verity --force --tree target f
        same "faults: EINTR of $call, the digest" list "$O/out"
        same "faults: EINTR of $call, the tree" good target
    done
    printf x | dd of=f bs=1 seek=2100000 conv=notrunc 2>/dev/null
    "$F" check --tree good list >"$O/b" 2>/dev/null
    strace -f -o trace -e trace=pread64 -e "inject=pread64:error=EINTR:when=$((before + 1))+2" \
        "$F" check -j1 --tree good list >"$O/out" 2>"$O/err"
    same 'faults: EINTR of pread64, check' "$O/b" "$O/out"
    out_has 'faults: EINTR of pread64, check' 'FAILED bytes 2097152-2101247 differ'
    # Whatever cannot be read: no block is named wrongly.
    n=$before hit=1 bad=0
    while [ "$hit" -ne 0 ] && [ $((n += 1)) -lt 80 ]; do
        strace -f -o trace -e trace=pread64 -e "inject=pread64:error=EIO:when=$n" \
            "$F" check -j1 --tree good list >"$O/out" 2>"$O/err"
        code=$?
        hit=$(grep -c INJECTED trace)
        [ $code -eq 1 ] || [ $code -eq 3 ] || bad=1
        grep 'differ$' "$O/out" | grep -q -v 'bytes 2097152-2101247 differ' && bad=2
        [ "$hit" -eq 0 ] || [ $code -eq 3 ] || bad=3
    done
    [ $bad -eq 0 ] && [ "$n" -gt $((before + 2)) ] && [ "$hit" -eq 0 ]
    verdict $? "faults: EIO of pread64, check: $bad after $n"
else
    skip 'no strace to let calls fail' 19
fi
cd "$W/d" || exit 2
