/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TESTS_FUZZ_CONTAINER_FACTS_H
#define FILESEC_TESTS_FUZZ_CONTAINER_FACTS_H
/*
 * tests/fuzz/container_facts.h: what the command makes of metadata that are genuine
 */
#include <stddef.h>
#include <stdint.h>

/* meta obeys the format; size: the length of the content in it, if that is told. */
void facts_judge(const unsigned char *meta, size_t len, int told, uint64_t size);

#endif
