# SPDX-License-Identifier: 0BSD
# shellcheck shell=sh disable=SC2002,SC2154,SC3045
#
# tests/command_seal_faults.sh: read by tests/command_seal.sh: signals, faults of the system,
# memory, terminals

# ---- signals ---------------------------------------------------------------------------------
# More than a pipe holds was taken: the command is in the middle. (SIGINT is ignored by what runs
# in the background; it is tried with the terminal, below.)
interrupted() { # interrupted SIGNAL NAME COMMAND FEED: COMMAND reads the pipe, which FEED begins
    if [ "$({ sh -c "kill -$1 \$\$; echo alive"; } 2>/dev/null)" = alive ]; then
        skip "$2: SIG$1 is ignored here, as by nohup" 3
        return
    fi
    rm -f pipe new
    mkfifo pipe
    echo old >target
    sh -c "$3" 2>"$O/err" &
    pid=$!
    exec 8>pipe
    head -c 1000000 "$4" >&8
    kill -"$1" $pid
    exec 8>&-
    wait $pid 2>"$O/out"
    code=$?
    verdict $((code < 128)) "$2: exit $code, not by a signal"
    [ ! -e new ] && [ "$(cat target)" = old ]
    verdict $? "$2: a new file, or the old one is changed"
    no_leftovers "$2"
}
# Where a file without a name is not to be had: the n-th openat, found by a trace.
inject='' reads=0 preads=0
if command -v strace >/dev/null && strace -o trace true 2>/dev/null; then
    strace -o trace -e trace=openat,read,pread64 "$F" encrypt --key-file k --output traced in
    reads=$(sed '/O_TMPFILE/,$d' trace | grep -c '^read')
    preads=$(sed '/O_TMPFILE/,$d' trace | grep -c '^pread')
    n=$(grep openat trace | grep -n O_TMPFILE | cut -d: -f1)
    [ -n "$n" ] &&
        inject="strace -D -o trace -e trace=openat -e inject=openat:error=EOPNOTSUPP:when=$n"
fi
for number in TERM HUP; do
    interrupted $number "SIG$number while it encrypts" \
        "exec '$F' encrypt --key-file k --output new pipe" big
done
interrupted TERM 'SIGTERM while it replaces' \
    "exec '$F' encrypt --key-file k --force --output target pipe" big
interrupted TERM 'SIGTERM while it decrypts' \
    "exec '$F' decrypt --key-file k --force --output target pipe" big.sealed
interrupted KILL 'SIGKILL while it encrypts' \
    "exec '$F' encrypt --key-file k --output new pipe" big
if [ -n "$inject" ]; then
    for number in TERM HUP; do
        interrupted $number "SIG$number, with a temporary file" \
            "exec $inject '$F' encrypt --key-file k --output new pipe" big
        grep -q '"\.filesec-.*O_CREAT' trace
        verdict $? 'there was a temporary file'
    done
    rm -f new
    $inject "$F" encrypt --key-file k --output new in 2>"$O/err" && "$F" verify --key-file k new
    verdict $? 'a file by way of a temporary one'
    $inject "$F" encrypt --key-file k --output new in 2>"$O/err"
    verdict $(($? != 2)) 'it does not replace'
    $inject "$F" encrypt --key-file k --force --output new in 2>"$O/err"
    verdict $? 'it does with --force'
    no_leftovers 'a temporary file'
else
    skip 'no strace to take nameless files away' 12
fi

# OUT appears while it is written by somebody else too.
rm -f pipe new
mkfifo pipe
"$F" encrypt --key-file k --output new pipe 2>"$O/err" &
pid=$!
exec 8>pipe
head -c 1000000 big >&8
echo other >new
exec 8>&-
wait $pid
verdict $(($? != 2)) 'OUT that came meanwhile is not replaced'
[ "$(cat new)" = other ]
verdict $? 'OUT that came meanwhile stays'
err_has 'OUT that came meanwhile' 'new: exists'

