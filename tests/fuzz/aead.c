/* SPDX-License-Identifier: 0BSD */
/*
 * tests/fuzz/aead.c: ChaCha20-Poly1305 and AES-256-GCM
 *
 * Every usable path gives what the portable one and libcrypto give: in one call and in pieces,
 * apart and in place, wherever the buffers lie; it opens what was sealed, and of a message of
 * which one bit is another it leaves nothing.
 */
#include "fuzz.h"
#include "ops.h"
#include "support.h"
#include <openssl/evp.h>
#include <string.h>

#define LEN_MAX 4500
#define AAD_MAX 600
#define IV_MAX 80

typedef struct message {
    const aead_op *op;
    unsigned char key[32], iv[IV_MAX];
    size_t iv_len, aad_len, len;
    unsigned char aad[AAD_MAX], pt[LEN_MAX];
    unsigned char ct[LEN_MAX + 16]; /* what is right: the tag stands behind it */
    size_t offset[4];               /* of aad, in, out, tag */
    fuzz_input splits;
} message;

static message m;

static uint64_t key[AEAD_KEY_MAX / 8]; /* set up for the path at hand */

/* ---- libcrypto --------------------------------------------------------------------------- */

static void other_seal(unsigned char *out)
{
    static EVP_CIPHER_CTX *ctx;
    int gcm = m.op->primitive == FILESEC_AES256GCM, n;

    if (ctx == NULL)
        ctx = EVP_CIPHER_CTX_new();
    MUST(EVP_EncryptInit_ex(ctx, gcm ? EVP_aes_256_gcm() : EVP_chacha20_poly1305(), NULL, NULL,
                            NULL) == 1);
    MUST(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN, (int)m.iv_len, NULL) == 1);
    MUST(EVP_EncryptInit_ex(ctx, NULL, NULL, m.key, m.iv) == 1);
    if (m.aad_len != 0)
        MUST(EVP_EncryptUpdate(ctx, NULL, &n, m.aad, (int)m.aad_len) == 1);
    if (m.len != 0)
        MUST(EVP_EncryptUpdate(ctx, out, &n, m.pt, (int)m.len) == 1);
    MUST(EVP_EncryptFinal_ex(ctx, out + m.len, &n) == 1);
    MUST(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, 16, out + m.len) == 1);
}

/* ---- in pieces --------------------------------------------------------------------------- */

static filesec_status begin(void *s)
{
    if (m.op->primitive == FILESEC_AES256GCM)
        return filesec_aes256gcm_begin((filesec_aes256gcm_state *)s,
                                       (const filesec_aes256gcm_key *)(const void *)key, m.iv,
                                       m.iv_len);
    return m.op->begin(s, key, m.iv);
}

/* Either direction, from in to out, which may be one place. */
static void pieces(uint64_t *s, int sealing, const unsigned char *aad, const unsigned char *in,
                   unsigned char *out)
{
    fuzz_input splits = m.splits;
    size_t at, n;

    MUST(begin(s) == FILESEC_OK);
    for (at = 0; at < m.aad_len; at += n) {
        n = fuzz_piece(&splits, m.aad_len - at);
        MUST(m.op->aad(s, aad + at, n) == FILESEC_OK);
    }
    for (at = 0; at < m.len; at += n) {
        n = fuzz_piece(&splits, m.len - at);
        MUST((sealing ? m.op->encrypt : m.op->decrypt)(s, out + at, in + at, n) == FILESEC_OK);
    }
}

static void seal_in_pieces(int in_place)
{
    uint64_t s[AEAD_STATE_MAX / 8];
    fuzz_block aad = fuzz_copy(m.aad, m.aad_len, m.offset[0]);
    fuzz_block in = fuzz_copy(m.pt, m.len, m.offset[1]);
    fuzz_block out = fuzz_place(m.len, m.offset[2]);
    unsigned char *to = in_place ? in.p : out.p;
    unsigned char tag[16];

    pieces(s, 1, aad.p, in.p, to);
    MUST(m.op->tag(s, tag) == FILESEC_OK);
    MUST(same(to, m.ct, m.len) && same(tag, m.ct + m.len, 16));
    MUST(all_zero(s, m.op->state_len));
    fuzz_drop(&aad);
    fuzz_drop(&in);
    fuzz_drop(&out);
}

