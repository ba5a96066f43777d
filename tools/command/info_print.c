/* SPDX-License-Identifier: 0BSD */
#include "info.h"
#include "machine.h"

#include <stdlib.h>
#include <time.h>

/*
 * info_print.c: as text and as JSON
 */

static const char *suite_name(const struct info *i)
{
    return i->in.info.suite == FILESEC_CONTAINER_AES256GCM ? "aes256gcm" : "chacha20poly1305";
}

static const char *kdf_name(const struct info *i)
{
    return i->in.info.kdf == FILESEC_CONTAINER_KDF_NONE       ? "none"
           : i->in.info.kdf == FILESEC_CONTAINER_KDF_ARGON2ID ? "argon2id"
                                                              : "pbkdf2-hmac-sha512";
}

/* ---- text -------------------------------------------------------------------------------- */

static void begin_line(const char *what)
{
    out_format("%-16s", what);
}

static void end_line(const struct info *i)
{
    out_text(i->verified ? "\n" : "  (unverified)\n");
}

static void print_kdf(const struct info *i)
{
    const uint32_t *cost = i->in.info.cost;

    begin_line("key from");
    if (i->in.info.kdf == FILESEC_CONTAINER_KDF_NONE)
        out_text("key file");
    else if (i->in.info.kdf == FILESEC_CONTAINER_KDF_ARGON2ID)
        out_format("passphrase, Argon2id with %lu KiB, %lu passes, %lu lanes",
                   (unsigned long)cost[0], (unsigned long)cost[1], (unsigned long)cost[2]);
    else
        out_format("passphrase, PBKDF2-HMAC-SHA-512 with %lu iterations",
                   (unsigned long)cost[0]);
    end_line(i);
}

/* In the time zone of the user. */
static void print_time(int64_t ns)
{
    struct sink_finish finish;
    struct facts f = {0};
    struct tm tm;
    char date[64], zone[16];

    f.has_mtime = 1;
    f.mtime = ns;
    finish = facts_finish(&f);
    if (localtime_r(&finish.mtime.tv_sec, &tm) == NULL ||
        strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S", &tm) == 0 ||
        strftime(zone, sizeof zone, "%z", &tm) == 0)
        out_format("%lld s", (long long)finish.mtime.tv_sec);
    else
        out_format("%s.%09ld %s", date, finish.mtime.tv_nsec, zone);
}

static void print_facts(const struct info *i)
{
    const struct facts *f = &i->in.facts;

    if (f->has_name) {
        char *visible = name_visible(f->name);

        begin_line("name");
        out_format("%s\n", visible);
        free(visible);
    }
    if (f->has_mtime) {
        begin_line("time");
        print_time(f->mtime);
        out_text("\n");
    }
    if (f->has_mode) {
        begin_line("mode");
        out_format("%04o\n", f->mode);
    }
    if (f->user_len != 0) {
        begin_line("own data");
        out_format("%lu bytes\n", (unsigned long)f->user_len);
    }
}

void info_print(const struct info *i)
{
    begin_line("format");
    out_text("filesec container, version 1");
    end_line(i);
    begin_line("cipher");
    out_text(suite_name(i));
    end_line(i);
    begin_line("chunk");
    out_format("%lu bytes", 1ul << i->in.info.chunk_log2);
    end_line(i);
    print_kdf(i);
    begin_line("key id");
    out_format("%lu", (unsigned long)i->in.info.key_id);
    end_line(i);
    begin_line("metadata");
    out_format("%lu bytes", (unsigned long)i->in.info.meta_len);
    end_line(i);
    begin_line("content");
    out_text(i->has_size ? machine_size(i->size).text : "size unknown");
    end_line(i);
    if (i->verified)
        print_facts(i);
}

/* ---- JSON -------------------------------------------------------------------------------- */

static void json_facts(const struct facts *f)
{
    const char *comma = "";

    out_text(",\n  \"metadata\": {");
    if (f->has_name) {
        out_text("\"name\": ");
        json_string(f->name);
        comma = ", ";
    }
    if (f->has_size) {
        out_format("%s\"size\": %llu", comma, (unsigned long long)f->size);
        comma = ", ";
    }
    if (f->has_mtime) {
        out_format("%s\"mtime_ns\": %lld", comma, (long long)f->mtime);
        comma = ", ";
    }
    if (f->has_mode) {
        out_format("%s\"mode\": \"%04o\"", comma, f->mode);
        comma = ", ";
    }
    if (f->user_len != 0)
        out_format("%s\"user_bytes\": %lu", comma, (unsigned long)f->user_len);
    out_text("}");
}

void info_json(const struct info *i)
{
    const filesec_container_info *h = &i->in.info;

    out_text("{\"command\": \"info\", ");
    json_file(i->in.name);
    out_format(",\n  \"verified\": %s, \"version\": 1, \"suite\": \"%s\"",
               i->verified ? "true" : "false", suite_name(i));
    out_format(", \"chunk_size\": %lu,\n  \"kdf\": \"%s\"", 1ul << h->chunk_log2, kdf_name(i));
    out_format(", \"kdf_costs\": [%lu, %lu, %lu]", (unsigned long)h->cost[0],
               (unsigned long)h->cost[1], (unsigned long)h->cost[2]);
    out_format(", \"key_id\": %lu, \"metadata_bytes\": %lu,\n  \"size\": ",
               (unsigned long)h->key_id, (unsigned long)h->meta_len);
    if (i->has_size)
        out_format("%llu", (unsigned long long)i->size);
    else
        out_text("null");
    if (i->verified)
        json_facts(&i->in.facts);
    out_text("}\n");
}
