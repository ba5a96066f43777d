/* SPDX-License-Identifier: 0BSD */
#include "jobs.h"
#include "progress.h"
#include "verity.h"
#include "walk.h"

#include <string.h>
#include <unistd.h>

/*
 * hash.c: digests of files, as lists that check (and sha512sum -c) read
 */
enum { OPTION_TAG = 256, OPTION_JSON, OPTION_TREE, OPTION_FORCE };

static const struct option_row options[] = {
    {'a', "algorithm", "ALG",
     "sha512 (the default), sha512-verity, murmur3-x64-128,\n"
     "murmur3-x86-128 or murmur3-x86-32; MurmurHash3 is NOT for\n"
     "security: it finds accidents, not attackers"},
    {'r', "recursive", NULL, "hash the files in folders and the folders below"},
    {OPTION_TAG, "tag", NULL, "write lines like SHA512 (name) = hex"},
    {'z', "zero", NULL, "end each line with a NUL byte and do not escape names"},
    {OPTION_JSON, "json", NULL, "write JSON"},
    {'j', "jobs", "N",
     "read with up to N threads (default: one for each CPU); the\n"
     "output does not depend on it"},
    {OPTION_TREE, "tree", "FILE",
     "also write the Merkle tree of sha512-verity, of one file,\n"
     "to FILE: check --tree names damaged blocks with it"},
    {OPTION_FORCE, "force", NULL, "replace the FILE of --tree if it exists"},
    PROGRESS_OPTIONS,
    {0, NULL, NULL, NULL}};

static const char notes[] =
    "Without FILE, or for -, standard input is read. The output for SHA-512 is that of\n"
    "sha512sum: two spaces between digest and name; a backslash, newline or carriage return\n"
    "in a name is written \\\\, \\n or \\r, and the line then begins with a backslash.\n"
    "MurmurHash3 (seed 0) is always written with its tag, as the bytes of the reference on a\n"
    "little-endian machine; murmur3-x86-32 as the number.\n"
    "\n"
    "sha512-verity is the file digest of fs-verity in Linux (SHA-512, blocks of 4096 bytes, "
    "no\n"
    "salt), as fsverity digest --hash-alg=sha512 prints it. It is SHA-512 of a tree of "
    "digests\n"
    "and NOT the SHA-512 of the file, so it always has its tag; one large file keeps all\n"
    "threads busy. The file of --tree is laid out as the kernel's: levels of blocks of 4096\n"
    "bytes, the one with a single block first; nothing for a file of one block.\n"
    "\n"
    "-r goes in byte order of the whole path. Symbolic links that it finds are passed over,\n"
    "those named as FILE are followed. Devices, pipes and sockets that it finds are skipped\n"
    "with a message; the exit status stays 0. The file that the output goes to is skipped "
    "too.\n"
    "\n"
    "Exit status: 0 all done; 2 wrong usage; 3 a file is missing, is a folder (without -r),\n"
    "cannot be read, or changed while it was read. The other files are hashed all the same.\n";

struct hash {
    struct jobs *jobs;
    const struct algorithm *algorithm;
    int recursive, tag, zero, json, code;
    long threads;
    const char *tree_name;
    int force;
    struct verity_keep tree; /* if there is tree_name */
    enum progress_wish progress;
    uint64_t emitted;
    int has_output; /* standard output is a file: */
    struct stat output;
};

static void emit_json(const struct job *job, struct hash *h)
{
    out_text(h->emitted++ == 0 ? "\n    {" : ",\n    {");
    json_file(job->name);
    if (job->error != 0) {
        out_text(", \"error\": ");
        json_string(reading_error_text(job->error));
    } else {
        out_format(", \"size\": %llu, \"digest\": \"", (unsigned long long)job->size);
        out_hex(job->digest, job->algorithm->digest_len);
        out_text("\"");
    }
    out_text("}");
}

static void emit_line(const struct job *job, const struct hash *h)
{
    const struct algorithm *a = job->algorithm;
    int odd = !h->zero && name_is_odd(job->name);

    if (odd)
        out_text("\\");
    if (h->tag || !a->plain_lines) {
        out_format("%s (", a->tag);
        name_put(job->name, odd);
        out_text(") = ");
        out_hex(job->digest, a->digest_len);
    } else {
        out_hex(job->digest, a->digest_len);
        out_text("  ");
        name_put(job->name, odd);
    }
    out_bytes(h->zero ? "\0" : "\n", 1);
}

static void emit(const struct job *job, void *context)
{
    struct hash *h = (struct hash *)context;

    if (job->error != 0) {
        complain(job->name, "%s", reading_error_text(job->error));
        if (job->error != READ_SPECIAL && job->error != READ_LINK)
            h->code = worse(h->code, CODE_IO);
    } else if (job->note != NULL) {
        complain(job->name, "%s", job->note);
        return;
    }
    if (h->json)
        emit_json(job, h);
    else if (job->error == 0)
        emit_line(job, h);
}

