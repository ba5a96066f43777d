# SPDX-License-Identifier: 0BSD
# shellcheck shell=sh disable=SC2002,SC2154,SC3045
#
# tests/command_tree_faults.sh: read by tests/command_tree.sh: signals, faults of the system,
# files that change

mkdir few few/d
for i in 1 2 3 4 5; do echo $i >few/$i; done
head -c 200000 "$all" >few/d/large
echo 6 >few/d/6
gone sealed2
whole() { # whole NAME: what is there is complete, and nothing else is
    gives 0 "$1: a file that is not complete" verify -r --key-file k sealed2
    [ ! -s "$O/err" ]
    verdict $? "$1: something else is there"
    no_leftovers "$1"
}

# ---- signals ---------------------------------------------------------------------------------
# The large file would take minutes. That it is under way shows in another that appeared.
stopped() { # stopped NAME PATTERN PREFIX...: SIGTERM as soon as a file like PATTERN is there
    name=$1 pattern=$2
    shift 2
    gone sealed2
    "$@" "$F" encrypt -r -j2 --force --key-file k --output sealed2 few 2>"$O/err" &
    pid=$!
    until [ -n "$(find . -name "$pattern" 2>/dev/null)" ] || ! kill -0 $pid; do :; done
    kill -TERM $pid
    wait $pid 2>"$O/out"
    verdict $(($? != 143)) "$name: not by the signal"
    whole "$name"
}
# shellcheck disable=SC2016
alive='kill -TERM $$; echo alive'
if [ "$({ sh -c "$alive"; } 2>/dev/null)" = alive ]; then
    skip 'SIGTERM is ignored here' 8
elif dd if=/dev/null of=few/e.huge bs=1 seek=68719476736 2>/dev/null; then
    stopped 'SIGTERM while a tree is sealed' sealed2 env
    if [ -n "$inject" ]; then
        # What has no name is not to be had without /proc.
        stopped 'SIGTERM, with temporary files' '.filesec-*' \
            strace -D -f -o trace -e trace=access,faccessat,faccessat2 \
            -e inject=access,faccessat,faccessat2:error=ENOENT
    else
        skip 'no strace to take nameless files away' 4
    fi
else
    skip 'no sparse files' 8
fi
rm -f few/e.huge

