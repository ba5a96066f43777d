/* SPDX-License-Identifier: 0BSD */
/*
 * bench/files.c: the command's jobs with files beside those of other commands
 *
 * Rows with the same data in the same place make a stage: its folder is made, filled, used by
 * them one after the other, and removed.
 */
#include "bench/files.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "filesec.h"

typedef struct samples {
    double *ours, *peer, *ratio, *cpu, *peer_cpu;
} samples;

/* What the command answers to an option or an algorithm that it does not know. */
static int is_refusal(int code)
{
    return code == 2 || code == 4;
}

/* One side, timed; the output is removed. 0, or 1 after a message. */
static int run_side(const files_options *o, const files_stage *s, const files_row *row,
                    int is_peer, files_process *p)
{
    const char *command = is_peer ? row->peer : row->ours;

    if (row->is_synced)
        files_stage_sync(s); /* what the side before left to do is not this one's */
    *p = files_process_run(o, s, command, row->is_synced);
    files_stage_remove(s, "out");
    if (p->code == 0 || files_stop || (!is_peer && row->is_new && is_refusal(p->code)))
        return 0;
    fprintf(stderr, "bench-files: %s: exit code %d\n", command, p->code);
    files_process_show_errors(s);
    return 1;
}

static void take_peaks(files_result *r, const files_process *ours, const files_process *peer)
{
    if (ours->peak_mib > r->peak_mib)
        r->peak_mib = ours->peak_mib;
    if (peer->peak_mib > r->peer_peak_mib)
        r->peer_peak_mib = peer->peak_mib;
}

/* Round 0 is not counted: it brings the data into the cache, and memory to the tmpfs. */
static int measure_rounds(const files_options *o, const files_stage *s, files_result *r,
                          samples *m)
{
    int has_peer = files_process_exists(r->row->peer), failed = 0;
    size_t round;

    if (!has_peer)
        r->note = "not installed";
    for (round = 0; round <= o->common.rounds && !failed && !files_stop; round++) {
        files_process p[2];
        int first = (int)(round % 2) && has_peer, i;

        memset(p, 0, sizeof p);
        for (i = 0; i <= has_peer && !failed; i++)
            failed = run_side(o, s, r->row, first ^ i, &p[first ^ i]);
        if (!failed && !files_stop && p[0].code != 0) {
            r->note = "left out: this filesec does not know the job";
            return 0;
        }
        if (failed || files_stop || round == 0)
            continue;
        m->ours[r->rounds] = p[0].seconds;
        m->cpu[r->rounds] = p[0].cpu_seconds;
        m->peer[r->rounds] = has_peer ? p[1].seconds : (double)NAN;
        m->peer_cpu[r->rounds] = has_peer ? p[1].cpu_seconds : (double)NAN;
        m->ratio[r->rounds] = has_peer ? p[0].seconds / p[1].seconds : (double)NAN;
        take_peaks(r, &p[0], &p[1]);
        r->rounds++;
    }
    return failed;
}

static void result_begin(files_result *r, const files_row *row, const files_stage *s)
{
    bench_spread none = {(double)NAN, (double)NAN, (double)NAN};

    memset(r, 0, sizeof *r);
    r->row = row;
    r->count = s->count;
    r->bytes = s->bytes;
    r->ours = r->peer = r->ratio = none;
    r->cpu_seconds = r->peer_cpu_seconds = (double)NAN;
}

