/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "sha512/x86_pairs.h"
/*
 * sha512/x86_pairs_end.h: after the kernels of pairs of blocks, the end of their macros
 */
#undef FILESEC__PAIR_DO
#undef FILESEC__PAIR_XOR
#undef FILESEC__PAIR_AND
#undef FILESEC__PAIR_ADD
#undef FILESEC__PAIR_ADD_FROM
#undef FILESEC__PAIR_ANDN
#undef FILESEC__PAIR_ROR
#undef FILESEC__PAIR_ROUND_WITH
#undef FILESEC__PAIR_ROUND
#undef FILESEC__PAIR_PIN
#undef FILESEC__PAIR_VEC
#undef FILESEC__PAIR_VXOR
#undef FILESEC__PAIR_VADD
#undef FILESEC__PAIR_SHR
#undef FILESEC__PAIR_SHL
#undef FILESEC__PAIR_NEXT
#undef FILESEC__PAIR_X
#undef FILESEC__PAIR_WK
#undef FILESEC__PAIR_NOTHING
#undef FILESEC__PAIR_ROUNDS
#undef FILESEC__PAIR_PUT
#undef FILESEC__PAIR_PUT_AT
#undef FILESEC__PAIR_KERNEL
