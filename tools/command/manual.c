/* SPDX-License-Identifier: 0BSD */
#include "command.h"

#include <string.h>

#include "filesec.h"

/*
 * manual.c: the manual page filesec(1)
 *
 * Commands, options and notes come from the tables that --help prints; what stands around them
 * is written here. Lines are filled again, to fewer than 80 bytes, as mandoc asks for.
 */
enum { LINE_LEN = 78, WORD_LEN = 200 };

static int column;

static void put_word(const char *word)
{
    int len = (int)strlen(word);

    if (column != 0 && column + 1 + len > LINE_LEN) {
        out_text("\n");
        column = 0;
    }
    if (column == 0 && (*word == '.' || *word == '\''))
        out_text("\\&");
    out_text(column != 0 ? " " : "");
    out_text(word);
    column += len + (column != 0);
}

static void end_line(void)
{
    out_text(column != 0 ? "\n" : "");
    column = 0;
}

/* One byte as roff shows it. */
static void escape(char *to, char c)
{
    if (c == '\\')
        strcpy(to, "\\e");
    else if (c == '-')
        strcpy(to, "\\-");
    else {
        to[0] = c;
        to[1] = '\0';
    }
}

/* A text, whose empty lines part paragraphs. */
static void put_text(const char *text)
{
    char word[WORD_LEN];
    size_t len = 0;

    for (;; text++) {
        if (*text != '\0' && *text != ' ' && *text != '\n' && len + 3 < sizeof word) {
            escape(word + len, *text);
            len += strlen(word + len);
            continue;
        }
        if (len != 0)
            put_word(word);
        len = 0;
        if (*text == '\0')
            break;
        if (text[0] == '\n' && text[1] == '\n') {
            end_line();
            out_text(".PP\n");
        }
    }
    end_line();
}

static void put_escaped(const char *text)
{
    char c[3];

    for (; *text != '\0'; text++) {
        escape(c, *text);
        out_text(c);
    }
}

static void put_option(const struct option_row *row)
{
    out_text(".TP\n");
    if (row->id < 256)
        out_format("\\fB\\-%c\\fR%s", row->id, row->word != NULL ? ", " : " ");
    if (row->word != NULL) {
        out_text("\\fB\\-\\-");
        put_escaped(row->word);
        out_text("\\fR");
    }
    if (row->value != NULL) {
        out_text(row->word != NULL ? "=\\fI" : "\\fI");
        put_escaped(row->value);
        out_text("\\fR");
    }
    out_text("\n");
    put_text(row->help);
}

static void put_command(const struct command *c)
{
    const struct option_row *row;

    out_format(".SS %s\n", c->name);
    put_text(c->purpose);
    out_text(".PP\n");
    out_format("\\fBfilesec %s\\fR [\\fIOPTION\\fR...]%s", c->name,
               *c->operands != '\0' ? " " : "");
    put_escaped(c->operands);
    out_text("\n");
    for (row = c->options; row->id != 0; row++)
        put_option(row);
    if (*c->notes != '\0') {
        out_text(".PP\n");
        put_text(c->notes);
    }
}

/* ---- what is in no table ----------------------------------------------------------------- */

static const char description[] =
    "filesec answers three questions about a file. Was it damaged by accident? Did somebody "
    "change it? Can others read it? It computes and checks digests (SHA-512, its tree form "
    "sha512-verity, and MurmurHash3), seals files into containers that nobody reads or "
    "changes without the key (AES-256-GCM or ChaCha20-Poly1305), and measures what each of "
    "them costs on this machine.\n\n"
    "Options and operands may be mixed; one-letter options may be joined; the value of a long "
    "option follows it after = or as the next word. -- ends the options, and - as an operand "
    "is standard input. Every command also has -h and --help.\n\n"
    "A file that is written appears under its name when it is complete. If anything fails, "
    "there is no new file, and an old one is as it was; none is replaced without --force. "
    "Where a file is named in a list, backslash, newline and carriage return are written as "
    "two characters, as sha512sum does it.";

