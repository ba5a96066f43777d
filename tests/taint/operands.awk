# SPDX-License-Identifier: 0BSD
#
# tests/taint/operands.awk: from a listing of objdump (AT&T, with the bytes) the lines that
# `trace --decode` reads: the bytes of an instruction, and the registers of its address by their
# numbers in the encoding, -1 for none
BEGIN {
    FS = "\t"
    n = split("rax rcx rdx rbx rsp rbp rsi rdi r8 r9 r10 r11 r12 r13 r14 r15", names, " ")
    for (i = 1; i <= n; i++) {
        number[names[i]] = i - 1
        half = names[i] ~ /^r[0-9]/ ? names[i] "d" : "e" substr(names[i], 2)
        number[half] = i - 1
    }
}
# Left out: string instructions, whose registers are fixed; LEA and the hints, which read nothing;
# gathers; what objdump cannot read; instructions whose bytes go over two lines.
NF < 3 || $3 ~ /^(lea|nop|rep|movs[bwlq] |stos|lods|scas|cmps|xchg +%ax,%ax|v?p?gather|\(bad\)|\.byte)/ ||
$3 ~ /%[de]s:\(|gather|scatter|^(data16|cs|fs|gs|addr32|rex|lock|bnd|bt[csr]?[lqw]? |xlat|prefetchw? *$)/ { next }
{
    operands = $3
    sub(/ *#.*/, "", operands)
    sub(/ *<.*/, "", operands)
    base = index_ = -1
    if (match(operands, /\(%?[a-z0-9]*(,%[a-z0-9]+,[1248])?\)/)) {
        inside = substr(operands, RSTART + 1, RLENGTH - 2)
        gsub(/%/, "", inside)
        split(inside, part, ",")
        if (part[1] in number) base = number[part[1]]
        if (part[2] in number) index_ = number[part[2]]
    }
    gsub(/ +$/, "", $2)
    print $2 " = " base " " index_
}
