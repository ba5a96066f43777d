/* SPDX-License-Identifier: 0BSD */
/*
 * bench/common_output.c: rows as CSV and JSON, sizes for people
 */
#include <math.h>
#include <string.h>

#include "bench/common.h"
#include "filesec.h"

bench_value bench_text(const char *text)
{
    bench_value v;

    v.text = text;
    v.number = 0;
    return v;
}

bench_value bench_number(double number)
{
    bench_value v;

    v.text = NULL;
    v.number = number;
    return v;
}

/* Text in double quotes; a quote is doubled (CSV) or gets a backslash (JSON). */
static void put_quoted(FILE *f, const char *text, char escape)
{
    putc('"', f);
    for (; *text != '\0'; text++) {
        if (*text == '"' || (*text == '\\' && escape == '\\'))
            putc(escape, f);
        putc((unsigned char)*text < 32 ? ' ' : *text, f);
    }
    putc('"', f);
}

static void put_member(FILE *f, const char *name, const char *text)
{
    fprintf(f, "  \"%s\": ", name);
    put_quoted(f, text, '\\');
    fputs(",\n", f);
}

void bench_output_begin(bench_output *out, const bench_options *o, const char *program,
                        const bench_column *columns, size_t column_count)
{
    size_t i;

    out->csv = o->csv;
    out->json = o->json;
    out->columns = columns;
    out->column_count = column_count;
    out->row_count = 0;
    if (out->csv != NULL) {
        for (i = 0; i < column_count; i++)
            fprintf(out->csv, "%s,", columns[i].name);
        fputs("version,cpu,system,compiler\n", out->csv);
    }
    if (out->json != NULL) {
        fputs("{\n", out->json);
        put_member(out->json, "program", program);
        put_member(out->json, "version", filesec_version());
        put_member(out->json, "cpu", bench_machine_cpu());
        put_member(out->json, "system", bench_machine_system());
        put_member(out->json, "compiler", bench_machine_compiler());
        fprintf(out->json, "  \"rounds\": %lu,\n  \"sample_us\": %.0f,\n  \"rows\": [",
                (unsigned long)o->rounds, o->sample_ns / 1000.0);
    }
}

/* A number with enough digits to compare by, and no more. */
static void put_number(FILE *f, double number)
{
    if (number > -1e15 && number < 1e15 && number == (double)(long long)number)
        fprintf(f, "%.0f", number);
    else
        fprintf(f, "%.5g", number);
}

static void put_value(FILE *f, const bench_column *column, const bench_value *v, int json)
{
    if (column->is_text ? v->text == NULL : !isfinite(v->number))
        fputs(json ? "null" : "", f);
    else if (column->is_text)
        put_quoted(f, v->text, json ? '\\' : '"');
    else
        put_number(f, v->number);
}

void bench_output_row(bench_output *out, const bench_value *values)
{
    const bench_column *columns = out->columns;
    size_t i;

    if (out->csv != NULL) {
        for (i = 0; i < out->column_count; i++) {
            put_value(out->csv, &columns[i], &values[i], 0);
            putc(',', out->csv);
        }
        put_quoted(out->csv, filesec_version(), '"');
        putc(',', out->csv);
        put_quoted(out->csv, bench_machine_cpu(), '"');
        putc(',', out->csv);
        put_quoted(out->csv, bench_machine_system(), '"');
        putc(',', out->csv);
        put_quoted(out->csv, bench_machine_compiler(), '"');
        putc('\n', out->csv);
    }
    if (out->json != NULL) {
        fputs(out->row_count == 0 ? "\n    {" : ",\n    {", out->json);
        for (i = 0; i < out->column_count; i++) {
            fprintf(out->json, "%s\"%s\": ", i == 0 ? "" : ", ", columns[i].name);
            put_value(out->json, &columns[i], &values[i], 1);
        }
        putc('}', out->json);
    }
    out->row_count++;
}

void bench_output_end(bench_output *out)
{
    if (out->json != NULL)
        fputs("\n  ]\n}\n", out->json);
}

const char *bench_size_text(char text[32], size_t size)
{
    unsigned long n = (unsigned long)size;

    if (n >= 1048576 && n % 1048576 == 0)
        snprintf(text, 32, "%lu MiB", n / 1048576);
    else if (n >= 1024 && n % 1024 == 0)
        snprintf(text, 32, "%lu KiB", n / 1024);
    else
        snprintf(text, 32, "%lu B", n);
    return text;
}