# ---- faults ----------------------------------------------------------------------------------
# The n-th call of a thread fails, for every n.
tree_faulty() { # tree_faulty CALL ERROR CODE ARGUMENT...: until no call is left
    call=$1 error=$2 want=$3 n=0 hit=1 bad=''
    shift 3
    while [ "$hit" -eq 1 ] && [ $((n += 1)) -lt 40 ]; do
        gone sealed2
        [ "$old" = no ] || cp -R old.tree sealed2
        strace -f -o trace -e "trace=$call" -e "inject=$call:error=$error:when=$n" \
            "$F" encrypt -r -j2 --key-file k "$@" --output sealed2 few 2>"$O/err"
        code=$?
        grep -q INJECTED trace || hit=0
        # If writing fails, a message may be what is not written.
        [ $code -eq 0 ] ||
            { [ $code -eq "$want" ] && { [ "$call" = write ] || [ -s "$O/err" ]; }; } ||
            bad="$bad $n:$code"
        [ $code -ne 0 ] || [ "$(files sealed2)" -eq 7 ] || bad="$bad $n:missing"
        [ "$old" = no ] || [ "$(files sealed2)" -eq 7 ] || bad="$bad $n:lost"
        if [ -d sealed2 ]; then
            "$F" verify -r --key-file k sealed2 >"$O/out" 2>&1 || bad="$bad $n:damaged"
        fi
        [ -z "$(find . -name '.filesec-*')" ] || bad="$bad $n:left"
    done
    [ -z "$bad" ] && [ "$n" -gt 1 ]
    verdict $? "$error of $call in a tree:$bad"
}
if [ -n "$inject" ]; then
    old=no
    tree_faulty write ENOSPC 3
    tree_faulty linkat EIO 3
    tree_faulty fchmod EPERM 3
    tree_faulty mkdirat ENOSPC 3
    tree_faulty utimensat EPERM 3
    tree_faulty getdents64 EIO 3
    tree_faulty syncfs EIO 3
    "$F" encrypt -r --key-file k --output old.tree few
    old=yes
    tree_faulty write ENOSPC 3 --force
    tree_faulty renameat EIO 3 --force
    strace -f -o trace -e trace=write,syncfs,linkat "$F" encrypt -r --key-file k -o sealed3 few
    # Writes in any order, one syncfs, the names, and once more.
    [ "$(sed 's/^[0-9]* *//;/resumed/d;s/(.*//;/^+/d' trace | uniq | tr '\n' ' ')" = \
        'write syncfs linkat syncfs ' ]
    verdict $? 'a batch is on the disk before its names'
    gone sealed2
    for again in '' --force; do
        # shellcheck disable=SC2086
        strace -f -o trace -e trace=access,faccessat,faccessat2,openat \
            -e inject=access,faccessat,faccessat2:error=ENOENT \
            "$F" encrypt -r --key-file k $again --output sealed2 few 2>"$O/err"
        verdict $? "temporary files in a tree $again"
        [ "$(grep -c '"\.filesec-.*O_CREAT' trace)" -ge 7 ]
        verdict $? 'there were temporary files'
        whole 'temporary files in a tree'
        [ "$(files sealed2)" -eq 7 ]
        verdict $? 'temporary files in a tree: all are there'
    done
    # Stopped where the salts are made, which is after a file was read and before it is seen
    # whether it changed. (The first thread's own random bytes are those of malloc.)
    # It may go on just before the change, so there are some tries.
    stops=0 code=0 try=0
    while [ $code -ne 3 ] && [ $((try += 1)) -le 5 ]; do
        gone sealed2
        strace -D -f --seccomp-bpf -o trace -e trace=getrandom \
            -e inject=getrandom:signal=SIGSTOP:when=1 \
            "$F" encrypt -r -j1 --key-file k --output sealed2 few 2>"$O/err" &
        pid=$!
        while kill -0 $pid 2>/dev/null; do
            case $(ps -o stat= -p $pid) in
            [Tt]*)
                stops=$((stops + 1))
                for i in few/1 few/2 few/3 few/4; do echo more >>$i; done
                kill -CONT $pid
                ;;
            Z*) break ;;
            esac
        done
        wait $pid
        code=$?
    done
    if [ $stops -eq 0 ]; then
        skip 'no random bytes by a system call' 3
    else
        verdict $((code != 3)) 'a file of a tree that changes'
        err_has 'a file of a tree that changes' 'few/1: changed while it was read'
        [ ! -e sealed2/1.fsec ] && [ -f sealed2/5.fsec ]
        verdict $? 'a file of a tree that changes: the others are sealed'
    fi
else
    skip 'no strace to make calls fail in a tree' 21
fi

# ---- memory ----------------------------------------------------------------------------------
if (ulimit -v 40000 && run --version) 2>/dev/null && [ "$(uname)" = Linux ]; then
    gone sealed2 plain
    (ulimit -v 200000 && run encrypt -r -j8 --key-file k --output sealed2 in)
    verdict $? 'a tree in 200 MB of address space'
    (ulimit -v 200000 && run decrypt -r -j8 --key-file k --output plain sealed2)
    verdict $? 'back in 200 MB of address space'
    diff -r in plain >"$O/out"
    verdict $? 'a tree in 200 MB of address space'
    # Large chunks and a passphrase need much of it: not each thread has that.
    gone large sealed2
    mkdir large
    for i in 1 2 3 4 5 6 7 8; do head -c 300000 "$all" >large/$i; done
    gives 0 'large chunks' encrypt -r -j1 --chunk 16M --passphrase-file p --output sealed2 large
    i=0
    while [ $((i += 1)) -le 3 ]; do
        gone plain
        (ulimit -v 200000 &&
            run decrypt -r -j128 --passphrase-file p --output plain sealed2) &&
            diff -r large plain >"$O/out"
        verdict $? 'large chunks and many threads in 200 MB of address space'
        gone sealed3
        (ulimit -v 200000 && run encrypt -r -j8 --chunk 16M --key-file k --output sealed3 large)
        verdict $? 'sealing with large chunks in 200 MB of address space'
    done
    gone large sealed3
else
    skip 'memory cannot be limited here' 10
fi
chmod -R u+rwx . 2>/dev/null # or else the end cannot remove them
