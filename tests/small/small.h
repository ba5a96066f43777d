/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TESTS_SMALL_H
#define FILESEC_TESTS_SMALL_H
/*
 * tests/small/small.h: known answers on machines without a system
 *
 * No heap, no stdio, no threads: what a program needs of its machine is in port.h. The vectors
 * stay in flash and are read in order; each begins with the number of its kind (pack.awk).
 */
#include "filesec.h"
#include "port.h"
#include <stddef.h>
#include <stdint.h>

/* Bytes of the largest output; nothing larger was packed. */
#ifndef SMALL_ROOM
#define SMALL_ROOM 1100
#endif

extern const unsigned char small_vectors[];
extern unsigned char small_out[SMALL_ROOM + 16];

/* ---- reader: the next field of the vector ----------------------------------------------- */

typedef struct small_bytes {
    const unsigned char *p;  /* where data is data: flash, or a copy of it */
    const unsigned char *at; /* in flash */
    size_t len;
} small_bytes;

unsigned small_byte(void);
uint32_t small_word(void);
small_bytes small_string(void);
small_bytes small_far_string(void); /* p is NULL: too long for a copy */

/* A message: so many times the same bytes. */
typedef struct small_message {
    uint32_t times;
    small_bytes unit;
} small_message;

small_message small_message_field(void);

/* ---- results ---------------------------------------------------------------------------- */

void small_print(const char *text);
void small_print_number(unsigned long n);
void small_check(int ok, const char *what); /* of the vector at hand */
int small_same(const void *a, const void *b, size_t len);
int small_zero(const void *p, size_t len);

/* ---- kinds ------------------------------------------------------------------------------ */

typedef void small_kind(void);

small_kind small_sha512, small_sha512mct, small_hmac, small_hkdf, small_hkdf_expand,
    small_pbkdf2, small_murmur3_x86_32, small_murmur3_x86_128, small_murmur3_x64_128,
    small_murmur3_verify, small_aes256gcm, small_chacha20poly1305, small_aes256block,
    small_chacha20, small_poly1305, small_container;

/* ---- what the header keeps to itself, from code.c --------------------------------------- */

void code_hkdf_expand(void *out, size_t out_len, small_bytes prk, small_bytes info);
void code_aes256block(unsigned char out[16], const unsigned char key[32],
                      const unsigned char in[16]);
void code_chacha20(unsigned char *out, const unsigned char key[32],
                   const unsigned char nonce[12], uint32_t counter, const unsigned char *in,
                   size_t nblocks);
void code_poly1305(unsigned char tag[16], const unsigned char key[32],
                   const unsigned char *data, size_t len);

#endif
