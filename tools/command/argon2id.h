/* SPDX-License-Identifier: 0BSD */
#pragma once
#include <stddef.h>
#include <stdint.h>

/*
 * argon2id.h: Argon2id, version 0x13 (RFC 9106)
 */
struct argon2id {
    uint32_t memory, passes, lanes; /* memory in KiB, at least 8 for each lane */
    const void *password, *salt, *secret, *data;
    size_t password_len, salt_len, secret_len, data_len; /* below 2^32 */
};

/* out_len bytes, 4 or more, of a. 0, or ENOMEM. */
int argon2id(const struct argon2id *a, unsigned char *out, size_t out_len);
