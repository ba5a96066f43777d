/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "api/config.h"
/*
 * MurmurHash3
 *
 * A fast checksum against accidents: a bad cable, a bad disk, a cut-off copy. NOT for security:
 * anyone can make a second message with the same hash, whatever the seed, in no time. Against
 * people use HMAC-SHA-512 or seal the file.
 *
 *   variant    output     made for
 *   x86_32     32 bits    hash tables on 32-bit machines
 *   x86_128    128 bits   32-bit machines
 *   x64_128    128 bits   64-bit machines: the fastest of the three there
 *
 * The three give unrelated values. Each gives the value of Appleby's reference on a
 * little-endian machine, on every machine. The reference takes its length as an int; from 2^31
 * bytes on, the x86 variants mix in the length modulo 2^32 and x64_128 the length modulo 2^64.
 */
#ifndef FILESEC_NO_MURMUR3

/** A MurmurHash3 in progress. All members are private. It may be copied to fork a computation.
 */
typedef struct filesec_murmur3_x86_32_state {
    unsigned char h[4], count[8], block[4], mark, spare[3];
} filesec_murmur3_x86_32_state;
typedef struct filesec_murmur3_x86_128_state {
    unsigned char h[16], count[8], block[16], mark, spare[7];
} filesec_murmur3_x86_128_state;
typedef struct filesec_murmur3_x64_128_state {
    unsigned char h[16], count[8], block[16], mark, spare[7];
} filesec_murmur3_x64_128_state;

/** MurmurHash3_x86_32 of len bytes at data; NULL is allowed if len is 0. */
FILESEC_API uint32_t filesec_murmur3_x86_32(const void *data, size_t len, uint32_t seed);

/** MurmurHash3_x86_128 of len bytes at data; NULL is allowed if len is 0. hash receives 16
    bytes: the reference's four words in order, each little-endian. It may overlap data. */
FILESEC_API void filesec_murmur3_x86_128(uint8_t hash[16], const void *data, size_t len,
                                         uint32_t seed);

/** MurmurHash3_x64_128 of len bytes at data; NULL is allowed if len is 0. hash receives 16
    bytes: the reference's two words in order, each little-endian. It may overlap data. */
FILESEC_API void filesec_murmur3_x64_128(uint8_t hash[16], const void *data, size_t len,
                                         uint32_t seed);

/** The same for data that comes in pieces: init, any number of updates, final. An update's data
    may be NULL if its len is 0. Any split gives the value of the one-shot call.
    final ends the message and wipes the state. */
FILESEC_API void filesec_murmur3_x86_32_init(filesec_murmur3_x86_32_state *s, uint32_t seed);
FILESEC_API void filesec_murmur3_x86_32_update(filesec_murmur3_x86_32_state *s,
                                               const void *data, size_t len);
FILESEC_API uint32_t filesec_murmur3_x86_32_final(filesec_murmur3_x86_32_state *s);
FILESEC_API void filesec_murmur3_x86_128_init(filesec_murmur3_x86_128_state *s, uint32_t seed);
FILESEC_API void filesec_murmur3_x86_128_update(filesec_murmur3_x86_128_state *s,
                                                const void *data, size_t len);
FILESEC_API void filesec_murmur3_x86_128_final(filesec_murmur3_x86_128_state *s,
                                               uint8_t hash[16]);
FILESEC_API void filesec_murmur3_x64_128_init(filesec_murmur3_x64_128_state *s, uint32_t seed);
FILESEC_API void filesec_murmur3_x64_128_update(filesec_murmur3_x64_128_state *s,
                                                const void *data, size_t len);
FILESEC_API void filesec_murmur3_x64_128_final(filesec_murmur3_x64_128_state *s,
                                               uint8_t hash[16]);

/**
 * MurmurHash3_x64_128 of n independent messages: hashes[i] is that of len[i] bytes at data[i].
 *
 *   hashes   receives n hashes; must not overlap any message
 *   data     n pointers; data[i] may be NULL if len[i] is 0; messages may overlap each other
 *   n        may be 0, and then the pointers may be NULL
 */
FILESEC_API void filesec_murmur3_x64_128_many(uint8_t (*hashes)[16], const void *const *data,
                                              const size_t *len, size_t n, uint32_t seed);

#endif /* FILESEC_NO_MURMUR3 */
