# SPDX-License-Identifier: 0BSD
#
# tests/small/sizes.awk: from a map of GNU ld what one object gave to a program
#
#   awk -f sizes.awk -v object=NAME MAP    "CODE CONSTANTS VARIABLES OTHERS", in bytes
#
# OTHERS is the code and constants of all other objects: libgcc and libc.

function number(hex, i, n) {
    for (i = 3; i <= length(hex); i++)
        n = 16 * n + index("0123456789abcdef", substr(hex, i, 1)) - 1
    return n
}

/^Linker script and memory map/ { on = 1 }
!on { next }
/^ \.[a-zA-Z_]/ {
    section = $1
    $1 = ""
    $0 = $0 # the name is not needed any more
    if (NF == 0)
        next
}
section != "" && $1 ~ /^0x/ && $2 ~ /^0x/ && NF == 3 {
    size = number($2)
    mine = index($3, object) != 0
    if (section ~ /^\.(text|rodata|srodata|progmem|init|trampolines|jumptables|lowtext)/) {
        if (!mine)
            others += size
        else if (section ~ /^\.text/)
            code += size
        else
            constants += size
    } else if (mine && section ~ /^\.(data|sdata|bss|sbss)/) {
        variables += size
    }
    section = ""
}
END { print code + 0, constants + 0, variables + 0, others + 0 }