static void open_in_pieces(int in_place, const unsigned char *bad)
{
    uint64_t s[AEAD_STATE_MAX / 8];
    fuzz_block aad = fuzz_copy(m.aad, m.aad_len, m.offset[0]);
    fuzz_block in = fuzz_copy(m.ct, m.len, m.offset[1]);
    fuzz_block out = fuzz_place(m.len, m.offset[2]);
    unsigned char *to = in_place ? in.p : out.p;

    pieces(s, 0, aad.p, in.p, to);
    MUST(m.op->verify(s, bad != NULL ? bad : m.ct + m.len) ==
         (bad != NULL ? FILESEC_ERR_AUTH : FILESEC_OK));
    MUST(same(to, m.pt, m.len));
    MUST(all_zero(s, m.op->state_len));
    fuzz_drop(&aad);
    fuzz_drop(&in);
    fuzz_drop(&out);
}

/* ---- in one call ------------------------------------------------------------------------- */

static void seal_once(int in_place)
{
    fuzz_block aad = fuzz_copy(m.aad, m.aad_len, m.offset[0]);
    fuzz_block in = fuzz_copy(m.pt, m.len, m.offset[1]);
    fuzz_block out = fuzz_place(m.len, m.offset[2]);
    fuzz_block tag = fuzz_place(16, m.offset[3]);
    unsigned char *to = in_place ? in.p : out.p;

    MUST(m.op->seal(key, to, tag.p, m.iv, aad.p, m.aad_len, in.p, m.len) == FILESEC_OK);
    MUST(same(to, m.ct, m.len) && same(tag.p, m.ct + m.len, 16));
    MUST(in_place || same(in.p, m.pt, m.len));
    fuzz_drop(&aad);
    fuzz_drop(&in);
    fuzz_drop(&out);
    fuzz_drop(&tag);
}

/* Open with bit number flip changed, counted over ciphertext, tag, aad and nonce, or as it is.
 */
#define NO_FLIP SIZE_MAX
static void open_once(int in_place, size_t flip)
{
    unsigned char nonce[12];
    fuzz_block aad = fuzz_copy(m.aad, m.aad_len, m.offset[0]);
    fuzz_block in = fuzz_copy(m.ct, m.len, m.offset[1]);
    fuzz_block out = fuzz_place(m.len, m.offset[2]);
    fuzz_block tag = fuzz_copy(m.ct + m.len, 16, m.offset[3]);
    unsigned char *to = in_place ? in.p : out.p, bit = (unsigned char)(1u << flip % 8);
    size_t byte = flip / 8;
    filesec_status status;

    memcpy(nonce, m.iv, 12);
    if (flip == NO_FLIP)
        ;
    else if (byte < m.len)
        in.p[byte] ^= bit;
    else if (byte < m.len + 16)
        tag.p[byte - m.len] ^= bit;
    else if (byte < m.len + 16 + m.aad_len)
        aad.p[byte - m.len - 16] ^= bit;
    else
        nonce[(byte - m.len - 16 - m.aad_len) % 12] ^= bit;
    if (m.len != 0)
        memset(out.p, 0x5a, m.len);
    status = m.op->open(key, to, nonce, aad.p, m.aad_len, in.p, m.len, tag.p);
    MUST(status == (flip == NO_FLIP ? FILESEC_OK : FILESEC_ERR_AUTH));
    MUST(flip == NO_FLIP ? same(to, m.pt, m.len) : all_zero(to, m.len));
    fuzz_drop(&aad);
    fuzz_drop(&in);
    fuzz_drop(&out);
    fuzz_drop(&tag);
}

