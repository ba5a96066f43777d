/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/system.h"
/*
 * core/cpu.h: what the running CPU and its operating system offer, as one word of bits
 *
 * Raw readings go in, bits come out: the two functions filesec__cpu_x86_bits and
 * filesec__cpu_arm_bits are pure and always compiled, so tests feed them readings of other
 * machines and hostile ones. Below them stands the probing, which only reads.
 */
#define FILESEC__CPU_SSSE3 (UINT32_C(1) << 0)
#define FILESEC__CPU_SSE41 (UINT32_C(1) << 1)
#define FILESEC__CPU_AES (UINT32_C(1) << 2)
#define FILESEC__CPU_PCLMUL (UINT32_C(1) << 3)
#define FILESEC__CPU_AVX (UINT32_C(1) << 4)
#define FILESEC__CPU_AVX2 (UINT32_C(1) << 5)
#define FILESEC__CPU_BMI1 (UINT32_C(1) << 6)
#define FILESEC__CPU_BMI2 (UINT32_C(1) << 7)
#define FILESEC__CPU_SSE2 (UINT32_C(1) << 8)
#define FILESEC__CPU_VAES (UINT32_C(1) << 9)     /* on 256 bits */
#define FILESEC__CPU_VPCLMUL (UINT32_C(1) << 10) /* on 256 bits */
#define FILESEC__CPU_AVX512F (UINT32_C(1) << 11)
#define FILESEC__CPU_AVX512VL (UINT32_C(1) << 12)
#define FILESEC__CPU_AVX512BW (UINT32_C(1) << 13)
#define FILESEC__CPU_AVX512DQ (UINT32_C(1) << 14)
#define FILESEC__CPU_AVX512IFMA (UINT32_C(1) << 15)
#define FILESEC__CPU_SHA512 (UINT32_C(1) << 16)
#define FILESEC__CPU_ARM_NEON (UINT32_C(1) << 24)
#define FILESEC__CPU_ARM_AES (UINT32_C(1) << 25)
#define FILESEC__CPU_ARM_PMULL (UINT32_C(1) << 26)
#define FILESEC__CPU_ARM_SHA512 (UINT32_C(1) << 27)
#define FILESEC__CPU_ARM_SHA3 (UINT32_C(1) << 28)

/* Not what a CPU can do but what is wise on it: a row that names such a bit among its needs is
   not chosen by itself where the bit is missing, yet it runs there. */
#define FILESEC__CPU_PREFERS_512 (UINT32_C(1) << 30)   /* 512-bit work costs no clock */
#define FILESEC__CPU_PREFERS_LANES (UINT32_C(1) << 31) /* no SHA-512 instructions */
#define FILESEC__CPU_PREFERENCES (FILESEC__CPU_PREFERS_512 | FILESEC__CPU_PREFERS_LANES)

/* What the instructions of a tier need: the last column of most rows. */
#define FILESEC__NEEDS_X86_SSE2 FILESEC__CPU_SSE2
#define FILESEC__NEEDS_X86_SSSE3 FILESEC__CPU_SSSE3
#define FILESEC__NEEDS_X86_AESNI                                                               \
    (FILESEC__CPU_SSSE3 | FILESEC__CPU_SSE41 | FILESEC__CPU_AES | FILESEC__CPU_PCLMUL)
#define FILESEC__NEEDS_X86_AVX2 (FILESEC__CPU_AVX2 | FILESEC__CPU_BMI1 | FILESEC__CPU_BMI2)
#define FILESEC__NEEDS_X86_VAES_AVX2                                                           \
    (FILESEC__NEEDS_X86_AESNI | FILESEC__NEEDS_X86_AVX2 | FILESEC__CPU_VAES |                  \
     FILESEC__CPU_VPCLMUL)
#define FILESEC__NEEDS_X86_AVX512                                                              \
    (FILESEC__NEEDS_X86_AVX2 | FILESEC__CPU_AVX512F | FILESEC__CPU_AVX512VL |                  \
     FILESEC__CPU_AVX512BW | FILESEC__CPU_AVX512DQ)