static const char status[] =
    ".TP\n0\nall good\n"
    ".TP\n1\na digest differs, or a container is damaged, cut, or\n"
    "the key wrong\n"
    ".TP\n2\nthe command line is wrong, or a file that exists would be\n"
    "replaced\n"
    ".TP\n3\na file is missing, or cannot be read or written\n"
    ".TP\n4\nnot a container, not supported, or over a limit\n"
    ".PP\nOf several the highest.\n"
    "What failed is named on standard error, one line for each.\n";

static const char environment[] =
    ".TP\n\\fBFILESEC_PATH\\fR\n"
    "the code that runs: \\fIPRIMITIVE\\fR=\\fIPATH\\fR,... for single primitives, or\n"
    "\\fBmax=\\fR\\fITIER\\fR for all.\n"
    "\\fBfilesec \\-\\-version\\fR names the paths in use,\n"
    "\\fBfilesec bench\\fR those there are.\n";

static const char files[] =
    "There is no file of settings. What is being written has no name before it is complete, "
    "or, where the system cannot do that, one like .filesec-0123456789abcdef in the folder "
    "where it will stand. That is removed when the job fails or a signal ends it; only "
    "SIGKILL or a crash of the system can leave it.";

static const char examples[] =
    ".TP\nList the files of a folder, and check them later, also for strangers:\n"
    ".nf\nfilesec hash \\-r photos > photos.list\n"
    "filesec check \\-\\-quiet \\-\\-exact photos photos.list\n.fi\n"
    ".TP\nKeep the tree of a large file, and find what was damaged in it:\n"
    ".nf\nfilesec hash \\-a sha512\\-verity \\-\\-tree disk.tree disk.img > disk.list\n"
    "filesec check \\-\\-tree disk.tree disk.list\n.fi\n"
    ".TP\nSeal a file with a key, and open it:\n"
    ".nf\nfilesec keygen \\-o my.key\n"
    "filesec encrypt \\-\\-key\\-file my.key \\-o letter.fsec letter\n"
    "filesec decrypt \\-\\-key\\-file my.key \\-o letter.copy letter.fsec\n.fi\n"
    ".TP\nThe same in a pipe, with a passphrase:\n"
    ".nf\ntar c photos | filesec encrypt \\-\\-passphrase \\- > photos.fsec\n"
    "filesec decrypt \\-\\-passphrase photos.fsec | tar x\n.fi\n"
    ".TP\nWhat would it cost?\n"
    ".nf\nfilesec advise disk.img\n.fi\n";

static const char see_also[] = ".BR sha512sum (1),\n.BR fsverity (1),\n.BR age (1)\n";

int manual_print(void)
{
    int i;

    out_text(".\\\" SPDX-License-Identifier: 0BSD\n"
             ".\\\" Generated by filesec --man (make docs-generated).\n");
    out_format(".TH FILESEC 1 2026-12-01 \"filesec %s\" \"User Commands\"\n",
               filesec_version());
    out_text(".SH NAME\nfilesec \\- digests of files, sealed files, and what they cost\n"
             ".SH SYNOPSIS\n"
             "\\fBfilesec\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR...] [\\fIFILE\\fR...]\n"
             ".br\n\\fBfilesec\\fR \\fB\\-\\-help\\fR | \\fB\\-\\-version\\fR\n"
             ".SH DESCRIPTION\n");
    put_text(description);
    out_text(".SH COMMANDS\n");
    for (i = 0; commands[i] != NULL; i++)
        put_command(commands[i]);
    out_format(".SH EXIT STATUS\n%s", status);
    out_format(".SH ENVIRONMENT\n%s", environment);
    out_text(".SH FILES\n");
    put_text(files);
    out_format(".SH EXAMPLES\n%s", examples);
    out_format(".SH SEE ALSO\n%s", see_also);
    return CODE_OK;
}
