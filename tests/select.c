/* SPDX-License-Identifier: 0BSD */
/*
 * tests/select.c: from raw readings of a CPU to feature bits, and from bits to a row
 *
 * Both are pure functions, so readings of other machines, and readings that no machine gives,
 * are tested on any machine.
 */
#include "paths.h"
#include "suites.h"
#include "support.h"
#include <string.h>

/* Bits out of a list of names like "ssse3 aes". */
static uint32_t bits_of(const char *names)
{
    uint32_t bits = 0;

    while (*(names += strspn(names, " ")) != '\0') {
        size_t len = strcspn(names, " "), i;

        for (i = 0; i < cpu_bit_count; i++)
            if (strlen(cpu_bits[i].name) == len && memcmp(cpu_bits[i].name, names, len) == 0)
                break;
        CHECK(i < cpu_bit_count, "no feature is called %.*s", (int)len, names);
        bits |= i < cpu_bit_count ? cpu_bits[i].bit : 0;
        names += len;
    }
    return bits;
}

/* ---- recorded readings ------------------------------------------------------------------ */

/* Leaf 0 EAX, leaf 1 ECX, leaf 7 EBX as published for these CPUs, XCR0 as their systems set it,
   leaf 7 ECX; then the row of each table that must be taken, if the build has a row of that
   name. */
typedef struct x86_cpu {
    const char *name;
    uint32_t max_leaf, leaf1_ecx, leaf7_ebx, xcr0, leaf7_ecx;
    const char *features, *sha512, *chacha20poly1305, *aes256gcm;
} x86_cpu;

#define WESTMERE "ssse3 sse41 aes pclmul"
#define HASWELL "ssse3 sse41 aes pclmul avx avx2 bmi1 bmi2"
#define ZEN_3 HASWELL " vaes vpclmul"

static const x86_cpu x86_cpus[] = {
    {"AMD Phenom II X4 940", 0x5, 0x00802009, 0, 0, 0, "", "portable", "portable64",
     "portable"},
    {"Intel Core i7-920 (Bloomfield)", 0xb, 0x0098e3bd, 0, 0, 0, "ssse3 sse41", "portable",
     "x86_ssse3", "portable"},
    {"Intel Core i7 X 980 (Gulftown)", 0xb, 0x029ae3bf, 0, 0, 0, WESTMERE, "portable",
     "x86_ssse3", "x86_aesni"},
    {"Intel Sandy Bridge 206A6", 0xd, 0x1f9ae3bf, 0, 7, 0, WESTMERE " avx", "portable",
     "x86_ssse3", "x86_aesni"},
    {"Intel Sandy Bridge 206A6, system without XSAVE", 0xd, 0x179ae3bf, 0, 0, 0, WESTMERE,
     "portable", "x86_ssse3", "x86_aesni"},
    {"AMD FX-8150 (Zambezi)", 0xd, 0x1e98220b, 0, 7, 0, WESTMERE " avx", "portable",
     "x86_ssse3", "x86_aesni"},
    {"AMD Athlon 5350 (Kabini)", 0xd, 0x3ed8220b, 0x00000008, 7, 0, WESTMERE " avx bmi1",
     "portable", "x86_ssse3", "x86_aesni"},
    {"Intel Core i7-4712HQ (Haswell)", 0xd, 0x7fdafbbf, 0x000027ab, 7, 0, HASWELL, "x86_avx2",
     "x86_avx2", "x86_aesni"},
    {"Intel Core i7-4712HQ, system without ymm", 0xd, 0x7fdafbbf, 0x000027ab, 3, 0,
     WESTMERE " bmi1 bmi2", "portable", "x86_ssse3", "x86_aesni"},
    {"Intel Core i7-6500U (Skylake)", 0x16, 0x7ffafbbf, 0x029c67af, 0x1f, 0, HASWELL,
     "x86_avx2", "x86_avx2", "x86_aesni"},
    {"AMD Ryzen 7 1800X (Summit Ridge)", 0xd, 0x7ed8320b, 0x209c01a9, 7, 0, HASWELL, "x86_avx2",
     "x86_avx2", "x86_aesni"},
    {"AMD EPYC (Zen 3) in a virtual machine", 0xd, 0xfffa3203, 0x219c07ab, 7, 0x00400684, ZEN_3,
     "x86_avx2", "x86_avx2", "x86_vaes_avx2"},
    {"Intel Core i3-12100 (Alder Lake)", 0x20, 0x7ffafbbf, 0x239c27eb, 0x207, 0x98c007ac, ZEN_3,
     "x86_avx2", "x86_avx2", "x86_vaes_avx2"},
    {"AMD EPYC (Zen 3), system without ymm", 0xd, 0xfffa3203, 0x219c07ab, 3, 0x00400684,
     WESTMERE " bmi1 bmi2", "portable", "x86_ssse3", "x86_aesni"}};

