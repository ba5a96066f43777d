/* SPDX-License-Identifier: 0BSD */
/*
 * bench/files_rows.c: what is compared with what, and how good it has to be
 */
#include "bench/files.h"

#define SEAL "filesec encrypt --key-file key --output out"
#define TREE "filesec encrypt -r tree --output out --key-file key"
#define OPENSSL_KEY                                                                            \
    "-K 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f "                     \
    "-iv 000102030405060708090a0b0c0d0e0f"
#define GPG                                                                                    \
    "gpg --homedir . --batch --quiet --no-options --no-autostart --no-keyring "                \
    "--no-random-seed-file --s2k-count 65536 --pinentry-mode loopback --passphrase-file pass " \
    "--symmetric --cipher-algo AES256 --compress-algo none --output out in"

/* The loop of `filesec bench --file`: read a block, seal it. */
#define LOOP(name, cipher, block, target)                                                      \
    {                                                                                          \
        "loop-" name, FILES_ONE, FILES_TMPFS, "seal-loop " cipher " " block " in",             \
            "libcrypto-loop " cipher " " block " in", target, 0, 0                             \
    }

/* clang-format off */
const files_row files_rows[] = {
    {"encrypt", FILES_ONE, FILES_TMPFS, SEAL " in", "cp in out", 0.95, 0, 0},
    {"decrypt", FILES_ONE, FILES_TMPFS,
     "filesec decrypt --key-file key --output out sealed", "cp sealed out", 1.0, 0, 0},
    {"encrypt-aes256gcm-j1", FILES_ONE, FILES_TMPFS,
     SEAL " -j1 -a aes256gcm in", "copy-loop in out", 1.25, 0, 0},
    {"encrypt-chacha20poly1305-j1", FILES_ONE, FILES_TMPFS,
     SEAL " -j1 -a chacha20poly1305 in", "copy-loop in out", 1.5, 0, 0},
    {"encrypt", FILES_ONE, FILES_TMPFS, SEAL " in", "age -e -i age.key -o out in", 0.47, 0, 0},
    {"encrypt", FILES_ONE, FILES_TMPFS, SEAL " in",
     "openssl enc -aes-256-ctr " OPENSSL_KEY " -in in -out out", 0, 0, 0},
    {"encrypt", FILES_ONE, FILES_TMPFS, SEAL " in", GPG, 0, 0, 0},
    {"verify", FILES_ONE, FILES_TMPFS,
     "filesec verify --key-file key sealed", "cat sealed", 1.6, 0, 0},
    {"hash", FILES_ONE, FILES_TMPFS, "filesec hash in", "openssl dgst -sha512 in", 0.92, 0, 0},
    {"hash", FILES_ONE, FILES_TMPFS, "filesec hash in", "sha512sum in", 0.70, 0, 0},
    {"hash-murmur3-x64-128", FILES_ONE, FILES_TMPFS,
     "filesec hash -a murmur3-x64-128 in", "plain-murmur3 in", 0.80, 0, 0},
    {"hash-murmur3-x64-128", FILES_ONE, FILES_TMPFS,
     "filesec hash -a murmur3-x64-128 in", "xxhsum -H2 in", 0, 0, 0},
    {"hash-sha512-verity", FILES_ONE, FILES_TMPFS,
     "filesec hash -a sha512-verity in", "b3sum in", 1.2, 0, 1},
    LOOP("aes256gcm-4K", "aes256gcm", "4096", 0.9),
    LOOP("aes256gcm-128K", "aes256gcm", "131072", 0.75),
    LOOP("aes256gcm-10M", "aes256gcm", "10485760", 0.75),
    LOOP("aes256gcm-whole", "aes256gcm", "0", 0.85),
    LOOP("chacha20poly1305-4K", "chacha20poly1305", "4096", 0.9),
    LOOP("chacha20poly1305-128K", "chacha20poly1305", "131072", 0.75),
    LOOP("chacha20poly1305-10M", "chacha20poly1305", "10485760", 0.75),
    LOOP("chacha20poly1305-whole", "chacha20poly1305", "0", 0.85),
    {"encrypt", FILES_ONE, FILES_DISK, SEAL " in", "cp in out", 1.1, 1, 0},
    {"hash-600kB", FILES_MANY, FILES_TMPFS,
     "filesec hash FILES", "sha512sum FILES", 0.20, 0, 0},
    {"encrypt-r-600kB", FILES_MANY, FILES_TMPFS, TREE, "cp -r tree out", 1.3, 0, 1},
    {"encrypt-r-4kB", FILES_SMALL, FILES_TMPFS, TREE, "cp -r tree out", 2.0, 0, 1},
    {"encrypt-r-4kB", FILES_SMALL, FILES_DISK, TREE, "cp -r tree out", 2.0, 1, 1},
};
/* clang-format on */

const size_t files_row_count = sizeof files_rows / sizeof files_rows[0];
