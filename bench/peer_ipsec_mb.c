/* SPDX-License-Identifier: 0BSD */
/*
 * bench/peer_ipsec_mb.c: Intel's ipsec-mb, 1.3 or later
 *
 * Its direct calls, with the key data made beforehand. ChaCha20-Poly1305 also as a job, which
 * is quicker for short messages; SHA-512 of many messages as a burst of jobs, its multi-buffer
 * way. Nothing is validated on the way in, the quicker choice. The library leaves the
 * comparison of tags to the caller, so opening includes one here.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* posix_memalign */
#endif
#include "bench/peers.h"

#ifdef HAVE_IPSEC_MB

#include <intel-ipsec-mb.h>
#include <stdlib.h>
#include <string.h>

#define JOB_LEN_MAX 65535 /* longer messages give wrong digests */

static IMB_MGR *manager;
static struct gcm_key_data *gcm; /* wants 64-byte alignment */
static struct gcm_context_data gcm_scratch;
static struct chacha20_poly1305_context_data chacha_scratch;

/* 0 if the 16 bytes are equal; no branch depends on them. */
static int tags_differ(const uint8_t *a, const uint8_t *b)
{
    uint64_t x[2], y[2];

    memcpy(x, a, 16);
    memcpy(y, b, 16);
    return ((x[0] ^ y[0]) | (x[1] ^ y[1])) != 0;
}

static void aes256gcm_seal(bench_work *w, size_t calls)
{
    size_t i;

    for (i = 0; i < calls; i++)
        IMB_AES256_GCM_ENC(manager, gcm, &gcm_scratch, w->out, w->in, w->len, bench_nonce(w, i),
                           w->aad, w->aad_len, w->tag[0], 16);
}

static void aes256gcm_latency(bench_work *w, size_t calls)
{
    size_t i;

    for (i = 0; i < calls; i++)
        IMB_AES256_GCM_ENC(manager, gcm, &gcm_scratch, w->out, w->in, w->len, w->tag[i & 1],
                           w->aad, w->aad_len, w->tag[~i & 1], 16);
}

static void aes256gcm_open(bench_work *w, size_t calls)
{
    uint8_t tag[16];

    while (calls-- > 0) {
        IMB_AES256_GCM_DEC(manager, gcm, &gcm_scratch, w->out, w->in, w->len, w->nonces, w->aad,
                           w->aad_len, tag, 16);
        w->failed |= tags_differ(tag, w->genuine);
    }
}

static void aes256gcm_init(bench_work *w, size_t calls)
{
    while (calls-- > 0)
        IMB_AES256_GCM_PRE(manager, w->key, gcm);
}

static void chacha_seal_one(bench_work *w, const uint8_t *nonce, uint8_t *tag)
{
    IMB_CHACHA20_POLY1305_INIT(manager, w->key, &chacha_scratch, nonce, w->aad, w->aad_len);
    IMB_CHACHA20_POLY1305_ENC_UPDATE(manager, w->key, &chacha_scratch, w->out, w->in, w->len);
    IMB_CHACHA20_POLY1305_ENC_FINALIZE(manager, &chacha_scratch, tag, 16);
}

static void chacha20poly1305_seal(bench_work *w, size_t calls)
{
    size_t i;

    for (i = 0; i < calls; i++)
        chacha_seal_one(w, bench_nonce(w, i), w->tag[0]);
}

static void chacha20poly1305_latency(bench_work *w, size_t calls)
{
    size_t i;

    for (i = 0; i < calls; i++)
        chacha_seal_one(w, w->tag[i & 1], w->tag[~i & 1]);
}

static void chacha20poly1305_open(bench_work *w, size_t calls)
{
    uint8_t tag[16];

    while (calls-- > 0) {
        IMB_CHACHA20_POLY1305_INIT(manager, w->key, &chacha_scratch, w->nonces, w->aad,
                                   w->aad_len);
        IMB_CHACHA20_POLY1305_DEC_UPDATE(manager, w->key, &chacha_scratch, w->out, w->in,
                                         w->len);
        IMB_CHACHA20_POLY1305_DEC_FINALIZE(manager, &chacha_scratch, tag, 16);
        w->failed |= tags_differ(tag, w->genuine);
    }
}

/* ChaCha20-Poly1305 as one job; 1 if it did not complete at once. */
static int chacha_job(bench_work *w, int encrypt, const uint8_t *nonce, uint8_t *tag)
{
    IMB_JOB *job = IMB_GET_NEXT_JOB(manager);

    job->cipher_mode = IMB_CIPHER_CHACHA20_POLY1305;
    job->hash_alg = IMB_AUTH_CHACHA20_POLY1305;
    job->cipher_direction = encrypt ? IMB_DIR_ENCRYPT : IMB_DIR_DECRYPT;
    job->chain_order = encrypt ? IMB_ORDER_CIPHER_HASH : IMB_ORDER_HASH_CIPHER;
    job->enc_keys = w->key;
    job->dec_keys = w->key;
    job->key_len_in_bytes = 32;
    job->u.CHACHA20_POLY1305.aad = w->aad;
    job->u.CHACHA20_POLY1305.aad_len_in_bytes = w->aad_len;
    job->src = w->in;
    job->dst = w->out;
    job->cipher_start_src_offset_in_bytes = 0;
    job->msg_len_to_cipher_in_bytes = w->len;
    job->hash_start_src_offset_in_bytes = 0;
    job->msg_len_to_hash_in_bytes = w->len;
    job->iv = nonce;
    job->iv_len_in_bytes = 12;
    job->auth_tag_output = tag;
    job->auth_tag_output_len_in_bytes = 16;
    job = IMB_SUBMIT_JOB_NOCHECK(manager);
    return job == NULL || job->status != IMB_STATUS_COMPLETED;
}

