/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_BENCH_PEERS_H
#define FILESEC_BENCH_PEERS_H
/*
 * bench/peers.h: other libraries, each behind the same loops as ours
 */
#include <stdio.h>

#include "bench/work.h"

typedef struct peer {
    const char *call; /* which bench_operation.call it answers */
    const char *name; /* as results call it */
    bench_run *run;
    bench_run *latency; /* for seal: the tag of one call is the nonce of the next */
    size_t len_max;     /* of a message; 0: any */
} peer;

/* A library that is there: its version, and what it offers. Count 0 if it is not. */
typedef struct peer_library {
    char version[96];
    peer list[16];
    size_t count;
} peer_library;

/* Set a library up with bench_work_key(). Compiled without it, they leave count 0. */
void peer_libcrypto(peer_library *library);
void peer_libsodium(peer_library *library);
void peer_ipsec_mb(peer_library *library);
void peer_plain(peer_library *library);

void peer_add(peer_library *library, const char *call, const char *name, bench_run *run,
              bench_run *latency);

/* The goal set for an operation, a path and a size. */
typedef enum peer_target_unit {
    PEER_TARGET_NONE,
    PEER_TARGET_RATIO,           /* at least: a peer's time through ours */
    PEER_TARGET_CYCLES_PER_BYTE, /* at most */
    PEER_TARGET_CYCLES           /* at most, for one call */
} peer_target_unit;

typedef struct peer_target {
    peer_target_unit unit;
    double value;
    const char *versus; /* the peers it is about, comma between; NULL: whichever is best */
} peer_target;

peer_target peer_target_of(const bench_operation *op, const char *path, size_t size);

/* 1 if the target is about this peer. */
int peer_target_counts(const peer_target *target, const char *peer_name);

#endif
