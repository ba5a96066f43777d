#!/bin/bash
# SPDX-License-Identifier: 0BSD
#
# bench/levels.sh PEERS [OPTION...]: bench-peers once for each tier, with ours held to the tier
# and libcrypto and ipsec-mb to about the same instructions. libsodium cannot be held back.
#
# OPENSSL_ia32cap clears bits of CPUID as libcrypto sees them: leaf 1 EDX and ECX, then, after
# the colon, leaf 7 EBX and ECX.
set -eu
peers=$1
shift

avx512=0xc0230000                # F, DQ, IFMA, BW, VL
vaes_avx512=0x600c0230000        # and VAES, VPCLMULQDQ
avx=0x1000180000000000           # AVX, FMA, XOP
avx2_vaes_avx512=0x600c02b0128   # and AVX2, BMI1, BMI2, ADX
aesni_avx=0x12001a0200000000     # and AES-NI, PCLMULQDQ, SSSE3

level() { # level TIER MASKS IPSEC-MB-LEVEL OPTION...
    local tier=$1 masks=$2 manager=$3
    shift 3
    printf '==== %s: OPENSSL_ia32cap=%s, ipsec-mb %s\n' "$tier" "$masks" "$manager"
    FILESEC_PATH=max=$tier OPENSSL_ia32cap=$masks IPSEC_MB_LEVEL=$manager "$peers" "$@"
}

level x86_vaes_avx2 ":~$avx512" avx2 "$@"
level x86_avx2 ":~$vaes_avx512" avx2 "$@"
level x86_aesni ":~$vaes_avx512" sse "$@"
level x86_ssse3 "~$avx:~$avx2_vaes_avx512" sse "$@"
level portable "~$aesni_avx:~$avx2_vaes_avx512" none "$@"
