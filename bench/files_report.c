/* SPDX-License-Identifier: 0BSD */
/*
 * bench/files_report.c: the table and the CSV of files.c
 */
#include "bench/files.h"

#include <math.h>
#include <string.h>

#include "filesec.h"

static const bench_column columns[] = {{"job", 1},
                                       {"place", 1},
                                       {"files", 0},
                                       {"bytes", 0},
                                       {"command", 1},
                                       {"seconds", 0},
                                       {"seconds_low", 0},
                                       {"seconds_high", 0},
                                       {"cpu_seconds", 0},
                                       {"peak_mib", 0},
                                       {"peer", 1},
                                       {"peer_seconds", 0},
                                       {"peer_seconds_low", 0},
                                       {"peer_seconds_high", 0},
                                       {"peer_cpu_seconds", 0},
                                       {"peer_peak_mib", 0},
                                       {"ratio", 0},
                                       {"ratio_low", 0},
                                       {"ratio_high", 0},
                                       {"target", 0},
                                       {"met", 1},
                                       {"rounds", 0},
                                       {"note", 1}};
#define COLUMN_COUNT (sizeof columns / sizeof columns[0])

static bench_output out;
static double peak_mib; /* the most of all rows */
static char peak_row[64];
static unsigned met_count, target_count;

static const char *place_name(const files_row *row)
{
    return row->place == FILES_TMPFS ? "tmpfs" : row->is_synced ? "disk+sync" : "disk";
}

/* Ratios are judged as they are printed, in hundredths. */
static const char *verdict(const files_result *r)
{
    if (r->row->target <= 0 || isnan(r->ratio.median))
        return NULL;
    return r->ratio.median < r->row->target + 0.005 ? "yes" : "no";
}

void files_report_begin(const files_options *o)
{
    printf("filesec %s on %s\n%s, %s\ntmpfs: %s, disk: %s; %.4g MiB in the large file, %u "
           "rounds; wall clock, medians\n\n",
           filesec_version(), bench_machine_cpu(), bench_machine_system(),
           bench_machine_compiler(), o->folders[FILES_TMPFS], o->folders[FILES_DISK],
           (double)o->size / 1048576, (unsigned)o->common.rounds);
    printf("%-27s %-9s %7s %8s  %-14s %8s %6s %-13s %6s %-3s\n", "job", "place", "s",
           "peak MiB", "peer", "s", "ratio", " quartiles", "target", "met");
    bench_output_begin(&out, &o->common, "bench-files", columns, COLUMN_COUNT);
}

static void print_line(const files_result *r, const char *peer, const char *met)
{
    const files_row *row = r->row;

    printf("%-27s %-9s ", row->job, place_name(row));
    if (isnan(r->ours.median))
        printf("%16s", "");
    else
        printf("%7.3f %8.1f", r->ours.median, r->peak_mib);
    printf("  %-14s ", peer);
    if (r->note != NULL)
        printf("%s\n", r->note);
    else
        printf("%8.3f %6.2f [%.2f, %.2f]", r->peer.median, r->ratio.median, r->ratio.low,
               r->ratio.high);
    if (r->note == NULL && met != NULL)
        printf("%*s%6.2f %s", r->ratio.high < 9.995 ? 2 : 1, "", row->target, met);
    if (r->note == NULL)
        printf("\n");
    fflush(stdout);
}

void files_report_result(const files_options *o, const files_result *r)
{
    const files_row *row = r->row;
    const char *met = verdict(r);
    bench_value v[COLUMN_COUNT];
    char peer[32];

    /* A peer goes by the first word, or two where the second is its command or option. */
    snprintf(peer, sizeof peer, "%.*s", (int)strcspn(row->peer, " "), row->peer);
    if (strcmp(peer, "openssl") == 0 || strncmp(row->peer, "cp -r", 5) == 0)
        snprintf(peer, sizeof peer, "%.*s",
                 (int)(strlen(peer) + 1 + strcspn(row->peer + strlen(peer) + 1, " ")),
                 row->peer);
    /* The whole file in memory is what "-whole" asks for. */
    if (r->peak_mib > peak_mib && strstr(row->job, "-whole") == NULL) {
        peak_mib = r->peak_mib;
        snprintf(peak_row, sizeof peak_row, "%s, %s", row->job, place_name(row));
    }
    target_count += row->target > 0;
    met_count += met != NULL && *met == 'y';
    print_line(r, peer, met);
    v[0] = bench_text(row->job);
    v[1] = bench_text(place_name(row));
    v[2] = bench_number((double)r->count);
    v[3] = bench_number((double)r->bytes);
    v[4] = bench_text(row->ours);
    v[5] = bench_number(r->ours.median);
    v[6] = bench_number(r->ours.low);
    v[7] = bench_number(r->ours.high);
    v[8] = bench_number(r->cpu_seconds);
    v[9] = bench_number(r->peak_mib);
    v[10] = bench_text(row->peer);
    v[11] = bench_number(r->peer.median);
    v[12] = bench_number(r->peer.low);
    v[13] = bench_number(r->peer.high);
    v[14] = bench_number(r->peer_cpu_seconds);
    v[15] = bench_number(r->peer_peak_mib);
    v[16] = bench_number(r->ratio.median);
    v[17] = bench_number(r->ratio.low);
    v[18] = bench_number(r->ratio.high);
    v[19] = bench_number(row->target > 0 ? row->target : (double)NAN);
    v[20] = bench_text(met);
    v[21] = bench_number((double)r->rounds);
    v[22] = bench_text(r->note);
    bench_output_row(&out, v);
    (void)o;
}

void files_report_end(const files_options *o)
{
    (void)o;
    if (peak_mib > 0)
        printf(
            "\npeak memory of ours, -whole apart: at most %.1f MiB (%s), target %.0f MiB: %s\n",
            peak_mib, peak_row, FILES_PEAK_TARGET,
            peak_mib <= FILES_PEAK_TARGET ? "yes" : "no");
    printf("%u of %u targets met, peak memory apart\n", met_count, target_count);
    bench_output_end(&out);
}
