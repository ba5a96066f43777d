/* SPDX-License-Identifier: 0BSD */
/*
 * tests/mutants/kernels.c: the code of filesec.h with tables that can be changed, and kernels
 * that are right most of the time
 *
 * run.sh makes the copy of filesec.h whose tables are not const. Each mutant takes the place of
 * a function in the row that this machine uses by default, and calls the right one inside.
 */
#define TEST_ROWS static
#define cpu_x86 right_cpu_x86
#define cpu_arm right_cpu_arm
#define row_pick right_row_pick
#include "../implementation.c"
#undef cpu_x86
#undef cpu_arm
#undef row_pick

#include "../suites.h"
#include "mutants.h"

/* The row that works by default: that is where the fault goes in. */
#define ROW(p) filesec_path_current(p)

static volatile unsigned char touched; /* for a read that must not be */

#include "aead_kernels.h"
#include "hash_kernels.h"

const mutant kernel_mutants[] = {
    {"SHA-512: wrong for 5 blocks", use_sha512_five, suite_sha512},
    {"SHA-512: wrong at one alignment", use_sha512_unaligned, suite_sha512},
    {"SHA-512: reads past the end", use_sha512_past, suite_sha512},
    {"SHA-512: reads before the beginning", use_sha512_before, suite_sha512},
    {"SHA-512: no blocks change the state", use_sha512_none, suite_sha512},
    {"SHA-512: drops the last of 9 blocks or more", use_sha512_last, suite_sha512},
    {"SHA-512: wrong for even numbers of blocks", use_sha512_even, suite_sha512},
    {"SHA-512 many: wrong in the last lane", use_many_lane, suite_sha512},
    {"SHA-512 many: wrong for 3 blocks", use_many_three, suite_sha512},
    {"SHA-512 many: reads past the end", use_many_past, suite_sha512},
    {"MurmurHash3 x64_128: wrong for 33 blocks", use_murmur3_x64, suite_murmur3},
    {"MurmurHash3 x86_128: wrong for 4n + 3 blocks", use_murmur3_x86, suite_murmur3},
    {"MurmurHash3 x86_32: reads past the end", use_murmur3_small, suite_murmur3},
    {"ChaCha20: counter carries into the nonce", use_chacha20_wrap, suite_chacha20poly1305},
    {"ChaCha20: counter wrong after 8n + 7 blocks", use_chacha20_count, suite_chacha20poly1305},
    {"ChaCha20: wrong in place", use_chacha20_inside, suite_chacha20poly1305},
    {"ChaCha20: writes past the end", use_chacha20_write, suite_chacha20poly1305},
    {"ChaCha20: reads past the end", use_chacha20_read, suite_chacha20poly1305},
    {"Poly1305: wrong for a block of ones", use_poly1305_ones, suite_chacha20poly1305},
    {"Poly1305: drops one of 7 blocks", use_poly1305_seven, suite_chacha20poly1305},
    {"Poly1305: drops a byte of a tail of 15", use_poly1305_tail, suite_chacha20poly1305},
#if FILESEC__HAS_X86_AVX512
    {"ChaCha20 with key: the key of 1984 bytes", use_pair_key, suite_chacha20poly1305},
    {"ChaCha20 with key: counter of whole blocks", use_pair_keyed_count,
     suite_chacha20poly1305},
    {"ChaCha20 with key: writes past the end", use_pair_keyed_write, suite_chacha20poly1305},
    {"ChaCha20 with key: reads past the end", use_pair_keyed_read, suite_chacha20poly1305},
    {"ChaCha20 with key: a part of a block", use_pair_keyed_part, suite_chacha20poly1305},
    {"ChaCha20 of bytes: counter of a step", use_pair_bytes_count, suite_chacha20poly1305},
    {"ChaCha20 of bytes: writes past the end", use_pair_bytes_write, suite_chacha20poly1305},
    {"ChaCha20 of bytes: reads past the end", use_pair_bytes_read, suite_chacha20poly1305},
    {"ChaCha20 of bytes: the last part of a block", use_pair_bytes_part,
     suite_chacha20poly1305},
#endif
    {"AES-GCM: counter of 8 bits", use_aes_carry, suite_aes256gcm},
    {"AES-GCM: counter of 64 bits", use_aes_wrap, suite_aes256gcm},
    {"AES-GCM: counter stays after 8n + 5 blocks", use_aes_stay, suite_aes256gcm},
    {"AES-GCM: ctr reads past the end", use_aes_read, suite_aes256gcm},
    {"AES-GCM: ctr writes past the end", use_aes_write, suite_aes256gcm},
    {"AES-GCM: hash wrong for 9 blocks", use_aes_nine, suite_aes256gcm},
    {"AES-GCM: hash reads past the end", use_aes_past, suite_aes256gcm},
    {"AES-GCM: seal hashes the plaintext", use_aes_plaintext, suite_aes256gcm},
    {"AES-GCM: open in place hashes the plaintext", use_aes_in_place, suite_aes256gcm},
    {"AES-GCM: open wrong for 4n + 1 blocks", use_aes_group, suite_aes256gcm},
    {"AES-GCM: seal wrong at one alignment", use_aes_aligned, suite_aes256gcm},
    {"AES-GCM: seal wrong for a moved key", use_aes_area, suite_aes256gcm},
    {"AES-GCM: whole wrong for 8 blocks and 4 of aad", use_aes_whole_pair, suite_aes256gcm},
    {"AES-GCM: whole opens a part of a block wrong", use_aes_whole_open, suite_aes256gcm},
    {"AES-GCM: whole reads past the text", use_aes_whole_read, suite_aes256gcm},
    {"AES-GCM: whole reads past the aad", use_aes_whole_aad, suite_aes256gcm},
    {"AES-GCM: whole writes past the end", use_aes_whole_write, suite_aes256gcm},
    {NULL, NULL, NULL}};

