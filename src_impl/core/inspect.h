/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "api/inspect.h"
#include "api/status.h"
#include "core/directory.h"
/*
 * core/inspect.h: names, versions, and the calls that list, ask about and force paths
 */
FILESEC_API const char *filesec_status_text(filesec_status s)
{
    switch (s) {
    case FILESEC_OK:
        return "success";
    case FILESEC_ERR_AUTH:
        return "authentication failed: forged, damaged, or the wrong key";
    case FILESEC_ERR_LIMIT:
        return "past the limit of the algorithm";
    case FILESEC_ERR_ARGUMENT:
        return "bad argument";
    case FILESEC_ERR_FORMAT:
        return "not a filesec container";
    case FILESEC_ERR_UNSUPPORTED:
        return "not supported by this build or this CPU";
    case FILESEC_ERR_KEY:
        return "wrong key";
    case FILESEC_ERR_HEADER:
        return "damaged header";
    case FILESEC_ERR_METADATA:
        return "damaged metadata";
    case FILESEC_ERR_TRUNCATED:
        return "truncated";
    case FILESEC_ERR_TRAILING:
        return "trailing data";
    }
    return "unknown status";
}

FILESEC_API const char *filesec_version(void)
{
    return FILESEC_VERSION;
}

FILESEC_API const char *filesec_primitive_name(filesec_primitive p)
{
    switch (p) {
    case FILESEC_SHA512:
        return "sha512";
    case FILESEC_SHA512_MANY:
        return "sha512_many";
    case FILESEC_MURMUR3:
        return "murmur3";
    case FILESEC_CHACHA20POLY1305:
        return "chacha20poly1305";
    case FILESEC_AES256GCM:
        return "aes256gcm";
    case FILESEC_MURMUR3_MANY:
        return "murmur3_many";
    case FILESEC_PRIMITIVE_COUNT:
        break;
    }
    return NULL;
}

FILESEC_API size_t filesec_path_count(filesec_primitive p)
{
    const filesec__table *t = filesec__table_of(p);

    return t != NULL ? t->count : 0;
}

/* Row i of p, or NULL. */
static const filesec__row *filesec__path(filesec_primitive p, size_t i)
{
    return i < filesec_path_count(p) ? filesec__row_at(filesec__table_of(p), i) : NULL;
}

FILESEC_API const char *filesec_path_name(filesec_primitive p, size_t i)
{
    const filesec__row *row = filesec__path(p, i);

    return row != NULL ? row->name : NULL;
}

FILESEC_API int filesec_path_usable(filesec_primitive p, size_t i)
{
    const filesec__row *row = filesec__path(p, i);

    return row != NULL && filesec__row_runs(row, filesec__cpu_probe());
}

FILESEC_API size_t filesec_path_current(filesec_primitive p)
{
    const filesec__table *t = filesec__table_of(p);

    return t != NULL ? filesec__row_index(t, filesec__current(t)) : 0;
}

FILESEC_API filesec_status filesec_path_use(filesec_primitive p, size_t i)
{
    const filesec__row *row = filesec__path(p, i);

    if (row == NULL)
        return FILESEC_ERR_ARGUMENT;
    if (!filesec__row_runs(row, filesec__cpu_probe()))
        return FILESEC_ERR_UNSUPPORTED;
    FILESEC__ATOMIC_STORE(filesec__table_of(p)->choice, filesec__mark(i) | FILESEC__FORCED);
    return FILESEC_OK;
}

/* What each tier allows. */
typedef struct filesec__tier {
    const char *name;
    uint32_t bits;
} filesec__tier;

#define FILESEC__TIER_X86_SSE2 FILESEC__NEEDS_X86_SSE2
#define FILESEC__TIER_X86_SSSE3 (FILESEC__TIER_X86_SSE2 | FILESEC__NEEDS_X86_SSSE3)
#define FILESEC__TIER_X86_AESNI (FILESEC__TIER_X86_SSSE3 | FILESEC__NEEDS_X86_AESNI)
#define FILESEC__TIER_X86_AVX2 (FILESEC__TIER_X86_AESNI | FILESEC__NEEDS_X86_AVX2)
#define FILESEC__TIER_X86_VAES_AVX2 (FILESEC__TIER_X86_AVX2 | FILESEC__NEEDS_X86_VAES_AVX2)
#define FILESEC__TIER_X86_AVX512 (FILESEC__TIER_X86_VAES_AVX2 | FILESEC__NEEDS_X86_AVX512)
#define FILESEC__TIER_X86_AVX512IFMA (FILESEC__TIER_X86_AVX512 | FILESEC__NEEDS_X86_AVX512IFMA)
#define FILESEC__TIER_X86_VAES_AVX512                                                          \
    (FILESEC__TIER_X86_AVX512IFMA | FILESEC__NEEDS_X86_VAES_AVX512)
#define FILESEC__TIER_X86_SHA512 (FILESEC__TIER_X86_VAES_AVX512 | FILESEC__NEEDS_X86_SHA512)
#define FILESEC__TIER_ARM_NEON FILESEC__NEEDS_ARM_NEON
#define FILESEC__TIER_ARM_AES (FILESEC__TIER_ARM_NEON | FILESEC__NEEDS_ARM_AES)
#define FILESEC__TIER_ARM_AES_EOR3 (FILESEC__TIER_ARM_AES | FILESEC__NEEDS_ARM_AES_EOR3)
#define FILESEC__TIER_ARM_SHA512 (FILESEC__TIER_ARM_AES_EOR3 | FILESEC__NEEDS_ARM_SHA512)

static const filesec__tier filesec__tiers[] = {
    {"any", UINT32_MAX},
    {"portable", 0},
    {"x86_sse2", FILESEC__TIER_X86_SSE2},
    {"x86_ssse3", FILESEC__TIER_X86_SSSE3},
    {"x86_aesni", FILESEC__TIER_X86_AESNI},
    {"x86_avx2", FILESEC__TIER_X86_AVX2},
    {"x86_vaes_avx2", FILESEC__TIER_X86_VAES_AVX2},
    {"x86_avx512", FILESEC__TIER_X86_AVX512},
    {"x86_avx512ifma", FILESEC__TIER_X86_AVX512IFMA},
    {"x86_vaes_avx512", FILESEC__TIER_X86_VAES_AVX512},
    {"x86_sha512", FILESEC__TIER_X86_SHA512},
    {"arm_neon", FILESEC__TIER_ARM_NEON},
    {"arm_aes", FILESEC__TIER_ARM_AES},
    {"arm_aes_eor3", FILESEC__TIER_ARM_AES_EOR3},
    {"arm_sha512", FILESEC__TIER_ARM_SHA512}};

FILESEC_API filesec_status filesec_path_limit(const char *tier)
{
    size_t ntiers = sizeof filesec__tiers / sizeof filesec__tiers[0], i;
    uint32_t bits;
    int p;

    if (tier == NULL)
        return FILESEC_ERR_ARGUMENT;
    for (i = 0; i < ntiers && strcmp(filesec__tiers[i].name, tier) != 0; i++)
        continue;
    if (i == ntiers)
        return FILESEC_ERR_ARGUMENT;
    bits = filesec__cpu_probe() & (filesec__tiers[i].bits | FILESEC__CPU_PREFERENCES);
    for (p = 0; p < (int)FILESEC_PRIMITIVE_COUNT; p++) {
        const filesec__table *t = filesec__table_of((filesec_primitive)p);

        if (t != NULL)
            FILESEC__ATOMIC_STORE(t->choice, filesec__mark(filesec__pick(t, bits)));
    }
    return FILESEC_OK;
}
