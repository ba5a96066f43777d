/* SPDX-License-Identifier: 0BSD */
/*
 * tests/mutants/aead_kernels.h: broken kernels of the AEADs, a part of kernels.c
 */
/* ---- ChaCha20 and Poly1305: in the pair, and in the list of kernels -------------------- */

static filesec__chacha20_kernel *right_chacha20;
static filesec__poly1305_blocks *right_poly1305;
static filesec__poly1305_finish *right_finish;

static void set_chacha20(filesec__chacha20_kernel *wrong)
{
    filesec__chacha20poly1305_row *row =
        &filesec__chacha20poly1305_rows[ROW(FILESEC_CHACHA20POLY1305)];
    size_t i;

    right_chacha20 = row->chacha20;
    row->chacha20 = wrong;
    row->beside = NULL; /* these have ciphers of their own */
#if FILESEC__HAS_X86_AVX512
    row->keyed = NULL;
    row->bytes = NULL;
#endif
    for (i = 0; i < sizeof chacha20_rows / sizeof chacha20_rows[0]; i++)
        if (chacha20_rows[i].blocks == right_chacha20)
            chacha20_rows[i].blocks = wrong;
}

static void set_poly1305(filesec__poly1305_blocks *blocks, filesec__poly1305_finish *finish)
{
    filesec__chacha20poly1305_row *row =
        &filesec__chacha20poly1305_rows[ROW(FILESEC_CHACHA20POLY1305)];
    size_t i;

    right_poly1305 = row->poly1305_blocks;
    right_finish = row->poly1305_finish;
    for (i = 0; i < sizeof poly1305_rows / sizeof poly1305_rows[0]; i++) {
        if (poly1305_rows[i].blocks != right_poly1305)
            continue;
        poly1305_rows[i].blocks = blocks != NULL ? blocks : right_poly1305;
        poly1305_rows[i].finish = finish != NULL ? finish : right_finish;
    }
    row->beside = NULL;
    row->poly1305_blocks = blocks != NULL ? blocks : right_poly1305;
    row->poly1305_finish = finish != NULL ? finish : right_finish;
}

#define CHACHA20_MUTANT(name, statement)                                                       \
    static void chacha20_##name(uint32_t s[16], unsigned char *out, const unsigned char *in,   \
                                size_t nblocks)                                                \
    {                                                                                          \
        statement;                                                                             \
    }                                                                                          \
    static int use_chacha20_##name(void)                                                       \
    {                                                                                          \
        set_chacha20(chacha20_##name);                                                         \
        return 1;                                                                              \
    }

CHACHA20_MUTANT(wrap, uint32_t before = s[12]; right_chacha20(s, out, in, nblocks);
                s[13] += s[12] < before)
CHACHA20_MUTANT(count, right_chacha20(s, out, in, nblocks); s[12] -= nblocks % 8 == 7)
CHACHA20_MUTANT(inside, right_chacha20(s, out, in, nblocks);
                if (out == in && nblocks > 4) out[64]++)
CHACHA20_MUTANT(write, right_chacha20(s, out, in, nblocks); out[64 * nblocks] = 1)
CHACHA20_MUTANT(read, touched = in[64 * nblocks]; right_chacha20(s, out, in, nblocks))

#if FILESEC__HAS_X86_AVX512
static filesec__chacha20poly1305_row right_pair;

/* The row's function verb becomes name. */
#define PAIR_SET(name, verb)                                                                   \
    static int use_pair_##name(void)                                                           \
    {                                                                                          \
        filesec__chacha20poly1305_row *row =                                                   \
            &filesec__chacha20poly1305_rows[ROW(FILESEC_CHACHA20POLY1305)];                    \
                                                                                               \
        right_pair = *row;                                                                     \
        if (row->verb == NULL)                                                                 \
            return 0;                                                                          \
        row->verb = pair_##name;                                                               \
        return 1;                                                                              \
    }
#define PAIR_KEYED_MUTANT(name, statement)                                                     \
    static void pair_##name(uint32_t s[16], unsigned char key[32], unsigned char *out,         \
                            const unsigned char *in, size_t len)                               \
    {                                                                                          \
        statement;                                                                             \
    }                                                                                          \
    PAIR_SET(name, keyed)
