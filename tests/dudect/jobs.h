/* SPDX-License-Identifier: 0BSD */
/*
 * tests/dudect/jobs.h: the calls that dudect.c measures, and two planted leaks
 *
 * Whatever is not the call itself is prepared beforehand. A job whose classes differ by place
 * has random secrets in both of them; the other jobs have secrets that are all zero in class 0.
 */

enum { TEXT_LEN = 512, SECRET_LEN = 32 + TEXT_LEN, MANY = 8, TABLE_LEN = 1 << 22 };
enum { ANY_RESULT = -1000 };

typedef struct input {
    unsigned char secret[SECRET_LEN]; /* a key, and a text behind it */
    unsigned char tag[16];
    filesec_chacha20poly1305_key chacha20poly1305;
    filesec_aes256gcm_key aes256gcm;
} input;

typedef struct job {
    const char *name;
    void (*prepare)(input *in, unsigned place); /* place: 0 first, 1 last */
    int (*work)(input *in);
    filesec_primitive primitive;
    int has_paths, by_place, is_planted, result;
} job;

static const unsigned char nonce[12] = {7}, aad[13] = {9};
static unsigned char out[TEXT_LEN], digests[MANY][64];
static uint64_t random_state;

/* SplitMix64: an odd step, then a mix in which every bit of the state has a part. */
static uint64_t random64(void)
{
    uint64_t x = random_state += UINT64_C(0x9e3779b97f4a7c15);

    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* ---- hashes ------------------------------------------------------------------------------ */

static int sha512_text(input *in)
{
    filesec_sha512(out, in->secret, SECRET_LEN);
    return 0;
}

static int sha512_many_texts(input *in)
{
    const void *data[MANY];
    size_t len[MANY], i;

    for (i = 0; i < MANY; i++) {
        data[i] = in->secret + 32 * i;
        len[i] = 256;
    }
    filesec_sha512_many(digests, data, len, MANY);
    return 0;
}

static int hmac_key(input *in)
{
    filesec_hmac_sha512(out, in->secret, 32, aad, sizeof aad);
    return 0;
}

/* ---- AEADs ------------------------------------------------------------------------------- */

#define AEAD(aead)                                                                             \
    static void aead##_keyed(input *in, unsigned place)                                        \
    {                                                                                          \
        (void)place;                                                                           \
        filesec_##aead##_init(&in->aead, in->secret);                                          \
    }                                                                                          \
    static int aead##_init_key(input *in)                                                      \
    {                                                                                          \
        filesec_##aead##_init(&in->aead, in->secret);                                          \
        return 0;                                                                              \
    }                                                                                          \
    static int aead##_seal_text(input *in)                                                     \
    {                                                                                          \
        return (int)filesec_##aead##_seal(&in->aead, out, in->tag, nonce, aad, sizeof aad,     \
                                          in->secret + 32, TEXT_LEN);                          \
    }                                                                                          \
    static void aead##_sealed(input *in, unsigned place)                                       \
    {                                                                                          \
        aead##_keyed(in, place);                                                               \
        if (filesec_##aead##_seal(&in->aead, in->secret + 32, in->tag, nonce, aad, sizeof aad, \
                                  in->secret + 32, TEXT_LEN) != FILESEC_OK)                    \
            abort();                                                                           \
    }                                                                                          \
    static void aead##_forged(input *in, unsigned place)                                       \
    {                                                                                          \
        aead##_sealed(in, place);                                                              \
        in->tag[15 * place] ^= 1;                                                              \
    }                                                                                          \
    static int aead##_open_text(input *in)                                                     \
    {                                                                                          \
        return (int)filesec_##aead##_open(&in->aead, out, nonce, aad, sizeof aad,              \
                                          in->secret + 32, TEXT_LEN, in->tag);                 \
    }
AEAD(chacha20poly1305)
AEAD(aes256gcm)

/* ---- comparisons, and what must be found ------------------------------------------------- */

/* 64 bytes twice, which differ in the first or the last. */
static void two_digests(input *in, unsigned place)
{
    memcpy(in->secret + 64, in->secret, 64);
    in->secret[64 + 63 * place] ^= 1;
}

static int equal_digests(input *in)
{
    return filesec_equal(in->secret, in->secret + 64, 64);
}

static int early_out(input *in)
{
    size_t i;

    for (i = 0; i < 64; i++)
        if (in->secret[i] != in->secret[64 + i])
            return 0;
    return 1;
}

/* Four bytes of the secret say the line of a table, too large for the caches near the core. */
static int table_look_up(input *in)
{
    static unsigned char table[TABLE_LEN];
    unsigned sum = 0;
    size_t i;

    table[TABLE_LEN - 1] = 1; /* it can be no constant */
    for (i = 0; i < 32; i += 4) {
        uint32_t at;

        memcpy(&at, in->secret + i, 4);
        sum += table[(at + sum) % TABLE_LEN];
    }
    return (int)sum;
}

#define ON(p) p, 1
#define NO_PATHS FILESEC_SHA512, 0
static const job jobs[] = {
    {"planted: early out", two_digests, early_out, NO_PATHS, 1, 1, 0},
    {"planted: table look-up", NULL, table_look_up, NO_PATHS, 0, 1, ANY_RESULT},
    {"equal, first or last byte", two_digests, equal_digests, NO_PATHS, 1, 0, 0},
    {"equal, zero or random", NULL, equal_digests, NO_PATHS, 0, 0, ANY_RESULT},
    {"sha512", NULL, sha512_text, ON(FILESEC_SHA512), 0, 0, 0},
    {"sha512_many", NULL, sha512_many_texts, ON(FILESEC_SHA512_MANY), 0, 0, 0},
    {"hmac_sha512 key", NULL, hmac_key, ON(FILESEC_SHA512), 0, 0, 0},
#define AEAD_JOBS(aead, primitive)                                                             \
    {#aead " init", NULL, aead##_init_key, ON(primitive), 0, 0, 0},                            \
        {#aead " seal", aead##_keyed, aead##_seal_text, ON(primitive), 0, 0, FILESEC_OK},      \
        {#aead " open", aead##_sealed, aead##_open_text, ON(primitive), 0, 0, FILESEC_OK},     \
    {                                                                                          \
#aead " wrong tag", aead##_forged, aead##_open_text, ON(primitive), 1, 0,              \
            FILESEC_ERR_AUTH                                                                   \
    }
    AEAD_JOBS(chacha20poly1305, FILESEC_CHACHA20POLY1305),
    AEAD_JOBS(aes256gcm, FILESEC_AES256GCM),
};