#define FILESEC__NEEDS_X86_AVX512IFMA (FILESEC__NEEDS_X86_AVX512 | FILESEC__CPU_AVX512IFMA)
#define FILESEC__NEEDS_X86_VAES_AVX512                                                         \
    (FILESEC__NEEDS_X86_VAES_AVX2 | FILESEC__NEEDS_X86_AVX512)
#define FILESEC__NEEDS_X86_SHA512 (FILESEC__CPU_AVX2 | FILESEC__CPU_SHA512)
#define FILESEC__NEEDS_ARM_NEON FILESEC__CPU_ARM_NEON
#define FILESEC__NEEDS_ARM_AES                                                                 \
    (FILESEC__CPU_ARM_NEON | FILESEC__CPU_ARM_AES | FILESEC__CPU_ARM_PMULL)
#define FILESEC__NEEDS_ARM_AES_EOR3 (FILESEC__NEEDS_ARM_AES | FILESEC__CPU_ARM_SHA3)
#define FILESEC__NEEDS_ARM_SHA512 (FILESEC__CPU_ARM_NEON | FILESEC__CPU_ARM_SHA512)

/* What CPUID and XGETBV return. A leaf above max_leaf is left 0, XCR0 without OSXSAVE too. */
typedef struct filesec__cpu_x86_raw {
    uint32_t max_leaf;  /* leaf 0, EAX */
    uint32_t leaf1_ecx; /* leaf 1 */
    uint32_t leaf7_ebx; /* leaf 7, sub-leaf 0 */
    uint32_t xcr0;      /* XGETBV(0), low half */
    uint32_t leaf7_ecx; /* leaf 7, sub-leaf 0 */
    uint32_t leaf7_max; /* leaf 7, sub-leaf 0, EAX: its last sub-leaf */
    uint32_t leaf7_1_eax;
    uint32_t leaf0_ebx; /* the first four letters of the vendor */
    uint32_t leaf1_eax; /* family and model */
} filesec__cpu_x86_raw;

static inline uint32_t filesec__cpu_bit(uint32_t word, unsigned position, uint32_t bit)
{
    return (word >> position & 1) != 0 ? bit : 0;
}

/*
 * Does 512-bit work cost the rest of the program its clock? On Intel's Skylake-X, Ice Lake and
 * Tiger Lake it does. The list is that of the Linux kernel (arch/x86/crypto, "zmm exclusion").
 * macOS saves the upper registers only after a program has used them, so they are not for a
 * library.
 */
static inline uint32_t filesec__cpu_prefers_512(const filesec__cpu_x86_raw *raw)
{
#ifdef __APPLE__
    (void)raw;
    return 0;
#else
    static const unsigned char slow[] = {0x55, 0x6a, 0x6c, 0x7d, 0x7e, 0x8c, 0x8d, 0x9d};
    uint32_t family = raw->leaf1_eax >> 8 & 15;
    uint32_t model = (raw->leaf1_eax >> 4 & 15) | (raw->leaf1_eax >> 12 & 0xf0);
    size_t i;

    if (raw->leaf0_ebx == UINT32_C(0x756e6547) && family == 6) /* "Genu" */
        for (i = 0; i < sizeof slow; i++)
            if (slow[i] == model)
                return 0;
    return FILESEC__CPU_PREFERS_512;
#endif
}