/* Buffers that overlap in part are refused, and nothing is written. */
static void overlapping(size_t by)
{
    fuzz_block b = fuzz_place(m.len + by, m.offset[1]);
    unsigned char tag[16];
    size_t to, from;

    for (to = 0; to <= by; to += by) {
        from = by - to;
        memcpy(b.p + from, m.ct, m.len);
        memcpy(tag, m.ct + m.len, 16);
        MUST(m.op->seal(key, b.p + to, tag, m.iv, m.aad, m.aad_len, b.p + from, m.len) ==
             FILESEC_ERR_ARGUMENT);
        MUST(m.op->open(key, b.p + to, m.iv, m.aad, m.aad_len, b.p + from, m.len, tag) ==
             FILESEC_ERR_ARGUMENT);
        MUST(same(b.p + from, m.ct, m.len) && same(tag, m.ct + m.len, 16));
    }
    fuzz_drop(&b);
}

/* ---- a message on a path ----------------------------------------------------------------- */

static void on_path(fuzz_input in)
{
    unsigned what = fuzz_byte(&in);
    size_t bits = 8 * (m.len + 16 + m.aad_len + 12);
    unsigned char bad[16];

    m.op->init(key, m.key);
    m.splits = in;
    if (m.iv_len == 12) {
        seal_once(0);
        seal_once(1);
        open_once(what % 2 == 0, NO_FLIP);
        open_once(what / 2 % 2 == 0, (what * 65536u + fuzz_below(&in, 65536)) % bits);
    }
    if (m.iv_len == 12 && m.len > 1 && what / 64 == 1)
        overlapping(1 + what % (m.len - 1));
    seal_in_pieces(what / 4 % 2 == 0);
    open_in_pieces(what / 8 % 2 == 0, NULL);
    if (what / 16 % 4 == 0) {
        memcpy(bad, m.ct + m.len, 16);
        bad[what % 16] ^= (unsigned char)(1u << fuzz_below(&in, 8));
        open_in_pieces(0, bad);
    }
}

static void read_message(fuzz_input *in)
{
    size_t i;

    m.op = aead_ops[fuzz_byte(in) % 2];
    m.iv_len = 12;
    if (m.op->primitive == FILESEC_AES256GCM && fuzz_byte(in) % 4 == 1)
        m.iv_len = fuzz_below(in, IV_MAX) + 1;
    m.len = fuzz_length(in, LEN_MAX);
    m.aad_len = fuzz_below(in, 3) != 0 ? fuzz_below(in, 64) : fuzz_length(in, AAD_MAX);
    for (i = 0; i < COUNT(m.offset); i++)
        m.offset[i] = fuzz_below(in, 64);
    fuzz_fill(in, m.key, 32);
    fuzz_fill(in, m.iv, m.iv_len);
    fuzz_fill(in, m.aad, m.aad_len);
    fuzz_fill(in, m.pt, m.len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in = {data, size};
    static unsigned char other[LEN_MAX + 16];
    const fuzz_rows *rows;
    size_t i;

    read_message(&in);
    rows = fuzz_rows_of(m.op->primitive);
    row_use(m.op->primitive, rows->row[rows->count - 1]);
    fuzz_about(m.op->name, "libcrypto and portable");
    other_seal(m.ct);
    if (m.iv_len == 12) {
        m.op->init(key, m.key);
        MUST(m.op->seal(key, other, other + m.len, m.iv, m.aad, m.aad_len, m.pt, m.len) ==
             FILESEC_OK);
        MUST(same(other, m.ct, m.len + 16));
    }
    for (i = 0; i < rows->count; i++) {
        row_use(m.op->primitive, rows->row[i]);
        fuzz_about(m.op->name, filesec_path_name(m.op->primitive, rows->row[i]));
        on_path(in);
    }
    if (fuzz_byte(&in) % 16 == 1) {
        row_forget(m.op->primitive);
        fuzz_about(m.op->name, "by itself");
        on_path(in);
    }
    return 0;
}
