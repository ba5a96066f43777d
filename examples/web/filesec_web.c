/* SPDX-License-Identifier: 0BSD */
/*
 * filesec_web.c: what the page calls of filesec, as WebAssembly without imports
 *
 * The page writes to and reads from the memory that web_memory names. It brings the random
 * bytes, for there are none in here. Keys and passphrases are wiped by web_forget.
 */
#define FILESEC_IMPLEMENTATION
#include "filesec.h"

#include "argon2id.h"
#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name)))

enum { IN_LEN = 1 << 18, PASSPHRASE_MAX = 1 << 12 };
/* What a file may demand unasked, as for the command. */
enum { ARGON2_MEMORY_CAP = 131072, ARGON2_WORK_CAP = 1048576, PBKDF2_CAP = 2000000 };
enum { NO_MEMORY = -1 }; /* beside the values of filesec_status */

static struct shared {
    uint32_t used, out, out_len; /* of web_update and web_finish */
    uint32_t meta_len, kdf, chunk, name, name_len, cost[2];
    uint8_t salts[64]; /* of the KDF, and of the file: random */
    uint8_t key[32];
    uint8_t header[160];
    uint8_t digest[64], checksum[16];
    uint8_t passphrase[PASSPHRASE_MAX];
    uint8_t meta[FILESEC_CONTAINER_META_MAX + 16];
    uint8_t in[IN_LEN];
} m;

static filesec_sha512_state sha512;
static filesec_murmur3_x64_128_state murmur3;
static filesec_container c;
static filesec_container_sealer sealer;
static filesec_container_opener opener;
static unsigned char *work;
static size_t work_len;

/* Where the members of struct shared stand, in their order, for the page. */
EXPORT(web_memory) const uint32_t *web_memory(void)
{
    static uint32_t places[11];
    const void *const at[11] = {&m.used,    &m.meta_len,  m.salts, m.key, m.header, m.digest,
                                m.checksum, m.passphrase, m.meta,  m.in,  NULL};
    size_t i;

    for (i = 0; i < 10; i++)
        places[i] = (uint32_t)(uintptr_t)at[i];
    places[10] = IN_LEN;
    return places;
}

EXPORT(web_version) const char *web_version(void)
{
    return FILESEC_VERSION;
}

EXPORT(web_status_text) const char *web_status_text(int status)
{
    return filesec_status_text((filesec_status)status);
}

EXPORT(web_forget) void web_forget(void)
{
    filesec_wipe(&m, sizeof m);
    filesec_wipe(&c, sizeof c);
    if (work != NULL)
        filesec_wipe(work, work_len);
    free(work);
    work = NULL;
}

/* ---- digests --------------------------------------------------------------------------- */

EXPORT(web_hash_begin) void web_hash_begin(void)
{
    filesec_sha512_init(&sha512);
    filesec_murmur3_x64_128_init(&murmur3, 0);
}

EXPORT(web_hash_update) void web_hash_update(uint32_t len)
{
    filesec_sha512_update(&sha512, m.in, len);
    filesec_murmur3_x64_128_update(&murmur3, m.in, len);
}

EXPORT(web_hash_end) void web_hash_end(void)
{
    filesec_sha512_final(&sha512, m.digest);
    filesec_murmur3_x64_128_final(&murmur3, m.checksum);
}

/* ---- keys ------------------------------------------------------------------------------ */

static int costs_allowed(unsigned kdf, const uint32_t cost[3])
{
    if (kdf == FILESEC_CONTAINER_KDF_PBKDF2)
        return cost[0] <= PBKDF2_CAP;
    return kdf != FILESEC_CONTAINER_KDF_ARGON2ID ||
           (cost[0] <= ARGON2_MEMORY_CAP && (uint64_t)cost[0] * cost[1] <= ARGON2_WORK_CAP);
}

static int derive(uint32_t len, unsigned kdf, const uint32_t cost[3], const uint8_t salt[32])
{
    struct argon2id a;

    if (len == 0 || len > PASSPHRASE_MAX)
        return FILESEC_ERR_ARGUMENT;
    if (kdf == FILESEC_CONTAINER_KDF_PBKDF2)
        return (int)filesec_pbkdf2_hmac_sha512(m.key, 32, m.passphrase, len, salt, 32, cost[0]);
    if (kdf != FILESEC_CONTAINER_KDF_ARGON2ID)
        return FILESEC_ERR_KEY;
    memset(&a, 0, sizeof a);
    a.memory = cost[0];
    a.passes = cost[1];
    a.lanes = cost[2];
    a.password = m.passphrase;
    a.password_len = len;
    a.salt = salt;
    a.salt_len = 32;
    return argon2id(&a, m.key, 32) == 0 ? FILESEC_OK : NO_MEMORY;
}

/* Room for a chunk of c. */
static int make_room(void)
{
    free(work);
    work_len = filesec_container_chunk_size(&c) + 17;
    work = (unsigned char *)malloc(work_len);
    return work != NULL ? FILESEC_OK : NO_MEMORY;
}

/* ---- sealing --------------------------------------------------------------------------- */

/* Header and metadata, whose meta_len bytes stand in meta. passphrase_len 0: the key is in key.
 */