/* Bit positions: Intel SDM volume 2A, CPUID; XCR0: volume 1, 13.3. */
static inline uint32_t filesec__cpu_x86_bits(const filesec__cpu_x86_raw *raw)
{
    uint32_t ecx = raw->max_leaf >= 1 ? raw->leaf1_ecx : 0;
    uint32_t ebx = raw->max_leaf >= 7 ? raw->leaf7_ebx : 0;
    uint32_t ecx7 = raw->max_leaf >= 7 ? raw->leaf7_ecx : 0;
    uint32_t eax71 = raw->max_leaf >= 7 && raw->leaf7_max >= 1 ? raw->leaf7_1_eax : 0;
    uint32_t bits = filesec__cpu_prefers_512(raw) | FILESEC__CPU_PREFERS_LANES;

    bits |= filesec__cpu_bit(ecx, 1, FILESEC__CPU_PCLMUL);
    bits |= filesec__cpu_bit(ecx, 9, FILESEC__CPU_SSSE3);
    bits |= filesec__cpu_bit(ecx, 19, FILESEC__CPU_SSE41);
    bits |= filesec__cpu_bit(ecx, 25, FILESEC__CPU_AES);
    bits |= filesec__cpu_bit(ebx, 3, FILESEC__CPU_BMI1);
    bits |= filesec__cpu_bit(ebx, 8, FILESEC__CPU_BMI2);

    /* ymm registers live only if the system saves them: OSXSAVE first, for without it XCR0
       says nothing; then XCR0 bit 1 (xmm) and bit 2 (upper halves of ymm). */
    if ((ecx >> 27 & 1) != 0 && (raw->xcr0 & 6) == 6 && (ecx >> 28 & 1) != 0) {
        bits |= FILESEC__CPU_AVX;
        bits |= filesec__cpu_bit(ebx, 5, FILESEC__CPU_AVX2);
        bits |= filesec__cpu_bit(ecx7, 9, FILESEC__CPU_VAES);
        bits |= filesec__cpu_bit(ecx7, 10, FILESEC__CPU_VPCLMUL);
        bits |= filesec__cpu_bit(eax71, 0, FILESEC__CPU_SHA512);
        if ((bits & FILESEC__CPU_SHA512) != 0)
            bits &= ~FILESEC__CPU_PREFERS_LANES;
        /* XCR0 bits 5, 6, 7: masks, upper halves of zmm0 to 15, zmm16 to 31. */
        if ((raw->xcr0 & 0xe0) == 0xe0 && (ebx >> 16 & 1) != 0) {
            bits |= FILESEC__CPU_AVX512F;
            bits |= filesec__cpu_bit(ebx, 17, FILESEC__CPU_AVX512DQ);
            bits |= filesec__cpu_bit(ebx, 21, FILESEC__CPU_AVX512IFMA);
            bits |= filesec__cpu_bit(ebx, 30, FILESEC__CPU_AVX512BW);
            bits |= filesec__cpu_bit(ebx, 31, FILESEC__CPU_AVX512VL);
        }
    }
    return bits;
}

/* AT_HWCAP of Linux, Android and the BSDs on AArch64: asm/hwcap.h. Other systems' answers are
   put into the same positions by the probing below. */
#define FILESEC__HWCAP_ASIMD (UINT64_C(1) << 1)
#define FILESEC__HWCAP_AES (UINT64_C(1) << 3)
#define FILESEC__HWCAP_PMULL (UINT64_C(1) << 4)
#define FILESEC__HWCAP_SHA3 (UINT64_C(1) << 17)
#define FILESEC__HWCAP_SHA512 (UINT64_C(1) << 21)

static inline uint32_t filesec__cpu_arm_bits(uint64_t hwcap)
{
    uint32_t bits = 0;

    if ((hwcap & FILESEC__HWCAP_ASIMD) == 0)
        return 0; /* the others work on the same registers */
    bits |= FILESEC__CPU_ARM_NEON;
    bits |= (hwcap & FILESEC__HWCAP_AES) != 0 ? FILESEC__CPU_ARM_AES : 0;
    bits |= (hwcap & FILESEC__HWCAP_PMULL) != 0 ? FILESEC__CPU_ARM_PMULL : 0;
    bits |= (hwcap & FILESEC__HWCAP_SHA3) != 0 ? FILESEC__CPU_ARM_SHA3 : 0;
    bits |= (hwcap & FILESEC__HWCAP_SHA512) != 0 ? FILESEC__CPU_ARM_SHA512 : 0;
    return bits;
}

