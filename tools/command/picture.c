/* SPDX-License-Identifier: 0BSD */
#include "picture.h"
#include "machine.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/*
 * picture.c: throughput by size, a panel for each primitive and a line for each path
 *
 * One file, without scripts, fonts or anything from elsewhere. Its colours follow the reader's
 * choice of light or dark; lines differ in marker and dashes, too. Both axes are logarithmic.
 */
enum { WIDTH = 960, HEAD = 72, PANEL_WIDTH = 480, PANEL_HEIGHT = 270 };
enum { LEFT = 58, TOP = 34, PLOT_WIDTH = 280, PLOT_HEIGHT = 192, LABEL = 13, COLOURS = 8 };

#if defined(__clang__)
static const char compiler[] = "clang " __clang_version__;
#elif defined(__GNUC__)
static const char compiler[] = "gcc " __VERSION__;
#else
static const char compiler[] = "another compiler";
#endif

static const char style[] =
    "<style>\n"
    "text{font:12px system-ui,sans-serif;fill:#1f2328}\n"
    ".title{font-size:18px;font-weight:600}.name{font-size:14px;font-weight:600}\n"
    ".bg{fill:#fff}.dim{fill:#59636e}.grid{stroke:#d8dee4}\n"
    ".line{fill:none;stroke-width:1.5}.line.used{stroke-width:3}text.used{font-weight:700}\n"
    ".d1{stroke-dasharray:7 3}.d2{stroke-dasharray:2 3}\n"
    ".c0 .line{stroke:#0060a8}.c0 .mark,.c0 .label{fill:#0060a8}\n"
    ".c1 .line{stroke:#b93c0a}.c1 .mark,.c1 .label{fill:#b93c0a}\n"
    ".c2 .line{stroke:#04704f}.c2 .mark,.c2 .label{fill:#04704f}\n"
    ".c3 .line{stroke:#9d174d}.c3 .mark,.c3 .label{fill:#9d174d}\n"
    ".c4 .line{stroke:#6d28d9}.c4 .mark,.c4 .label{fill:#6d28d9}\n"
    ".c5 .line{stroke:#8a5a00}.c5 .mark,.c5 .label{fill:#8a5a00}\n"
    ".c6 .line{stroke:#0e7490}.c6 .mark,.c6 .label{fill:#0e7490}\n"
    ".c7 .line{stroke:#4b5563}.c7 .mark,.c7 .label{fill:#4b5563}\n"
    "@media (prefers-color-scheme:dark){\n"
    "text{fill:#e6edf3}.bg{fill:#0d1117}.dim{fill:#9aa4af}.grid{stroke:#2b323b}\n"
    ".c0 .line{stroke:#5bb0ff}.c0 .mark,.c0 .label{fill:#5bb0ff}\n"
    ".c1 .line{stroke:#ff9a5c}.c1 .mark,.c1 .label{fill:#ff9a5c}\n"
    ".c2 .line{stroke:#4ade9f}.c2 .mark,.c2 .label{fill:#4ade9f}\n"
    ".c3 .line{stroke:#ff86b8}.c3 .mark,.c3 .label{fill:#ff86b8}\n"
    ".c4 .line{stroke:#b79cff}.c4 .mark,.c4 .label{fill:#b79cff}\n"
    ".c5 .line{stroke:#e3b341}.c5 .mark,.c5 .label{fill:#e3b341}\n"
    ".c6 .line{stroke:#5cd6e6}.c6 .mark,.c6 .label{fill:#5cd6e6}\n"
    ".c7 .line{stroke:#b8c0cc}.c7 .mark,.c7 .label{fill:#b8c0cc}\n"
    "}\n"
    "</style>\n";

