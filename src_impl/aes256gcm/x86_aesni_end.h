/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/x86_aesni_ghash.h"
#include "aes256gcm/x86_aesni_short.h"
/*
 * aes256gcm/x86_aesni_end.h: after the x86 kernels, the end of the macros that they share
 */
#undef FILESEC__INLINE
#undef FILESEC__KERNEL
#undef FILESEC__POWER
#undef FILESEC__HALVES
#undef FILESEC__LOAD
#undef FILESEC__STORE
#undef FILESEC__LOAD_HALF
#undef FILESEC__STORE_HALF
#undef FILESEC__XOR1
#undef FILESEC__EXCHANGED
#undef FILESEC__REVERSED
#undef FILESEC__BLOCK
#undef FILESEC__PIN
#undef FILESEC__HASH
#undef FILESEC__HASH_FIRST
#undef FILESEC__SHORT
#undef FILESEC__TURNED1
#undef FILESEC__AHEAD1
#undef FILESEC__ENC1
#undef FILESEC__LAST1
#undef FILESEC__ONE_TEXT
#undef FILESEC__TWO_TEXTS
#undef FILESEC__FOUR_TEXTS
#undef FILESEC__SIX_TEXTS
#undef FILESEC__EIGHT_TEXTS
#undef FILESEC__TOGETHER
#undef FILESEC__TEXT