/* ---- selection ------------------------------------------------------------------------- */

static int fault;

enum {
    NO_OSXSAVE = 1,
    NO_XCR0,
    NO_XCR0_ZMM,
    NO_MAX_LEAF,
    NO_MAX_SUBLEAF,
    NO_VENDOR,
    NO_EXTENDED_MODEL,
    NO_ASIMD,
    LAST_ROW,
    WRONG_BIT
};

uint32_t cpu_x86(const x86_reading *reading)
{
    x86_reading r = *reading;

    if (fault == NO_OSXSAVE)
        r.leaf1_ecx |= UINT32_C(1) << 27;
    if (fault == NO_XCR0)
        r.xcr0 = 7;
    if (fault == NO_XCR0_ZMM)
        r.xcr0 |= 0xe0;
    if (fault == NO_MAX_LEAF)
        r.max_leaf = 7;
    if (fault == NO_MAX_SUBLEAF)
        r.leaf7_max = 1;
    if (fault == NO_VENDOR)
        r.leaf0_ebx = 0x756e6547;
    if (fault == NO_EXTENDED_MODEL)
        r.leaf1_eax = (r.leaf1_eax & 0xffff) | 0x50000;
    if (fault == WRONG_BIT) /* AES by the bit of XSAVE */
        r.leaf1_ecx =
            (r.leaf1_ecx & ~(UINT32_C(1) << 25)) | (r.leaf1_ecx >> 1 & UINT32_C(1) << 25);
    return right_cpu_x86(&r);
}

uint32_t cpu_arm(uint64_t hwcap)
{
    return right_cpu_arm(fault == NO_ASIMD ? hwcap | 2 : hwcap);
}

/* Not the first row that runs, but the last before "portable". */
size_t row_pick(filesec_primitive p, uint32_t bits)
{
    size_t i = right_row_pick(p, bits), last = filesec_path_count(p) - 1, k;

    for (k = i; fault == LAST_ROW && k < last; k++)
        if ((row_needs(p, k) & ~bits) == 0)
            i = k;
    return fault == LAST_ROW && i + 1 == last ? last : i;
}

#define SELECTION_MUTANT(name, number)                                                         \
    static int use_##name(void)                                                                \
    {                                                                                          \
        fault = number;                                                                        \
        return 1;                                                                              \
    }

SELECTION_MUTANT(no_osxsave, NO_OSXSAVE)
SELECTION_MUTANT(no_xcr0, NO_XCR0)
SELECTION_MUTANT(no_xcr0_zmm, NO_XCR0_ZMM)
SELECTION_MUTANT(no_max_leaf, NO_MAX_LEAF)
SELECTION_MUTANT(no_max_subleaf, NO_MAX_SUBLEAF)
SELECTION_MUTANT(no_vendor, NO_VENDOR)
SELECTION_MUTANT(no_extended_model, NO_EXTENDED_MODEL)
SELECTION_MUTANT(no_asimd, NO_ASIMD)
SELECTION_MUTANT(last_row, LAST_ROW)
SELECTION_MUTANT(wrong_bit, WRONG_BIT)

const mutant selection_mutants[] = {
    {"selection: OSXSAVE is not asked", use_no_osxsave, suite_select},
    {"selection: XCR0 is not asked", use_no_xcr0, suite_select},
    {"selection: XCR0 is not asked about zmm", use_no_xcr0_zmm, suite_select},
    {"selection: leaves past the last are believed", use_no_max_leaf, suite_select},
    {"selection: sub-leaves past the last are believed", use_no_max_subleaf, suite_select},
    {"selection: the vendor is not asked", use_no_vendor, suite_select},
    {"selection: a model of two digits", use_no_extended_model, suite_select},
    {"selection: ARM bits without the vector unit", use_no_asimd, suite_select},
    {"selection: takes the last row that runs", use_last_row, suite_select},
    {"selection: a wrong position for AES", use_wrong_bit, suite_select},
    {NULL, NULL, NULL}};
