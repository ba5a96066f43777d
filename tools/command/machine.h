/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "command.h"

/*
 * machine.h: clock, processor and memory of this machine
 */

/* Seconds of a clock that only runs forward. */
double machine_now(void);

/* What this process has used: CPU seconds, and the most memory it ever had, in bytes. */
void machine_usage(double *user, double *system, uint64_t *peak);

/* Name of the CPU, as the system gives it. The text is overwritten by the next call. */
const char *machine_cpu(void);

/* Bytes that a process can get without swapping, as far as the system tells; else
   UINT64_MAX. */
uint64_t machine_available(void);

/* How much of the first len bytes of an open file is in memory, 0 to 1; -1 if unknown. */
double machine_cached(int fd, uint64_t len);

/* Ask the system to forget what it holds of an open file. 0 if it cannot be asked. */
int machine_forget(int fd);

/* "1.5 GiB", into text. */
struct machine_text {
    char text[48];
};
struct machine_text machine_bytes(uint64_t bytes);

/* "1610612736 bytes (1.5 GiB)" */
struct machine_text machine_size(uint64_t bytes);

/* "1.50 s", "25 min", "3.1 h". */
struct machine_text machine_seconds(double seconds);
