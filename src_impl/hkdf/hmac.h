/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "sha512/operation.h"
/*
 * hkdf/hmac.h: HMAC-SHA-512 (RFC 2104, FIPS 198-1)
 *
 *   HMAC(K, text) = H((K0 ^ opad) || H((K0 ^ ipad) || text))
 *
 * K0 fills one block of 128 bytes, so each hash begins with one block that depends on the key
 * alone. The chaining values behind those two blocks are all that is kept of the key.
 */

/*
 * The kernels' part of the stack: they leave the schedule of a block there, and from sixteen
 * words of that in a row all others follow, so that of a key it is the key. This overwrites
 * it, with what the compiler spilled beside it. Not inline: called from where the kernel was
 * called, or from further up, its array lies where theirs were. With FILESEC_SMALL, where stack
 * is scarcer than time, the kernel wipes its arrays after every block.
 */
#ifdef FILESEC_SMALL
#define FILESEC__HMAC_FORGET() ((void)0)
#else
#define FILESEC__HMAC_FORGET() filesec__hmac_forget()
#if FILESEC__X86
#define FILESEC__HMAC_FORGET_LEN 2560 /* x86_pairs.h keeps the schedules of two blocks */
#else
#define FILESEC__HMAC_FORGET_LEN 1536
#endif

FILESEC__NEVER_INLINE void filesec__hmac_forget(void)
{
    unsigned char area[FILESEC__HMAC_FORGET_LEN];
    size_t len = sizeof area;

    FILESEC__BARRIER(len); /* a length that it knows makes gcc take slow string instructions */
    filesec_wipe(area, len);
}
#undef FILESEC__HMAC_FORGET_LEN
#endif

static inline void filesec__hmac_pad_key(unsigned char block[128], unsigned char pad,
                                         const unsigned char key0[128])
{
    size_t i;

    for (i = 0; i < 128; i++)
        block[i] = (unsigned char)(key0[i] ^ pad);
}

/* inner and outer: the chaining values behind K0 ^ ipad and K0 ^ opad. */
static void filesec__hmac_key(const filesec__sha512_row *row, uint64_t inner[8],
                              uint64_t outer[8], const void *key, size_t key_len)
{
    unsigned char key0[128], block[128];

    memset(key0, 0, sizeof key0);
    if (key_len > 128) {
        uint64_t h[8];

        filesec__sha512_start(h);
        filesec__sha512_finish(row, h, (const unsigned char *)key, key_len, key_len);
        filesec__sha512_put(key0, h);
        filesec_wipe(h, sizeof h);
    } else {
        filesec__copy(key0, key, key_len);
    }
    filesec__hmac_pad_key(block, 0x36, key0);
    filesec__sha512_start(inner);
    row->blocks(inner, block, 1);
    filesec__hmac_pad_key(block, 0x5c, key0);
    filesec__sha512_start(outer);
    row->blocks(outer, block, 1);
    FILESEC__HMAC_FORGET();
    filesec_wipe(key0, sizeof key0);
    filesec_wipe(block, sizeof block);
}

/* A block that holds a digest behind one block of key: 64 bytes, 1, zeros, 1536 bits. */
static inline void filesec__hmac_pad_digest(unsigned char block[128])
{
    memset(block + 64, 0, 64);
    block[64] = 0x80;
    filesec__store64be(block + 120, (128 + 64) * 8);
}

FILESEC_API void filesec_hmac_sha512_init(filesec_hmac_sha512_state *s, const void *key,
                                          size_t key_len)
{
    uint64_t inner[8], outer[8];

    FILESEC_ASSERT(key != NULL || key_len == 0);
    filesec_sha512_init(&s->inner);
    filesec__hmac_key(filesec__sha512_row_of(&s->inner), inner, outer, key, key_len);
    memcpy(s->inner.chain, inner, 64);
    filesec__store64le(s->inner.count, 128);
    memcpy(s->outer, outer, 64);
    filesec_wipe(inner, sizeof inner);
    filesec_wipe(outer, sizeof outer);
}

FILESEC_API void filesec_hmac_sha512_update(filesec_hmac_sha512_state *s, const void *data,
                                            size_t len)
{
    filesec_sha512_update(&s->inner, data, len);
}

FILESEC_API void filesec_hmac_sha512_final(filesec_hmac_sha512_state *s, uint8_t mac[64])
{
    const filesec__sha512_row *row = filesec__sha512_row_of(&s->inner);
    unsigned char block[128];
    uint64_t h[8];

    filesec_sha512_final(&s->inner, block);
    filesec__hmac_pad_digest(block);
    memcpy(h, s->outer, 64);
    row->blocks(h, block, 1);
    filesec__sha512_put(mac, h);
    filesec_wipe(h, sizeof h);
    filesec_wipe(block, sizeof block);
    filesec_wipe(s, sizeof *s);
}

FILESEC_API void filesec_hmac_sha512(uint8_t mac[64], const void *key, size_t key_len,
                                     const void *data, size_t data_len)
{
    filesec_hmac_sha512_state s;

    filesec_hmac_sha512_init(&s, key, key_len);
    filesec_hmac_sha512_update(&s, data, data_len);
    filesec_hmac_sha512_final(&s, mac);
}
