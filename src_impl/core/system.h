/* SPDX-License-Identifier: 0BSD */
#pragma once
/*
 * core/system.h: the only system headers of the implementation, and what this compiler can
 * build
 *
 * A gate FILESEC__HAS_<TIER> is always 0 or 1. It says that the compiler can emit the tier's
 * instructions in a function that carries FILESEC__TARGET_<TIER>; whether the running CPU has
 * them is asked in core/cpu.h. A gate is 0 when the user dropped the tier.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__) && !defined(__TINYC__)
#define FILESEC__GNU 1 /* gcc, clang and the like: attributes, __atomic, empty asm */
#else
#define FILESEC__GNU 0
#endif

/* ---- architectures ------------------------------------------------------------------- */

/* 64-bit only, for a 32-bit stack may be too little aligned for spills; and not where the user
   forbids vector registers (kernels, boot loaders). clang in the guise of Microsoft's compiler
   wants target attributes and does not say that it has them. */
#if (defined(__x86_64__) && defined(__SSE2__) && FILESEC__GNU) ||                              \
    (defined(_M_X64) && !defined(_M_ARM64EC) && !defined(__clang__))
#define FILESEC__ARCH_X86 1
#else
#define FILESEC__ARCH_X86 0
#endif

/* Little-endian only: the lane order of the NEON kernels assumes it. */
#if defined(__aarch64__) && FILESEC__GNU && defined(__ARM_NEON) && !defined(__AARCH64EB__)
#define FILESEC__ARCH_ARM 1
#else
#define FILESEC__ARCH_ARM 0
#endif

#if defined(FILESEC_NO_SIMD) || defined(FILESEC_SMALL)
#define FILESEC__SIMD 0
#else
#define FILESEC__SIMD 1
#endif

#if FILESEC__SIMD && FILESEC__ARCH_X86 && !defined(FILESEC_NO_X86)
#define FILESEC__X86 1
#else
#define FILESEC__X86 0
#endif

#if FILESEC__SIMD && FILESEC__ARCH_ARM && !defined(FILESEC_NO_ARM)
#define FILESEC__ARM 1
#else
#define FILESEC__ARM 0
#endif

#if FILESEC__X86
#if FILESEC__GNU
#include <cpuid.h>
#include <immintrin.h>
#define FILESEC__TARGET(list) __attribute__((target(list)))
#else
#include <intrin.h>
#define FILESEC__TARGET(list) /* this compiler takes every intrinsic everywhere */
#endif
#endif

#if FILESEC__ARM
#include <arm_neon.h>
#if defined(__linux__) || defined(__ANDROID__) || defined(__FreeBSD__) || defined(__OpenBSD__)
#include <sys/auxv.h>
#elif defined(__APPLE__)
#include <sys/sysctl.h>
#endif
#define FILESEC__TARGET(list) __attribute__((target(list)))
#endif

/* ---- gates: one for each tier ---------------------------------------------------------- */

#define FILESEC__HAS_ALWAYS 1

/* Registers of 256 and 512 bits. gcc for 64-bit Windows aligns the stack to 16 bytes, yet
   spills them with instructions that fault unless the address is a multiple of 32 or 64 (GCC
   bug 54412, seen up to gcc 16). clang aligns more where it must; Microsoft's compiler uses
   other instructions. So do the gcc of Debian and of MSYS2, which are patched, but no macro
   tells them from others: FILESEC_MINGW_AVX does. */
#if FILESEC__X86 && FILESEC__GNU && !defined(__clang__) &&                                     \
    (defined(_WIN32) || defined(__CYGWIN__)) && !defined(FILESEC_MINGW_AVX)
#define FILESEC__X86_WIDE 0
#else
#define FILESEC__X86_WIDE FILESEC__X86
#endif

#if FILESEC__X86 && !defined(FILESEC_NO_X86_SSE2)
#define FILESEC__HAS_X86_SSE2 1 /* part of the baseline */
#else
#define FILESEC__HAS_X86_SSE2 0
#endif