/* Row i of p is the one called name, or the build has none of that name. */
static void check_row(const x86_cpu *cpu, filesec_primitive p, const char *name, uint32_t bits)
{
    size_t i, count = filesec_path_count(p), picked;

    for (i = 0; i < count && strcmp(filesec_path_name(p, i), name) != 0; i++)
        continue;
    if (i == count)
        return;
    picked = row_pick(p, bits);
    CHECK(picked == i, "%s: %s takes %s, not %s", cpu->name, filesec_primitive_name(p),
          filesec_path_name(p, picked), name);
}

static void case_recorded(void)
{
    size_t i;

    for (i = 0; i < COUNT(x86_cpus); i++) {
        const x86_cpu *cpu = &x86_cpus[i];
        uint32_t bits =
            cpu_x86(cpu->max_leaf, cpu->leaf1_ecx, cpu->leaf7_ebx, cpu->xcr0, cpu->leaf7_ecx);

        test_case("%s", cpu->name);
        CHECK(bits == bits_of(cpu->features), "bits %08lx, not those of %s",
              (unsigned long)bits, cpu->features);
        check_row(cpu, FILESEC_SHA512, cpu->sha512, bits);
        check_row(cpu, FILESEC_SHA512_MANY, cpu->sha512, bits);
        check_row(cpu, FILESEC_CHACHA20POLY1305, cpu->chacha20poly1305, bits);
        check_row(cpu, FILESEC_AES256GCM, cpu->aes256gcm, bits);
    }
}

/* Words of the Features line of /proc/cpuinfo: AT_HWCAP bits, asm/hwcap.h of Linux. */
static uint64_t hwcap_of(const char *words)
{
    static const char *const names[] = {
        "fp",      "asimd", "evtstrm", "aes",   "pmull",    "sha1",   "sha2", "crc32",
        "atomics", "fphp",  "asimdhp", "cpuid", "asimdrdm", "jscvt",  "fcma", "lrcpc",
        "dcpop",   "sha3",  "sm3",     "sm4",   "asimddp",  "sha512", "sve",  "asimdfhm"};
    uint64_t hwcap = 0;

    while (*(words += strspn(words, " ")) != '\0') {
        size_t len = strcspn(words, " "), i;

        for (i = 0; i < COUNT(names); i++)
            if (strlen(names[i]) == len && memcmp(names[i], words, len) == 0)
                hwcap |= UINT64_C(1) << i;
        words += len;
    }
    return hwcap;
}

static void case_arm(void)
{
    static const char *const cpus[][3] = {
        {"Cortex-A53 without cryptography", "fp asimd evtstrm crc32 cpuid", "arm_neon"},
        {"Cortex-A72", "fp asimd evtstrm aes pmull sha1 sha2 crc32 cpuid",
         "arm_neon arm_aes arm_pmull"},
        {"Neoverse N1",
         "fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm lrcpc "
         "dcpop asimddp",
         "arm_neon arm_aes arm_pmull"},
        {"Neoverse V1",
         "fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm jscvt "
         "fcma lrcpc dcpop sha3 sm3 sm4 asimddp sha512 sve asimdfhm",
         "arm_neon arm_aes arm_pmull arm_sha512"},
        {"AES without PMULL", "fp asimd aes", "arm_neon arm_aes"},
        {"PMULL without AES", "fp asimd pmull", "arm_neon arm_pmull"},
        {"no vector unit, the rest claimed", "fp aes pmull sha3 sha512 sve", ""},
        {"nothing", "", ""}};
    size_t i;

    for (i = 0; i < COUNT(cpus); i++) {
        uint32_t bits = cpu_arm(hwcap_of(cpus[i][1]));

        test_case("ARM: %s", cpus[i][0]);
        CHECK(bits == bits_of(cpus[i][2]), "bits %08lx, not those of %s", (unsigned long)bits,
              cpus[i][2]);
    }
    test_case("ARM: bits above those known");
    CHECK(cpu_arm(~(UINT64_C(1) << 1)) == 0, "all but asimd");
    CHECK(cpu_arm(UINT64_MAX) == bits_of("arm_neon arm_aes arm_pmull arm_sha512"), "all");
    CHECK(cpu_arm(UINT64_C(0xffffffff00000002)) == bits_of("arm_neon"), "high ones");
}

/* ---- readings that lie ------------------------------------------------------------------- */

