/* SPDX-License-Identifier: 0BSD */
/*
 * tests/emulate_sha512.c: VSHA512MSG1, VSHA512MSG2 and VSHA512RNDS2 in a handler of SIGILL
 *
 * What the instructions do is written down as Intel's manual gives it, lane by lane, and shares
 * nothing with the kernels. Anything but these three, with registers for all operands, ends the
 * program as it would without the handler.
 */
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__TINYC__)
#define EMULATE 1
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* REG_RIP */
#endif
#else
#define EMULATE 0
#endif
#include "emulate_sha512.h"
#include "internals.h"
#include "support.h"
#include <string.h>

static uint32_t emulated; /* the bit of core/cpu.h once the handler is there */

uint32_t emulate_bits(void)
{
    return emulated;
}

#if EMULATE
#include <cpuid.h>
#include <signal.h>
#include <ucontext.h>

/* ---- the registers of the interrupted program ------------------------------------------ */

/* Intel SDM, volume 1, 13.4: the XSAVE area, in its standard form. Linux writes a mark and what
   is saved into bytes that the CPU leaves free. */
#define XMM_AT 160
#define MARK_AT 464
#define MARK 0x46505853u
#define SAVED_AT 472 /* state components that the area has room for */
#define IN_USE_AT 512
#define USES_SSE 2u /* bits of both */
#define USES_AVX 4u

typedef struct ymm {
    uint64_t q[4];
} ymm;

static size_t high_at; /* the upper halves of ymm0 to ymm15 */
static volatile sig_atomic_t probing, probed;

static uint64_t get64(const unsigned char *p)
{
    uint64_t x;

    memcpy(&x, p, sizeof x);
    return x;
}

static int area_is_whole(const unsigned char *area)
{
    uint32_t mark;

    if (area == NULL)
        return 0;
    memcpy(&mark, area + MARK_AT, sizeof mark);
    return mark == MARK && (get64(area + SAVED_AT) & USES_AVX) != 0;
}

static ymm get_ymm(const unsigned char *area, unsigned n)
{
    ymm x;

    memset(&x, 0, sizeof x);
    memcpy(x.q, area + XMM_AT + 16 * n, 16);
    if ((get64(area + IN_USE_AT) & USES_AVX) != 0) /* else the upper halves are zero */
        memcpy(x.q + 2, area + high_at + 16 * n, 16);
    return x;
}

static void put_ymm(unsigned char *area, unsigned n, const ymm *x)
{
    uint64_t in_use = get64(area + IN_USE_AT);

    if ((in_use & USES_AVX) == 0)
        memset(area + high_at, 0, (size_t)16 * 16);
    memcpy(area + XMM_AT + 16 * n, x->q, 16);
    memcpy(area + high_at + 16 * n, x->q + 2, 16);
    in_use |= USES_SSE | USES_AVX;
    memcpy(area + IN_USE_AT, &in_use, sizeof in_use);
}

/* ---- the instructions ------------------------------------------------------------------ */

static uint64_t rotated(uint64_t x, int n)
{
    return x >> n | x << (64 - n);
}

static uint64_t small_sigma0(uint64_t x)
{
    return rotated(x, 1) ^ rotated(x, 8) ^ x >> 7;
}

static uint64_t small_sigma1(uint64_t x)
{
    return rotated(x, 19) ^ rotated(x, 61) ^ x >> 6;
}

static ymm do_msg1(const ymm *a, const ymm *b)
{
    ymm r;

    r.q[0] = a->q[0] + small_sigma0(a->q[1]);
    r.q[1] = a->q[1] + small_sigma0(a->q[2]);
    r.q[2] = a->q[2] + small_sigma0(a->q[3]);
    r.q[3] = a->q[3] + small_sigma0(b->q[0]);
    return r;
}

static ymm do_msg2(const ymm *a, const ymm *b)
{
    ymm r;

    r.q[0] = a->q[0] + small_sigma1(b->q[2]);
    r.q[1] = a->q[1] + small_sigma1(b->q[3]);
    r.q[2] = a->q[2] + small_sigma1(r.q[0]);
    r.q[3] = a->q[3] + small_sigma1(r.q[1]);
    return r;
}

