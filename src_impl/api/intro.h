/* SPDX-License-Identifier: 0BSD */
/*
 * filesec: SHA-512, MurmurHash3, ChaCha20-Poly1305 and AES-256-GCM in one header
 *
 * Three questions about a file, and what answers them:
 *
 *   has it changed by accident?   MurmurHash3, fast; or SHA-512
 *   has it been tampered with?    SHA-512 if its digest is kept safe; else HMAC-SHA-512
 *   can others read it?           AES-256-GCM or ChaCha20-Poly1305, which answer the first two
 *                                 as well
 *
 * Each is there in constant-time portable C and in kernels for x86-64 and AArch64, chosen when
 * the program runs. In exactly one source file of the program:
 *
 *     #define FILESEC_IMPLEMENTATION
 *     #include "filesec.h"
 *
 * and everywhere else only the #include. Two files with the implementation do not link. C99 or
 * later, C++11 or later. No heap, no files, no threads, no globals but one pointer for each
 * table of kernels; no compiler flags. Only libc's headers and memcpy,
 * memset, memcmp, strcmp.
 *
 * Options, to be defined before the #include, in every file alike:
 *
 *   FILESEC_STATIC               a private copy of everything in this file
 *   FILESEC_API                  linkage of public functions, e.g. for a DLL; "extern"
 *   FILESEC_MUST_CHECK           attribute of functions whose status must be looked at;
 *                                warn_unused_result with gcc and clang
 *   FILESEC_SMALL                code and memory size before speed; portable code only; where a
 *                                function takes a struct of another size than without, its
 *                                linker name ends in _small
 *   FILESEC_NO_SIMD              portable code only
 *   FILESEC_NO_X86, _NO_ARM      no kernels for that architecture
 *   FILESEC_NO_X86_SSE2, _NO_X86_SSSE3, _NO_X86_AESNI, _NO_X86_AVX2, _NO_X86_VAES_AVX2,
 *   _NO_X86_AVX512, _NO_X86_AVX512IFMA, _NO_X86_VAES_AVX512, _NO_X86_SHA512, _NO_ARM_NEON,
 *   _NO_ARM_AES, _NO_ARM_AES_EOR3, _NO_ARM_SHA512, _NO_PORTABLE64, _NO_PORTABLE_REORDERED
 *                                without the path of that name, in every table;
 *                                _NO_X86_AVX512 without any that needs AVX-512
 *   FILESEC_MINGW_AVX            gcc for 64-bit Windows: build the paths with AVX as well. Only
 *                                for a gcc that is patched for GCC bug 54412, as that of MSYS2
 *                                and of Debian is; with another they crash
 *   FILESEC_NO_SHA512, _NO_MURMUR3, _NO_CHACHA20POLY1305, _NO_AES256GCM
 *                                without that primitive
 *   FILESEC_NO_CONTAINER         without sealed files
 *   FILESEC_ASSERT(x)            checks of the caller's duties; nothing by default
 *
 * "Portable" is portable to the flags you compile with: under -march=native the whole unit, and
 * so the portable path too, may need that machine.
 *
 * Memory: filesec never allocates. Keys and states are plain structs of bytes; put them on the
 * stack, copy them, move them. Threads may use one key at once, not one state.
 */
