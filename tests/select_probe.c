/* SPDX-License-Identifier: 0BSD */
/*
 * tests/select_probe.c: what is asked of the CPU here, and on which ones 512-bit work is slow
 */
#include "select.h"
#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__TINYC__)
#include <cpuid.h>

/* The bits of the running CPU are those of a reading that is taken here a second time. */
static void case_probe(void)
{
    x86_reading r;
    unsigned a, b, c, d;

    test_case("the CPU here, read a second time");
    memset(&r, 0, sizeof r);
    __cpuid(0, r.max_leaf, r.leaf0_ebx, c, d);
    __cpuid(1, r.leaf1_eax, b, r.leaf1_ecx, d);
    if ((r.leaf1_ecx & 1u << 27) != 0)
        __asm__ __volatile__("xgetbv" : "=a"(r.xcr0), "=d"(d) : "c"(0));
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) {
        r.leaf7_max = a;
        r.leaf7_ebx = b;
        r.leaf7_ecx = c;
        if (a >= 1)
            __cpuid_count(7, 1, r.leaf7_1_eax, b, c, d);
    }
    CHECK(!cpu_is_x86 || cpu_here() == (cpu_x86(&r) | select_bits("sse2")), "%08lx, not %08lx",
          (unsigned long)cpu_here(), (unsigned long)cpu_x86(&r));
}
#else
static void case_probe(void)
{
}
#endif

/* A CPU of which nothing but vendor, family and model is known. */
static uint32_t bits_of(uint32_t vendor, uint32_t family, uint32_t model)
{
    x86_reading r;

    memset(&r, 0, sizeof r);
    r.max_leaf = 22;
    r.leaf0_ebx = vendor;
    r.leaf1_eax = (model & 15) << 4 | (model & 0xf0) << 12 | family << 8 | 5;
    r.leaf1_eax |= model << 12 & 0x3000; /* the type of the CPU is no part of its model */
    return cpu_x86(&r);
}

/* Skylake-X, Ice Lake (four models), Tiger Lake (two), Ice Lake NNPI. */
static void case_slow(void)
{
    static const unsigned char slow[] = {0x55, 0x6a, 0x6c, 0x7d, 0x7e, 0x8c, 0x8d, 0x9d};
    const uint32_t lanes = select_bits("prefers_lanes"), both = preferences();
    const uint32_t intel = 0x756e6547, amd = 0x68747541;
    uint32_t model;
    size_t i;

    test_case("every model of Intel's family 6: is 512-bit work slow there?");
    for (model = 0; model < 256; model++) {
        uint32_t want = both;

        for (i = 0; i < COUNT(slow); i++)
            if (slow[i] == model)
                want = lanes;
        CHECK(bits_of(intel, 6, model) == want, "model %02lx", (unsigned long)model);
        CHECK(bits_of(amd, 6, model) == both && bits_of(intel, 7, model) == both &&
                  bits_of(intel, 5, model) == both && bits_of(intel, 15, model) == both,
              "model %02lx of others", (unsigned long)model);
    }
}

void select_probe(void)
{
    case_probe();
    case_slow();
}
