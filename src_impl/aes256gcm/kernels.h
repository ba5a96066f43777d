/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/contract.h"
#include "core/cpu.h"
/*
 * aes256gcm/kernels.h: the table of AES-256-GCM, best first; the last row must run everywhere
 *
 * The last column is 1 if the kernel has a function whole, else 0.
 */
/* clang-format off */
#define FILESEC__AES256GCM_KERNELS(ROW)                                           \
    ROW(aes256gcm, x86_vaes_avx512, X86_VAES_AVX512,                              \
        FILESEC__NEEDS_X86_VAES_AVX512 | FILESEC__CPU_PREFERS_512, 1)             \
    ROW(aes256gcm, x86_vaes_avx2, X86_VAES_AVX2, FILESEC__NEEDS_X86_VAES_AVX2, 1) \
    ROW(aes256gcm, x86_aesni,     X86_AESNI,     FILESEC__NEEDS_X86_AESNI, 1)     \
    ROW(aes256gcm, arm_aes_eor3,  ARM_AES_EOR3,  FILESEC__NEEDS_ARM_AES_EOR3, 1)  \
    ROW(aes256gcm, arm_aes,       ARM_AES,       FILESEC__NEEDS_ARM_AES, 1)       \
    ROW(aes256gcm, portable,      ALWAYS,        0, 0)
/* clang-format on */

#define FILESEC__AES256GCM_WHOLE_0(function) NULL
#define FILESEC__AES256GCM_WHOLE_1(function) function
#define FILESEC__AES256GCM_PROTOTYPE(op, name, gate, needs, whole)                             \
    FILESEC__WHEN(gate)                                                                        \
    (static void filesec__##op##_init_##name(unsigned char *k, const unsigned char key[32]);   \
     static void filesec__##op##_ctr_##name(const unsigned char *k, unsigned char counter[16], \
                                            unsigned char *out, const unsigned char *in,       \
                                            size_t nblocks);                                   \
     static void filesec__##op##_hash_##name(const unsigned char *k, unsigned char y[16],      \
                                             const unsigned char *data, size_t nblocks);       \
     static void filesec__##op##_seal_##name(                                                  \
         const unsigned char *k, unsigned char counter[16], unsigned char y[16],               \
         unsigned char *out, const unsigned char *in, size_t nblocks);                         \
     static void filesec__##op##_open_##name(                                                  \
         const unsigned char *k, unsigned char counter[16], unsigned char y[16],               \
         unsigned char *out, const unsigned char *in, size_t nblocks);                         \
     FILESEC__PASTE(FILESEC__WHEN_, whole)(                                                    \
         static void filesec__##op##_whole_##name(                                             \
             const unsigned char *k, const unsigned char nonce[12], unsigned char tag[16],     \
             const unsigned char *aad, size_t aad_len, unsigned char *out,                     \
             const unsigned char *in, size_t len, int sealing);))
#define FILESEC__AES256GCM_ENTRY(op, name, gate, needs, whole)                                 \
    FILESEC__WHEN(gate)                                                                        \
    ({{#name, needs},                                                                          \
      filesec__##op##_init_##name,                                                             \
      filesec__##op##_ctr_##name,                                                              \
      filesec__##op##_hash_##name,                                                             \
      filesec__##op##_seal_##name,                                                             \
      filesec__##op##_open_##name,                                                             \
      FILESEC__AES256GCM_WHOLE_##whole(filesec__##op##_whole_##name)}, )

FILESEC__AES256GCM_KERNELS(FILESEC__AES256GCM_PROTOTYPE)
static const filesec__aes256gcm_row filesec__aes256gcm_rows[] = {
    FILESEC__AES256GCM_KERNELS(FILESEC__AES256GCM_ENTRY)};
