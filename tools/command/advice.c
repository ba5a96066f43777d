/* SPDX-License-Identifier: 0BSD */
#include "advice.h"
#include "bars.h"

#include <stdio.h>
#include <string.h>

/*
 * advice.c: one screen of text, or JSON
 */
static const double tebibyte = 1099511627776.0;

/* Bytes of one message: SP 800-38D, 5.2.1.1; RFC 8439, 2.8. */
static const uint64_t aes_most = (UINT64_C(1) << 36) - 32;
static const uint64_t chacha_most = (UINT64_C(1) << 38) - 64;

static double rate(const struct cost *c)
{
    return c->wall > 0 ? (double)c->bytes / c->wall / 1e6 : 0.0;
}

/* What took so many seconds for the sample, for the whole file. */
static double for_file(const struct advice *a, const struct cost *c, double seconds)
{
    return c->bytes >= a->size ? seconds : seconds / (double)c->bytes * (double)a->size;
}

static int is_small(const struct advice *a)
{
    return a->size < ADVICE_SMALL;
}

static int cold_known(const struct advice *a)
{
    return a->cold_cached >= 0 && a->cold_cached < 0.05 && a->size != 0;
}

static void print_cache(const struct advice *a)
{
    out_text("cache   ");
    if (a->size == 0) {
        out_text("nothing to keep\n");
        return;
    }
    if (a->cached < 0)
        out_text("warm: read once before; ");
    else
        out_format("warm: read once before, %.0f %% in memory; ", 100.0 * a->cached);
    if (cold_known(a))
        out_text("cold: the system dropped it when asked to\n");
    else if (a->cold_cached < 0)
        out_text("cold: not measured, this system cannot be asked to drop it\n");
    else
        out_format("cold: not measured, the system kept %.0f %%\n", 100.0 * a->cold_cached);
}

static void print_row(const struct advice *a, enum cost_work work)
{
    const struct cost *middle = &a->warm[work][ADVICE_MIDDLE];
    double cpu = middle->user + middle->system;
    int i;

    out_format("%-20s", cost_name(work));
    for (i = 0; i < ADVICE_BLOCKS && !is_small(a); i++)
        out_format(" %7.0f", rate(&a->warm[work][i]));
    if (is_small(a))
        out_format(" %7s %7s %7s", "-", "-", "-");
    if (cold_known(a) && !is_small(a))
        out_format(" %7.0f", rate(&a->cold[work]));
    else
        out_format(" %7s", "-");
    out_format(" %9s", machine_seconds(for_file(a, middle, middle->wall)).text);
    out_format(" %9s", machine_seconds(for_file(a, middle, cpu)).text);
    out_format(" %9s\n", machine_seconds(a->byte_s[work] * tebibyte).text);
}

static void print_table(const struct advice *a)
{
    int work;

    out_text("paths   ");
    for (work = 0; work < COST_PRIMITIVES; work++)
        out_format("%s%s %s", work != 0 ? ", " : "",
                   filesec_primitive_name(cost_primitive((enum cost_work)work)),
                   cost_path((enum cost_work)work));
    out_format("\n\n%20s %23s %7s %19s %9s\n%-20s %7s %7s %7s %7s %9s %9s %9s\n", "",
               "MB/s, warm, blocks of", "cold", "this file", "a TiB", "", "4 KiB", "128 KiB",
               "10 MiB", "128 KiB", "time", "CPU", "CPU");
    for (work = 0; work < COST_PRIMITIVES; work++)
        print_row(a, (enum cost_work)work);
    if (is_small(a))
        out_text("Under 1 MiB: too small for MB/s; the last column is from data in memory.\n");
}

static struct machine_text time_of(const struct advice *a, enum cost_work work)
{
    const struct cost *c = &a->warm[work][ADVICE_MIDDLE];

    return machine_seconds(for_file(a, c, c->wall));
}

static void print_choice(const struct advice *a)
{
    enum cost_work other = a->faster == COST_AES256GCM ? COST_CHACHA20POLY1305 : COST_AES256GCM;

    out_format("\nWhich one for which risk (time: this file, warm, 128 KiB)\n"
               "  accident  MurmurHash3 x64_128, %s. Finds a bad disk, cable or copy. NOT for\n"
               "            security: anyone can make another file with the same value.\n",
               time_of(a, COST_MURMUR3).text);
    out_format(
        "  attacker  SHA-512, %s, with the list kept where the attacker cannot write; or\n"
        "            HMAC-SHA-512 (the same time) with a key that he does not have.\n",
        time_of(a, COST_SHA512).text);
    out_format("  secrecy   %s, %s: the faster one on this CPU (%.1f x), or\n"
               "            %s, %s. Either also notices every change.\n",
               cost_name(a->faster), time_of(a, a->faster).text,
               a->byte_s[other] / a->byte_s[a->faster], cost_name(other),
               time_of(a, other).text);
}

