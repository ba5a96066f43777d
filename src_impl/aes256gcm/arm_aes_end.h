/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/arm_aes_blocks.h"
#include "aes256gcm/arm_aes_ghash.h"
#include "aes256gcm/arm_aes_short.h"
/*
 * aes256gcm/arm_aes_end.h: after the ARM kernels, the end of the macros that they share
 */
#undef FILESEC__INLINE
#undef FILESEC__POWERS
#undef FILESEC__POWER
#undef FILESEC__HALVES
#undef FILESEC__XOR3
#undef FILESEC__PIN
#undef FILESEC__TURNED
#undef FILESEC__TURN_OUT
#undef FILESEC__LOWS
#undef FILESEC__HIGHS
#undef FILESEC__LOW_HALF
#undef FILESEC__LOWER
#undef FILESEC__UPPER
#undef FILESEC__HASH2
#undef FILESEC__HASH2_FIRST
#undef FILESEC__FOUR
#undef FILESEC__EIGHT
#undef FILESEC__PIN_BLOCKS
#undef FILESEC__PIN_SUM
#undef FILESEC__START
#undef FILESEC__START_NEXT
#undef FILESEC__ENC
#undef FILESEC__LAST
#undef FILESEC__LAST_IF
#undef FILESEC__SHORT
#undef FILESEC__TOGETHER
#undef FILESEC__MASK
#undef FILESEC__ONE_TEXT
#undef FILESEC__TWO_TEXTS
#undef FILESEC__FOUR_TEXTS
#undef FILESEC__EIGHT_TEXTS
#undef FILESEC__TEXT
