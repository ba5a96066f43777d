/* SPDX-License-Identifier: 0BSD */
#include "info.h"

#include <string.h>

/*
 * info.c: what a container says
 */
enum { OPTION_ALLOW_COSTS = 256, OPTION_JSON };

static const struct option_row options[] = {
    SECRET_OPTIONS,
    {OPTION_ALLOW_COSTS, "allow-costs", NULL,
     "let FILE demand any memory and time for its passphrase"},
    {OPTION_JSON, "json", NULL, "write JSON"},
    {0, NULL, NULL, NULL}};

static const char notes[] =
    "Without a key the fields of the header are shown, unverified: anyone may have changed "
    "them.\n"
    "With a key header and metadata are verified, and in a regular file the final chunk too,\n"
    "which proves the size; the other chunks are not read (see verify).\n"
    "\n"
    "Exit status: 0; 1 wrong key, passphrase or context, or FILE is damaged, truncated, or "
    "has\n"
    "trailing data; 2 wrong usage; 3 FILE is missing or cannot be read; 4 not a container, "
    "not\n"
    "supported, or over a limit.\n";

/* The bytes of content that the length of the file implies, if it does. */
static int implied_size(const struct opened *in, uint64_t *plain)
{
    uint64_t chunk = UINT64_C(1) << in->info.chunk_log2, sealed, rest;

    if (in->start < 0 || (uint64_t)(in->st.st_size - in->start) < in->head + 16)
        return 0;
    sealed = (uint64_t)(in->st.st_size - in->start) - in->head;
    rest = sealed % (chunk + 16);
    if ((rest != 0 && rest < 16) || (rest == 16 && sealed > 16))
        return 0;
    *plain = sealed / (chunk + 16) * chunk + (rest != 0 ? rest - 16 : 0);
    return 1;
}

static int learn(struct info *info, struct secret *secret, int allow_costs)
{
    struct opened_end end = {0, 0, 0};
    int code;

    info->has_size = implied_size(&info->in, &info->size);
    if (!secret_given(secret))
        return CODE_OK;
    code = opened_unlock(&info->in, secret, allow_costs);
    if (code == CODE_OK && info->in.start >= 0) {
        code = opened_end(&info->in, &end);
        info->size = end.plain;
        info->has_size = 1;
    } else if (code == CODE_OK) {
        info->has_size = info->in.facts.has_size;
        info->size = info->in.facts.size;
    }
    info->verified = code == CODE_OK;
    return code;
}

static int run(int argc, char **argv)
{
    struct secret secret;
    struct info info;
    struct options o;
    int id, allow_costs = 0, json = 0, code;

    memset(&info, 0, sizeof info);
    secret_begin(&secret, "info");
    options_begin(&o, &command_info, argc, argv);
    while ((id = options_next(&o)) != OPTION_END) {
        if (id < 0)
            return id == OPTION_HELP ? CODE_OK : CODE_USAGE;
        allow_costs |= id == OPTION_ALLOW_COSTS;
        json |= id == OPTION_JSON;
        (void)secret_option(&secret, id, o.value);
    }
    if (o.operand_count != 1) {
        complain("info", "one FILE is needed (- is standard input)");
        return CODE_USAGE;
    }
    if (secret_check(&secret, 0, o.operands[0], NULL) != CODE_OK)
        return CODE_USAGE;
    code = opened_begin(&info.in, o.operands[0]);
    if (code != CODE_OK)
        return code;
    code = learn(&info, &secret, allow_costs);
    if (code == CODE_OK && json)
        info_json(&info);
    else if (code == CODE_OK)
        info_print(&info);
    opened_close(&info.in);
    secret_end(&secret);
    return code;
}

const struct command command_info = {
    "info", "FILE", "What a sealed file is, with or without its key", options, notes, run};
