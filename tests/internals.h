/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TESTS_INTERNALS_H
#define FILESEC_TESTS_INTERNALS_H
/*
 * tests/internals.h: what the tests see of the inside of filesec.h
 *
 * Only tests/implementation.c, which holds the code, can see it; these functions pass it on, so
 * that all other units are plain users of the public header. Where a primitive was left out of
 * the build, its functions are left out as well.
 */
#include "filesec.h"

/* ---- kernels by themselves ------------------------------------------------------------- */

/* Lists of kernels that are no primitives of the public header. */
typedef enum kernel_list { KERNELS_CHACHA20, KERNELS_POLY1305, KERNEL_LISTS } kernel_list;

const char *kernel_list_name(kernel_list list); /* "chacha20", "poly1305" */
size_t kernel_count(kernel_list list);
const char *kernel_name(kernel_list list, size_t i);
int kernel_usable(kernel_list list, size_t i);

#ifndef FILESEC_NO_SHA512
void sha512_blocks(size_t row, uint64_t h[8], const unsigned char *data, size_t nblocks);
size_t sha512_many_lanes(size_t row); /* 0: the row has no kernel */
void sha512_many_blocks(size_t row, uint64_t *h, const unsigned char *const *data,
                        size_t nblocks);
void hkdf_extract(uint8_t prk[64], const void *salt, size_t salt_len, const void *ikm,
                  size_t ikm_len);
void hkdf_expand(void *out, size_t out_len, const void *prk, size_t prk_len, const void *info,
                 size_t info_len);
#endif

#ifndef FILESEC_NO_MURMUR3
void murmur3_x86_32_blocks(size_t row, uint32_t *h, const unsigned char *data, size_t nblocks);
void murmur3_x86_128_blocks(size_t row, uint32_t *h, const unsigned char *data, size_t nblocks);
void murmur3_x64_128_blocks(size_t row, uint64_t *h, const unsigned char *data, size_t nblocks);
#endif

#ifndef FILESEC_NO_CHACHA20POLY1305
#define POLY1305_STATE_BYTES 512 /* at least as much as the state takes */
typedef struct poly1305_state {
    uint64_t w[POLY1305_STATE_BYTES / 8];
} poly1305_state;

void chacha20_blocks(size_t kernel, uint32_t state[16], unsigned char *out,
                     const unsigned char *in, size_t nblocks);
void poly1305_init(size_t kernel, poly1305_state *s, const unsigned char key[32]);
void poly1305_blocks(size_t kernel, poly1305_state *s, const unsigned char *data,
                     size_t nblocks);
void poly1305_finish(size_t kernel, poly1305_state *s, const unsigned char *tail,
                     size_t tail_len, unsigned char tag[16]);
int chacha20poly1305_fits(uint64_t aad_len, uint64_t len);
#endif

#ifndef FILESEC_NO_AES256GCM
#define AES256GCM_AREA sizeof(((filesec_aes256gcm_key *)0)->area)
void aes256gcm_init(size_t row, unsigned char *k, const unsigned char key[32]);
void aes256gcm_ctr(size_t row, const unsigned char *k, unsigned char counter[16],
                   unsigned char *out, const unsigned char *in, size_t nblocks);
void aes256gcm_hash(size_t row, const unsigned char *k, unsigned char y[16],
                    const unsigned char *data, size_t nblocks);
void aes256gcm_seal(size_t row, const unsigned char *k, unsigned char counter[16],
                    unsigned char y[16], unsigned char *out, const unsigned char *in,
                    size_t nblocks);
void aes256gcm_open(size_t row, const unsigned char *k, unsigned char counter[16],
                    unsigned char y[16], unsigned char *out, const unsigned char *in,
                    size_t nblocks);
int aes256gcm_fits(uint64_t aad_len, uint64_t len);
#endif

/* ---- selection ------------------------------------------------------------------------- */

/* The bits of core/cpu.h, by the names that the tests give them. */
typedef struct cpu_bit {
    const char *name;
    uint32_t bit;
} cpu_bit;
extern const cpu_bit cpu_bits[];
extern const size_t cpu_bit_count;

typedef struct x86_reading {
    uint32_t max_leaf, leaf1_ecx, leaf7_ebx, xcr0, leaf7_ecx, leaf7_max, leaf7_1_eax, leaf0_ebx,
        leaf1_eax;
} x86_reading;
uint32_t cpu_x86(const x86_reading *reading);
uint32_t cpu_arm(uint64_t hwcap);
uint32_t cpu_here(void);     /* what the running CPU has */
extern const int cpu_is_x86; /* does this build ask an x86 CPU? */

uint32_t row_needs(filesec_primitive p, size_t i); /* preferences among them */
uint32_t preferences(void);
size_t row_pick(filesec_primitive p, uint32_t bits);
void row_forget(filesec_primitive p); /* as before the first use: no row chosen yet */

/* filesec_path_use for a row known to be usable: it does not ask the CPU, which takes long in
   a virtual machine. */
void row_use(filesec_primitive p, size_t i);

#endif