static int put(struct sink *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
static int put(struct sink *s, const char *format, ...)
{
    char text[512];
    va_list list;
    int len;

    va_start(list, format);
    len = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return len > 0 && (size_t)len < sizeof text && sink_write(s, text, (size_t)len);
}

/* Text as XML wants it; what is not printable ASCII becomes a question mark. */
static int put_text(struct sink *s, const char *text)
{
    int good = 1;

    for (; *text != '\0' && good; text++) {
        if (strchr("<>&\"'", *text) != NULL)
            good = put(s, "&#%d;", *text);
        else
            good = put(s, "%c", *text >= 32 && *text < 127 ? *text : '?');
    }
    return good;
}

static const char *size_text(size_t size, char text[24])
{
    if (size >= 1024 * 1024)
        snprintf(text, 24, "%lu MiB", (unsigned long)(size >> 20));
    else if (size >= 1024)
        snprintf(text, 24, "%lu KiB", (unsigned long)(size >> 10));
    else
        snprintf(text, 24, "%lu B", (unsigned long)size);
    return text;
}

/* ---- one panel ------------------------------------------------------------------------- */

struct panel {
    const struct picture *p;
    int first, count; /* its rows */
    double x, y;      /* of the plot's upper left corner */
    double low, high; /* log10 of MB/s at its lower and upper edge */
};

static double place_x(const struct panel *a, int size)
{
    double from = log2((double)a->p->sizes[0]);
    double to = log2((double)a->p->sizes[PICTURE_SIZES - 1]);

    return a->x + (double)PLOT_WIDTH * (log2((double)a->p->sizes[size]) - from) / (to - from);
}

static double place_y(const struct panel *a, double mb_per_s)
{
    return a->y + (double)PLOT_HEIGHT * (a->high - log10(mb_per_s)) / (a->high - a->low);
}

/* The edges: where the least and the most are, rounded to 1, 2 or 5 times a power of ten. */
static void find_edges(struct panel *a)
{
    static const double steps[] = {1, 2, 5, 10};
    double least = 1e30, most = 1e-30, base;
    int i, j;

    for (i = a->first; i < a->first + a->count; i++) {
        for (j = 0; j < PICTURE_SIZES; j++) {
            least = fmin(least, a->p->rows[i].mb_per_s[j]);
            most = fmax(most, a->p->rows[i].mb_per_s[j]);
        }
    }
    base = pow(10, floor(log10(least)));
    for (i = 2; i > 0 && steps[i] * base > least; i--)
        ;
    a->low = log10(steps[i] * base);
    base = pow(10, floor(log10(most)));
    for (i = 0; i < 3 && steps[i] * base < most; i++)
        ;
    a->high = log10(steps[i] * base);
}

static int put_grid(const struct panel *a, struct sink *s)
{
    double exponent, step;
    int good = 1, i;
    char text[24];

    for (exponent = floor(a->low); exponent <= a->high + 1e-9; exponent++) {
        for (step = 1; step < 10 && good; step = step < 2 ? 2 : step < 5 ? 5 : 10) {
            double value = step * pow(10, exponent), y = place_y(a, value);

            if (log10(value) < a->low - 1e-9 || log10(value) > a->high + 1e-9)
                continue;
            good =
                put(s, "<path class=\"grid\" d=\"M%.1f %.1fh%d\"/>", a->x, y, PLOT_WIDTH) &&
                put(s,
                    "<text class=\"dim\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n",
                    a->x - 6, y + 4, value / 1000);
        }
    }
    for (i = 0; i < PICTURE_SIZES && good; i++) {
        double x = place_x(a, i);

        good = put(s, "<path class=\"grid\" d=\"M%.1f %.1fv%d\"/>", x, a->y, PLOT_HEIGHT);
        if (good && i != 2 && i != 5) /* no room beside those before */
            good = put(
                s,
                "<text class=\"dim\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n",
                x, a->y + ((double)PLOT_HEIGHT + 16.0), size_text(a->p->sizes[i], text));
    }
    return good;
}

static int put_marker(struct sink *s, int shape, double x, double y)
{
    switch (shape % 4) {
    case 0:
        return put(s, "<circle class=\"mark\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>", x, y);
    case 1:
        return put(s, "<path class=\"mark\" d=\"M%.1f %.1fh6v6h-6z\"/>", x - 3, y - 3);
    case 2:
        return put(s, "<path class=\"mark\" d=\"M%.1f %.1fl4 7h-8z\"/>", x, y - 4);
    default:
        return put(s, "<path class=\"mark\" d=\"M%.1f %.1fl4 4l-4 4l-4-4z\"/>", x, y - 4);
    }
}

/* Labels at the ends of lines, from the top, none on another. */
static void place_labels(const struct panel *a, double *label)
{
    int done[PICTURE_ROWS] = {0}, i, n, next = 0;
    double free_from = a->y - 4;

    for (n = 0; n < a->count; n++) {
        double best = 1e30;

        for (i = 0; i < a->count; i++) {
            double y = place_y(a, a->p->rows[a->first + i].mb_per_s[PICTURE_SIZES - 1]);

            if (!done[i] && y < best) {
                best = y;
                next = i;
            }
        }
        done[next] = 1;
        label[next] = fmax(best, free_from);
        free_from = label[next] + (double)LABEL;
    }
}

static int put_line(const struct panel *a, struct sink *s, int i, double label)
{
    const struct picture_row *row = &a->p->rows[a->first + i];
    const char *name = filesec_path_name(row->primitive, row->path);
    const char *used = row->current ? " used" : "";
    double end = place_y(a, row->mb_per_s[PICTURE_SIZES - 1]);
    int good, j;

    good = put(s, "<g class=\"c%d\"><path class=\"line d%d%s\" d=\"", i % COLOURS, i % 3, used);
    for (j = 0; j < PICTURE_SIZES && good; j++)
        good = put(s, "%c%.1f %.1f", j == 0 ? 'M' : 'L', place_x(a, j),
                   place_y(a, row->mb_per_s[j]));
    good = good && put(s, "\"/>");
    for (j = 0; j < PICTURE_SIZES && good; j++)
        good = put_marker(s, i, place_x(a, j), place_y(a, row->mb_per_s[j]));
    return good &&
           put(s, "<path class=\"line\" style=\"stroke-width:.7\" d=\"M%.1f %.1fL%.1f %.1f\"/>",
               a->x + ((double)PLOT_WIDTH + 4.0), end, a->x + ((double)PLOT_WIDTH + 13.0),
               label) &&
           put(s, "<text class=\"label%s\" x=\"%.1f\" y=\"%.1f\">%s%s</text></g>\n", used,
               a->x + ((double)PLOT_WIDTH + 16.0), label + 4, name, row->current ? " *" : "");
}

static int put_panel(struct panel *a, struct sink *s)
{
    double label[PICTURE_ROWS];
    filesec_primitive primitive = a->p->rows[a->first].primitive;
    int many = primitive == FILESEC_SHA512_MANY || primitive == FILESEC_MURMUR3_MANY;
    int good, i;

    find_edges(a);
    place_labels(a, label);
    good = put(s,
               "<text class=\"name\" x=\"%.1f\" y=\"%.1f\">%s <tspan "
               "class=\"dim\">GB/s%s</tspan></text>\n",
               a->x, a->y - 12, filesec_primitive_name(primitive),
               many ? ", eight messages at once" : "") &&
           put_grid(a, s);
    for (i = 0; i < a->count && good; i++)
        good = put_line(a, s, i, label[i]);
    return good;
}

int picture_write(const struct picture *p, struct sink *s)
{
    struct panel a;
    int panels = 0, good, i, height;

    for (i = 0; i < p->count; i++)
        panels += i == 0 || p->rows[i].primitive != p->rows[i - 1].primitive;
    height = HEAD + (panels + 1) / 2 * PANEL_HEIGHT;
    good = put(s,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
               "height=\"%d\" role=\"img\" aria-labelledby=\"t d\">\n",
               WIDTH, height, WIDTH, height) &&
           put(s,
               "<title id=\"t\">filesec %s: speed of every path</title>\n<desc "
               "id=\"d\">Throughput by "
               "size of a message, a panel for each primitive, a line for each path; on ",
               filesec_version()) &&
           put_text(s, machine_cpu()) && put(s, "; ") && put_text(s, compiler) &&
           put(s, "</desc>\n") && sink_write(s, style, sizeof style - 1) &&
           put(s, "<rect width=\"%d\" height=\"%d\" class=\"bg\"/>\n", WIDTH, height) &&
           put(s,
               "<text class=\"title\" x=\"%d\" y=\"30\">filesec %s: throughput by size of a "
               "message</text>\n",
               LEFT, filesec_version()) &&
           put(s, "<text class=\"dim\" x=\"%d\" y=\"50\">", LEFT) &&
           put_text(s, machine_cpu()) && put(s, "; ") && put_text(s, compiler) &&
           put(s, "; one thread, data in the cache; * the path in use</text>\n");
    memset(&a, 0, sizeof a);
    a.p = p;
    for (i = 0, panels = 0; i < p->count && good; i += a.count, panels++) {
        a.first = i;
        for (a.count = 1;
             i + a.count < p->count && p->rows[i + a.count].primitive == p->rows[i].primitive;)
            a.count++;
        a.x = LEFT + panels % 2 * PANEL_WIDTH;
        a.y = HEAD + TOP + panels / 2 * PANEL_HEIGHT;
        good = put_panel(&a, s);
    }
    return good && put(s, "</svg>\n");
}
