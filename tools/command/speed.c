/* SPDX-License-Identifier: 0BSD */
#include "speed.h"
#include "machine.h"

/*
 * speed.c: how fast one path is, with data in the cache
 */
enum { LARGEST = SPEED_LARGEST, MESSAGES = SPEED_MESSAGES, ROUNDS = 5 };
static const double round_seconds = 0.005;

static unsigned char data[LARGEST]; /* zeros: no path looks at the values */

void speed_begin(struct speed *s, filesec_primitive p)
{
    static const unsigned char key[32] = {1};

    s->primitive = p;
    s->failures = 0;
    if (p == FILESEC_CHACHA20POLY1305)
        filesec_chacha20poly1305_init(&s->chacha20poly1305, key);
    else if (p == FILESEC_AES256GCM)
        filesec_aes256gcm_init(&s->aes256gcm, key);
}

static int is_many(filesec_primitive p)
{
    return p == FILESEC_SHA512_MANY || p == FILESEC_MURMUR3_MANY;
}

static void call_many(filesec_primitive p, size_t len)
{
    static uint8_t digests[MESSAGES][64], hashes[MESSAGES][16];
    const void *messages[MESSAGES];
    size_t lengths[MESSAGES], i;

    for (i = 0; i < MESSAGES; i++) {
        messages[i] = data;
        lengths[i] = len;
    }
    if (p == FILESEC_SHA512_MANY)
        filesec_sha512_many(digests, messages, lengths, MESSAGES);
    else
        filesec_murmur3_x64_128_many(hashes, messages, lengths, MESSAGES, 0);
}

/* One call. Sealing happens in place, again and again under one nonce: these are no secrets. */
static void call(struct speed *s, size_t len)
{
    static const unsigned char nonce[12] = {0};
    static unsigned char out[64];
    filesec_status status = FILESEC_OK;

    switch (s->primitive) {
    case FILESEC_SHA512:
        filesec_sha512(out, data, len);
        break;
    case FILESEC_MURMUR3:
        filesec_murmur3_x64_128(out, data, len, 0);
        break;
    case FILESEC_CHACHA20POLY1305:
        status = filesec_chacha20poly1305_seal(&s->chacha20poly1305, data, out, nonce, NULL, 0,
                                               data, len);
        break;
    case FILESEC_AES256GCM:
        status = filesec_aes256gcm_seal(&s->aes256gcm, data, out, nonce, NULL, 0, data, len);
        break;
    default:
        call_many(s->primitive, len);
        break;
    }
    s->failures += status != FILESEC_OK;
}

static double time_calls(struct speed *s, size_t len, unsigned long n)
{
    double start = machine_now();
    unsigned long i;

    for (i = 0; i < n; i++)
        call(s, len);
    return machine_now() - start;
}

/* Nanoseconds of one call: the fastest of a few rounds, each long enough for the clock. */
double speed_measure(struct speed *s, size_t len)
{
    unsigned long n = 1;
    double best, t = time_calls(s, len, n);
    int i;

    while (t < round_seconds && n < 1UL << 30) {
        n *= 2;
        t = time_calls(s, len, n);
    }
    for (best = t, i = 1; i < ROUNDS; i++) {
        t = time_calls(s, len, n);
        best = t < best ? t : best;
    }
    return best / (double)n * 1e9;
}

double speed_rate(filesec_primitive p, size_t len, double ns)
{
    return (double)len * (is_many(p) ? MESSAGES : 1) / ns * 1e3;
}
