/* SPDX-License-Identifier: 0BSD */
/*
 * tests/implementation.c: the unit that holds the code of filesec.h, and what it shows of it
 */
#define FILESEC_IMPLEMENTATION
#include "filesec.h"

#include "internals.h"

/* ---- kernels by themselves ------------------------------------------------------------- */

#ifndef FILESEC_NO_CHACHA20POLY1305
typedef struct poly1305_row {
    filesec__row row;
    filesec__poly1305_init *init;
    filesec__poly1305_blocks *blocks;
    filesec__poly1305_finish *finish;
} poly1305_row;

#define CHACHA20_ENTRY(op, name, gate, needs)                                                  \
    FILESEC__WHEN(gate)({{#name, needs}, filesec__##op##_##name}, )
#define POLY1305_ENTRY(op, name, gate, needs)                                                  \
    FILESEC__WHEN(gate)                                                                        \
    ({{#name, needs},                                                                          \
      filesec__##op##_init_##name,                                                             \
      filesec__##op##_blocks_##name,                                                           \
      filesec__##op##_finish_##name}, )

#ifndef TEST_ROWS
#define TEST_ROWS static const /* tests/mutants changes rows */
#endif
TEST_ROWS filesec__chacha20_row chacha20_rows[] = {FILESEC__CHACHA20_KERNELS(CHACHA20_ENTRY)};
TEST_ROWS poly1305_row poly1305_rows[] = {FILESEC__POLY1305_KERNELS(POLY1305_ENTRY)};

/* Does the state fit into what the tests give it? */
typedef char
    poly1305_state_fits[sizeof(filesec__poly1305_state) <= POLY1305_STATE_BYTES ? 1 : -1];

void chacha20_blocks(size_t kernel, uint32_t state[16], unsigned char *out,
                     const unsigned char *in, size_t nblocks)
{
    chacha20_rows[kernel].blocks(state, out, in, nblocks);
}

void poly1305_init(size_t kernel, poly1305_state *s, const unsigned char key[32])
{
    filesec__poly1305_state inner;

    poly1305_rows[kernel].init(&inner, key);
    memcpy(s, &inner, sizeof inner);
}

void poly1305_blocks(size_t kernel, poly1305_state *s, const unsigned char *data,
                     size_t nblocks)
{
    filesec__poly1305_state inner;

    memcpy(&inner, s, sizeof inner);
    poly1305_rows[kernel].blocks(&inner, data, nblocks);
    memcpy(s, &inner, sizeof inner);
}

void poly1305_finish(size_t kernel, poly1305_state *s, const unsigned char *tail,
                     size_t tail_len, unsigned char tag[16])
{
    filesec__poly1305_state inner;

    memcpy(&inner, s, sizeof inner);
    poly1305_rows[kernel].finish(&inner, tail, tail_len, tag);
    memcpy(s, &inner, sizeof inner);
}

int chacha20poly1305_fits(uint64_t aad_len, uint64_t len)
{
    return filesec__chacha20poly1305_fits(aad_len, len);
}
#endif

const char *kernel_list_name(kernel_list list)
{
    return list == KERNELS_CHACHA20 ? "chacha20" : "poly1305";
}

size_t kernel_count(kernel_list list)
{
#ifndef FILESEC_NO_CHACHA20POLY1305
    return list == KERNELS_CHACHA20 ? sizeof chacha20_rows / sizeof chacha20_rows[0]
                                    : sizeof poly1305_rows / sizeof poly1305_rows[0];
#else
    (void)list;
    return 0;
#endif
}

#ifndef FILESEC_NO_CHACHA20POLY1305
static const filesec__row *kernel_row(kernel_list list, size_t i)
{
    return list == KERNELS_CHACHA20 ? &chacha20_rows[i].row : &poly1305_rows[i].row;
}
#endif

const char *kernel_name(kernel_list list, size_t i)
{
#ifndef FILESEC_NO_CHACHA20POLY1305
    return kernel_row(list, i)->name;
#else
    (void)list, (void)i;
    return NULL;
#endif
}

int kernel_usable(kernel_list list, size_t i)
{
#ifndef FILESEC_NO_CHACHA20POLY1305
    return filesec__row_runs(kernel_row(list, i), filesec__cpu_probe());
#else
    (void)list, (void)i;
    return 0;
#endif
}

#ifndef FILESEC_NO_SHA512
void sha512_blocks(size_t row, uint64_t h[8], const unsigned char *data, size_t nblocks)
{
    filesec__sha512_rows[row].blocks(h, data, nblocks);
}

size_t sha512_many_lanes(size_t row)
{
    return filesec__sha512_many_rows[row].blocks != NULL ? filesec__sha512_many_rows[row].lanes
                                                         : 0;
}

void sha512_many_blocks(size_t row, uint64_t *h, const unsigned char *const *data,
                        size_t nblocks)
{
    filesec__sha512_many_rows[row].blocks(h, data, nblocks);
}

void hkdf_extract(uint8_t prk[64], const void *salt, size_t salt_len, const void *ikm,
                  size_t ikm_len)
{
    filesec__hkdf_extract(prk, salt, salt_len, ikm, ikm_len);
}

void hkdf_expand(void *out, size_t out_len, const void *prk, size_t prk_len, const void *info,
                 size_t info_len)
{
    filesec__hkdf_expand(out, out_len, prk, prk_len, info, info_len);
}
#endif

#ifndef FILESEC_NO_MURMUR3
void murmur3_x86_32_blocks(size_t row, uint32_t *h, const unsigned char *data, size_t nblocks)
{
    filesec__murmur3_rows[row].x86_32(h, data, nblocks);
}

void murmur3_x86_128_blocks(size_t row, uint32_t *h, const unsigned char *data, size_t nblocks)
{
    filesec__murmur3_rows[row].x86_128(h, data, nblocks);
}

void murmur3_x64_128_blocks(size_t row, uint64_t *h, const unsigned char *data, size_t nblocks)
{
    filesec__murmur3_rows[row].x64_128(h, data, nblocks);
}
#endif

#ifndef FILESEC_NO_AES256GCM
void aes256gcm_init(size_t row, unsigned char *k, const unsigned char key[32])
{
    filesec__aes256gcm_rows[row].init(k, key);
}

void aes256gcm_ctr(size_t row, const unsigned char *k, unsigned char counter[16],
                   unsigned char *out, const unsigned char *in, size_t nblocks)
{
    filesec__aes256gcm_rows[row].ctr(k, counter, out, in, nblocks);
}

void aes256gcm_hash(size_t row, const unsigned char *k, unsigned char y[16],
                    const unsigned char *data, size_t nblocks)
{
    filesec__aes256gcm_rows[row].hash(k, y, data, nblocks);
}

void aes256gcm_seal(size_t row, const unsigned char *k, unsigned char counter[16],
                    unsigned char y[16], unsigned char *out, const unsigned char *in,
                    size_t nblocks)
{
    filesec__aes256gcm_rows[row].seal(k, counter, y, out, in, nblocks);
}

void aes256gcm_open(size_t row, const unsigned char *k, unsigned char counter[16],
                    unsigned char y[16], unsigned char *out, const unsigned char *in,
                    size_t nblocks)
{
    filesec__aes256gcm_rows[row].open(k, counter, y, out, in, nblocks);
}

int aes256gcm_fits(uint64_t aad_len, uint64_t len)
{
    return filesec__aes256gcm_fits(aad_len, len);
}
#endif

/* ---- selection ------------------------------------------------------------------------- */

const cpu_bit cpu_bits[] = {{"sse2", FILESEC__CPU_SSE2},
                            {"ssse3", FILESEC__CPU_SSSE3},
                            {"sse41", FILESEC__CPU_SSE41},
                            {"aes", FILESEC__CPU_AES},
                            {"pclmul", FILESEC__CPU_PCLMUL},
                            {"avx", FILESEC__CPU_AVX},
                            {"avx2", FILESEC__CPU_AVX2},
                            {"bmi1", FILESEC__CPU_BMI1},
                            {"bmi2", FILESEC__CPU_BMI2},
                            {"vaes", FILESEC__CPU_VAES},
                            {"vpclmul", FILESEC__CPU_VPCLMUL},
                            {"avx512f", FILESEC__CPU_AVX512F},
                            {"avx512vl", FILESEC__CPU_AVX512VL},
                            {"avx512bw", FILESEC__CPU_AVX512BW},
                            {"avx512dq", FILESEC__CPU_AVX512DQ},
                            {"avx512ifma", FILESEC__CPU_AVX512IFMA},
                            {"sha512", FILESEC__CPU_SHA512},
                            {"prefers_512", FILESEC__CPU_PREFERS_512},
                            {"prefers_lanes", FILESEC__CPU_PREFERS_LANES},
                            {"arm_sha3", FILESEC__CPU_ARM_SHA3},
                            {"arm_neon", FILESEC__CPU_ARM_NEON},
                            {"arm_aes", FILESEC__CPU_ARM_AES},
                            {"arm_pmull", FILESEC__CPU_ARM_PMULL},
                            {"arm_sha512", FILESEC__CPU_ARM_SHA512}};
const size_t cpu_bit_count = sizeof cpu_bits / sizeof cpu_bits[0];

uint32_t cpu_x86(const x86_reading *reading)
{
    filesec__cpu_x86_raw raw;

    raw.max_leaf = reading->max_leaf;
    raw.leaf1_ecx = reading->leaf1_ecx;
    raw.leaf7_ebx = reading->leaf7_ebx;
    raw.xcr0 = reading->xcr0;
    raw.leaf7_ecx = reading->leaf7_ecx;
    raw.leaf7_max = reading->leaf7_max;
    raw.leaf7_1_eax = reading->leaf7_1_eax;
    raw.leaf0_ebx = reading->leaf0_ebx;
    raw.leaf1_eax = reading->leaf1_eax;
    return filesec__cpu_x86_bits(&raw);
}

uint32_t cpu_arm(uint64_t hwcap)
{
    return filesec__cpu_arm_bits(hwcap);
}

const int cpu_is_x86 = FILESEC__X86;

uint32_t cpu_here(void)
{
    return filesec__cpu_probe();
}

uint32_t row_needs(filesec_primitive p, size_t i)
{
    return filesec__row_at(filesec__table_of(p), i)->needs;
}

uint32_t preferences(void)
{
    return FILESEC__CPU_PREFERENCES;
}

size_t row_pick(filesec_primitive p, uint32_t bits)
{
    return filesec__pick(filesec__table_of(p), bits);
}

void row_forget(filesec_primitive p)
{
    const filesec__table *t = filesec__table_of(p);

    if (t != NULL)
        FILESEC__ATOMIC_STORE(t->choice, 0u);
}

void row_use(filesec_primitive p, size_t i)
{
    const filesec__table *t = filesec__table_of(p);

    FILESEC__ATOMIC_STORE(t->choice, filesec__mark(i) | FILESEC__FORCED);
}