#define PAIR_BYTES_MUTANT(name, statement)                                                     \
    static void pair_##name(uint32_t s[16], unsigned char *out, const unsigned char *in,       \
                            size_t len)                                                        \
    {                                                                                          \
        statement;                                                                             \
    }                                                                                          \
    PAIR_SET(name, bytes)

PAIR_KEYED_MUTANT(key, right_pair.keyed(s, key, out, in, len); key[31] ^= len == 1984)
PAIR_KEYED_MUTANT(keyed_count, right_pair.keyed(s, key, out, in, len); s[12] -= len % 64 == 0)
PAIR_KEYED_MUTANT(keyed_write, right_pair.keyed(s, key, out, in, len); out[len] = 1)
PAIR_KEYED_MUTANT(keyed_read, touched = in[len]; right_pair.keyed(s, key, out, in, len))
PAIR_KEYED_MUTANT(keyed_part, right_pair.keyed(s, key, out, in, len);
                  if (len % 64 == 33) out[len - 1]++)
PAIR_BYTES_MUTANT(bytes_count, right_pair.bytes(s, out, in, len); s[12] -= len >= 8192)
PAIR_BYTES_MUTANT(bytes_write, right_pair.bytes(s, out, in, len); out[len] = 1)
PAIR_BYTES_MUTANT(bytes_read, touched = in[len]; right_pair.bytes(s, out, in, len))
PAIR_BYTES_MUTANT(bytes_part, right_pair.bytes(s, out, in, len / 64 * 64))
#endif

static void poly1305_ones(filesec__poly1305_state *s, const unsigned char *data, size_t nblocks)
{
    static const unsigned char ones[16] = {255, 255, 255, 255, 255, 255, 255, 255,
                                           255, 255, 255, 255, 255, 255, 255, 255};
    static const unsigned char other[16] = {254, 255};

    right_poly1305(s, nblocks == 1 && memcmp(data, ones, 16) == 0 ? other : data, nblocks);
}

static int use_poly1305_ones(void)
{
    set_poly1305(poly1305_ones, NULL);
    return 1;
}

/* A group of seven blocks given as five and two. */
static void poly1305_seven(filesec__poly1305_state *s, const unsigned char *data,
                           size_t nblocks)
{
    right_poly1305(s, data, nblocks == 7 ? 6 : nblocks);
}

static int use_poly1305_seven(void)
{
    set_poly1305(poly1305_seven, NULL);
    return 1;
}

static void poly1305_tail(filesec__poly1305_state *s, const unsigned char *tail,
                          size_t tail_len, unsigned char tag[16])
{
    right_finish(s, tail, tail_len == 15 ? 14 : tail_len, tag);
}

static int use_poly1305_tail(void)
{
    set_poly1305(NULL, poly1305_tail);
    return 1;
}

/* ---- AES-256-GCM ----------------------------------------------------------------------- */

static filesec__aes256gcm_row right_aes;

/* The row's function verb becomes name. */
#define AES_SET(name, verb)                                                                    \
    static int use_aes_##name(void)                                                            \
    {                                                                                          \
        right_aes = filesec__aes256gcm_rows[ROW(FILESEC_AES256GCM)];                           \
        filesec__aes256gcm_rows[ROW(FILESEC_AES256GCM)].verb = aes_##name;                     \
        return 1;                                                                              \
    }
#define AES_CTR_MUTANT(name, statement)                                                        \
    static void aes_##name(const unsigned char *k, unsigned char counter[16],                  \
                           unsigned char *out, const unsigned char *in, size_t nblocks)        \
    {                                                                                          \
        statement;                                                                             \
    }                                                                                          \
    AES_SET(name, ctr)
#define AES_HASH_MUTANT(name, statement)                                                       \
    static void aes_##name(const unsigned char *k, unsigned char y[16],                        \
                           const unsigned char *data, size_t nblocks)                          \
    {                                                                                          \
        statement;                                                                             \
    }                                                                                          \
    AES_SET(name, hash)
#define AES_BOTH_MUTANT(name, verb, statement)                                                 \
    static void aes_##name(const unsigned char *k, unsigned char counter[16],                  \
                           unsigned char y[16], unsigned char *out, const unsigned char *in,   \
                           size_t nblocks)                                                     \
    {                                                                                          \
        statement;                                                                             \
    }                                                                                          \
    AES_SET(name, verb)

