/* SPDX-License-Identifier: 0BSD */
#include "completions.h"

/*
 * completions_bash.c: the completions for bash
 */

/* Readline completes names of files where nothing else is found. */
static const char bash_begin[] =
    "_filesec()\n"
    "{\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words='' i\n"
    "\n"
    "    COMPREPLY=()\n"
    "    if [[ $cur == = ]]; then\n"
    "        cur=\n"
    "    elif [[ $prev == = ]]; then\n"
    "        prev=${COMP_WORDS[COMP_CWORD-2]}\n"
    "    fi\n"
    "    for ((i = 2; i < COMP_CWORD; i++)); do\n"
    "        [[ ${COMP_WORDS[i]} == -- ]] && return\n"
    "    done\n"
    "    if ((COMP_CWORD == 1)); then\n"
    "        words='";

static const char bash_end[] =
    "            esac\n"
    "            ;;\n"
    "        esac\n"
    "    fi\n"
    "    # shellcheck disable=SC2207 # the words have no blanks\n"
    "    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
    "    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then\n"
    "        compopt -o nospace 2>/dev/null\n"
    "    fi\n"
    "}\n"
    "complete -o bashdefault -o default -F _filesec filesec\n";

static void bash_value(const struct command *c, const struct option_row *row)
{
    char words[200];
    enum value_is is = completions_value(c, row, words, sizeof words);

    if (is == VALUE_NONE)
        return;
    out_text("        ");
    if (row->id < 256)
        out_format("'%s -%c'%s", c->name, row->id, row->word != NULL ? " | " : "");
    if (row->word != NULL)
        out_format("'%s --%s'", c->name, row->word);
    if (is == VALUE_WORDS)
        out_format(") words='%s' ;;\n", words);
    else if (is == VALUE_FOLDER)
        out_text(") compopt -o dirnames 2>/dev/null && return ;;\n");
    else
        out_text(") return ;;\n");
}

void completions_bash(void)
{
    const struct option_row *row;
    int i;

    completions_head("bash");
    out_text(bash_begin);
    for (i = 0; commands[i] != NULL; i++)
        out_format("%s ", commands[i]->name);
    out_text("--help --version'\n"
             "    else\n"
             "        case \"${COMP_WORDS[1]} $prev\" in\n");
    for (i = 0; commands[i] != NULL; i++) {
        for (row = commands[i]->options; row->id != 0; row++)
            bash_value(commands[i], row);
    }
    out_text("        *)\n"
             "            [[ $cur == -* ]] || return\n"
             "            case ${COMP_WORDS[1]} in\n");
    for (i = 0; commands[i] != NULL; i++) {
        out_format("            %s) words='", commands[i]->name);
        for (row = commands[i]->options; row->id != 0; row++) {
            if (row->word != NULL)
                out_format("--%s%s ", row->word, row->value != NULL ? "=" : "");
            else
                out_format("-%c ", row->id);
        }
        out_text("--help' ;;\n");
    }
    out_text(bash_end);
}
