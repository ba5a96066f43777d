/* SPDX-License-Identifier: 0BSD */
/*
 * tests/mutants/aead.c: an AEAD behind wrappers that are right most of the time
 */
#include "../aead_cases.h"
#include "../paths.h"
#include "../support.h"
#include "mutants.h"
#include <string.h>

static const aead_op *right;
static aead_op wrong;

/* A message of the forger's: the tag that these bytes really have. */
static filesec_status real_tag(const void *k, uint8_t tag[16], const uint8_t *nonce,
                               const void *aad, size_t aad_len, const void *ct, size_t len)
{
    static unsigned char s[AEAD_STATE_MAX], text[AEAD_TEXT_MAX + 64];
    int bad = 0;

    bad |= right->begin(s, k, nonce) != FILESEC_OK;
    bad |= right->decrypt(s, text, ct, len) != FILESEC_OK;
    bad |= right->begin(s, k, nonce) != FILESEC_OK;
    bad |= right->aad(s, aad, aad_len) != FILESEC_OK;
    bad |= right->encrypt(s, text, text, len) != FILESEC_OK;
    bad |= right->tag(s, tag) != FILESEC_OK;
    return bad ? FILESEC_ERR_ARGUMENT : FILESEC_OK;
}

/* Take the right one, with one function replaced. */
static void begin_aead(void)
{
    right = aead_op_named("aes256gcm");
    if (right == NULL)
        right = aead_ops[0];
    wrong = *right;
}

#define USE(name, member)                                                                      \
    static int use_##name(void)                                                                \
    {                                                                                          \
        begin_aead();                                                                          \
        wrong.member = name;                                                                   \
        return 1;                                                                              \
    }

static filesec_status open_short_tag(const void *k, void *pt, const uint8_t nonce[12],
                                     const void *aad, size_t aad_len, const void *ct,
                                     size_t len, const uint8_t tag[16])
{
    uint8_t whole[16];

    if (len > AEAD_TEXT_MAX || real_tag(k, whole, nonce, aad, aad_len, ct, len) != FILESEC_OK ||
        memcmp(whole, tag, 15) != 0)
        memcpy(whole, tag, 16);
    return right->open(k, pt, nonce, aad, aad_len, ct, len, whole);
}
USE(open_short_tag, open)

/* An open or seal whose result the statement changes: status, and what was written. */
#define OPEN_MUTANT(name, statement)                                                           \
    static filesec_status name(const void *k, void *pt, const uint8_t nonce[12],               \
                               const void *aad, size_t aad_len, const void *ct, size_t len,    \
                               const uint8_t tag[16])                                          \
    {                                                                                          \
        filesec_status status = right->open(k, pt, nonce, aad, aad_len, ct, len, tag);         \
        unsigned char *out = (unsigned char *)pt;                                              \
                                                                                               \
        statement;                                                                             \
        (void)out;                                                                             \
        return status;                                                                         \
    }                                                                                          \
    USE(name, open)
#define SEAL_MUTANT(name, statement)                                                           \
    static filesec_status name(const void *k, void *ct, uint8_t tag[16],                       \
                               const uint8_t nonce[12], const void *aad, size_t aad_len,       \
                               const void *pt, size_t len)                                     \
    {                                                                                          \
        filesec_status status = right->seal(k, ct, tag, nonce, aad, aad_len, pt, len);         \
        unsigned char *out = (unsigned char *)ct;                                              \
                                                                                               \
        statement;                                                                             \
        (void)out;                                                                             \
        return status;                                                                         \
    }                                                                                          \
    USE(name, seal)

#define REFUSED (status == FILESEC_ERR_ARGUMENT)

OPEN_MUTANT(open_no_zeros, if (status == FILESEC_ERR_AUTH && len > 31) out[len - 1] = 1)
OPEN_MUTANT(open_in_place, if (status == FILESEC_ERR_AUTH && len != 0 && pt == ct) out[0] = 1)
OPEN_MUTANT(open_empty, if (status == FILESEC_ERR_AUTH && len == 0) status = FILESEC_OK)
OPEN_MUTANT(open_limit, if (status == FILESEC_ERR_LIMIT) status = FILESEC_ERR_ARGUMENT)
OPEN_MUTANT(open_past, if (status == FILESEC_ERR_AUTH) out[len] = 0)
SEAL_MUTANT(seal_writes, if (REFUSED && len != 0 && ct != NULL) out[0] = 0)
SEAL_MUTANT(seal_tag, if (REFUSED) memset(tag, 0, 16))
SEAL_MUTANT(seal_overlap, if (REFUSED && len > 16 && out == (const unsigned char *)pt + 16)
                              status = FILESEC_OK)
SEAL_MUTANT(seal_length, if (len == 129) tag[3] = (uint8_t)(tag[3] ^ 128))
SEAL_MUTANT(seal_null, if (aad == NULL && len == 1) tag[0]++)
SEAL_MUTANT(seal_no_key, if (REFUSED && all_zero(k, right->key_len)) status = FILESEC_OK)

