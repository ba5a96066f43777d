/* SPDX-License-Identifier: 0BSD */
#include "entropy.h"
#include "filesec.h"
#include "sink.h"

#include <errno.h>
#include <string.h>

/*
 * keygen.c: a new key
 */
enum { OPTION_FORCE = 256 };

static const struct option_row options[] = {
    {'o', "output", "K", "the file that will hold the key; it must not exist"},
    {OPTION_FORCE, "force", NULL, "without effect: a key is never replaced"},
    {0, NULL, NULL, NULL}};

static const char notes[] =
    "Writes 32 random bytes to a new file with mode 600. Without the key nobody can open what\n"
    "was sealed with it: keep a copy in a safe place.\n"
    "\n"
    "Exit status: 0; 2 wrong usage, or K exists; 3 K cannot be written.\n";

static int make_key(const char *name)
{
    unsigned char key[32];
    struct sink_finish finish;
    struct sink sink;
    int code = sink_open(&sink, name, SINK_NEVER, NULL);

    if (code != CODE_OK)
        return code;
    memset(&finish, 0, sizeof finish);
    finish.mode = 0600;
    if (!entropy(key, sizeof key)) {
        complain("keygen", "no random bytes: %s", strerror(errno));
        code = CODE_IO;
    } else if (!sink_write(&sink, key, sizeof key)) {
        code = sink_complain(&sink);
    }
    filesec_wipe(key, sizeof key);
    if (code == CODE_OK)
        return sink_complete(&sink, &finish);
    sink_drop(&sink);
    return code;
}

static int run(int argc, char **argv)
{
    const char *output = NULL;
    struct options o;
    int id;

    options_begin(&o, &command_keygen, argc, argv);
    while ((id = options_next(&o)) != OPTION_END) {
        if (id == 'o')
            output = o.value;
        else if (id != OPTION_FORCE)
            return id == OPTION_HELP ? CODE_OK : CODE_USAGE;
    }
    if (output == NULL || o.operand_count != 0) {
        complain("keygen", "--output K is needed, and nothing else");
        return CODE_USAGE;
    }
    return make_key(output);
}

const struct command command_keygen = {"keygen", "",    "A new key, for encrypt and decrypt",
                                       options,  notes, run};