static void add(struct hash *h, const char *name, int found)
{
    struct job job;

    memset(&job, 0, sizeof job);
    job.name = (char *)(uintptr_t)name; /* jobs_add copies it */
    job.algorithm = h->algorithm;
    job.found = found;
    job.tree = h->tree_name != NULL ? &h->tree.sink : NULL;
    if (!found && strcmp(name, "-") == 0) {
        /* If it comes twice, the first reads it all, whatever the number of threads. */
        jobs_drain(h->jobs);
        jobs_add(h->jobs, &job);
        jobs_drain(h->jobs);
    } else {
        jobs_add(h->jobs, &job);
    }
}

/* A line on stderr at its place between the results. */
static void add_message(struct hash *h, const char *name, int error, const char *note)
{
    struct job job;

    memset(&job, 0, sizeof job);
    job.name = (char *)(uintptr_t)name;
    job.error = error;
    job.note = note;
    jobs_add(h->jobs, &job);
}

static int add_found(const struct walk_item *item, void *context)
{
    struct hash *h = (struct hash *)context;
    struct stat st;

    if (item->kind == WALK_ERROR)
        add_message(h, item->path, item->error, NULL);
    else if (item->kind == WALK_SPECIAL)
        add_message(h, item->path, READ_SPECIAL, NULL);
    else if (item->kind == WALK_FILE && h->has_output && lstat(item->path, &st) == 0 &&
             st.st_dev == h->output.st_dev && st.st_ino == h->output.st_ino)
        add_message(h, item->path, 0, "skipped: the output goes there");
    else if (item->kind == WALK_FILE)
        add(h, item->path, 1);
    return out_good();
}

static void add_operand(struct hash *h, const char *name)
{
    struct stat st;

    if (h->recursive && strcmp(name, "-") != 0 && stat(name, &st) == 0 && S_ISDIR(st.st_mode))
        walk(name, add_found, h);
    else
        add(h, name, 0);
}

static int begin_tree(struct hash *h, const struct options *o)
{
    if (h->algorithm->whole == NULL || h->recursive || o->operand_count > 1) {
        complain("hash", "--tree is for -a sha512-verity and one file, without -r");
        return CODE_USAGE;
    }
    return verity_keep_begin(&h->tree, h->tree_name, h->force,
                             o->operand_count != 0 ? o->operands[0] : "-");
}

static int read_options(struct hash *h, struct options *o)
{
    int id;

    while ((id = options_next(o)) != OPTION_END) {
        switch (id) {
        case 'a':
            h->algorithm = algorithm_named(o->value);
            if (h->algorithm == NULL) {
                complain("hash", "unknown algorithm '%s' (%s)", o->value, algorithm_names);
                return OPTION_WRONG;
            }
            break;
        case 'r':
            h->recursive = 1;
            break;
        case OPTION_TAG:
            h->tag = 1;
            break;
        case 'z':
            h->zero = 1;
            break;
        case OPTION_JSON:
            h->json = 1;
            break;
        case 'j':
            h->threads = options_number(o, o->value, JOBS_THREADS_MAX);
            if (h->threads == 0)
                return OPTION_WRONG;
            break;
        case OPTION_TREE:
            h->tree_name = o->value;
            break;
        case OPTION_FORCE:
            h->force = 1;
            break;
        case OPTION_PROGRESS:
            h->progress = PROGRESS_YES;
            break;
        case OPTION_NO_PROGRESS:
            h->progress = PROGRESS_NO;
            break;
        default:
            return id;
        }
    }
    return OPTION_END;
}

static int run(int argc, char **argv)
{
    struct options o;
    struct hash h;
    int i;

    memset(&h, 0, sizeof h);
    h.algorithm = algorithm_named("sha512");
    h.threads = jobs_default_threads();
    options_begin(&o, &command_hash, argc, argv);
    i = read_options(&h, &o);
    if (i != OPTION_END)
        return i == OPTION_HELP ? CODE_OK : CODE_USAGE;
    h.has_output = fstat(STDOUT_FILENO, &h.output) == 0 && S_ISREG(h.output.st_mode);
    if (h.tree_name != NULL && (i = begin_tree(&h, &o)) != CODE_OK)
        return i;
    if (h.json)
        out_format("{\"command\": \"hash\", \"algorithm\": \"%s\", \"files\": [",
                   h.algorithm->name);
    progress_begin(h.progress);
    verity_threads(h.threads);
    h.jobs = jobs_begin(h.threads, emit, &h);
    if (o.operand_count == 0)
        add(&h, "-", 0);
    for (i = 0; i < o.operand_count && out_good(); i++)
        add_operand(&h, o.operands[i]);
    jobs_end(h.jobs);
    if (h.tree_name != NULL)
        h.code = verity_keep_end(&h.tree, h.code);
    if (h.json)
        out_text("\n]}\n");
    return h.code;
}

const struct command command_hash = {
    "hash", "[FILE...]", "Digests of files, in the form of sha512sum", options, notes, run};