EXPORT(web_seal_begin)
int web_seal_begin(uint32_t suite, uint32_t meta_len, uint32_t passphrase_len)
{
    filesec_container_params p;
    int status = FILESEC_OK;

    memset(&p, 0, sizeof p);
    p.suite = (uint8_t)suite;
    p.chunk_log2 = 16;
    p.meta_len = meta_len;
    if (passphrase_len != 0) {
        p.kdf = FILESEC_CONTAINER_KDF_ARGON2ID;
        p.cost[0] = 65536;
        p.cost[1] = 3;
        p.cost[2] = 4;
        memcpy(p.kdf_salt, m.salts, 32);
        status = derive(passphrase_len, p.kdf, p.cost, p.kdf_salt);
    }
    if (status == FILESEC_OK)
        status = filesec_container_seal_init(&c, m.header, &p, m.key, m.salts + 32);
    if (status == FILESEC_OK && meta_len != 0)
        status = filesec_container_seal_meta(&c, m.meta, m.meta, meta_len);
    if (status == FILESEC_OK)
        status = make_room();
    return status == FILESEC_OK
               ? (int)filesec_container_sealer_begin(&sealer, &c, work, work_len)
               : status;
}

/* ---- opening --------------------------------------------------------------------------- */

/* What header says in the clear; FILESEC_ERR_LIMIT if it costs too much to open. */
EXPORT(web_peek) int web_peek(void)
{
    filesec_container_info info;
    int status = (int)filesec_container_peek(&info, m.header);

    if (status == FILESEC_OK) {
        m.meta_len = info.meta_len;
        m.kdf = info.kdf;
        m.chunk = UINT32_C(1) << info.chunk_log2;
        m.cost[0] = info.cost[0];
        m.cost[1] = info.cost[1];
        if (!costs_allowed(info.kdf, info.cost))
            status = FILESEC_ERR_LIMIT;
    }
    return status;
}

/* After web_peek. The sealed metadata, if there are any, stand in meta. A key where a
   passphrase is wanted, and the other way round, is FILESEC_ERR_KEY. */
EXPORT(web_open_begin) int web_open_begin(uint32_t passphrase_len)
{
    filesec_container_info info;
    const uint8_t *value;
    size_t len;
    uint64_t size = UINT64_MAX;
    int status = (int)filesec_container_peek(&info, m.header), i;

    if (status == FILESEC_OK &&
        (passphrase_len != 0) != (info.kdf != FILESEC_CONTAINER_KDF_NONE))
        status = FILESEC_ERR_KEY;
    if (status == FILESEC_OK && !costs_allowed(info.kdf, info.cost))
        status = FILESEC_ERR_LIMIT;
    if (status == FILESEC_OK && passphrase_len != 0)
        status = derive(passphrase_len, info.kdf, info.cost, info.kdf_salt);
    if (status == FILESEC_OK)
        status = (int)filesec_container_open_init(&c, m.header, m.key, NULL, 0);
    m.name_len = 0;
    if (status == FILESEC_OK && info.meta_len != 0) {
        status = (int)filesec_container_open_meta(&c, m.meta, m.meta, info.meta_len + 16);
        if (status == FILESEC_OK)
            status = (int)filesec_container_meta_check(m.meta, info.meta_len);
        if (status != FILESEC_OK)
            return status;
        value = filesec_container_meta_find(m.meta, info.meta_len, FILESEC_CONTAINER_META_NAME,
                                            &len);
        if (value != NULL) {
            m.name = (uint32_t)(uintptr_t)value;
            m.name_len = (uint32_t)len;
        }
        value = filesec_container_meta_find(m.meta, info.meta_len, FILESEC_CONTAINER_META_SIZE,
                                            &len);
        for (i = 8, size = value != NULL ? 0 : size; value != NULL && i-- > 0;)
            size = size << 8 | value[i];
    }
    if (status == FILESEC_OK)
        status = make_room();
    if (status == FILESEC_OK)
        status = (int)filesec_container_opener_begin(&opener, &c, work, work_len);
    if (status == FILESEC_OK && size != UINT64_MAX)
        filesec_container_opener_expect(&opener, size);
    return status;
}

/* ---- both ------------------------------------------------------------------------------ */

static int give_out(filesec_status status, size_t used, const void *out, size_t out_len)
{
    m.used = (uint32_t)used;
    m.out = (uint32_t)(uintptr_t)out;
    m.out_len = (uint32_t)out_len;
    return (int)status;
}

/* Takes len bytes at in + from, or some of them. */
EXPORT(web_update) int web_update(int sealing, uint32_t from, uint32_t len)
{
    const void *out = NULL;
    size_t used = 0, out_len = 0;
    filesec_status status =
        sealing
            ? filesec_container_sealer_update(&sealer, m.in + from, len, &used, &out, &out_len)
            : filesec_container_opener_update(&opener, m.in + from, len, &used, &out, &out_len);

    return give_out(status, used, out, out_len);
}

EXPORT(web_finish) int web_finish(int sealing)
{
    const void *out = NULL;
    size_t out_len = 0;
    filesec_status status = sealing ? filesec_container_sealer_finish(&sealer, &out, &out_len)
                                    : filesec_container_opener_finish(&opener, &out, &out_len);

    return give_out(status, 0, out, out_len);
}

/* The chunk that an error was about. */
EXPORT(web_chunk) uint64_t web_chunk(void)
{
    return filesec_container_opener_failed_chunk(&opener);
}
