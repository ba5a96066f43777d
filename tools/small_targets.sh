# shellcheck shell=sh
# SPDX-License-Identifier: 0BSD
#
# tools/small_targets.sh: for check_small.sh and footprint.sh: the small machines, their compilers
# and what runs them. A target is a CPU; memory is that of the board that is emulated:
#
#   cortex-m0   microbit: nRF51, 256 KiB flash, 16 KiB RAM
#   cortex-m3   mps2-an385, of which 512 and 64 KiB are used
#   cortex-m4   mps2-an386, the same
#   rv32imac    sifive_e: E31 core, 16 KiB RAM, 512 KiB of its flash are used
#   avr         ATmega1284P in simavr: 128 KiB flash, 16 KiB RAM

small_targets="cortex-m0 cortex-m3 cortex-m4 rv32imac avr"
small_programs="arm-none-eabi-gcc riscv64-unknown-elf-gcc avr-gcc qemu-system-arm
    qemu-system-riscv32 simavr"

small_cc() { # small_cc TARGET: compiler and its flags for the machine
    case $1 in
    cortex-*) echo "arm-none-eabi-gcc -mthumb -mcpu=$1 --specs=nano.specs" ;;
    rv32imac)
        echo "riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32 -mcmodel=medlow" \
            "--specs=picolibc.specs"
        ;;
    avr) echo "avr-gcc -mmcu=atmega1284p" ;;
    esac
}

small_clang() { # small_clang TARGET CLANG: the same with clang, and gcc's C library
    case $1 in
    cortex-*)
        case $1 in
        *m0) set -- "$1" "$2" thumbv6m ;;
        *m3) set -- "$1" "$2" thumbv7m ;;
        *) set -- "$1" "$2" thumbv7em ;;
        esac
        echo "$2 --target=$3-none-eabi -mcpu=$1 -mfloat-abi=soft -fshort-enums" \
            "-isystem /usr/include/newlib"
        ;;
    rv32imac)
        echo "$2 --target=riscv32-unknown-elf -march=rv32imac -mabi=ilp32" \
            "-isystem /usr/lib/picolibc/riscv64-unknown-elf/include"
        ;;
    esac
}

small_binutils() { # small_binutils TARGET: prefix of nm, size and ld
    case $1 in
    cortex-*) echo arm-none-eabi- ;;
    rv32imac) echo riscv64-unknown-elf- ;;
    avr) echo avr- ;;
    esac
}

small_port() { # small_port TARGET: its port
    case $1 in
    cortex-*) echo tests/small/port_arm.c ;;
    rv32imac) echo tests/small/port_riscv.c ;;
    avr) echo tests/small/port_avr.c ;;
    esac
}

small_link() { # small_link TARGET: flags to link a program
    case $1 in
    cortex-m0) set -- 0 0x40000 0x20000000 0x4000 ;;
    cortex-*) set -- 0 0x80000 0x20000000 0x10000 ;;
    rv32imac) set -- 0x20400000 0x80000 0x80000000 0x4000 ;;
    avr)
        echo "-Wl,--gc-sections"
        return
        ;;
    esac
    printf %s "-nostartfiles -T tests/small/bare.ld -Wl,--gc-sections,-e,port_reset"
    printf %s ",--no-warn-rwx-segments,-z,noexecstack,--defsym,small_stack_len=0xc00"
    echo ",--defsym,small_rom=$1,--defsym,small_rom_len=$2,--defsym,small_ram=$3,--defsym,small_ram_len=$4"
}

# What a program prints, and its exit status. simavr has none, and ends lines in its own way.
small_run() { # small_run TARGET ELF: the command
    qemu="-nographic -monitor none -serial none -semihosting-config enable=on,target=native"
    case $1 in
    cortex-m0) echo "timeout 120 qemu-system-arm -M microbit $qemu -kernel $2" ;;
    cortex-m3) echo "timeout 120 qemu-system-arm -M mps2-an385 $qemu -kernel $2" ;;
    cortex-m4) echo "timeout 120 qemu-system-arm -M mps2-an386 $qemu -kernel $2" ;;
    rv32imac) echo "timeout 120 qemu-system-riscv32 -M sifive_e -bios none $qemu -kernel $2" ;;
    avr) echo "tests/small/run_avr.sh $2" ;;
    esac
}
