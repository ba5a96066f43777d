/* SPDX-License-Identifier: 0BSD */
/*
 * tests/mutants/hash_kernels.h: broken kernels of the hashes, a part of kernels.c
 */
/* ---- SHA-512 --------------------------------------------------------------------------- */

static filesec__sha512_kernel *right_sha512;

static void set_sha512(filesec__sha512_kernel *wrong)
{
    size_t row = ROW(FILESEC_SHA512);

    right_sha512 = filesec__sha512_rows[row].blocks;
    filesec__sha512_rows[row].blocks = wrong;
}

#define SHA512_MUTANT(name, statement)                                                         \
    static void sha512_##name(uint64_t h[8], const unsigned char *data, size_t nblocks)        \
    {                                                                                          \
        statement;                                                                             \
    }                                                                                          \
    static int use_sha512_##name(void)                                                         \
    {                                                                                          \
        set_sha512(sha512_##name);                                                             \
        return 1;                                                                              \
    }

SHA512_MUTANT(five, right_sha512(h, data, nblocks); h[3] ^= (uint64_t)(nblocks == 5))
SHA512_MUTANT(unaligned, right_sha512(h, data, nblocks); h[0] += ((uintptr_t)data & 63) == 37)
SHA512_MUTANT(past, touched = data[128 * nblocks]; right_sha512(h, data, nblocks))
SHA512_MUTANT(before, touched = nblocks != 0 ? data[-1] : 0; right_sha512(h, data, nblocks))
SHA512_MUTANT(none, h[7] += nblocks == 0; right_sha512(h, data, nblocks))
SHA512_MUTANT(last, right_sha512(h, data, nblocks < 9 ? nblocks : nblocks - 1))
SHA512_MUTANT(even, right_sha512(h, data, nblocks); if (nblocks % 2 == 0 && nblocks > 2) h[1]++)

static filesec__sha512_many_kernel *right_many;
static size_t lanes;

static int set_many(filesec__sha512_many_kernel *wrong)
{
    size_t row = ROW(FILESEC_SHA512_MANY);

    right_many = filesec__sha512_many_rows[row].blocks;
    lanes = filesec__sha512_many_rows[row].lanes;
    if (right_many == NULL)
        return 0;
    filesec__sha512_many_rows[row].blocks = wrong;
    return 1;
}

#define MANY_MUTANT(name, statement)                                                           \
    static void many_##name(uint64_t *h, const unsigned char *const *data, size_t nblocks)     \
    {                                                                                          \
        statement;                                                                             \
    }                                                                                          \
    static int use_many_##name(void)                                                           \
    {                                                                                          \
        return set_many(many_##name);                                                          \
    }

MANY_MUTANT(lane, right_many(h, data, nblocks); h[7 * lanes + lanes - 1]++)
MANY_MUTANT(three, right_many(h, data, nblocks); h[0] ^= (uint64_t)(nblocks == 3))
MANY_MUTANT(past, touched = data[0][128 * nblocks]; right_many(h, data, nblocks))

/* ---- MurmurHash3 ----------------------------------------------------------------------- */

static filesec__murmur3_row right_murmur3;

#define MURMUR3_MUTANT(name, variant, word, statement)                                         \
    static void murmur3_##name(word *h, const unsigned char *data, size_t nblocks)             \
    {                                                                                          \
        right_murmur3.variant(h, data, nblocks);                                               \
        statement;                                                                             \
    }                                                                                          \
    static int use_murmur3_##name(void)                                                        \
    {                                                                                          \
        right_murmur3 = filesec__murmur3_rows[ROW(FILESEC_MURMUR3)];                           \
        filesec__murmur3_rows[ROW(FILESEC_MURMUR3)].variant = murmur3_##name;                  \
        return 1;                                                                              \
    }

MURMUR3_MUTANT(x64, x64_128, uint64_t, h[1] += nblocks == 33)
MURMUR3_MUTANT(x86, x86_128, uint32_t, h[2] += nblocks % 4 == 3)
MURMUR3_MUTANT(small, x86_32, uint32_t, touched = data[4 * nblocks]; h[0] += 0)