static int measure(const files_options *o, const files_stage *s, const files_row *row,
                   const char *note)
{
    size_t n = o->common.rounds;
    double *memory = (double *)malloc(5 * n * sizeof *memory);
    files_result r;
    samples m;
    int failed = memory == NULL;

    result_begin(&r, row, s);
    r.note = note;
    if (note == NULL && !failed) {
        m.ours = memory;
        m.peer = memory + n;
        m.ratio = memory + 2 * n;
        m.cpu = memory + 3 * n;
        m.peer_cpu = memory + 4 * n;
        failed = measure_rounds(o, s, &r, &m);
        if (failed)
            r.note = "failed";
    }
    if (r.rounds > 0 && !failed) {
        r.ours = bench_spread_of(m.ours, r.rounds);
        r.peer = bench_spread_of(m.peer, r.rounds);
        r.ratio = bench_spread_of(m.ratio, r.rounds);
        r.cpu_seconds = bench_spread_of(m.cpu, r.rounds).median;
        r.peer_cpu_seconds = bench_spread_of(m.peer_cpu, r.rounds).median;
    }
    if (!files_stop)
        files_report_result(o, &r);
    free(memory);
    return failed;
}

/* What is sealed must open to what it was: 0, or 1 after a message. */
static int check_round_trip(const files_options *o, const files_stage *s)
{
    static const char *const seal[] = {
        "filesec encrypt --key-file key -a aes256gcm --output out in",
        "filesec encrypt --key-file key -a chacha20poly1305 --output out in"};
    size_t i;
    int good = 1;

    for (i = 0; i < 2 && good && !files_stop; i++) {
        good = files_process_run(o, s, seal[i], 0).code == 0 &&
               files_process_run(o, s, "filesec decrypt --key-file key --output out2 out", 0)
                       .code == 0 &&
               files_stage_same(s, "in", "out2");
        if (!good && !files_stop) {
            fprintf(stderr, "bench-files: decrypting did not give back what was encrypted\n");
            files_process_show_errors(s);
        }
        files_stage_remove(s, "out");
        files_stage_remove(s, "out2");
    }
    return !good;
}

static int is_wanted(const files_options *o, const files_row *row)
{
    char place[256];

    snprintf(place, sizeof place, "%s/%s", row->place == FILES_TMPFS ? "tmpfs" : "disk",
             row->peer);
    return bench_options_wanted(&o->common, row->job, place);
}

/* The rows from first to the end of its stage, of which one at least is wanted. */
static int run_stage(const files_options *o, size_t first, size_t end)
{
    const files_row *row = &files_rows[first];
    files_stage s;
    const char *note = files_stage_begin(&s, o, row->data, row->place);
    int failed = 0;

    if (note == NULL && row->data == FILES_ONE)
        failed = check_round_trip(o, &s);
    for (; first < end && !files_stop; first++) {
        if (is_wanted(o, &files_rows[first]))
            failed |= measure(o, &s, &files_rows[first], note);
    }
    files_stage_end(&s);
    return failed;
}

static int run(const files_options *o)
{
    size_t first, end;
    int failed = 0, count = 0;

    files_report_begin(o);
    for (first = 0; first < files_row_count && !files_stop; first = end) {
        const files_row *row = &files_rows[first];
        int wanted = 0;

        for (end = first; end < files_row_count && files_rows[end].data == row->data &&
                          files_rows[end].place == row->place;
             end++)
            wanted += is_wanted(o, &files_rows[end]);
        if (wanted > 0)
            failed |= run_stage(o, first, end);
        count += wanted;
    }
    if (!files_stop)
        files_report_end(o);
    if (count == 0)
        fprintf(stderr, "bench-files: nothing to measure\n");
    return failed || count == 0;
}

int main(int argc, char **argv)
{
    static const bench_program program = {"bench-files", NULL, 0, 0, 0, 0, 0, 0};
    files_options o;
    int closed, status = files_inside(argc, argv);

    if (status >= 0)
        return status;
    status = files_options_parse(&o, argc, argv);
    if (status == 0) {
        files_stage_signals();
        status = run(&o);
        closed = bench_options_close(&o.common, &program);
        status = status != 0 ? status : closed;
    }
    files_options_end(&o);
    if (files_stop) { /* end as whoever sent the signal expects */
        (void)signal(files_stop, SIG_DFL);
        (void)raise(files_stop);
    }
    return status < 0 ? 0 : status;
}
