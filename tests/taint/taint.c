/* SPDX-License-Identifier: 0BSD */
/*
 * tests/taint/taint.c: is anything decided by a secret? To be run by valgrind's memcheck
 *
 * Keys, clear texts and messages are marked as undefined, on every path that this CPU, as
 * valgrind shows it, can run. Memcheck follows the mark through every operation and complains
 * where a branch or an address depends on it. Lengths, nonces, associated data and ciphertexts
 * that come from outside are public. FILESEC__VERDICT is the one place where a secret becomes
 * public: whether a tag, or what filesec_equal compares, is the same.
 *
 * Two faults are planted, to see that they are seen. Last line: N passed, N failed
 */
#include <stdio.h>
#include <string.h>
#include <valgrind/memcheck.h>

static int taint_public(int verdict)
{
    (void)VALGRIND_MAKE_MEM_DEFINED(&verdict, sizeof verdict);
    return verdict;
}
#define FILESEC__VERDICT(verdict) taint_public(verdict)
#define FILESEC_IMPLEMENTATION
#include "filesec.h"

#include "work.h"

static unsigned passed;

static void mark(void *data, size_t len)
{
    (void)VALGRIND_MAKE_MEM_UNDEFINED(data, len);
}

static void unmark(void *data, size_t len)
{
    (void)VALGRIND_MAKE_MEM_DEFINED(data, len);
}

static void fill(void)
{
    size_t i;

    unmark(secret, sizeof secret);
    for (i = 0; i < sizeof secret; i++)
        secret[i] = (unsigned char)(i * 7 + 3);
    for (i = 0; i < sizeof key; i++)
        key[i] = (unsigned char)(i * 5 + 1);
    mark(secret, sizeof secret);
    mark(key, sizeof key);
}

/* Complaints since `before`: expected or not? */
static void verdict(const char *what, const char *path, unsigned before, int wanted)
{
    unsigned seen = VALGRIND_COUNT_ERRORS - before;
    int is_good = wanted ? seen != 0 : seen == 0;

    if (is_good)
        passed++;
    else
        failed++;
    printf("%s %s, %s: %u complaints\n", is_good ? "ok     " : "FAILED ", what, path, seen);
    fflush(stdout);
}

/* ---- all paths --------------------------------------------------------------------------- */

static void every_path(filesec_primitive p, void (*work)(void))
{
    size_t i;

    for (i = 0; i < filesec_path_count(p); i++) {
        unsigned before = VALGRIND_COUNT_ERRORS;

        if (!filesec_path_usable(p, i))
            continue;
        good_status(filesec_path_use(p, i));
        fill();
        work();
        verdict(filesec_primitive_name(p), filesec_path_name(p, i), before, 0);
    }
    good_status(filesec_path_limit("any"));
}

static void once(const char *what, void (*work)(void), int wanted)
{
    unsigned before = VALGRIND_COUNT_ERRORS;

    fill();
    work();
    verdict(what, "planted", before, wanted);
}

int main(void)
{
    unsigned before;

    if (!RUNNING_ON_VALGRIND) {
        fprintf(stderr, "taint: to be run by valgrind\n");
        return 2;
    }
    once("a table look-up", table_look_up, 1);
    once("a compare that ends early", early_out, 1);
    every_path(FILESEC_SHA512, hashes);
    every_path(FILESEC_SHA512_MANY, many_hashes);
    every_path(FILESEC_CHACHA20POLY1305, chacha20poly1305_messages);
    every_path(FILESEC_AES256GCM, aes256gcm_messages);
    before = VALGRIND_COUNT_ERRORS;
    fill();
    container(FILESEC_CONTAINER_AES256GCM);
    container(FILESEC_CONTAINER_CHACHA20POLY1305);
    if (filesec_equal(secret, aad, 16))
        failed++;
    verdict("container and filesec_equal", "default", before, 0);
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
