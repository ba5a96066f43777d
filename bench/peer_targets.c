/* SPDX-License-Identifier: 0BSD */
/*
 * bench/peer_targets.c: the goals, to print beside what was measured
 *
 * They were set on an AMD Zen 5 server core with AVX-512 against Debian 12's libcrypto 3.0,
 * libsodium 1.0.18 and ipsec-mb 1.3. On another CPU they are a reference, not a verdict.
 */
#include <string.h>

#include "bench/peers.h"

#define TARGET_SIZES 7

static const size_t sizes[TARGET_SIZES] = {16, 64, 256, 1024, 8192, 16384, (size_t)1 << 20};

typedef struct goal {
    const char *operation; /* the name begins with this */
    const char *path;      /* NULL: any that is not portable */
    peer_target_unit unit;
    const char *versus;
    double at[TARGET_SIZES]; /* 0: none */
} goal;

#define RATIO PEER_TARGET_RATIO
#define PER_BYTE PEER_TARGET_CYCLES_PER_BYTE

/* clang-format off */
/* The first line that fits and has a number for the size counts. */
static const goal goals[] = {
    {"aes256gcm_init", NULL, PEER_TARGET_CYCLES, NULL, {320, 320, 320, 320, 320, 320, 320}},
    {"aes256gcm_", "x86_aesni", RATIO, "libcrypto", {0, 1.5, 0, 1.15, 1.15, 1.15, 1.15}},
    {"aes256gcm_", "x86_vaes_avx2", PER_BYTE, NULL, {0, 0, 0, 0, 0, 0.32, 0}},
    {"aes256gcm_", "portable", PER_BYTE, NULL, {0, 0, 0, 0, 0, 20, 0}},
    {"aes256gcm_", NULL, RATIO, NULL, {1.4, 1.5, 1.15, 1.1, 1.25, 1.28, 1.22}},
    {"chacha20poly1305_", "x86_avx2", RATIO, "libcrypto,libsodium",
     {0, 0, 0, 1.2, 1.2, 1.2, 1.2}},
    {"chacha20poly1305_", "portable64", PER_BYTE, NULL, {0, 0, 0, 0, 0, 4, 0}},
    {"chacha20poly1305_", NULL, RATIO, NULL, {1.03, 1.05, 1.0, 1.2, 1.38, 1.45, 1.45}},
    {"sha512_many_mixed", "x86_avx512", RATIO, "libcrypto", {0, 0, 0, 4.5, 4.5, 4.5, 4.5}},
    {"sha512_many_8", "x86_avx512", RATIO, "libcrypto", {3.0, 3.0, 0, 5.2, 5.2, 5.2, 5.2}},
    {"sha512_many_62", "x86_avx512", RATIO, "libcrypto", {3.0, 3.0, 0, 5.2, 5.2, 5.2, 5.2}},
    {"sha512_many_", "x86_avx2", RATIO, "libcrypto", {0, 0, 0, 1.4, 1.4, 1.4, 1.4}},
    {"sha512_many_", NULL, PEER_TARGET_NONE, NULL, {0, 0, 0, 0, 0, 0, 0}},
    {"sha512", NULL, RATIO, "libcrypto", {1.3, 1.3, 1.12, 1.06, 1.03, 1.04, 1.05}},
    {"murmur3_x64_128", NULL, RATIO, NULL, {1.0, 1.0, 1.05, 1.3, 1.33, 1.35, 1.35}},
    {"murmur3_x86_128", NULL, RATIO, NULL, {0, 0, 0, 1.45, 1.45, 1.45, 1.45}},
    {"murmur3_x86_32", NULL, RATIO, NULL, {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0}},
    {"murmur3_many_", "x86_avx512", RATIO, NULL, {0, 0, 0, 4.0, 4.0, 4.0, 4.0}},
};
/* clang-format on */

/* A goal without a path is about a machine's best, so not about the portable ones. */
static int path_fits(const goal *g, const char *path)
{
    if (g->path == NULL)
        return strncmp(path, "portable", strlen("portable")) != 0;
    return strcmp(path, g->path) == 0;
}

peer_target peer_target_of(const bench_operation *op, const char *path, size_t size)
{
    peer_target none = {PEER_TARGET_NONE, 0, NULL};
    size_t i, s = 0;

    while (s < TARGET_SIZES && sizes[s] != size)
        s++;
    if (op->kind == BENCH_SETUP)
        s = 0;
    if (s == TARGET_SIZES)
        return none;
    for (i = 0; i < sizeof goals / sizeof goals[0]; i++) {
        const goal *g = &goals[i];
        peer_target t;

        if (strncmp(op->name, g->operation, strlen(g->operation)) != 0 || !path_fits(g, path))
            continue;
        if ((op->kind == BENCH_SETUP) != (g->unit == PEER_TARGET_CYCLES))
            continue;
        if (g->unit == PEER_TARGET_NONE)
            return none;
        if (g->at[s] > 0) {
            t.unit = g->unit;
            t.value = g->at[s];
            t.versus = g->versus;
            return t;
        }
    }
    return none;
}

int peer_target_counts(const peer_target *target, const char *peer_name)
{
    const char *names = target->versus;
    size_t len = strlen(peer_name);

    if (names == NULL)
        return 1;
    for (;;) {
        size_t n = strcspn(names, ",");

        if (n == len && memcmp(names, peer_name, len) == 0)
            return 1;
        if (names[n] == '\0')
            return 0;
        names += n + 1;
    }
}
