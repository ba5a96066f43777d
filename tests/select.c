/* SPDX-License-Identifier: 0BSD */
/*
 * tests/select.c: from feature bits to a row, and from AT_HWCAP to feature bits
 *
 * Both are pure functions, so readings of other machines, and readings that no machine gives,
 * are tested on any machine.
 */
#include "select.h"
#include "suites.h"
#include <string.h>

uint32_t select_bits(const char *names)
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

void select_row(const char *cpu, filesec_primitive p, const char *name, uint32_t bits)
{
    size_t i, count = filesec_path_count(p), picked;

    for (i = 0; i < count && strcmp(filesec_path_name(p, i), name) != 0; i++)
        continue;
    if (i == count)
        return;
    picked = row_pick(p, bits);
    CHECK(picked == i, "%s: %s takes %s, not %s", cpu, filesec_primitive_name(p),
          filesec_path_name(p, picked), name);
}

/* ---- features that do not imply each other ---------------------------------------------- */

/* What each table takes from a set of features; the sets are such that a table which takes one
   feature for another, or forgets one, is wrong for one of them. */
static const struct {
    const char *features, *sha512, *sha512_many, *chacha20poly1305, *aes256gcm;
} algebra[] = {
    {"ssse3", "portable", "portable", "x86_ssse3", "portable"},
    {"ssse3 sse41 aes", "portable", "portable", "x86_ssse3", "portable"},
    {"ssse3 sse41 pclmul", "portable", "portable", "x86_ssse3", "portable"},
    {"sse41 aes pclmul", "portable", "portable", "portable64", "portable"},
    {WESTMERE, "portable", "portable", "x86_ssse3", "x86_aesni"},
    {"ssse3 avx avx2", "portable", "portable", "x86_ssse3", "portable"},
    {"ssse3 avx avx2 bmi1", "portable", "portable", "x86_ssse3", "portable"},
    {"ssse3 avx avx2 bmi2", "portable", "portable", "x86_ssse3", "portable"},
    {"ssse3 avx avx2 bmi1 bmi2", "x86_avx2", "x86_avx2", "x86_avx2", "portable"},
    {HASWELL " vaes", "x86_avx2", "x86_avx2", "x86_avx2", "x86_aesni"},
    {HASWELL " vpclmul", "x86_avx2", "x86_avx2", "x86_avx2", "x86_aesni"},
    {ZEN_3, "x86_avx2", "x86_avx2", "x86_avx2", "x86_vaes_avx2"},
    {WESTMERE " avx vaes vpclmul", "portable", "portable", "x86_ssse3", "x86_aesni"},
    {HASWELL " avx512f", "x86_avx2", "x86_avx2", "x86_avx2", "x86_aesni"},
    {HASWELL " avx512f avx512bw avx512dq", "x86_avx2", "x86_avx2", "x86_avx2", "x86_aesni"},
    {HASWELL " avx512f avx512vl avx512dq", "x86_avx2", "x86_avx2", "x86_avx2", "x86_aesni"},
    {HASWELL " avx512f avx512vl avx512bw", "x86_avx2", "x86_avx2", "x86_avx2", "x86_aesni"},
    {HASWELL " avx512vl avx512bw avx512dq", "x86_avx2", "x86_avx2", "x86_avx2", "x86_aesni"},
    {SKYLAKE_X, "x86_avx512", "x86_avx512", "x86_avx512", "x86_aesni"},
    {SKYLAKE_X " vaes", "x86_avx512", "x86_avx512", "x86_avx512", "x86_aesni"},
    {SKYLAKE_X " vpclmul", "x86_avx512", "x86_avx512", "x86_avx512", "x86_aesni"},
    {SKYLAKE_X " vaes vpclmul", "x86_avx512", "x86_avx512", "x86_avx512", "x86_vaes_avx512"},
    {SKYLAKE_X " avx512ifma", "x86_avx512", "x86_avx512", "x86_avx512ifma", "x86_aesni"},
    {ZEN_3 " avx512f avx512ifma", "x86_avx2", "x86_avx2", "x86_avx2", "x86_vaes_avx2"},
    {ICELAKE, "x86_avx512", "x86_avx512", "x86_avx512ifma", "x86_vaes_avx512"},
    {"avx avx2 sha512", "x86_sha512", "portable", "portable64", "portable"},
    {"sha512", "portable", "portable", "portable64", "portable"},
    {ICELAKE " sha512", "x86_sha512", "x86_avx512", "x86_avx512ifma", "x86_vaes_avx512"}};

static void case_algebra(void)
{
    size_t i;

    for (i = 0; i < COUNT(algebra); i++) {
        uint32_t bits = select_bits(algebra[i].features) | preferences();

        if (strstr(algebra[i].features, "sha512") != NULL)
            bits &= ~select_bits("prefers_lanes");
        test_case("%s", algebra[i].features);
        select_row(algebra[i].features, FILESEC_SHA512, algebra[i].sha512, bits);
        select_row(algebra[i].features, FILESEC_SHA512_MANY, algebra[i].sha512_many, bits);
        select_row(algebra[i].features, FILESEC_CHACHA20POLY1305, algebra[i].chacha20poly1305,
                   bits);
        select_row(algebra[i].features, FILESEC_AES256GCM, algebra[i].aes256gcm, bits);
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
         "arm_neon arm_aes arm_pmull arm_sha3 arm_sha512"},
        {"AES without PMULL", "fp asimd aes", "arm_neon arm_aes"},
        {"PMULL without AES", "fp asimd pmull", "arm_neon arm_pmull"},
        {"no vector unit, the rest claimed", "fp aes pmull sha3 sha512 sve", ""},
        {"nothing", "", ""}};
    size_t i;

    for (i = 0; i < COUNT(cpus); i++) {
        uint32_t bits = cpu_arm(hwcap_of(cpus[i][1]));

        test_case("ARM: %s", cpus[i][0]);
        CHECK(bits == select_bits(cpus[i][2]), "bits %08lx, not those of %s",
              (unsigned long)bits, cpus[i][2]);
    }
    test_case("ARM: bits above those known");
    CHECK(cpu_arm(~(UINT64_C(1) << 1)) == 0, "all but asimd");
    CHECK(cpu_arm(UINT64_MAX) == select_bits("arm_neon arm_aes arm_pmull arm_sha3 arm_sha512"),
          "all");
    CHECK(cpu_arm(UINT64_C(0xffffffff00000002)) == select_bits("arm_neon"), "high ones");
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
    select_x86();
    select_probe();
    case_algebra();
    case_arm();
    for (p = 0; p < (int)FILESEC_PRIMITIVE_COUNT; p++)
        case_pick((filesec_primitive)p);
    test_end();
}
