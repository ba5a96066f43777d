/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TOOLS_PATHS_H
#define FILESEC_TOOLS_PATHS_H
/*
 * tools/paths.h: the environment variable FILESEC_PATH, for programs
 *
 *   FILESEC_PATH=aes256gcm=portable,sha512=x86_avx2    these paths for these primitives
 *   FILESEC_PATH=max=x86_avx2                          nothing that needs more than this tier
 *
 * Settings are separated by commas and applied from left to right. The library itself never
 * reads the environment. Include filesec.h before this file.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Use the path called name for primitive p. */
static filesec_status paths_use(filesec_primitive p, const char *name, size_t name_len)
{
    size_t i, count = filesec_path_count(p);

    for (i = 0; i < count; i++) {
        const char *candidate = filesec_path_name(p, i);

        if (strlen(candidate) == name_len && memcmp(candidate, name, name_len) == 0)
            return filesec_path_use(p, i);
    }
    return FILESEC_ERR_ARGUMENT;
}

/* One setting, "primitive=path" or "max=tier", of len bytes. */
static filesec_status paths_apply(const char *setting, size_t len)
{
    const char *sign = (const char *)memchr(setting, '=', len);
    size_t key_len = sign != NULL ? (size_t)(sign - setting) : 0;
    size_t value_len = sign != NULL ? len - key_len - 1 : 0;
    char tier[32];
    int p;

    if (sign == NULL || value_len >= sizeof tier)
        return FILESEC_ERR_ARGUMENT;
    if (key_len == 3 && memcmp(setting, "max", 3) == 0) {
        memcpy(tier, sign + 1, value_len);
        tier[value_len] = '\0';
        return filesec_path_limit(tier);
    }
    for (p = 0; p < (int)FILESEC_PRIMITIVE_COUNT; p++) {
        const char *name = filesec_primitive_name((filesec_primitive)p);

        if (strlen(name) == key_len && memcmp(name, setting, key_len) == 0)
            return paths_use((filesec_primitive)p, sign + 1, value_len);
    }
    return FILESEC_ERR_ARGUMENT;
}

/* One line, whatever bytes the setting has. */
static void paths_complain(const char *setting, size_t len, filesec_status s)
{
    size_t i;

    fputs("filesec: FILESEC_PATH: ", stderr);
    for (i = 0; i < len; i++) {
        unsigned char c = (unsigned char)setting[i];

        putc(c < 0x20 || c >= 0x7f ? '?' : c, stderr);
    }
    fprintf(stderr, ": %s\n",
            s == FILESEC_ERR_UNSUPPORTED ? "this CPU cannot run it" : "no such path");
}

/* 0, or 2 after a line on stderr that says which setting is wrong and why. */
static int paths_from_environment(void)
{
    const char *setting = getenv("FILESEC_PATH");

    while (setting != NULL && *setting != '\0') {
        size_t len = strcspn(setting, ",");
        filesec_status s = paths_apply(setting, len);

        if (s != FILESEC_OK) {
            paths_complain(setting, len < 200 ? len : 200, s);
            return 2;
        }
        setting += len + (setting[len] == ',');
    }
    return 0;
}

#endif
