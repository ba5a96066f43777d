/* SPDX-License-Identifier: 0BSD */
/*
 * tests/taint/trace.c: is anything decided by a secret? Each job runs with several secrets, on
 * every path that this CPU has, and what was executed must be the same: the same instructions
 * in the same order, at the same addresses in memory
 *
 *   trace [WORD]      only paths whose name holds WORD; steps through itself (x86-64)
 *   trace --few WORD  the same with fewer lengths and secrets
 *   trace --marks     for an emulator with plugin.so, which does the stepping
 *   trace --decode    reads "BYTES BASE INDEX" lines made of a disassembler's listing and
 *                     compares the registers with what operand.c finds
 *
 * Prints a line for each run: the job, a tab, and without --marks the hash and the number of
 * instructions. tools/check_trace.awk judges. What is public: see work.h.
 */
#include "operand.h"
#include "step.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#define FILESEC_IMPLEMENTATION
#include "filesec.h"

#include "work.h"

static void unmark(void *data, size_t len)
{
    (void)data;
    (void)len;
}

enum { SECRETS = 5, FEW_SECRETS = 3, FEW_LENGTHS = 5 };
static unsigned secrets_used = SECRETS;
static int with_marks;

/* All bits clear, the public bytes themselves, all bits set, and numbers as they come. */
static void fill(unsigned number)
{
    uint32_t x = number * 2654435761u + 1;
    size_t i;

    for (i = 0; i < sizeof secret + sizeof key; i++) {
        unsigned char b = number == 0   ? 0
                          : number == 1 ? aad[i % sizeof aad]
                          : number == 3 ? 255
                                        : (unsigned char)(x >> 24);

        x = x * 1664525 + 1013904223;
        if (i < sizeof secret)
            secret[i] = b;
        else
            key[i - sizeof secret] = b;
    }
}

/* Once before, so that whatever happens at a first call has happened. */
static void runs(const char *what, const char *path, void (*work)(void))
{
    unsigned number;

    fill(SECRETS);
    work();
    for (number = 0; number < secrets_used; number++) {
        fill(number);
        trace_begin();
        work();
        trace_end();
        printf("%s %s\t", what, path);
        if (!with_marks)
            printf("%016" PRIx64 " %" PRIu64, trace_last()->hash, trace_last()->count);
        if (trace_last()->vectors != 0)
            printf(" vectors");
        printf("\n");
    }
    fflush(stdout);
}

static void every_path(filesec_primitive p, const char *word, void (*work)(void))
{
    size_t i;

    for (i = 0; i < filesec_path_count(p); i++) {
        if (!filesec_path_usable(p, i) || strstr(filesec_path_name(p, i), word) == NULL)
            continue;
        good_status(filesec_path_use(p, i));
        runs(filesec_primitive_name(p), filesec_path_name(p, i), work);
    }
    good_status(filesec_path_limit("any"));
}

static void containers(void)
{
    container(FILESEC_CONTAINER_AES256GCM);
    container(FILESEC_CONTAINER_CHACHA20POLY1305);
    sink = filesec_equal(secret, aad, 31); /* of one secret true, and nothing depends on it */
}

/* ---- the decoder against a disassembler -------------------------------------------------- */

static int decode(void)
{
    static char line[256];
    unsigned long count = 0, bad = 0;

    while (fgets(line, sizeof line, stdin) != NULL) {
        unsigned char code[15] = {0};
        char *at = line, *end;
        size_t i;
        long base, index;
        operand o;

        for (i = 0; i < sizeof code; i++) {
            code[i] = (unsigned char)strtoul(at, &end, 16);
            if (end != at + 2)
                break;
            at = end + (*end == ' ');
            if (*at == '=')
                break;
        }
        at = strchr(line, '=');
        if (at == NULL || sscanf(at, "= %ld %ld", &base, &index) != 2)
            continue;
        o = operand_of(code);
        count++;
        if (o.base != base || o.index != index) {
            bad++;
            printf("FAILED  %d %d of %s", o.base, o.index, line);
        }
    }
    printf("%lu instructions, %lu read otherwise\n", count, bad);
    return count == 0 || bad != 0;
}

static void every_job(const char *word)
{
    runs("planted", "table look-up", table_look_up);
    runs("planted", "compare that ends early", early_out);
    every_path(FILESEC_SHA512, word, hashes);
    every_path(FILESEC_SHA512_MANY, word, many_hashes);
    every_path(FILESEC_CHACHA20POLY1305, word, chacha20poly1305_messages);
    every_path(FILESEC_AES256GCM, word, aes256gcm_messages);
    if (word[0] == '\0')
        runs("container", "default", containers);
}

int main(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[argc - 1] : "";

    if (argc == 3 && strcmp(argv[1], "--few") == 0) {
        secrets_used = FEW_SECRETS;
        lengths_used = FEW_LENGTHS;
    } else if (argc > 2) {
        return 2;
    }
    if (strcmp(word, "--decode") == 0)
        return decode();
    with_marks = strcmp(word, "--marks") == 0;
    if (!with_marks && !step_open()) {
        fprintf(stderr, "trace: this system has no way to step through oneself\n");
        return 2;
    }
    every_job(with_marks ? "" : word);
    return failed != 0;
}