#define AES_WHOLE_MUTANT(name, statement)                                                      \
    static void aes_##name(const unsigned char *k, const unsigned char nonce[12],              \
                           unsigned char tag[16], const unsigned char *aad, size_t aad_len,    \
                           unsigned char *out, const unsigned char *in, size_t len,            \
                           int sealing)                                                        \
    {                                                                                          \
        statement;                                                                             \
    }                                                                                          \
    static int use_aes_##name(void)                                                            \
    {                                                                                          \
        filesec__aes256gcm_row *row = &filesec__aes256gcm_rows[ROW(FILESEC_AES256GCM)];        \
                                                                                               \
        right_aes = *row;                                                                      \
        if (right_aes.whole == NULL)                                                           \
            return 0;                                                                          \
        row->whole = aes_##name;                                                               \
        return 1;                                                                              \
    }
#define RIGHT_WHOLE right_aes.whole(k, nonce, tag, aad, aad_len, out, in, len, sealing)

/* One block after the other, the counter stepped by a wrong function. */
static void ctr_stepwise(void (*step)(unsigned char *), const unsigned char *k,
                         unsigned char counter[16], unsigned char *out, const unsigned char *in,
                         size_t nblocks)
{
    size_t i;

    for (i = 0; i < nblocks; i++) {
        unsigned char now[16];

        memcpy(now, counter, 16);
        right_aes.ctr(k, now, out + 16 * i, in + 16 * i, 1);
        step(counter);
    }
}

static void step_8_bits(unsigned char *counter)
{
    counter[15]++;
}

static void step_64_bits(unsigned char *counter)
{
    size_t i = 16;

    while (i-- > 8)
        if (++counter[i] != 0)
            break;
}

AES_CTR_MUTANT(carry, ctr_stepwise(step_8_bits, k, counter, out, in, nblocks))
AES_CTR_MUTANT(wrap, ctr_stepwise(step_64_bits, k, counter, out, in, nblocks))
AES_CTR_MUTANT(stay, unsigned char before[16]; memcpy(before, counter, 16);
               right_aes.ctr(k, counter, out, in, nblocks);
               if (nblocks % 8 == 5) memcpy(counter, before, 16))
AES_CTR_MUTANT(read, touched = in[16 * nblocks]; right_aes.ctr(k, counter, out, in, nblocks))
AES_CTR_MUTANT(write, right_aes.ctr(k, counter, out, in, nblocks); out[16 * nblocks] = 0)
AES_HASH_MUTANT(nine, right_aes.hash(k, y, data, nblocks); y[7] ^= nblocks == 9)
AES_HASH_MUTANT(past, touched = data[16 * nblocks]; right_aes.hash(k, y, data, nblocks))
AES_BOTH_MUTANT(plaintext, seal, right_aes.hash(k, y, in, nblocks);
                right_aes.ctr(k, counter, out, in, nblocks))
AES_BOTH_MUTANT(in_place, open, right_aes.ctr(k, counter, out, in, nblocks);
                right_aes.hash(k, y, in, nblocks))
AES_BOTH_MUTANT(group, open, right_aes.open(k, counter, y, out, in, nblocks);
                if (nblocks > 16 && nblocks % 4 == 1) out[16 * nblocks - 1] ^= 1)
AES_BOTH_MUTANT(aligned, seal, right_aes.seal(k, counter, y, out, in, nblocks);
                if (((uintptr_t)out & 63) == 21) out[0]++)
AES_BOTH_MUTANT(area, seal, right_aes.seal(k, counter, y, out, in, nblocks);
                y[0] ^= ((uintptr_t)k & 15) == 9)
AES_WHOLE_MUTANT(whole_pair, RIGHT_WHOLE; tag[3] ^= len > 112 && len < 128 && aad_len > 48)
AES_WHOLE_MUTANT(whole_open, RIGHT_WHOLE; if (!sealing && len == 141) out[140] ^= 1)
AES_WHOLE_MUTANT(whole_read, RIGHT_WHOLE; if (len % 16 == 3) touched = in[len])
AES_WHOLE_MUTANT(whole_aad, RIGHT_WHOLE; if (aad_len % 16 == 9) touched = aad[aad_len])
AES_WHOLE_MUTANT(whole_write, RIGHT_WHOLE; if (len % 16 == 8) out[len] = 0)