static void case_hostile(void)
{
    const uint32_t ones = 0xffffffff, no_osxsave = ~(UINT32_C(1) << 27),
                   no_avx = ~(UINT32_C(1) << 28);
    uint32_t all = bits_of(ZEN_3), ymm = bits_of("avx avx2 vaes vpclmul"), xcr0, leaf;

    test_case("hostile readings");
    CHECK(cpu_x86(7, ones, ones, ones, ones) == all, "everything");
    CHECK(cpu_x86(0, 0, 0, 0, 0) == 0, "nothing");
    CHECK(cpu_x86(0, ones, ones, ones, ones) == 0, "only leaf 0, the rest is garbage");
    CHECK(cpu_x86(7, 0, 0, ones, 0) == 0, "only XCR0");
    for (leaf = 1; leaf < 7; leaf++)
        CHECK(cpu_x86(leaf, ones, ones, ones, ones) == bits_of(WESTMERE " avx"),
              "leaf 7 is garbage: the last is %lu", (unsigned long)leaf);
    CHECK(cpu_x86(0x80000000, ones, ones, ones, ones) == all, "a large last leaf");
    for (xcr0 = 0; xcr0 < 8; xcr0++) {
        uint32_t bits = cpu_x86(7, ones, ones, xcr0, ones);

        CHECK(((bits & ymm) != 0) == ((xcr0 & 6) == 6), "XCR0 %lu", (unsigned long)xcr0);
        CHECK((bits & ~ymm) == bits_of(WESTMERE " bmi1 bmi2"), "the rest");
    }
    CHECK(cpu_x86(7, no_osxsave, ones, ones, ones) == bits_of(WESTMERE " bmi1 bmi2"),
          "AVX2 without OSXSAVE");
    CHECK(cpu_x86(7, no_avx, ones, ones, ones) == bits_of(WESTMERE " bmi1 bmi2"),
          "AVX2 without AVX");
    CHECK(cpu_x86(7, ones, ~(UINT32_C(1) << 5), ones, ones) ==
              bits_of(WESTMERE " avx bmi1 bmi2 vaes vpclmul"),
          "AVX without AVX2");
}

/* Each raw bit alone, over readings where everything else is there or nothing is. */
static void case_single_bits(void)
{
    static const struct {
        const char *name;
        int word; /* leaf 1 ECX, leaf 7 EBX, leaf 7 ECX */
        unsigned position;
    } raw[] = {{"pclmul", 0, 1}, {"ssse3", 0, 9}, {"sse41", 0, 19},
               {"aes", 0, 25},   {"bmi1", 1, 3},  {"avx2", 1, 5},
               {"bmi2", 1, 8},   {"vaes", 2, 9},  {"vpclmul", 2, 10}};
    const uint32_t ones = 0xffffffff, avx = UINT32_C(3) << 27;
    uint32_t all = bits_of(ZEN_3);
    size_t i;

    test_case("each bit alone, and all but each");
    for (i = 0; i < COUNT(raw); i++) {
        uint32_t bit = UINT32_C(1) << raw[i].position, mine = bits_of(raw[i].name);
        uint32_t ecx = raw[i].word == 0 ? bit : 0, ebx = raw[i].word == 1 ? bit : 0;
        uint32_t ecx7 = raw[i].word == 2 ? bit : 0;

        CHECK(cpu_x86(7, ecx | avx, ebx, 7, ecx7) == (mine | bits_of("avx")), "%s alone",
              raw[i].name);
        CHECK(cpu_x86(7, ones & ~ecx, ones & ~ebx, 7, ones & ~ecx7) == (all & ~mine),
              "all but %s", raw[i].name);
    }
}

/* ---- pick -------------------------------------------------------------------------------- */

/* For every subset of the bits that a table mentions: the first row that they allow. */
static void case_pick(filesec_primitive p)
{
    size_t count = filesec_path_count(p), i, n = 0, subset;
    uint32_t used[32], all = 0;

    if (count == 0)
        return;
    test_case("pick: %s, every subset of its bits", filesec_primitive_name(p));
    for (i = 0; i < count; i++)
        all |= row_needs(p, i);
    for (i = 0; i < 32; i++)
        if ((all >> i & 1) != 0)
            used[n++] = UINT32_C(1) << i;
    CHECK(row_needs(p, count - 1) == 0, "the last row needs something");
    CHECK(strcmp(filesec_path_name(p, count - 1), "portable") == 0, "the last row's name");
    for (subset = 0; subset < (size_t)1 << n; subset++) {
        uint32_t bits = 0, noise = ~all;
        size_t picked;

        for (i = 0; i < n; i++)
            bits |= (subset >> i & 1) != 0 ? used[i] : 0;
        picked = row_pick(p, bits);
        CHECK(picked < count && (row_needs(p, picked) & ~bits) == 0,
              "%08lx: row %lu cannot run", (unsigned long)bits, (unsigned long)picked);
        for (i = 0; i < picked; i++)
            CHECK((row_needs(p, i) & ~bits) != 0, "%08lx: row %lu is better than %lu",
                  (unsigned long)bits, (unsigned long)i, (unsigned long)picked);
        CHECK(row_pick(p, bits | noise) == picked, "%08lx: other bits matter",
              (unsigned long)bits);
    }
}

void suite_select(void)
{
    int p;

    test_section("select");
    case_recorded();
    case_arm();
    case_hostile();
    case_single_bits();
    for (p = 0; p < (int)FILESEC_PRIMITIVE_COUNT; p++)
        case_pick((filesec_primitive)p);
    test_end();
}
