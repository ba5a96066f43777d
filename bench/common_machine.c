/* SPDX-License-Identifier: 0BSD */
/*
 * bench/common_machine.c: which machine and which compiler a result belongs to
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* sched_setaffinity */
#endif
#ifdef __linux__
#include <sched.h>
#endif
#include <string.h>
#include <sys/utsname.h>

#include "bench/common.h"

/* If line is "key   : value", copy the value, without its line end, to text. */
static void take_field(char *text, size_t text_len, const char *line, const char *key)
{
    size_t key_len = strlen(key), len;
    const char *value = strchr(line, ':');

    if (text[0] != '\0' || strncmp(line, key, key_len) != 0 || value == NULL)
        return;
    if (strchr("\t :", line[key_len]) == NULL) /* a longer key, as "model name" for "model" */
        return;
    if (line[key_len] == ' ' && line[key_len + 1] != ':')
        return;
    value += 1 + (value[1] == ' ');
    len = strcspn(value, "\n");
    if (len >= text_len)
        len = text_len - 1;
    memcpy(text, value, len);
    text[len] = '\0';
}

const char *bench_machine_cpu(void)
{
    static char cpu[256];
    char name[128] = "", family[16] = "", model[16] = "", part[16] = "", line[512];
    FILE *f;

    if (cpu[0] != '\0')
        return cpu;
    f = fopen("/proc/cpuinfo", "r");
    while (f != NULL && fgets(line, sizeof line, f) != NULL) {
        take_field(name, sizeof name, line, "model name");
        take_field(family, sizeof family, line, "cpu family");
        take_field(model, sizeof model, line, "model");
        take_field(part, sizeof part, line, "CPU part");
    }
    if (f != NULL)
        fclose(f);
    if (name[0] != '\0' && family[0] != '\0')
        snprintf(cpu, sizeof cpu, "%s (family %s model %s)", name, family, model);
    else if (part[0] != '\0')
        snprintf(cpu, sizeof cpu, "ARM part %s", part);
    else
        snprintf(cpu, sizeof cpu, "%s", name[0] != '\0' ? name : "unknown");
    return cpu;
}

const char *bench_machine_system(void)
{
    static char text[256];
    struct utsname u;

    if (text[0] == '\0' && uname(&u) == 0)
        snprintf(text, sizeof text, "%.40s %.80s %.40s", u.sysname, u.release, u.machine);
    return text;
}

const char *bench_machine_compiler(void)
{
#if defined(__clang__)
    return "clang " __clang_version__;
#elif defined(__GNUC__)
    return "gcc " __VERSION__;
#else
    return "unknown";
#endif
}

int bench_machine_stay_on(int cpu)
{
#ifdef __linux__
    cpu_set_t set;

    CPU_ZERO(&set);
    if (cpu < CPU_SETSIZE) {
        CPU_SET((size_t)cpu, &set);
        if (sched_setaffinity(0, sizeof set, &set) == 0)
            return 0;
    }
#endif
    fprintf(stderr, "cannot stay on core %d\n", cpu);
    return 2;
}
