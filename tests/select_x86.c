/* SPDX-License-Identifier: 0BSD */
/*
 * tests/select_x86.c: from readings of CPUID and XGETBV to feature bits
 */
#include "select.h"

/* ---- recorded readings ------------------------------------------------------------------ */

/* What CPUID and XGETBV say of these CPUs, as published, XCR0 as their systems set it; then the
   features that this means, and the row of each table that must be taken, if the build has a
   row of that name. */
typedef struct x86_cpu {
    const char *name;
    x86_reading reading;
    const char *features, *sha512, *sha512_many, *chacha20poly1305, *aes256gcm;
} x86_cpu;

#define INTEL 0x756e6547
#define AMD 0x68747541
static const x86_cpu x86_cpus[] = {
    {"AMD Phenom II X4 940",
     {0x5, 0x00802009, 0, 0, 0, 0, 0, AMD, 0x00100f42},
     PREFERS,
     "portable",
     "portable",
     "portable64",
     "portable"},
    {"Intel Core i7-920 (Bloomfield)",
     {0xb, 0x0098e3bd, 0, 0, 0, 0, 0, INTEL, 0x000106a4},
     "ssse3 sse41" PREFERS,
     "portable",
     "portable",
     "x86_ssse3",
     "portable"},
    {"Intel Core i7 X 980 (Gulftown)",
     {0xb, 0x029ae3bf, 0, 0, 0, 0, 0, INTEL, 0x000206c2},
     WESTMERE PREFERS,
     "portable",
     "portable",
     "x86_ssse3",
     "x86_aesni"},
    {"Intel Sandy Bridge 206A6",
     {0xd, 0x1f9ae3bf, 0, 7, 0, 0, 0, INTEL, 0x000206a6},
     WESTMERE " avx" PREFERS,
     "portable",
     "portable",
     "x86_ssse3",
     "x86_aesni"},
    {"Intel Sandy Bridge 206A6, system without XSAVE",
     {0xd, 0x179ae3bf, 0, 0, 0, 0, 0, INTEL, 0x000206a6},
     WESTMERE PREFERS,
     "portable",
     "portable",
     "x86_ssse3",
     "x86_aesni"},
    {"AMD FX-8150 (Zambezi)",
     {0xd, 0x1e98220b, 0, 7, 0, 0, 0, AMD, 0x00600f12},
     WESTMERE " avx" PREFERS,
     "portable",
     "portable",
     "x86_ssse3",
     "x86_aesni"},
    {"AMD Athlon 5350 (Kabini)",
     {0xd, 0x3ed8220b, 0x00000008, 7, 0, 0, 0, AMD, 0x00700f01},
     WESTMERE " avx bmi1" PREFERS,
     "portable",
     "portable",
     "x86_ssse3",
     "x86_aesni"},
    {"Intel Core i7-4712HQ (Haswell)",
     {0xd, 0x7fdafbbf, 0x000027ab, 7, 0, 0, 0, INTEL, 0x000306c3},
     HASWELL PREFERS,
     "x86_avx2",
     "x86_avx2",
     "x86_avx2",
     "x86_aesni"},
    {"Intel Core i7-4712HQ, system without ymm",
     {0xd, 0x7fdafbbf, 0x000027ab, 3, 0, 0, 0, INTEL, 0x000306c3},
     WESTMERE " bmi1 bmi2" PREFERS,
     "portable",
     "portable",
     "x86_ssse3",
     "x86_aesni"},
    {"Intel Core i7-6500U (Skylake)",
     {0x16, 0x7ffafbbf, 0x029c67af, 0x1f, 0, 0, 0, INTEL, 0x000406e3},
     HASWELL PREFERS,
     "x86_avx2",
     "x86_avx2",
     "x86_avx2",
     "x86_aesni"},
    {"AMD Ryzen 7 1800X (Summit Ridge)",
     {0xd, 0x7ed8320b, 0x209c01a9, 7, 0, 0, 0, AMD, 0x00800f11},
     HASWELL PREFERS,
     "x86_avx2",
     "x86_avx2",
     "x86_avx2",
     "x86_aesni"},
    {"AMD EPYC (Zen 3) in a virtual machine",
     {0xd, 0xfffa3203, 0x219c07ab, 7, 0x00400684, 0, 0, AMD, 0x00a00f11},
     ZEN_3 PREFERS,
     "x86_avx2",
     "x86_avx2",
     "x86_avx2",
     "x86_vaes_avx2"},
    {"Intel Core i3-12100 (Alder Lake)",
     {0x20, 0x7ffafbbf, 0x239c27eb, 0x207, 0x98c007ac, 1, 0x00400810, INTEL, 0x00090675},
     ZEN_3 PREFERS,
     "x86_avx2",
     "x86_avx2",
     "x86_avx2",
     "x86_vaes_avx2"},
    {"Intel Xeon Gold 6148 (Skylake-SP)",
     {0x16, 0x7ffefbff, 0xd39ffffb, 0x2ff, 0x00000008, 0, 0, INTEL, 0x00050654},
     SKYLAKE_X " prefers_lanes",
     "x86_avx512",
     "x86_avx2",
     "x86_avx2",
     "x86_aesni"},
    {"Intel Xeon Gold 6148, system without zmm",
     {0x16, 0x7ffefbff, 0xd39ffffb, 0x07, 0x00000008, 0, 0, INTEL, 0x00050654},
     HASWELL " prefers_lanes",
     "x86_avx2",
     "x86_avx2",
     "x86_avx2",
     "x86_aesni"},
    {"Intel Core i7-1065G7 (Ice Lake)",
     {0x1b, 0x7ffafbbf, 0xf2bf27ef, 0x2e7, 0x40405f4e, 0, 0, INTEL, 0x000706e5},
     ICELAKE " prefers_lanes",
     "x86_avx512",
     "x86_avx2",
     "x86_avx2",
     "x86_vaes_avx2"},
    {"Intel Xeon Platinum 8480 (Sapphire Rapids)",
     {0x20, 0x7ffefbff, 0xf3bfbffb, 0x602e7, 0xfb417ffe, 1, 0x00001c30, INTEL, 0x000806f8},
     ICELAKE PREFERS,
     "x86_avx512",
     "x86_avx512",
     "x86_avx512ifma",
     "x86_vaes_avx512"},
    {"AMD Ryzen 9 7950X (Zen 4)",
     {0x10, 0x7ef8320b, 0xf1bf97a9, 0x2e7, 0x00405fce, 1, 0x00000020, AMD, 0x00a60f12},
     ICELAKE PREFERS,
     "x86_avx512",
     "x86_avx512",
     "x86_avx512ifma",
     "x86_vaes_avx512"},
    {"a CPU like Lunar Lake: SHA-512 instructions, no AVX-512",
     {0x23, 0x7ffafbbf, 0x239c27eb, 0x207, 0x98c007ac, 1, 0x00400811, INTEL, 0x000b06d1},
     ZEN_3 " sha512 prefers_512",
     "x86_sha512",
     "portable",
     "x86_avx2",
     "x86_vaes_avx2"}};

