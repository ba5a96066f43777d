/* SPDX-License-Identifier: 0BSD */
/*
 * tests/residue.c: what functions that take a key leave on the stack
 *
 * The same call with two keys, in a thread whose stack is memory of this test: afterwards the
 * two stacks must be alike, so nothing there depends on the key. That is more than is promised,
 * as compilers may spill where they like. It is asked of optimised code, of gcc and clang,
 * without a sanitizer that watches the stack; valgrind runs the short suite.
 */
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#include "paths.h"
#include "suites.h"
#include "support.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define WATCHED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) ||                     \
    __has_feature(thread_sanitizer)
#define WATCHED 1
#endif
#endif

#if !defined(__linux__) || !defined(__OPTIMIZE__) || defined(WATCHED) ||                       \
    defined(FILESEC_NO_SHA512)
void suite_residue(void)
{
    test_skip("residue: not with this system, these flags or this build");
}
#else
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define STACK_LEN (256 * 1024)
#define KEY_MAX 300

/* The C library's part of starting and ending a thread may differ in some bytes; fewer than
   those of one word of a key. With FILESEC_SMALL arrays are wiped, but not what is spilled; a
   schedule would be 128 bytes. Some compilers spill the sum that PBKDF2 makes, 64 bytes. */
#ifdef FILESEC_SMALL
#define NOISE 127
#else
#define NOISE 7
#endif
#define SUM 64

static unsigned char key[KEY_MAX], *stack;
static size_t key_len;

static union {
    filesec_hmac_sha512_state hmac;
    uint8_t bytes[200];
} result; /* not on the stack */

static void hmac_init(void)
{
    filesec_hmac_sha512_init(&result.hmac, key, key_len);
}

static void hkdf_secret(void)
{
    CHECK(filesec_hkdf_sha512(result.bytes, 200, key, key_len, "salt", 4, "info", 4) ==
              FILESEC_OK,
          "hkdf");
}

static void pbkdf2(void)
{
    CHECK(filesec_pbkdf2_hmac_sha512(result.bytes, 64, key, key_len, "salt", 4, 2) ==
              FILESEC_OK,
          "pbkdf2");
}

static void (*work)(void);

static void *thread(void *unused)
{
    (void)unused;
    work();
    return NULL;
}

/* Run a call on that stack; 0 if that does not go. */
static int on_stack(void (*call)(void))
{
    pthread_attr_t attributes;
    pthread_t id;
    int good;

    work = call;
    memset(stack, 0xa5, STACK_LEN);
    if (pthread_attr_init(&attributes) != 0)
        return 0;
    good = pthread_attr_setstack(&attributes, stack, STACK_LEN) == 0 &&
           pthread_create(&id, &attributes, thread, NULL) == 0 && pthread_join(id, NULL) == 0;
    pthread_attr_destroy(&attributes);
    return good;
}

/* How many bytes of the stack differ between two keys. */
static size_t residue(void (*call)(void), size_t len)
{
    static unsigned char first[STACK_LEN];
    size_t n = 0, i;

    key_len = len;
    seeded(key, len, 5);
    if (!on_stack(call))
        return STACK_LEN;
    memcpy(first, stack, STACK_LEN);
    seeded(key, len, 6);
    if (!on_stack(call))
        return STACK_LEN;
    for (i = 0; i < STACK_LEN; i++)
        n += first[i] != stack[i];
    return n;
}

static void residue_path(size_t row, const void *unused)
{
    static const size_t lengths[] = {1, 32, 64, 127, 128, 129, 200, 256, 300};
    size_t i;

    (void)row, (void)unused;
    (void)residue(hmac_init, 1); /* the linker's work at a first call leaves other things */
    (void)residue(hkdf_secret, 1);
    (void)residue(pbkdf2, 1);
    test_case("nothing of a key stays on the stack");
    for (i = 0; i < COUNT(lengths); i++) {
        size_t init = residue(hmac_init, lengths[i]), hkdf = residue(hkdf_secret, lengths[i]);
        size_t password = residue(pbkdf2, lengths[i]);

        CHECK(init <= NOISE, "hmac, %lu bytes: %lu", (unsigned long)lengths[i],
              (unsigned long)init);
        CHECK(hkdf <= NOISE, "hkdf, %lu bytes: %lu", (unsigned long)lengths[i],
              (unsigned long)hkdf);
        CHECK(password <= NOISE + SUM, "pbkdf2, %lu bytes: %lu", (unsigned long)lengths[i],
              (unsigned long)password);
    }
}

void suite_residue(void)
{
    void *p = NULL;

    if (posix_memalign(&p, 4096, STACK_LEN) != 0) {
        test_skip("residue: no memory");
        return;
    }
    stack = (unsigned char *)p;
    if (test_short)
        test_skip("residue: the short suite");
    else
        each_path(FILESEC_SHA512, "residue", residue_path, NULL);
    free(p);
}
#endif
