/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_BENCH_PLAIN_MURMUR3_H
#define FILESEC_BENCH_PLAIN_MURMUR3_H
/*
 * bench/plain_murmur3.h: the three MurmurHash3 formulas, written down plainly, to compare with
 */
#include <stddef.h>
#include <stdint.h>

uint32_t plain_murmur3_x86_32(const void *data, size_t len, uint32_t seed);
void plain_murmur3_x86_128(uint8_t hash[16], const void *data, size_t len, uint32_t seed);
void plain_murmur3_x64_128(uint8_t hash[16], const void *data, size_t len, uint32_t seed);

#endif
