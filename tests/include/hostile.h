/* SPDX-License-Identifier: 0BSD */
/*
 * tests/include/hostile.h: macros that real headers leave behind, each replaced by what no
 * compiler takes: <windows.h>, <termios.h>, <complex.h>, <sys/sysmacros.h>, <tgmath.h>,
 * Arduino.h, avr/io.h, kernels, games. To be included before filesec.h. The headers of the
 * system come first, for they would not stand it either.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#include <sys/auxv.h>
#endif

#define HOSTILE ) hostile(

/* windows.h and its kin */
#define min(a, b) HOSTILE
#define max(a, b) HOSTILE
#define small HOSTILE
#define near HOSTILE
#define far HOSTILE
#define huge HOSTILE
#define interface HOSTILE
#define IN HOSTILE
#define OUT HOSTILE
#define OPTIONAL HOSTILE
#define CONST HOSTILE
#define VOID HOSTILE
#define CALLBACK HOSTILE
#define TRUE HOSTILE
#define FALSE HOSTILE
#define ERROR HOSTILE
#define DELETE HOSTILE
#define BYTE HOSTILE
#define WORD HOSTILE
#define DWORD HOSTILE
#define ABSOLUTE HOSTILE
#define RELATIVE HOSTILE
#define STRICT HOSTILE
#define UNICODE HOSTILE
#define rad1 HOSTILE
#define grp1 HOSTILE

/* termios.h, complex.h, tgmath.h, sysmacros.h, curses.h, old systems */
#define B0 HOSTILE
#define B1 HOSTILE
#define B50 HOSTILE
#define CR0 HOSTILE
#define CR1 HOSTILE
#define VT0 HOSTILE
#define ECHO HOSTILE
#define I HOSTILE
#define complex HOSTILE
#define imaginary HOSTILE
#define round(x) HOSTILE
#define log(x) HOSTILE
#define exp(x) HOSTILE
#define major(x) HOSTILE
#define minor(x) HOSTILE
#define erase() HOSTILE
#define move(y, x) HOSTILE
#define clear() HOSTILE
#define unix HOSTILE
#define linux HOSTILE
#undef BIG_ENDIAN
#undef LITTLE_ENDIAN
#undef BYTE_ORDER
#define BIG_ENDIAN HOSTILE
#define LITTLE_ENDIAN HOSTILE
#define BYTE_ORDER HOSTILE

/* Arduino, avr-libc, ESP-IDF */
#define PI HOSTILE
#define HALF_PI HOSTILE
#define F(text) HOSTILE
#define _BV(bit) HOSTILE
#define bit(b) HOSTILE
#define lowByte(w) HOSTILE
#define highByte(w) HOSTILE
#define abs(x) HOSTILE
#define sq(x) HOSTILE
#define word(...) HOSTILE
#define constrain(a, b, c) HOSTILE
#define HIGH HOSTILE
#define LOW HOSTILE
#define INPUT HOSTILE
#define OUTPUT HOSTILE
#define DEFAULT HOSTILE
#define SP HOSTILE
#define SREG HOSTILE
#define PORTB HOSTILE
#define BIT0 HOSTILE
#define BIT(n) HOSTILE

/* other libraries, kernels, games */
#define u8 HOSTILE
#define u16 HOSTILE
#define u32 HOSTILE
#define u64 HOSTILE
#define s8 HOSTILE
#define byte HOSTILE
#define uchar HOSTILE
#define uint HOSTILE
#define ulong HOSTILE
#define bool HOSTILE
#define true HOSTILE
#define false HOSTILE
#define ROTL(x, n) HOSTILE
#define ROTR(x, n) HOSTILE
#define ROTL32(x, n) HOSTILE
#define ROTR64(x, n) HOSTILE
#define SWAP(a, b) HOSTILE
#define CH(x, y, z) HOSTILE
#define MAJ(x, y, z) HOSTILE
#define Ch(x, y, z) HOSTILE
#define Maj(x, y, z) HOSTILE
#define Sigma0(x) HOSTILE
#define QUARTERROUND HOSTILE
#define QR HOSTILE
#define ROUND HOSTILE
#define ROUNDS HOSTILE
#define LOAD(p) HOSTILE
#define STORE(p, x) HOSTILE
#define LE HOSTILE
#define BE HOSTILE
#define XOR HOSTILE
#define AND HOSTILE
#define NOT HOSTILE
#define A HOSTILE
#define B HOSTILE
#define C HOSTILE
#define D HOSTILE
#define E HOSTILE
#define G HOSTILE
#define H HOSTILE
#define K HOSTILE
#define L HOSTILE
#define M HOSTILE
#define N HOSTILE
#define P HOSTILE
#define Q HOSTILE
#define R HOSTILE
#define S HOSTILE
#define T HOSTILE
#define U HOSTILE
#define V HOSTILE
#define W HOSTILE
#define X HOSTILE
#define Y HOSTILE
#define Z HOSTILE
#define T1 HOSTILE
#define T2 HOSTILE
#define likely(x) HOSTILE
#define unlikely(x) HOSTILE
#define current HOSTILE
#define container_of(p, t, m) HOSTILE
#define ARRAY_SIZE(a) HOSTILE
#define countof(a) HOSTILE
#define BLOCK_SIZE HOSTILE
#define KEY_SIZE HOSTILE
#define assert(x) HOSTILE
#define private HOSTILE
#define local HOSTILE
#define global HOSTILE
#define internal HOSTILE
#define INLINE HOSTILE
#define FORCE_INLINE HOSTILE
#define ALIGN(n) HOSTILE
#define UNUSED HOSTILE
#define API HOSTILE
#define IMPLEMENTATION HOSTILE
#define VERSION HOSTILE
#define ROW(a, b, c, d) HOSTILE
#define NAME HOSTILE
#define ERR HOSTILE
#define OK HOSTILE
