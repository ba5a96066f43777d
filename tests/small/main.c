/* SPDX-License-Identifier: 0BSD */
/*
 * tests/small/main.c: every vector that was packed, in order
 *
 * The last line is "N passed, N failed"; the exit status is 1 if one failed.
 */
#include "small.h"

unsigned char small_out[SMALL_ROOM + 16];

/* ---- results ---------------------------------------------------------------------------- */

static unsigned long passed, failed;
static const char *fault; /* the first of the vector at hand */

void small_print(const char *text)
{
    port_write(text);
}

void small_print_number(unsigned long n)
{
    char digits[12];
    unsigned i = sizeof digits - 1;

    digits[i] = '\0';
    do {
        digits[--i] = (char)('0' + n % 10);
        n /= 10;
    } while (n != 0);
    small_print(digits + i);
}

void small_check(int ok, const char *what)
{
    if (!ok && fault == NULL)
        fault = what;
}

int small_same(const void *a, const void *b, size_t len)
{
    const unsigned char *p = (const unsigned char *)a, *q = (const unsigned char *)b;

    while (len != 0 && *p == *q) {
        p++;
        q++;
        len--;
    }
    return len == 0;
}

int small_zero(const void *p, size_t len)
{
    const unsigned char *q = (const unsigned char *)p;

    while (len != 0 && *q == 0) {
        q++;
        len--;
    }
    return len == 0;
}

/* ---- reader ----------------------------------------------------------------------------- */

static const unsigned char *at = small_vectors;
#if SMALL_COPIES != 0
static unsigned char copies[SMALL_COPIES]; /* of the strings of one vector */
static size_t copied;
#endif

unsigned small_byte(void)
{
    return SMALL_FLASH_BYTE(at++);
}

uint32_t small_word(void)
{
    uint32_t x = small_byte();

    x |= (uint32_t)small_byte() << 8;
    x |= (uint32_t)small_byte() << 16;
    return x | (uint32_t)small_byte() << 24;
}

small_bytes small_far_string(void)
{
    small_bytes b;

    b.len = small_byte();
    b.len |= (size_t)small_byte() << 8;
    b.at = at;
    b.p = NULL;
    at += b.len;
    return b;
}

small_bytes small_string(void)
{
    small_bytes b = small_far_string();

#if SMALL_COPIES != 0
    size_t i;

    if (b.len > sizeof copies - copied) {
        small_print("a vector is too long for this program\n");
        port_exit(2);
    }
    b.p = copies + copied;
    for (i = 0; i < b.len; i++)
        copies[copied++] = SMALL_FLASH_BYTE(b.at + i);
#else
    b.p = b.at;
#endif
    return b;
}

/* ---- the vectors ------------------------------------------------------------------------ */

static small_kind *const kinds[] = {
    small_sha512,          small_sha512mct,      small_hmac,           small_hkdf,
    small_hkdf_expand,     small_pbkdf2,         small_murmur3_x86_32, small_murmur3_x86_128,
    small_murmur3_x64_128, small_murmur3_verify, small_aes256gcm,      small_chacha20poly1305,
    small_aes256block,     small_chacha20,       small_poly1305,       small_container};

static void end_vector(unsigned kind)
{
    if (fault == NULL) {
        passed++;
        return;
    }
    failed++;
    small_print("FAILED vector ");
    small_print_number(passed + failed);
    small_print(" of kind ");
    small_print_number(kind);
    small_print(": ");
    small_print(fault);
    small_print("\n");
    fault = NULL;
}

int main(void)
{
    unsigned kind;

    while ((kind = small_byte()) != 0) {
        if (kind > sizeof kinds / sizeof kinds[0]) {
            small_print("a kind that this program does not know\n");
            port_exit(2);
        }
#if SMALL_COPIES != 0
        copied = 0;
#endif
        kinds[kind - 1]();
        end_vector(kind);
    }
    small_print_number(passed);
    small_print(" passed, ");
    small_print_number(failed);
    small_print(" failed\n");
    port_exit(failed != 0 || passed == 0);
    return 0;
}
