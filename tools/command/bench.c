/* SPDX-License-Identifier: 0BSD */
#include "machine.h"
#include "table.h"

#include <string.h>

#include "filesec.h"

/*
 * bench.c: every usable path of every primitive, by size
 */
enum { OPTION_FILE = 256, OPTION_JSON };

static const struct option_row options[] = {
    {OPTION_FILE, "file", "F",
     "the cost of file F: SHA-512, MurmurHash3 x64_128,\n"
     "ChaCha20-Poly1305 and AES-256-GCM over the whole file in\n"
     "memory, and in blocks of 4 KiB, 128 KiB and 10 MiB"},
    {OPTION_JSON, "json", NULL, "write JSON"},
    {0, NULL, NULL, NULL}};

static const char notes[] =
    "Without --file: MB/s (10^6 bytes a second) of each path that this CPU can run, for data\n"
    "in the cache; * marks the path in use. sha512_many and murmur3_many get eight messages "
    "of\n"
    "the size at once. It takes a few seconds.\n"
    "\n"
    "With --file: time, MB/s, CPU time of the program and of the system, and peak memory, "
    "each\n"
    "line measured in a process of its own, reading included. Sealing is in memory; nothing\n"
    "is written. The file is read once before, so that the cache is warm if memory suffices.\n"
    "\n"
    "Exit status: 0; 2 wrong usage; 3 F is missing or cannot be read.\n";

enum { SIZES = 7, LARGEST = 1024 * 1024, MESSAGES = 8, ROUNDS = 5 };
static const size_t sizes[SIZES] = {16, 64, 256, 1024, 8192, 16384, LARGEST};
static const double round_seconds = 0.005;

static unsigned char data[LARGEST]; /* zeros: no path looks at the values */

struct subject {
    filesec_primitive primitive;
    filesec_chacha20poly1305_key chacha20poly1305;
    filesec_aes256gcm_key aes256gcm;
    unsigned failures;
};

static void prepare(struct subject *s, filesec_primitive p)
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
static void call(struct subject *s, size_t len)
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

static double time_calls(struct subject *s, size_t len, unsigned long n)
{
    double start = machine_now();
    unsigned long i;

    for (i = 0; i < n; i++)
        call(s, len);
    return machine_now() - start;
}

/* Nanoseconds of one call: the fastest of a few rounds, each long enough for the clock. */
static double measure(struct subject *s, size_t len)
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

static double rate(filesec_primitive p, size_t len, double ns)
{
    return (double)len * (is_many(p) ? MESSAGES : 1) / ns * 1e3;
}

static void print_row(filesec_primitive p, size_t path, int current, const double *ns)
{
    int i;

    out_format("%-17s%c%-19s", filesec_primitive_name(p), current ? '*' : ' ',
               filesec_path_name(p, path));
    for (i = 0; i < SIZES; i++)
        out_format(" %8.0f", rate(p, sizes[i], ns[i]));
    out_text("\n");
}

static void json_row(filesec_primitive p, size_t path, int current, const double *ns)
{
    static int any;
    int i;

    out_format("%s\n  {\"primitive\": \"%s\", \"path\": \"%s\", \"in_use\": %s, \"sizes\": [",
               any++ != 0 ? "," : "", filesec_primitive_name(p), filesec_path_name(p, path),
               current ? "true" : "false");
    for (i = 0; i < SIZES; i++)
        out_format("%s{\"size\": %lu, \"ns\": %.1f, \"mb_per_s\": %.1f}", i != 0 ? ", " : "",
                   (unsigned long)sizes[i], ns[i], rate(p, sizes[i], ns[i]));
    out_text("]}");
}

static int bench_paths(int json)
{
    struct subject s;
    int p, code = CODE_OK;

    if (json) {
        out_text("{\"command\": \"bench\", \"cpu\": ");
        json_string(machine_cpu());
        out_format(", \"messages_at_once\": %d, \"rows\": [", MESSAGES);
    } else {
        out_format("cpu %s, one thread, data in the cache, MB/s\n\n%-37s", machine_cpu(),
                   "primitive         path");
        for (p = 0; p < SIZES; p++)
            out_format(" %8s", machine_bytes(sizes[p]).text);
        out_text("\n");
    }
    for (p = 0; p < (int)FILESEC_PRIMITIVE_COUNT && out_good(); p++) {
        filesec_primitive which = (filesec_primitive)p;
        size_t current = filesec_path_current(which), path;

        for (path = 0; path < filesec_path_count(which) && out_good(); path++) {
            double ns[SIZES];
            int i;

            if (filesec_path_use(which, path) != FILESEC_OK)
                continue;
            prepare(&s, which);
            for (i = 0; i < SIZES; i++)
                ns[i] = measure(&s, sizes[i]);
            (json ? json_row : print_row)(which, path, path == current, ns);
            out_flush();
            code = s.failures != 0 ? CODE_DIFFERS : code;
        }
        (void)filesec_path_use(which, current);
    }
    if (json)
        out_text("\n]}\n");
    return code;
}

static int run(int argc, char **argv)
{
    struct options o;
    const char *file = NULL;
    int id, json = 0;

    options_begin(&o, &command_bench, argc, argv);
    while ((id = options_next(&o)) != OPTION_END) {
        if (id == OPTION_FILE)
            file = o.value;
        else if (id == OPTION_JSON)
            json = 1;
        else
            return id == OPTION_HELP ? CODE_OK : CODE_USAGE;
    }
    if (o.operand_count != 0) {
        complain("bench", "unexpected '%s' (a file goes after --file)", o.operands[0]);
        return CODE_USAGE;
    }
    return file != NULL ? table_print(file, json) : bench_paths(json);
}

const struct command command_bench = {
    "bench", "", "Speed of every path; with --file F the cost of a file", options, notes, run};
