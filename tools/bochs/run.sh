#!/bin/bash
# SPDX-License-Identifier: 0BSD
#
# tools/bochs/run.sh [NAME=VALUE...] PROGRAM [ARGUMENT...]: run one static x86-64 Linux program
# under the emulator Bochs, on a processor that the machine need not have, such as one with
# AVX-512 (F, BW, DQ, VL, IFMA, VBMI), VAES and VPCLMULQDQ.
#
# The variables given are the program's whole environment. What the program writes to standard
# output or error comes out on standard output, and its exit status is the script's. Other
# statuses: 124 if the time ran out, 125 if the emulator or the kernel failed, 128 + N if signal N
# ended the program. There are no files, threads or child processes in there; standard input is
# empty; kernel.h says more. Starting takes about a second; then it runs about 40 million
# instructions a second.
#
# Settings, from the environment:
#   BOCHS_SECONDS   time limit, 600 if not given
#   BOCHS_CPU       Bochs's processor model (bochs --help cpu), corei7_icelake_u if not given
#   BOCHS_MEMORY    memory in MiB, from 64 to 1024 in steps of 2, 512 if not given
#
# Needs Debian's packages bochs, gcc and binutils. No BIOS: boot.S and the C files beside this
# script are linked into a ROM that takes its place.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
seconds=${BOCHS_SECONDS:-600}
model=${BOCHS_CPU:-corei7_icelake_u}
memory=${BOCHS_MEMORY:-512}
rate=50000000 # instructions in one second of the program's clock

fail() {
    printf 'tools/bochs/run.sh: %s\n' "$1" >&2
    exit 125
}

variables=()
while [[ $# -gt 0 && $1 == [A-Za-z_]*=* ]]; do
    variables+=("$1")
    shift
done
[[ $# -gt 0 ]] || fail 'usage: run.sh [NAME=VALUE...] PROGRAM [ARGUMENT...]'
[[ -r $1 && -f $1 ]] || fail "cannot read $1"

work=$(mktemp -d)
emulator=
# shellcheck disable=SC2317,SC2329 # the trap calls it
cleanup() {
    if [[ -n $emulator ]]; then
        kill -TERM "$emulator" || true # timeout, which ends Bochs
        wait "$emulator" || true
    fi 2> /dev/null
    rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# The ROM. Loops must not become calls of memset, which would be calls of itself.
gcc -std=c99 -Wall -Wextra -Wpedantic -O2 -ffreestanding -fno-pie -no-pie -nostdlib -static \
    -mcmodel=small -mno-red-zone -mgeneral-regs-only -fno-stack-protector -fcf-protection=none \
    -fno-asynchronous-unwind-tables -fno-tree-loop-distribute-patterns -Wl,--build-id=none \
    -Wl,-z,noexecstack -Wl,--no-warn-rwx-segments -Wl,-T,"$here/kernel.ld" \
    -o "$work/rom.elf" "$here/boot.S" "$here"/*.c || fail 'cannot build the kernel'
objcopy -O binary "$work/rom.elf" "$work/rom"
truncate -s 512 "$work/vgarom" # Bochs insists on one; nobody calls it

# The disk: a sector of numbers, the strings, and the program without what only debuggers use.
strip -o "$work/program" -- "$1" 2> /dev/null || cp -- "$1" "$work/program"
printf '%s\0' "$@" ${variables[@]+"${variables[@]}"} > "$work/strings"
strings_size=$(stat -c %s "$work/strings")
printf 'BXRUN %d %d %d %d %d %d %d\n' "$memory" "$rate" "$((RANDOM << 15 | RANDOM))" $# \
    ${#variables[@]} "$strings_size" "$(stat -c %s "$work/program")" > "$work/disk"
truncate -s 512 "$work/disk"
truncate -s %512 "$work/strings"
cat "$work/strings" "$work/program" >> "$work/disk"
truncate -s %516096 "$work/disk" # whole cylinders of 16 heads, 63 sectors
cylinders=$(($(stat -c %s "$work/disk") / 516096))

# Debian has no display that shows nothing. rfb waits for nobody, but it listens on a TCP port
# from 5900 on, on all addresses. So the emulator gets a network of its own, in which there is
# nothing, if the system allows that; where it does not, the port is open during the run.
cat > "$work/bochsrc" << END
cpu: model=$model, count=1, ips=$rate, reset_on_triple_fault=0
memory: guest=$memory, host=$memory
romimage: file="$work/rom"
vgaromimage: file="$work/vgarom"
ata0: enabled=1, ioaddr1=0x1f0, ioaddr2=0x3f0, irq=14
ata0-master: type=disk, path="$work/disk", mode=flat, cylinders=$cylinders, heads=16, spt=63
boot: disk
parport1: enabled=1, file="$work/output"
parport2: enabled=1, file="$work/report"
com1: enabled=0
display_library: rfb, options="timeout=0"
clock: sync=none
log: "$work/log"
panic: action=fatal
error: action=ignore
info: action=report
speaker: enabled=0
sound: waveoutdrv=dummy, waveindrv=dummy, midioutdrv=dummy
END
alone=()
for way in 'unshare --net' 'unshare --map-root-user --net'; do
    if $way true 2> /dev/null; then
        read -ra alone <<< "$way"
        break
    fi
done
printf 'c\nq\n' > "$work/commands"
: > "$work/output"
: > "$work/report"

# The emulator, in a process group of its own, while its output is copied as it comes.
cd "$work"
set -m
timeout -k 5 "$seconds" ${alone[@]+"${alone[@]}"} bochs -q -f bochsrc -rc commands \
    > console 2>&1 < /dev/null &
emulator=$!
set +m
tail -c +1 -s 0.1 -f --pid="$emulator" output &
copier=$!
timeout_status=0
wait "$emulator" || timeout_status=$?
emulator=
wait "$copier" || true

grep -v '^exit ' report >&2 || true
if ((timeout_status == 124 || timeout_status == 137)); then
    printf 'tools/bochs/run.sh: no end after %s seconds\n' "$seconds" >&2
    exit 124
fi
status=$(sed -n 's/^exit \([0-9]*\)$/\1/p' report)
if [[ -z $status ]]; then
    grep -shi 'panic\|error\|exception' log console | tail -n 20 >&2 || true
    fail 'the emulator stopped without an exit status'
fi
exit "$status"