static void chacha20poly1305_job_seal(bench_work *w, size_t calls)
{
    size_t i;

    for (i = 0; i < calls; i++)
        w->failed |= chacha_job(w, 1, bench_nonce(w, i), w->tag[0]);
}

static void chacha20poly1305_job_latency(bench_work *w, size_t calls)
{
    size_t i;

    for (i = 0; i < calls; i++)
        w->failed |= chacha_job(w, 1, w->tag[i & 1], w->tag[~i & 1]);
}

static void chacha20poly1305_job_open(bench_work *w, size_t calls)
{
    uint8_t tag[16];

    while (calls-- > 0) {
        w->failed |= chacha_job(w, 0, w->nonces, tag);
        w->failed |= tags_differ(tag, w->genuine);
    }
}

static void sha512(bench_work *w, size_t calls)
{
    while (calls-- > 0)
        IMB_SHA512(manager, w->in, w->len, w->tag[0]);
}

/* One job for each message, then a flush; how many were completed. */
static size_t sha512_jobs(bench_work *w)
{
    size_t i, done = 0;
    IMB_JOB *job;

    for (i = 0; i < w->messages; i++) {
        job = IMB_GET_NEXT_JOB(manager);
        job->cipher_mode = IMB_CIPHER_NULL;
        job->cipher_direction = IMB_DIR_ENCRYPT;
        job->hash_alg = IMB_AUTH_SHA_512;
        job->chain_order = IMB_ORDER_HASH_CIPHER;
        job->src = (const uint8_t *)w->data[i];
        job->hash_start_src_offset_in_bytes = 0;
        job->msg_len_to_hash_in_bytes = w->data_len[i];
        job->auth_tag_output = w->digests[i];
        job->auth_tag_output_len_in_bytes = 64;
        for (job = IMB_SUBMIT_JOB_NOCHECK(manager); job != NULL;
             job = IMB_GET_COMPLETED_JOB(manager))
            done += job->status == IMB_STATUS_COMPLETED;
    }
    while ((job = IMB_FLUSH_JOB(manager)) != NULL)
        done += job->status == IMB_STATUS_COMPLETED;
    return done;
}

static void sha512_many(bench_work *w, size_t calls)
{
    while (calls-- > 0)
        w->failed |= sha512_jobs(w) != w->messages;
}

/* Set the manager up on the level that IPSEC_MB_LEVEL names, or on the best that this CPU has.
   Returns the level, or NULL for "none". */
static const char *choose_level(void)
{
    static const char *const names[] = {"none", "no AES-NI", "SSE", "AVX", "AVX2", "AVX-512"};
    const char *level = getenv("IPSEC_MB_LEVEL");
    IMB_ARCH arch = IMB_ARCH_NONE;

    if (level == NULL || level[0] == '\0') {
        init_mb_mgr_auto(manager, &arch);
        return (size_t)arch < 6 ? names[arch] : "?";
    }
    if (strcmp(level, "none") == 0)
        return NULL;
    if (strcmp(level, "sse") == 0) {
        init_mb_mgr_sse(manager);
        return "SSE";
    }
    if (strcmp(level, "avx") == 0) {
        init_mb_mgr_avx(manager);
        return "AVX";
    }
    if (strcmp(level, "avx2") == 0) {
        init_mb_mgr_avx2(manager);
        return "AVX2";
    }
    fprintf(stderr, "bench-peers: IPSEC_MB_LEVEL is %s, not none, sse, avx or avx2\n", level);
    exit(2);
}

void peer_ipsec_mb(peer_library *library)
{
    void *area = NULL;
    const char *level;

    manager = alloc_mb_mgr(0);
    if (manager == NULL || posix_memalign(&area, 64, sizeof *gcm) != 0)
        return;
    gcm = (struct gcm_key_data *)area;
    level = choose_level();
    if (level == NULL || imb_get_errno(manager) != 0)
        return;
    IMB_AES256_GCM_PRE(manager, bench_work_key(), gcm);
    snprintf(library->version, sizeof library->version, "ipsec-mb %s (%s)",
             imb_get_version_str(), level);
    peer_add(library, "aes256gcm_seal", "ipsec-mb", aes256gcm_seal, aes256gcm_latency);
    peer_add(library, "aes256gcm_open", "ipsec-mb", aes256gcm_open, NULL);
    peer_add(library, "aes256gcm_init", "ipsec-mb", aes256gcm_init, NULL);
    peer_add(library, "chacha20poly1305_seal", "ipsec-mb", chacha20poly1305_seal,
             chacha20poly1305_latency);
    peer_add(library, "chacha20poly1305_open", "ipsec-mb", chacha20poly1305_open, NULL);
    peer_add(library, "chacha20poly1305_seal", "ipsec-mb-job", chacha20poly1305_job_seal,
             chacha20poly1305_job_latency);
    peer_add(library, "chacha20poly1305_open", "ipsec-mb-job", chacha20poly1305_job_open, NULL);
    peer_add(library, "sha512", "ipsec-mb", sha512, NULL);
    peer_add(library, "sha512_many", "ipsec-mb", sha512_many, NULL);
    library->list[library->count - 1].len_max = JOB_LEN_MAX;
}

#else

void peer_ipsec_mb(peer_library *library)
{
    library->count = 0;
}

#endif
