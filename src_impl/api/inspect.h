/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "api/config.h"
#include "api/status.h"
/*
 * Paths: which code runs, and how to choose it
 *
 * Each primitive has a table of paths: implementations of the same function for different CPUs.
 * They stand best first; the last is "portable" and runs everywhere. By default the first one
 * that this CPU and its system can run is used, but none with 512-bit registers on a CPU that
 * lowers its clock for them. Nothing here is needed for ordinary use.
 *
 * The portable path of FILESEC_SHA512_MANY and of FILESEC_MURMUR3_MANY takes one message after
 * the other on the path that FILESEC_SHA512 or FILESEC_MURMUR3 is using.
 */
typedef enum filesec_primitive {
    FILESEC_SHA512,
    FILESEC_SHA512_MANY,
    FILESEC_MURMUR3,
    FILESEC_CHACHA20POLY1305,
    FILESEC_AES256GCM,
    FILESEC_MURMUR3_MANY,
    FILESEC_PRIMITIVE_COUNT
} filesec_primitive;

/** "sha512", "sha512_many", ...: the name of a primitive; NULL for any other number. */
FILESEC_API const char *filesec_primitive_name(filesec_primitive p);

/** How many paths this build has for p; 0 if p was left out of the build or is no primitive. */
FILESEC_API size_t filesec_path_count(filesec_primitive p);

/** The name of path i, 0 <= i < count: "portable", "x86_avx2", ...; else NULL. A path of
    ChaCha20-Poly1305 names the pair of its two kernels. */
FILESEC_API const char *filesec_path_name(filesec_primitive p, size_t i);

/** 1 if this CPU and its system can run path i of p; else, and for a bad p or i, 0. */
FILESEC_API int filesec_path_usable(filesec_primitive p, size_t i);

/** The path of p that the next init or one-shot call will use; 0 for a bad p. */
FILESEC_API size_t filesec_path_current(filesec_primitive p);

/**
 * Use path i for p from now on: later inits and one-shot calls take it; keys and states that
 * exist keep the path they were set up with. A path that was asked for takes messages of every
 * length; left to itself, the library may give short ones to a quicker path. Any thread may
 * call it at any time. With FILESEC_STATIC it changes this unit only.
 *
 * Returns: FILESEC_OK; FILESEC_ERR_ARGUMENT for a bad p or i; FILESEC_ERR_UNSUPPORTED if this
 *          CPU cannot run the path. After an error the path in use is what it was.
 */
FILESEC_API filesec_status filesec_path_use(filesec_primitive p, size_t i);

/**
 * Use, for every primitive, the best path that this CPU runs and that needs no CPU feature
 * beyond a tier: "portable", "x86_sse2", "x86_ssse3", "x86_aesni", "x86_avx2", "x86_vaes_avx2",
 * "x86_avx512", "x86_avx512ifma", "x86_vaes_avx512", "x86_sha512", "arm_neon", "arm_aes",
 * "arm_aes_eor3", "arm_sha512". "x86_avx2", say, allows what a CPU with AVX2 and all before it
 * has. "any" undoes what this and filesec_path_use did: the default paths.
 *
 * Returns: FILESEC_OK, or FILESEC_ERR_ARGUMENT for NULL or a name that is no tier; then nothing
 * changes.
 */
FILESEC_API filesec_status filesec_path_limit(const char *tier);