static void case_recorded(void)
{
    size_t i;

    for (i = 0; i < COUNT(x86_cpus); i++) {
        const x86_cpu *cpu = &x86_cpus[i];
        uint32_t bits = cpu_x86(&cpu->reading);

        test_case("%s", cpu->name);
        CHECK(bits == select_bits(cpu->features), "bits %08lx, not those of %s",
              (unsigned long)bits, cpu->features);
        select_row(cpu->name, FILESEC_SHA512, cpu->sha512, bits);
        select_row(cpu->name, FILESEC_SHA512_MANY, cpu->sha512_many, bits);
        select_row(cpu->name, FILESEC_CHACHA20POLY1305, cpu->chacha20poly1305, bits);
        select_row(cpu->name, FILESEC_AES256GCM, cpu->aes256gcm, bits);
    }
}

/* ---- readings that lie ------------------------------------------------------------------- */

/* A reading of which every word but the first, XCR0 and the name is the same. */
static uint32_t cpu_uniform(uint32_t max_leaf, uint32_t word, uint32_t xcr0)
{
    x86_reading r = {0, 0, 0, 0, 0, 0, 0, 0, 0};

    r.max_leaf = max_leaf;
    r.leaf1_ecx = r.leaf7_ebx = r.leaf7_ecx = r.leaf7_max = r.leaf7_1_eax = word;
    r.xcr0 = xcr0;
    return cpu_x86(&r);
}

#define EVERYTHING ICELAKE " sha512 prefers_512"

static void case_hostile(void)
{
    const uint32_t ones = 0xffffffff;
    x86_reading full = {7, ones, ones, ones, ones, ones, ones, 0, 0}, r;
    uint32_t none = select_bits(PREFERS), all = select_bits(EVERYTHING), low, xcr0, leaf;
    uint32_t zmm = select_bits("avx512f avx512vl avx512bw avx512dq avx512ifma");
    uint32_t ymm = select_bits("avx avx2 vaes vpclmul sha512") | zmm;

    test_case("hostile readings");
    low = select_bits(WESTMERE " bmi1 bmi2" PREFERS);
    CHECK(cpu_uniform(7, ones, ones) == all, "everything");
    CHECK(cpu_uniform(0, 0, 0) == none, "nothing");
    CHECK(cpu_uniform(0, ones, ones) == none, "only leaf 0, the rest is garbage");
    CHECK(cpu_uniform(7, 0, ones) == none, "only XCR0");
    for (leaf = 1; leaf < 7; leaf++)
        CHECK(cpu_uniform(leaf, ones, ones) == select_bits(WESTMERE " avx" PREFERS),
              "leaf 7 is garbage: the last is %lu", (unsigned long)leaf);
    CHECK(cpu_uniform(0x80000000, ones, ones) == all, "a large last leaf");
    for (xcr0 = 0; xcr0 < 256; xcr0++) {
        uint32_t bits = cpu_uniform(7, ones, xcr0);

        CHECK(((bits & ymm & ~zmm) != 0) == ((xcr0 & 6) == 6), "XCR0 %lu", (unsigned long)xcr0);
        CHECK(((bits & zmm) != 0) == ((xcr0 & 0xe6) == 0xe6), "XCR0 %lu", (unsigned long)xcr0);
        CHECK((bits & ~ymm & ~none) == (low & ~none), "the rest");
    }
    r = full;
    r.leaf1_ecx = ~(UINT32_C(1) << 27);
    CHECK(cpu_x86(&r) == low, "AVX2 without OSXSAVE");
    r.leaf1_ecx = ~(UINT32_C(1) << 28);
    CHECK(cpu_x86(&r) == low, "AVX2 without AVX");
    r = full;
    r.leaf7_max = 0;
    CHECK(cpu_x86(&r) == select_bits(ICELAKE PREFERS), "leaf 7, sub-leaf 1 is garbage");
    r = full;
    r.leaf7_ebx = ~(UINT32_C(1) << 16);
    CHECK((cpu_x86(&r) & zmm) == 0, "AVX-512 without its foundation");
}