#if FILESEC__X86 && !defined(FILESEC_NO_X86_SSSE3)
#define FILESEC__HAS_X86_SSSE3 1
#define FILESEC__TARGET_X86_SSSE3 FILESEC__TARGET("ssse3")
#else
#define FILESEC__HAS_X86_SSSE3 0
#endif

#define FILESEC__TARGET_X86_AESNI FILESEC__TARGET("ssse3,sse4.1,aes,pclmul")
#if FILESEC__X86 && !defined(FILESEC_NO_X86_AESNI)
#define FILESEC__HAS_X86_AESNI 1
#else
#define FILESEC__HAS_X86_AESNI 0
#endif

#if FILESEC__X86_WIDE && !defined(FILESEC_NO_X86_AVX2)
#define FILESEC__HAS_X86_AVX2 1
#define FILESEC__TARGET_X86_AVX2 FILESEC__TARGET("avx2,bmi,bmi2")
#else
#define FILESEC__HAS_X86_AVX2 0
#endif

/* VAES and VPCLMULQDQ on 256 bits, without AVX-512. */
#if FILESEC__X86_WIDE && !defined(FILESEC_NO_X86_VAES_AVX2) &&                                 \
    ((defined(__clang__) && __clang_major__ >= 7) ||                                           \
     (!defined(__clang__) && defined(__GNUC__) && __GNUC__ >= 8))
#define FILESEC__HAS_X86_VAES_AVX2 1
#define FILESEC__TARGET_X86_VAES_AVX2                                                          \
    FILESEC__TARGET("avx2,bmi,bmi2,aes,pclmul,vaes,vpclmulqdq")
#else
#define FILESEC__HAS_X86_VAES_AVX2 0
#endif

/* AVX-512 F, VL, BW and DQ: what every CPU with AVX-512 has but the Xeon Phi. The option that
   drops it takes along the two tiers that add to it. */
#if FILESEC__X86_WIDE && !defined(FILESEC_NO_X86_AVX512)
#define FILESEC__HAS_X86_AVX512 1
#define FILESEC__TARGET_X86_AVX512                                                             \
    FILESEC__TARGET("avx2,bmi,bmi2,avx512f,avx512vl,avx512bw,avx512dq")
#else
#define FILESEC__HAS_X86_AVX512 0
#endif

#if FILESEC__HAS_X86_AVX512 && !defined(FILESEC_NO_X86_AVX512IFMA)
#define FILESEC__HAS_X86_AVX512IFMA 1
#define FILESEC__TARGET_X86_AVX512IFMA                                                         \
    FILESEC__TARGET("avx2,bmi,bmi2,avx512f,avx512vl,avx512bw,avx512dq,avx512ifma")
#else
#define FILESEC__HAS_X86_AVX512IFMA 0
#endif

#if FILESEC__HAS_X86_AVX512 && !defined(FILESEC_NO_X86_VAES_AVX512) &&                         \
    ((defined(__clang__) && __clang_major__ >= 7) ||                                           \
     (!defined(__clang__) && defined(__GNUC__) && __GNUC__ >= 8) || !FILESEC__GNU)
#define FILESEC__HAS_X86_VAES_AVX512 1
#define FILESEC__TARGET_X86_VAES_AVX512                                                        \
    FILESEC__TARGET("avx2,bmi,bmi2,aes,pclmul,vaes,vpclmulqdq,avx512f,avx512vl,avx512bw,"      \
                    "avx512dq")
#else
#define FILESEC__HAS_X86_VAES_AVX512 0
#endif

/* The SHA-512 instructions, known to gcc from 14 on and to clang from 17 on. */
#if FILESEC__X86_WIDE && !defined(FILESEC_NO_X86_SHA512) &&                                    \
    ((defined(__clang__) && !defined(__apple_build_version__) && __clang_major__ >= 17) ||     \
     (!defined(__clang__) && defined(__GNUC__) && __GNUC__ >= 14))
#define FILESEC__HAS_X86_SHA512 1
#define FILESEC__TARGET_X86_SHA512 FILESEC__TARGET("avx2,sha512")
#else
#define FILESEC__HAS_X86_SHA512 0
#endif