#if FILESEC__X86
static inline void filesec__cpuid(uint32_t leaf, uint32_t subleaf, uint32_t out[4])
{
#if FILESEC__GNU
    __cpuid_count(leaf, subleaf, out[0], out[1], out[2], out[3]);
#else
    int r[4];
    __cpuidex(r, (int)leaf, (int)subleaf);
    memcpy(out, r, sizeof r);
#endif
}

/* XGETBV(0). Only after OSXSAVE was seen: elsewhere the instruction does not exist. */
static inline uint32_t filesec__xgetbv0(void)
{
#if FILESEC__GNU
    uint32_t lo, hi;
    __asm__ __volatile__("xgetbv" : "=a"(lo), "=d"(hi) : "c"(0));
    return lo;
#else
    return (uint32_t)_xgetbv(0);
#endif
}

static inline uint32_t filesec__cpu_probe(void)
{
    filesec__cpu_x86_raw raw;
    uint32_t r[4];

    memset(&raw, 0, sizeof raw);
    filesec__cpuid(0, 0, r);
    raw.max_leaf = r[0];
    raw.leaf0_ebx = r[1];
    if (raw.max_leaf >= 1) {
        filesec__cpuid(1, 0, r);
        raw.leaf1_eax = r[0];
        raw.leaf1_ecx = r[2];
        if ((r[2] >> 27 & 1) != 0)
            raw.xcr0 = filesec__xgetbv0();
    }
    if (raw.max_leaf >= 7) {
        filesec__cpuid(7, 0, r);
        raw.leaf7_max = r[0];
        raw.leaf7_ebx = r[1];
        raw.leaf7_ecx = r[2];
        if (raw.leaf7_max >= 1) {
            filesec__cpuid(7, 1, r);
            raw.leaf7_1_eax = r[0];
        }
    }
    return filesec__cpu_x86_bits(&raw) | FILESEC__CPU_SSE2; /* every x86-64 has it */
}
#elif FILESEC__ARM
#if defined(__APPLE__)
static inline uint64_t filesec__cpu_sysctl(const char *name, uint64_t bit)
{
    int value = 0;
    size_t len = sizeof value;
    return sysctlbyname(name, &value, &len, NULL, 0) == 0 && value != 0 ? bit : 0;
}
#endif

static inline uint32_t filesec__cpu_probe(void)
{
    uint64_t hwcap = FILESEC__HWCAP_ASIMD; /* the compiler's baseline has it: see the gate */
#if defined(__linux__) || defined(__ANDROID__)
    hwcap = (uint64_t)getauxval(AT_HWCAP);
#elif defined(__FreeBSD__) || defined(__OpenBSD__)
    unsigned long value = 0;
    if (elf_aux_info(AT_HWCAP, &value, (int)sizeof value) == 0)
        hwcap |= (uint64_t)value;
#elif defined(__APPLE__)
    hwcap |= filesec__cpu_sysctl("hw.optional.arm.FEAT_AES", FILESEC__HWCAP_AES);
    hwcap |= filesec__cpu_sysctl("hw.optional.arm.FEAT_PMULL", FILESEC__HWCAP_PMULL);
    hwcap |= filesec__cpu_sysctl("hw.optional.arm.FEAT_SHA3", FILESEC__HWCAP_SHA3);
    hwcap |= filesec__cpu_sysctl("hw.optional.arm.FEAT_SHA512", FILESEC__HWCAP_SHA512);
#else
#ifdef __ARM_FEATURE_AES /* bare metal: what the user promised the compiler */
    hwcap |= FILESEC__HWCAP_AES | FILESEC__HWCAP_PMULL;
#endif
#ifdef __ARM_FEATURE_SHA3
    hwcap |= FILESEC__HWCAP_SHA3;
#endif
#ifdef __ARM_FEATURE_SHA512
    hwcap |= FILESEC__HWCAP_SHA512;
#endif
#endif
    return filesec__cpu_arm_bits(hwcap);
}
#else
static inline uint32_t filesec__cpu_probe(void)
{
    return 0;
}
#endif
