/* SPDX-License-Identifier: 0BSD */
#include "machine.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

/*
 * machine.c: what the system tells; elsewhere than on Linux that is less
 */

double machine_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double seconds_of(const struct timeval *t)
{
    return (double)t->tv_sec + (double)t->tv_usec * 1e-6;
}

void machine_usage(double *user, double *system, uint64_t *peak)
{
    struct rusage r;

    memset(&r, 0, sizeof r);
    getrusage(RUSAGE_SELF, &r);
    *user = seconds_of(&r.ru_utime);
    *system = seconds_of(&r.ru_stime);
#ifdef __APPLE__
    *peak = (uint64_t)r.ru_maxrss;
#else
    *peak = (uint64_t)r.ru_maxrss * 1024;
#endif
}

/* The value of the first line of file that begins with key, without what separates the two. */
static int find_value(const char *file, const char *key, char *value, size_t room)
{
    FILE *f = fopen(file, "r");
    char line[1024];
    int found = 0;

    while (f != NULL && !found && fgets(line, sizeof line, f) != NULL) {
        if (strncmp(line, key, strlen(key)) == 0) {
            const char *p = line + strlen(key);

            p += strspn(p, " \t:");
            snprintf(value, room, "%.*s", (int)strcspn(p, "\n"), p);
            found = value[0] != '\0';
        }
    }
    if (f != NULL)
        fclose(f);
    return found;
}

const char *machine_cpu(void)
{
    static char name[128];
    char maker[32], part[32];
    struct utsname u;

    if (find_value("/proc/cpuinfo", "model name", name, sizeof name))
        return name;
    memset(&u, 0, sizeof u);
    if (uname(&u) < 0)
        return "unknown";
    if (find_value("/proc/cpuinfo", "CPU implementer", maker, sizeof maker) &&
        find_value("/proc/cpuinfo", "CPU part", part, sizeof part))
        snprintf(name, sizeof name, "%.40s, implementer %s, part %s", u.machine, maker, part);
    else
        snprintf(name, sizeof name, "%.100s", u.machine);
    return name;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint64_t machine_available(void)
{
    uint64_t available = UINT64_MAX;
    struct rlimit limit;
    char text[64], used[64];

    if (find_value("/proc/meminfo", "MemAvailable", text, sizeof text))
        available = (uint64_t)strtoull(text, NULL, 10) * 1024;
    /* A control group of its own, as containers have it. */
    if (find_value("/sys/fs/cgroup/memory.max", "", text, sizeof text) && text[0] != 'm' &&
        find_value("/sys/fs/cgroup/memory.current", "", used, sizeof used)) {
        uint64_t max = (uint64_t)strtoull(text, NULL, 10);
        uint64_t now = (uint64_t)strtoull(used, NULL, 10);

        available = smaller(available, max > now ? max - now : 0);
    }
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        available = smaller(available, (uint64_t)limit.rlim_cur);
    return available;
}

double machine_cached(int fd, uint64_t len)
{
#ifdef __linux__
    enum { WINDOW = 64 * 1024 * 1024, PAGES = WINDOW / 4096 };
    unsigned char *map = (unsigned char *)must_allocate(PAGES);
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uint64_t at, pages = 0, present = 0;
    int known = len != 0;

    for (at = 0; known && at < len; at += WINDOW) {
        size_t window = (size_t)smaller(WINDOW, len - at);
        size_t count = (window + page - 1) / page, i;
        void *p = mmap(NULL, window, PROT_READ, MAP_SHARED, fd, (off_t)at);

        known = p != MAP_FAILED && mincore(p, window, map) == 0;
        for (i = 0; known && i < count; i++)
            present += map[i] & 1;
        pages += count;
        if (p != MAP_FAILED)
            munmap(p, window);
    }
    free(map);
    return known ? (double)present / (double)pages : -1.0;
#else
    (void)fd;
    (void)len;
    return -1.0;
#endif
}

int machine_forget(int fd)
{
#ifdef POSIX_FADV_DONTNEED
    return posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED) == 0;
#else
    (void)fd;
    return 0;
#endif
}

struct machine_text machine_bytes(uint64_t bytes)
{
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    struct machine_text t;
    double value = (double)bytes / 1024.0;
    int unit = 0;

    if (bytes < 1024) {
        snprintf(t.text, sizeof t.text, bytes == 1 ? "1 byte" : "%d bytes", (int)bytes);
        return t;
    }
    while (value >= 1024.0 && unit < 5) {
        value /= 1024.0;
        unit++;
    }
    snprintf(t.text, sizeof t.text, "%.*f %s", value < 10.0 ? 1 : 0, value, units[unit]);
    return t;
}

struct machine_text machine_size(uint64_t bytes)
{
    struct machine_text t;

    if (bytes < 1024)
        return machine_bytes(bytes);
    snprintf(t.text, sizeof t.text, "%llu bytes (%.16s)", (unsigned long long)bytes,
             machine_bytes(bytes).text);
    return t;
}

struct machine_text machine_seconds(double seconds)
{
    struct machine_text t;

    if (seconds < 0.001)
        snprintf(t.text, sizeof t.text, "%.0f us", seconds * 1e6);
    else if (seconds < 1.0)
        snprintf(t.text, sizeof t.text, "%.0f ms", seconds * 1e3);
    else if (seconds < 100.0)
        snprintf(t.text, sizeof t.text, "%.*f s", seconds < 10.0 ? 2 : 1, seconds);
    else if (seconds < 6000.0)
        snprintf(t.text, sizeof t.text, "%.0f min", seconds / 60.0);
    else
        snprintf(t.text, sizeof t.text, "%.*f h", seconds < 36000.0 ? 1 : 0, seconds / 3600.0);
    return t;
}