# ---- files that change -----------------------------------------------------------------------
# The output is a pipe that is not read on until the input was changed.
for change in 'echo x >>changing' ': >changing' 'touch -t 203001010000 changing'; do
    cp big changing
    rm -f pipe
    mkfifo pipe
    "$F" encrypt --key-file k --output pipe changing 2>"$O/err" &
    pid=$!
    exec 8<pipe
    dd bs=1 count=1 <&8 >"$O/out" 2>/dev/null
    eval "$change"
    cat <&8 >"$O/out"
    exec 8<&-
    wait $pid
    verdict $(($? != 3)) "a file that changes: $change"
    err_has "a file that changes: $change" 'changing: changed while it was read'
done

# ---- memory ----------------------------------------------------------------------------------
if (ulimit -v 40000 && run --version) 2>/dev/null && [ "$(uname)" = Linux ]; then
    dd if=/dev/null of=large bs=1 seek=100000000 2>/dev/null
    (ulimit -v 40000 && "$F" encrypt --key-file k large 2>"$O/err" |
        "$F" decrypt --key-file k - 2>"$O/err2" | cmp -s - large)
    verdict $? '100 MB in 40 MB of address space'
    rm -f large
    (ulimit -v 60000 && run encrypt --passphrase-file p in)
    verdict $(($? != 3)) 'no memory for Argon2id'
    err_has 'no memory for Argon2id' 'not enough memory'
else
    skip 'memory cannot be limited here' 3
fi

# ---- every fault of the system ---------------------------------------------------------------
# The n-th call fails, for every n: the old file or the complete new one, and nothing else.
faulty() { # faulty CALL ERROR COMMAND...: until no call is left
    call=$1 error=$2 n=0 bad=0 hit=1
    case $call in # those before are the loader's
        read) n=$reads ;;
        pread64) n=$preads ;;
    esac
    first=$n
    shift 2
    while [ "$hit" -eq 1 ] && [ $((n += 1)) -lt 60 ]; do
        cp old.file target
        strace -o trace -e "trace=$call" -e "inject=$call:error=$error:when=$n" \
            "$F" "$@" --key-file k -j 1 --force --output target 2>"$O/err"
        code=$?
        hit=$(grep -c INJECTED trace)
        if [ $code -eq 0 ]; then
            is_complete || bad=1
        else
            cmp -s old.file target || is_complete || bad=1
            [ $code -eq 3 ] || bad=1
            [ "$(wc -l <"$O/err")" -ge 1 ] || bad=1
        fi
        [ -z "$(find . -name '.filesec-*')" ] || bad=1
        rm -f .filesec-*
    done
    [ $bad -eq 0 ] && [ "$n" -gt $((first + 1)) ]
    verdict $? "$error of $call: $*"
}
if [ -n "$inject" ]; then
    head -c 600000 "$all" >in # enough to be read and written by place
    cp in old.file
    rm -f in.sealed
    "$F" encrypt --key-file k --chunk 64K --output in.sealed in
    is_complete() { "$F" decrypt --key-file k target 2>/dev/null | cmp -s - in; }
    for fault in 'read EIO' 'pread64 EIO' 'write ENOSPC' 'pwrite64 ENOSPC' 'fsync EIO' \
        'linkat EIO' 'renameat EIO' 'fchmod EPERM'; do
        # shellcheck disable=SC2086
        faulty $fault encrypt in
    done
    echo old >old.file
    is_complete() { cmp -s target in; }
    for fault in 'read EIO' 'pread64 EIO' 'pwrite64 ENOSPC' 'fsync EIO' 'utimensat EPERM'; do
        # shellcheck disable=SC2086
        faulty $fault decrypt in.sealed
    done
    strace -o trace -e trace=fsync,renameat "$F" encrypt --key-file k --force -o target in
    [ "$(sed 's/(.*//' trace | tr '\n' ' ' | sed 's/+++.*//')" = 'fsync renameat fsync ' ]
    verdict $? 'the file is on the disk before its name, and then the folder'
    for c in 'encrypt in' 'decrypt in.sealed'; do
        # shellcheck disable=SC2086
        strace -o trace -e trace=read,write,pread64,pwrite64 \
            -e "inject=read,write,pread64,pwrite64:error=EINTR:when=$((reads + preads + 1))+2" \
            "$F" $c --key-file k -j 1 --force --output target 2>"$O/err"
        verdict $? "EINTR: $c"
        [ "$(grep -c INJECTED trace)" -gt 2 ]
        verdict $? "EINTR: $c: not injected"
        is_complete
        case $c in decrypt*) verdict $? "EINTR: $c: the content" ;; esac
    done