#if FILESEC__ARM && !defined(FILESEC_NO_ARM_NEON)
#define FILESEC__HAS_ARM_NEON 1
#define FILESEC__TARGET_ARM_NEON /* part of the baseline */
#else
#define FILESEC__HAS_ARM_NEON 0
#endif

/* arm_neon.h of clang before 16 declares these intrinsics only when -march has the feature. */
#if FILESEC__ARM && !defined(FILESEC_NO_ARM_AES) &&                                            \
    (!defined(__clang__) || __clang_major__ >= 16 || defined(__ARM_FEATURE_AES))
#define FILESEC__HAS_ARM_AES 1
#ifdef __clang__
#define FILESEC__TARGET_ARM_AES FILESEC__TARGET("aes")
#else
#define FILESEC__TARGET_ARM_AES FILESEC__TARGET("+crypto")
#endif
#else
#define FILESEC__HAS_ARM_AES 0
#endif

/* AES and PMULL with the three-input exclusive-or of the SHA3 extension. */
#if FILESEC__HAS_ARM_AES && !defined(FILESEC_NO_ARM_AES_EOR3) &&                               \
    ((defined(__clang__) && (__clang_major__ >= 16 || defined(__ARM_FEATURE_SHA3))) ||         \
     (!defined(__clang__) && __GNUC__ >= 9))
#define FILESEC__HAS_ARM_AES_EOR3 1
#ifdef __clang__
#define FILESEC__TARGET_ARM_AES_EOR3 FILESEC__TARGET("aes,sha3")
#else
#define FILESEC__TARGET_ARM_AES_EOR3 FILESEC__TARGET("arch=armv8.2-a+crypto+sha3")
#endif
#else
#define FILESEC__HAS_ARM_AES_EOR3 0
#endif

#if FILESEC__ARM && !defined(FILESEC_NO_ARM_SHA512) &&                                         \
    ((defined(__clang__) && (__clang_major__ >= 16 || defined(__ARM_FEATURE_SHA512))) ||       \
     (!defined(__clang__) && __GNUC__ >= 9))
#define FILESEC__HAS_ARM_SHA512 1
#ifdef __clang__
#define FILESEC__TARGET_ARM_SHA512 FILESEC__TARGET("sha3")
#else
#define FILESEC__TARGET_ARM_SHA512 FILESEC__TARGET("arch=armv8.2-a+sha3")
#endif
#else
#define FILESEC__HAS_ARM_SHA512 0
#endif

/* A 64 x 64 -> 128 bit multiplication in plain C. */
#if defined(__SIZEOF_INT128__) && !defined(FILESEC_SMALL) && !defined(FILESEC_NO_PORTABLE64)
#define FILESEC__HAS_PORTABLE64 1
#else
#define FILESEC__HAS_PORTABLE64 0
#endif

#if !defined(FILESEC_SMALL) && !defined(FILESEC_NO_PORTABLE_REORDERED)
#define FILESEC__HAS_PORTABLE_REORDERED 1
#else
#define FILESEC__HAS_PORTABLE_REORDERED 0
#endif

/* Vectors of the language extension: the compiler maps them to whatever the baseline has. */
#if FILESEC__GNU && !defined(FILESEC_SMALL)
#define FILESEC__VECTOR_TYPES 1
#else
#define FILESEC__VECTOR_TYPES 0
#endif

/* ---- words of the language ------------------------------------------------------------- */

#if FILESEC__GNU
#define FILESEC__ALWAYS_INLINE static inline __attribute__((always_inline))
#define FILESEC__NEVER_INLINE static __attribute__((noinline))
/* An empty statement that the compiler must assume to have changed x: keeps it from undoing
   the order of an addition chain, and from learning that a mask has only two values. */
#define FILESEC__BARRIER(x) __asm__("" : "+r"(x))
#else
#define FILESEC__ALWAYS_INLINE static inline
#define FILESEC__NEVER_INLINE static
#define FILESEC__BARRIER(x) ((void)0)
#endif

#ifndef FILESEC_ASSERT
#define FILESEC_ASSERT(x) ((void)0)
#endif
