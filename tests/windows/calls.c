/* SPDX-License-Identifier: 0BSD */
/*
 * tests/windows/calls.c: every public function once, through registers_call
 *
 * That the results are right is shown elsewhere; here each must succeed, so that the call gets
 * to where the work is.
 */
#include "filesec.h"
#include "ops.h"
#include "support.h"
#include "windows/registers.h"
#include <string.h>

#define LEN_MAX 5000
#define MANY 9

static unsigned char data[LEN_MAX + 64], out[LEN_MAX + 64], state[AEAD_STATE_MAX],
    key[AEAD_KEY_MAX], tag[16], digests[MANY * 64];

#define DATA POINTER(data)
#define OUT POINTER(out)
#define STATE POINTER(state)
#define KEY POINTER(key)
#define TAG POINTER(tag)
#define DIGESTS POINTER(digests)

static void ok(uint64_t status, const char *what)
{
    CHECK(IS_OK(status), "%s, %s: status %d", what, call_what, (int)(uint32_t)status);
}
#define CALL_OK(function, ...) ok(CALL(function, __VA_ARGS__), #function)

static const void *messages[MANY];
static size_t lengths[MANY];

static void make_messages(size_t len)
{
    size_t i;

    for (i = 0; i < MANY; i++) {
        messages[i] = data + i;
        lengths[i] = len * (i + 1) / MANY;
    }
}

static void calls_sha512(size_t len)
{
    CALL(filesec_sha512, DIGESTS, DATA, NUMBER(len));
    CALL(filesec_sha512_init, STATE);
    CALL(filesec_sha512_update, STATE, DATA, NUMBER(len));
    CALL(filesec_sha512_final, STATE, DIGESTS);
    CALL(filesec_hmac_sha512, DIGESTS, DATA, NUMBER(200), DATA, NUMBER(len));
    CALL(filesec_hmac_sha512_init, STATE, DATA, NUMBER(32));
    CALL(filesec_hmac_sha512_update, STATE, DATA, NUMBER(len));
    CALL(filesec_hmac_sha512_final, STATE, DIGESTS);
    CALL_OK(filesec_hkdf_sha512, OUT, NUMBER(len), DATA, NUMBER(32), DATA, NUMBER(64), DATA,
            NUMBER(100));
    CALL_OK(filesec_pbkdf2_hmac_sha512, OUT, NUMBER(len < 200 ? len : 200), DATA, NUMBER(8),
            DATA, NUMBER(16), NUMBER(3));
}

static void calls_murmur3(size_t len)
{
    CALL(filesec_murmur3_x86_32, DATA, NUMBER(len), NUMBER(1));
    CALL(filesec_murmur3_x86_128, DIGESTS, DATA, NUMBER(len), NUMBER(1));
    CALL(filesec_murmur3_x64_128, DIGESTS, DATA, NUMBER(len), NUMBER(1));
    CALL(filesec_murmur3_x86_32_init, STATE, NUMBER(1));
    CALL(filesec_murmur3_x86_32_update, STATE, DATA, NUMBER(len));
    CALL(filesec_murmur3_x86_32_final, STATE);
    CALL(filesec_murmur3_x86_128_init, STATE, NUMBER(1));
    CALL(filesec_murmur3_x86_128_update, STATE, DATA, NUMBER(len));
    CALL(filesec_murmur3_x86_128_final, STATE, DIGESTS);
    CALL(filesec_murmur3_x64_128_init, STATE, NUMBER(1));
    CALL(filesec_murmur3_x64_128_update, STATE, DATA, NUMBER(len));
    CALL(filesec_murmur3_x64_128_final, STATE, DIGESTS);
}

/* The two AEADs have functions of the same names and arguments; only AES-256-GCM takes the
   length of its nonce. */
