/* SPDX-License-Identifier: 0BSD */
/*
 * tests/environment.c: FILESEC_PATH, which programs read through tools/paths.h
 */
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L /* setenv, dup2 */
#endif
#include "paths.h"
#include "../tools/paths.h"
#include "suites.h"
#include "support.h"
#if !defined(_WIN32)
#include <unistd.h>
#endif

#if !defined(_WIN32)
#if defined(__wasi__)
/* paths_from_environment; without dup nobody can count what it prints. */
static int count_printed(long *printed)
{
    *printed = -1;
    return paths_from_environment();
}
#else
/* paths_from_environment with stderr in a file; how many bytes it printed there. */
static int count_printed(long *printed)
{
    FILE *file = tmpfile();
    int before = dup(2), result;

    fflush(stderr);
    if (file != NULL)
        dup2(fileno(file), 2);
    result = paths_from_environment();
    fflush(stderr);
    *printed = file != NULL ? (long)lseek(2, 0, SEEK_END) : -1;
    dup2(before, 2);
    close(before);
    if (file != NULL)
        fclose(file);
    return result;
}
#endif

static int from_environment(const char *setting, long *printed)
{
    int result;

    if (setting != NULL)
        setenv("FILESEC_PATH", setting, 1);
    else
        unsetenv("FILESEC_PATH");
    result = count_printed(printed);
    unsetenv("FILESEC_PATH");
    return result;
}

static void case_environment(void)
{
    static const char *const bad[] = {
        "nonsense",       "sha512=",
        "sha512=nope",    "=portable",
        "max=",           "max=x86",
        "sha5=portable",  "sha512",
        "sha512=portabl", "max=a_tier_with_a_name_of_more_than_thirty_characters"};
    char text[400];
    long printed;
    size_t i;
    int p;

    test_case("FILESEC_PATH");
    paths_remember();
    CHECK(from_environment(NULL, &printed) == 0 && printed <= 0 && paths_unchanged(),
          "not set");
    CHECK(from_environment("", &printed) == 0 && printed <= 0 && paths_unchanged(), "empty");
    for (i = 0; i < COUNT(bad); i++)
        CHECK(from_environment(bad[i], &printed) == 2 && printed != 0, "%s", bad[i]);
    CHECK(paths_unchanged(), "a wrong setting changed something");
    for (p = 0; p < (int)FILESEC_PRIMITIVE_COUNT; p++) {
        filesec_primitive r = (filesec_primitive)p;

        for (i = 0; i < filesec_path_count(r); i++) {
            int expected = filesec_path_usable(r, i) ? 0 : 2;

            snprintf(text, sizeof text, "%s=%s", filesec_primitive_name(r),
                     filesec_path_name(r, i));
            CHECK(from_environment(text, &printed) == expected, "%s", text);
            CHECK(expected != 0 || filesec_path_current(r) == i, "%s has no effect", text);
        }
    }
    paths_restore();
    CHECK(from_environment("max=portable", &printed) == 0, "max=portable");
    for (p = 0; p < (int)FILESEC_PRIMITIVE_COUNT; p++)
        CHECK(filesec_path_count((filesec_primitive)p) == 0 ||
                  row_needs((filesec_primitive)p, filesec_path_current((filesec_primitive)p)) ==
                      0,
              "max=portable left %d", p);
    paths_restore();
    CHECK(from_environment("max=portable,nonsense", &printed) == 2,
          "a right and a wrong setting");
    paths_restore();
}
#else
static void case_environment(void)
{
    CHECK(paths_from_environment() == 0, "not set");
}
#endif

void suite_environment(void)
{
    test_section("environment");
    case_environment();
    test_end();
}