/* Both directions agree with each other, and leave something out. */
static filesec_status seal_no_aad(const void *k, void *ct, uint8_t tag[16],
                                  const uint8_t nonce[12], const void *aad, size_t aad_len,
                                  const void *pt, size_t len)
{
    return right->seal(k, ct, tag, nonce, aad, aad_len > 8 ? 8 : aad_len, pt, len);
}

static filesec_status open_no_aad(const void *k, void *pt, const uint8_t nonce[12],
                                  const void *aad, size_t aad_len, const void *ct, size_t len,
                                  const uint8_t tag[16])
{
    return right->open(k, pt, nonce, aad, aad_len > 8 ? 8 : aad_len, ct, len, tag);
}

static int use_no_aad(void)
{
    begin_aead();
    wrong.seal = seal_no_aad;
    wrong.open = open_no_aad;
    return 1;
}

static filesec_status begin_11(void *s, const void *k, const uint8_t nonce[12])
{
    uint8_t part[12] = {0};

    memcpy(part, nonce, 11);
    return right->begin(s, k, part);
}
USE(begin_11, begin)

static void init_31(void *k, const uint8_t key[32])
{
    uint8_t part[32] = {0};

    memcpy(part, key, 31);
    right->init(k, part);
}
USE(init_31, init)

/* ---- incremental ----------------------------------------------------------------------- */

static filesec_status encrypt_split(void *s, void *ct, const void *pt, size_t len)
{
    filesec_status status = right->encrypt(s, ct, pt, len);

    if (status == FILESEC_OK && len == 48)
        ((unsigned char *)ct)[47] ^= 1;
    return status;
}
USE(encrypt_split, encrypt)

static filesec_status verify_keeps(void *s, const uint8_t tag[16])
{
    filesec_status status = right->verify(s, tag);

    ((unsigned char *)s)[right->state_len - 1] = 1;
    return status;
}
USE(verify_keeps, verify)

static filesec_status verify_yes(void *s, const uint8_t tag[16])
{
    filesec_status status = right->verify(s, tag);

    return status == FILESEC_ERR_AUTH ? FILESEC_OK : status;
}
USE(verify_yes, verify)

static filesec_status aad_late(void *s, const void *aad, size_t len)
{
    filesec_status status = right->aad(s, aad, len);

    return status == FILESEC_ERR_ARGUMENT && aad != NULL ? FILESEC_OK : status;
}
USE(aad_late, aad)

static filesec_status tag_writes(void *s, uint8_t tag[16])
{
    filesec_status status = right->tag(s, tag);

    if (status == FILESEC_ERR_ARGUMENT)
        tag[15]++;
    return status;
}
USE(tag_writes, tag)

/* The count is kept even if the call was refused. */
static filesec_status decrypt_counts(void *s, void *pt, const void *ct, size_t len)
{
    filesec_status status = right->decrypt(s, pt, ct, len);

    if (status == FILESEC_ERR_LIMIT)
        ((unsigned char *)s)[right->count_at]++;
    return status;
}
USE(decrypt_counts, decrypt)

static int fits_one_more(uint64_t aad_len, uint64_t len)
{
    return right->fits(aad_len, len) || (len != 0 && right->fits(aad_len, len - 1));
}
USE(fits_one_more, fits)

/* ---- list -------------------------------------------------------------------------------- */

static void test_aead(void)
{
    test_section("%s", wrong.name);
    aead_cases(&wrong);
}

const mutant aead_mutants[] = {
    {"AEAD: open compares 15 bytes of the tag", use_open_short_tag, test_aead},
    {"AEAD: forged plaintext left behind", use_open_no_zeros, test_aead},
    {"AEAD: the same, only in place", use_open_in_place, test_aead},
    {"AEAD: any tag opens a message of no bytes", use_open_empty, test_aead},
    {"AEAD: another error for a length too large", use_open_limit, test_aead},
    {"AEAD: zeros written past the end", use_open_past, test_aead},
    {"AEAD: seal writes although it refuses", use_seal_writes, test_aead},
    {"AEAD: seal writes a tag although it refuses", use_seal_tag, test_aead},
    {"AEAD: overlap by a block accepted", use_seal_overlap, test_aead},
    {"AEAD: wrong tag at one length", use_seal_length, test_aead},
    {"AEAD: NULL as aad gives another tag", use_seal_null, test_aead},
    {"AEAD: works with a wiped key", use_seal_no_key, test_aead},
    {"AEAD: ignores aad after 8 bytes, both ways", use_no_aad, test_aead},
    {"AEAD: pieces ignore the nonce's last byte", use_begin_11, test_aead},
    {"AEAD: ignores the key's last byte", use_init_31, test_aead},
    {"AEAD: one size of a piece is wrong", use_encrypt_split, test_aead},
    {"AEAD: verify does not wipe", use_verify_keeps, test_aead},
    {"AEAD: verify accepts everything", use_verify_yes, test_aead},
    {"AEAD: aad accepted after the text", use_aad_late, test_aead},
    {"AEAD: tag written after decrypt", use_tag_writes, test_aead},
    {"AEAD: a refused piece is counted", use_decrypt_counts, test_aead},
    {"AEAD: the limit is one byte too high", use_fits_one_more, test_aead},
    {NULL, NULL, NULL}};