else
    skip 'no strace to make calls fail' 19
fi

# ---- terminals -------------------------------------------------------------------------------
if command -v python3 >/dev/null; then
    head -c 5000 "$all" >in
    rm -f asked
    python3 - "$F" >"$O/out" 2>"$O/err" <<'EOF'
import os, pty, select, signal, sys, termios
command = sys.argv[1]

def talk(answers, *arguments):
    """The exit status, what the terminal showed, whether it shows what is typed afterwards."""
    master, slave = pty.openpty()
    pid = os.fork()
    if pid == 0:
        os.close(master)
        os.setsid()
        os.close(os.open(os.ttyname(slave), os.O_RDWR))
        for fd in range(3):
            os.dup2(slave, fd)
        os.execv(command, [command] + list(arguments))
    shown = b""
    for answer in answers:
        while not shown.endswith(b": "):
            if not select.select([master], [], [], 60)[0]:
                raise SystemExit("no prompt: %r" % shown)
            shown += os.read(master, 1000)
        shown += b"|"
        os.write(master, answer)
    status = os.waitpid(pid, 0)[1]
    echo = bool(termios.tcgetattr(slave)[3] & termios.ECHO)
    while select.select([master], [], [], 0)[0]:
        shown += os.read(master, 1000)
    os.close(slave)
    return (os.WEXITSTATUS(status) if os.WIFEXITED(status) else -os.WTERMSIG(status), shown, echo)

def check(what, good, found):
    print("ok" if good else "bad", what)
    if not good:
        print(what, found, file=sys.stderr)

seal = ["encrypt", "--passphrase", "--kdf", "pbkdf2", "--output", "asked", "in"]
r = talk([b"correct\n", b"incorrect\n"], *seal)
check("two that differ", r[0] == 2 and b"differ" in r[1] and not os.path.exists("asked"), r)
r = talk([b"\n"], *seal)
check("an empty one", r[0] == 2 and b"empty" in r[1] and not os.path.exists("asked"), r)
r = talk([b"correct\n", b"\x03"], *seal)
check("^C", r[0] == -signal.SIGINT and r[2] and not os.path.exists("asked"), r)
r = talk([b"correct horse\n", b"correct horse\n"], *seal)
check("encrypt", r[0] == 0 and b"horse" not in r[1] and r[2] and os.path.exists("asked"), r)
r = talk([b"correct horse\n"], "verify", "--passphrase", "asked")
check("verify", r[0] == 0 and b"horse" not in r[1] and r[2], r)
r = talk([b"wrong\n"], "verify", "--passphrase", "asked")
check("a wrong one", r[0] == 1, r)
r = talk([], "encrypt", "--key-file", "k", "in")
check("no container to a terminal", r[0] == 2 and b"terminal" in r[1], r)
r = talk([], "encrypt", "--key-file", "k", "--output", "/dev/tty", "in")
check("nor to /dev/tty", r[0] == 2 and b"terminal" in r[1], r)
EOF
    [ "$(grep -c '^ok' "$O/out")" -eq 8 ]
    verdict $? 'passphrases from a terminal'
    "$F" decrypt --passphrase-file p.lf asked | cmp -s - in
    verdict $? 'a passphrase from a terminal is that from a file'
    if command -v setsid >/dev/null; then
        setsid "$F" verify --passphrase asked >"$O/out" 2>"$O/err"
        verdict $(($? != 3)) 'no terminal'
        err_has 'no terminal' 'passphrase-file'
    else
        skip 'no setsid' 2
    fi
else
    skip 'no python3 for terminals' 4
fi