#define CALLS_AEAD(aead)                                                                       \
    static void calls_##aead(size_t len)                                                       \
    {                                                                                          \
        uint64_t n = NUMBER(len);                                                              \
                                                                                               \
        CALL(filesec_##aead##_init, KEY, DATA);                                                \
        CALL_OK(filesec_##aead##_seal, KEY, OUT, TAG, DATA, DATA, n, DATA, n);                 \
        CALL_OK(filesec_##aead##_open, KEY, OUT, DATA, DATA, n, OUT, n, TAG);                  \
        CALL_OK(filesec_##aead##_begin, STATE, KEY, DATA, NUMBER(12));                         \
        CALL_OK(filesec_##aead##_aad, STATE, DATA, n);                                         \
        CALL_OK(filesec_##aead##_encrypt, STATE, OUT, DATA, n);                                \
        CALL_OK(filesec_##aead##_tag, STATE, TAG);                                             \
        CALL_OK(filesec_##aead##_begin, STATE, KEY, DATA, NUMBER(12));                         \
        CALL_OK(filesec_##aead##_aad, STATE, DATA, n);                                         \
        CALL_OK(filesec_##aead##_decrypt, STATE, OUT, OUT, n);                                 \
        CALL_OK(filesec_##aead##_verify, STATE, TAG);                                          \
        tag[3] ^= 1;                                                                           \
        CHECK(!IS_OK(CALL(filesec_##aead##_open, KEY, OUT, DATA, DATA, n, OUT, n, TAG)),       \
              "a forgery");                                                                    \
    }
CALLS_AEAD(chacha20poly1305)
CALLS_AEAD(aes256gcm)

void calls_of_primitive(filesec_primitive p, size_t len)
{
    seeded(data, sizeof data, len);
    make_messages(len);
    if (p == FILESEC_SHA512)
        calls_sha512(len);
    else if (p == FILESEC_SHA512_MANY)
        CALL(filesec_sha512_many, DIGESTS, POINTER(messages), POINTER(lengths), NUMBER(MANY));
    else if (p == FILESEC_MURMUR3)
        calls_murmur3(len);
    else if (p == FILESEC_MURMUR3_MANY)
        CALL(filesec_murmur3_x64_128_many, DIGESTS, POINTER(messages), POINTER(lengths),
             NUMBER(MANY), NUMBER(1));
    else if (p == FILESEC_CHACHA20POLY1305)
        calls_chacha20poly1305(len);
    else if (p == FILESEC_AES256GCM)
        calls_aes256gcm(len);
    else
        CHECK(0, "a primitive that this test does not know");
    if (p == FILESEC_AES256GCM || p == FILESEC_CHACHA20POLY1305)
        calls_of_container(p == FILESEC_AES256GCM ? 1 : 2, len);
}

/* ---- sealed files ------------------------------------------------------------------------ */

static filesec_container container;
static unsigned char header[160], work[1100], meta[64], sealed_meta[80];
static const void *piece;
static size_t piece_len, used;
static uint64_t size;

#define C POINTER(&container)

static void calls_of_parts(size_t len)
{
    filesec_container_info info;

    CALL_OK(filesec_container_peek, POINTER(&info), POINTER(header));
    CALL(filesec_container_chunk_size, C);
    CALL(filesec_container_meta_size, C);
    CALL_OK(filesec_container_sealed_size, C, NUMBER(len), POINTER(&size));
    CALL_OK(filesec_container_plain_size, C, size, POINTER(&size));
    CHECK(size == len, "the size comes back");
    CALL_OK(filesec_container_meta_check, POINTER(meta), NUMBER(12));
    CALL(filesec_container_meta_find, POINTER(meta), NUMBER(12), NUMBER(1), POINTER(&used));
    CALL_OK(filesec_container_seal_meta, C, POINTER(sealed_meta), POINTER(meta), NUMBER(12));
    CALL_OK(filesec_container_open_meta, C, POINTER(meta), POINTER(sealed_meta), NUMBER(28));
    CALL_OK(filesec_container_set_segment, C, NUMBER(3));
    CALL_OK(filesec_container_set_segment, C, NUMBER(0));
    if (len <= 1024) {
        CALL_OK(filesec_container_seal_chunk, C, NUMBER(0), NUMBER(1), OUT, DATA, NUMBER(len));
        CALL_OK(filesec_container_open_chunk, C, NUMBER(0), NUMBER(1), OUT, OUT,
                NUMBER(len + 16));
    }
}

void calls_of_container(unsigned suite, size_t len)
{
    filesec_container_params params;
    uint64_t sealer[32], total = 0;

    memset(&params, 0, sizeof params);
    memset(meta, 0, sizeof meta);
    meta[0] = 1; /* a name of nine letters */
    meta[1] = 9;
    memcpy(meta + 3, "file.name", 9);
    params.meta_len = 12;
    params.suite = (uint8_t)suite;
    params.chunk_log2 = 10;
    CALL_OK(filesec_container_seal_init, C, POINTER(header), POINTER(&params), DATA, DATA);
    calls_of_parts(len);
    CHECK(sizeof(filesec_container_sealer) <= sizeof sealer &&
              sizeof(filesec_container_opener) <= sizeof sealer,
          "room for the states");
    CALL_OK(filesec_container_sealer_begin, POINTER(sealer), C, POINTER(work),
            NUMBER(sizeof work));
    while (total < len) {
        CALL_OK(filesec_container_sealer_update, POINTER(sealer), POINTER(data + total),
                NUMBER(len - total), POINTER(&used), POINTER(&piece), POINTER(&piece_len));
        total += used;
        if (used == 0 && piece_len == 0)
            break;
    }
    CALL_OK(filesec_container_sealer_finish, POINTER(sealer), POINTER(&piece),
            POINTER(&piece_len));
    memcpy(out, piece, piece_len);
    CALL_OK(filesec_container_open_init, C, POINTER(header), DATA, POINTER(NULL), NUMBER(0));
    CALL_OK(filesec_container_opener_begin, POINTER(sealer), C, POINTER(work),
            NUMBER(sizeof work));
    CALL(filesec_container_opener_expect, POINTER(sealer), NUMBER(len));
    (void)CALL(filesec_container_opener_failed_chunk, POINTER(sealer));
    if (len <= 1000) { /* one chunk, and it is in out */
        CALL_OK(filesec_container_opener_update, POINTER(sealer), OUT, NUMBER(piece_len),
                POINTER(&used), POINTER(&piece), POINTER(&piece_len));
        CALL_OK(filesec_container_opener_finish, POINTER(sealer), POINTER(&piece),
                POINTER(&piece_len));
    }
}

/* ---- the rest ---------------------------------------------------------------------------- */

void calls_of_others(void)
{
    filesec_container_info info;
    size_t i;

    CALL(filesec_status_text, NUMBER(0));
    CALL(filesec_version, NUMBER(0));
    CALL(filesec_wipe, OUT, NUMBER(100));
    CALL(filesec_equal, DATA, OUT, NUMBER(100));
    memset(&info, 0, sizeof info);
    info.kdf = 1;
    info.cost[0] = 1000;
    memset(info.kdf_salt, 1, sizeof info.kdf_salt);
    CALL_OK(filesec_container_password_key, OUT, POINTER(&info), DATA, NUMBER(8));
    for (i = 0; i < (size_t)FILESEC_PRIMITIVE_COUNT; i++) {
        size_t now = filesec_path_current((filesec_primitive)i);

        CALL(filesec_primitive_name, NUMBER(i));
        CALL(filesec_path_count, NUMBER(i));
        CALL(filesec_path_name, NUMBER(i), NUMBER(0));
        CALL(filesec_path_usable, NUMBER(i), NUMBER(0));
        CALL(filesec_path_current, NUMBER(i));
        CALL_OK(filesec_path_use, NUMBER(i), NUMBER(now));
    }
    CALL_OK(filesec_path_limit, POINTER("portable"));
}
