/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TESTS_FUZZ_CONTAINER_READER_H
#define FILESEC_TESTS_FUZZ_CONTAINER_READER_H
/*
 * tests/fuzz/container_reader.h: the functions of filesec.h over a file of the target
 */
#include "container.h"

/* Read f in every way there is: it must end as expected. */
void reader_judge(const verdict *expected, const fuzz_file *f, const identity *who,
                  fuzz_input *in);

/* container_command.c: the command's reader must end as expected, too. */
void command_judge(const verdict *expected, const fuzz_file *f, const identity *who);

/* If filesec.h agrees to write such a header, it must make the very file f of it. */
void reader_seals_alike(const fuzz_file *f, const identity *who, const unsigned char *meta,
                        size_t meta_len, const unsigned char *content, size_t len,
                        fuzz_input splits);

#endif