/* Who lowers the clock: by vendor, family and model, extended model included. */
static void case_clock(void)
{
    static const struct {
        uint32_t vendor, signature;
        int slow;
    } cpus[] = {{INTEL, 0x00050654, 1}, {INTEL, 0x0005065b, 1}, {INTEL, 0x000606a6, 1},
                {INTEL, 0x000706e5, 1}, {INTEL, 0x000806c1, 1}, {INTEL, 0x000806d1, 1},
                {INTEL, 0x000806f8, 0}, {INTEL, 0x000a0671, 0}, {INTEL, 0x00150654, 1},
                {INTEL, 0x00050754, 0}, {AMD, 0x00050654, 0},   {0, 0x00050654, 0},
                {INTEL, 0x00040654, 0}, {AMD, 0x00a60f12, 0}};
    size_t i;

    test_case("512-bit registers and the clock");
    for (i = 0; i < COUNT(cpus); i++) {
        x86_reading r = {7, 0xffffffff, 0xffffffff, 0xff, 0, 0, 0, 0, 0};

        r.leaf0_ebx = cpus[i].vendor;
        r.leaf1_eax = cpus[i].signature;
#ifdef __APPLE__
        CHECK((cpu_x86(&r) & select_bits("prefers_512")) == 0, "macOS");
#else
        CHECK(((cpu_x86(&r) & select_bits("prefers_512")) == 0) == cpus[i].slow, "%08lx %08lx",
              (unsigned long)cpus[i].vendor, (unsigned long)cpus[i].signature);
#endif
    }
}

/* Each raw bit alone, over readings where everything else is there or nothing is. */
static void case_single_bits(void)
{
    static const struct {
        const char *name;
        int word; /* leaf 1 ECX, leaf 7 EBX, leaf 7 ECX, leaf 7.1 EAX */
        unsigned position;
    } raw[] = {{"pclmul", 0, 1},    {"ssse3", 0, 9},       {"sse41", 0, 19},
               {"aes", 0, 25},      {"bmi1", 1, 3},        {"avx2", 1, 5},
               {"bmi2", 1, 8},      {"vaes", 2, 9},        {"vpclmul", 2, 10},
               {"avx512dq", 1, 17}, {"avx512ifma", 1, 21}, {"sha512", 3, 0},
               {"avx512bw", 1, 30}, {"avx512vl", 1, 31}};
    const uint32_t ones = 0xffffffff, avx = UINT32_C(3) << 27, foundation = UINT32_C(1) << 16;
    uint32_t all = select_bits(EVERYTHING), lanes = select_bits("prefers_lanes");
    size_t i;

    test_case("each bit alone, and all but each");
    for (i = 0; i < COUNT(raw); i++) {
        uint32_t mine = select_bits(raw[i].name), words[4] = {0, 0, 0, 0};
        x86_reading one = {7, avx, foundation, 0xe7, 0, 1, 0, 0, 0};
        x86_reading rest = {7, ones, ones, 0xe7, ones, 1, ones, 0, 0};

        words[raw[i].word] = UINT32_C(1) << raw[i].position;
        one.leaf1_ecx |= words[0], one.leaf7_ebx |= words[1], one.leaf7_ecx |= words[2];
        one.leaf7_1_eax |= words[3];
        rest.leaf1_ecx &= ~words[0], rest.leaf7_ebx &= ~words[1], rest.leaf7_ecx &= ~words[2];
        rest.leaf7_1_eax &= ~words[3];
        CHECK((cpu_x86(&one) & ~lanes) == (mine | select_bits("avx avx512f prefers_512")),
              "%s alone", raw[i].name);
        CHECK((cpu_x86(&rest) & ~lanes) == (all & ~mine), "all but %s", raw[i].name);
        CHECK(((cpu_x86(&rest) & lanes) != 0) == (raw[i].word == 3), "%s", raw[i].name);
    }
}

void select_x86(void)
{
    case_recorded();
    case_hostile();
    case_clock();
    case_single_bits();
}