static void print_limits(const struct advice *a)
{
    out_format(
        "\nLimits\n"
        "  AES-256-GCM: 2^36 - 32 bytes for one key AND nonce; this file %s one message.\n",
        a->size <= aes_most ? "fits into" : "is too large for");
    out_format("  ChaCha20-Poly1305: 2^38 - 64 bytes for one key and nonce; this file %s.\n",
               a->size <= chacha_most ? "fits" : "is too large");
    out_format(
        "  Either: with random 96-bit nonces at most 2^32 messages under one key.\n"
        "  No nonce twice under one key. A tag does not commit to its key.\n"
        "  filesec encrypt seals in chunks, under keys of their own for each file: up to\n"
        "  2^62 bytes, nonces need no care, and the file is bound to its key.\n"
        "  AES is fast by AES-NI and PCLMULQDQ (or VAES and VPCLMULQDQ, or ARM's AES and\n"
        "  PMULL), not by AVX. The path in use here is %s%s.\n",
        cost_path(COST_AES256GCM),
        strcmp(cost_path(COST_AES256GCM), "portable") == 0
            ? ", without them: constant time, but slow"
            : "");
}

static void print_bars(const struct advice *a)
{
    struct machine_text text[COST_PRIMITIVES + 1];
    struct bar bars[COST_PRIMITIVES + 1];
    int i;

    if (a->reading.error != 0 || a->size == 0)
        return;
    for (i = 0; i <= COST_PRIMITIVES; i++) {
        const struct cost *c = i == COST_READ ? &a->reading : &a->warm[i][ADVICE_MIDDLE];

        bars[i].name = i == COST_READ ? "reading alone" : cost_name((enum cost_work)i);
        bars[i].length = for_file(a, c, c->wall);
        text[i] = machine_seconds(bars[i].length);
        bars[i].value = text[i].text;
    }
    out_text("\nTime of this file, warm, blocks of 128 KiB, reading included\n");
    bars_print(bars, COST_PRIMITIVES + 1);
}

void advice_print(const struct advice *a)
{
    out_text("file    ");
    name_put(a->file, name_is_odd(a->file));
    out_format(", %s", machine_size(a->size).text);
    if (a->sample < a->size)
        out_format("; measured: its first %s", machine_bytes(a->sample).text);
    out_format("\ncpu     %s, one thread, reading included\n", machine_cpu());
    print_cache(a);
    print_table(a);
    print_choice(a);
    print_limits(a);
    print_bars(a);
}

/* ---- JSON -------------------------------------------------------------------------------- */

static void json_cost(const struct advice *a, const char *state, size_t block,
                      const struct cost *c, int last)
{
    double cpu = c->user + c->system;

    out_format("\n      {\"cache\": \"%s\", \"block\": %lu, \"mb_per_s\": %.1f, ", state,
               (unsigned long)block, rate(c));
    out_format("\"file_s\": %.6f, \"file_cpu_s\": %.6f}%s", for_file(a, c, c->wall),
               for_file(a, c, cpu), last ? "]" : ",");
}

static void json_number(const char *name, double x)
{
    if (x < 0)
        out_format("\"%s\": null, ", name);
    else
        out_format("\"%s\": %.4f, ", name, x);
}

void advice_json(const struct advice *a)
{
    int work, i;

    out_text("\n  {");
    json_file(a->file);
    out_format(", \"size\": %llu, \"measured\": %llu, \"cpu\": ", (unsigned long long)a->size,
               (unsigned long long)a->sample);
    json_string(machine_cpu());
    out_text(", \"threads\": 1, ");
    json_number("warm_cached", a->cached);
    json_number("cold_cached", a->cold_cached);
    out_text("\"primitives\": [");
    for (work = 0; work < COST_PRIMITIVES; work++) {
        enum cost_work w = (enum cost_work)work;

        out_format("%s\n    {\"primitive\": \"%s\", \"path\": \"%s\", \"costs\": [",
                   work != 0 ? "," : "", cost_name(w), cost_path(w));
        for (i = 0; i < ADVICE_BLOCKS; i++)
            json_cost(a, "warm", advice_blocks[i], &a->warm[work][i],
                      i + 1 == ADVICE_BLOCKS && !cold_known(a));
        if (cold_known(a))
            json_cost(a, "cold", advice_blocks[ADVICE_MIDDLE], &a->cold[work], 1);
        out_format(", \"tib_cpu_s\": %.1f}", a->byte_s[work] * tebibyte);
    }
    out_format("],\n   \"accident\": \"%s\", \"attacker\": \"SHA-512 or HMAC-SHA-512\", "
               "\"secrecy\": \"%s\",\n",
               cost_name(COST_MURMUR3), cost_name(a->faster));
    out_format("   \"limits\": {\"aes256gcm_bytes_per_key_and_nonce\": %llu, "
               "\"random_nonces_per_key\": 4294967296,\n"
               "    \"chacha20poly1305_bytes_per_key_and_nonce\": %llu, ",
               (unsigned long long)aes_most, (unsigned long long)chacha_most);
    out_format("\"fits_aes256gcm_message\": %s, \"fits_chacha20poly1305_message\": %s}}",
               a->size <= aes_most ? "true" : "false",
               a->size <= chacha_most ? "true" : "false");
}
