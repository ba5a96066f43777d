/* SPDX-License-Identifier: 0BSD */
#include "bars.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/*
 * bars.c: bars of text
 */
enum { NARROWEST = 40, USUAL = 80, WIDEST = 100 };

/* Columns of the terminal, or what COLUMNS says; 80 elsewhere. */
static int width(void)
{
    const char *columns = getenv("COLUMNS");
    int n = columns != NULL ? atoi(columns) : 0;
#ifdef TIOCGWINSZ
    struct winsize size;

    if (n <= 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        n = size.ws_col;
#endif
    if (n <= 0)
        return USUAL;
    return n < NARROWEST ? NARROWEST : n > WIDEST ? WIDEST : n;
}

/* The first of the three that is set decides, as for any program. */
static int has_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    size_t i;

    for (i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);

        if (value != NULL && *value != '\0')
            return strstr(value, "UTF-8") != NULL || strstr(value, "utf8") != NULL;
    }
    return 0;
}

/* So many eighths of a column. */
static void put_bar(int eighths, int blocks)
{
    static const char full[] = "\xe2\x96\x88";
    char part[] = "\xe2\x96\x88"; /* U+2588; U+2589 to U+258F have 7 to 1 eighths */
    int i;

    if (!blocks)
        eighths = (eighths + 4) / 8 * 8;
    if (eighths == 0)
        eighths = blocks ? 1 : 8;
    for (i = 0; i < eighths / 8; i++)
        out_text(blocks ? full : "#");
    if (eighths % 8 != 0) {
        part[2] = (char)(0x90 - eighths % 8);
        out_text(part);
    }
}

void bars_print(const struct bar *bars, int count)
{
    int blocks = isatty(STDOUT_FILENO) && has_utf8(), names = 0, values = 0, room, i;
    double longest = 0;

    for (i = 0; i < count; i++) {
        int name = (int)strlen(bars[i].name), value = (int)strlen(bars[i].value);

        names = name > names ? name : names;
        values = value > values ? value : values;
        longest = bars[i].length > longest ? bars[i].length : longest;
    }
    room = width() - names - values - 5;
    for (i = 0; i < count; i++) {
        out_format("  %-*s %*s ", names, bars[i].name, values, bars[i].value);
        if (longest > 0 && room > 0)
            put_bar((int)(bars[i].length / longest * room * 8), blocks);
        out_text("\n");
    }
}