static ymm do_rnds2(const ymm *cdgh, const ymm *abef, const ymm *wk)
{
    uint64_t a = abef->q[3], b = abef->q[2], e = abef->q[1], f = abef->q[0];
    uint64_t c = cdgh->q[3], d = cdgh->q[2], g = cdgh->q[1], h = cdgh->q[0];
    ymm r;
    int i;

    for (i = 0; i < 2; i++) {
        uint64_t ch = (e & f) ^ (~e & g), maj = (a & b) ^ (a & c) ^ (b & c);
        uint64_t sigma1 = rotated(e, 14) ^ rotated(e, 18) ^ rotated(e, 41);
        uint64_t sigma0 = rotated(a, 28) ^ rotated(a, 34) ^ rotated(a, 39);
        uint64_t t1 = h + sigma1 + ch + wk->q[i];

        h = g, g = f, f = e, e = d + t1;
        d = c, c = b, b = a, a = t1 + sigma0 + maj;
    }
    r.q[3] = a, r.q[2] = b, r.q[1] = e, r.q[0] = f;
    return r;
}

/* VEX.256.F2.0F38.W0 and CB, CC or CD: C4, R X B inverted and the map, W, vvvv inverted, L and
   pp, the opcode, ModRM. 0 if it is anything else. */
static int do_instruction(const unsigned char *code, unsigned char *area)
{
    unsigned reg, rm, v;
    ymm x, y, z;

    if (code[0] != 0xc4 || (code[1] & 0x1f) != 2 || (code[2] & 0x87) != 7 || code[3] < 0xcb ||
        code[3] > 0xcd || code[4] < 0xc0)
        return 0;
    reg = (code[4] >> 3 & 7u) | (code[1] & 0x80 ? 0 : 8u);
    rm = (code[4] & 7u) | (code[1] & 0x20 ? 0 : 8u);
    v = ~(unsigned)(code[2] >> 3) & 15u;
    if (code[3] != 0xcb && v != 0)
        return 0;
    x = get_ymm(area, reg);
    y = get_ymm(area, v);
    z = get_ymm(area, rm);
    x = code[3] == 0xcb   ? do_rnds2(&x, &y, &z)
        : code[3] == 0xcc ? do_msg1(&x, &z)
                          : do_msg2(&x, &z);
    put_ymm(area, reg, &x);
    return 1;
}

static void on_illegal(int number, siginfo_t *info, void *context)
{
    ucontext_t *u = (ucontext_t *)context;
    unsigned char *area = (unsigned char *)(void *)u->uc_mcontext.fpregs;
    greg_t *rip = &u->uc_mcontext.gregs[REG_RIP];

    (void)info;
    if (probing) {
        probed = area_is_whole(area);
    } else if (area_is_whole(area) &&
               do_instruction((const unsigned char *)(uintptr_t)*rip, area)) {
        *rip += 5;
    } else {
        signal(number, SIG_DFL); /* it comes again, and ends the program */
    }
}

static uint32_t bit_of_sha512(void)
{
    size_t i;

    for (i = 0; i < cpu_bit_count; i++)
        if (strcmp(cpu_bits[i].name, "sha512") == 0)
            return cpu_bits[i].bit;
    return 0;
}

int emulate_sha512_open(void)
{
    uint32_t bit = bit_of_sha512(), needs = 0;
    unsigned eax, ebx, ecx, edx;
    struct sigaction action, before;
    size_t i;

    for (i = 0; i < filesec_path_count(FILESEC_SHA512); i++)
        needs |= row_needs(FILESEC_SHA512, i);
    if ((needs & bit) == 0 || (cpu_here() & bit) != 0 ||
        !__get_cpuid_count(0xd, 2, &eax, &ebx, &ecx, &edx) || eax < 16 * 16)
        return 0;
    high_at = ebx;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_illegal;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    sigaction(SIGILL, &action, &before);
    probing = 1;
    raise(SIGILL);
    probing = 0;
    if (probed)
        emulated = bit;
    else
        sigaction(SIGILL, &before, NULL);
    return probed;
}
#else
int emulate_sha512_open(void)
{
    return 0;
}
#endif
