/* filesec 0.1.0: generated from src_impl/ by tools/amalgamate, do not edit */
/* SPDX-License-Identifier: 0BSD */

/* ==== api/intro.h ==== */
/*
 * filesec: SHA-512, MurmurHash3, ChaCha20-Poly1305 and AES-256-GCM in one header
 *
 * Three questions about a file, and what answers them:
 *
 *   has it changed by accident?   MurmurHash3, fast; or SHA-512
 *   has it been tampered with?    SHA-512 if its digest is kept safe; else HMAC-SHA-512
 *   can others read it?           AES-256-GCM or ChaCha20-Poly1305, which answer the first two
 *                                 as well
 *
 * Each is there in constant-time portable C and in kernels for x86-64 and AArch64, chosen when
 * the program runs. In exactly one source file of the program:
 *
 *     #define FILESEC_IMPLEMENTATION
 *     #include "filesec.h"
 *
 * and everywhere else only the #include. Two files with the implementation do not link. C99 or
 * later, C++11 or later. No heap, no files, no threads, no globals but one pointer for each
 * table of kernels; no compiler flags. Only libc's headers and memcpy,
 * memset, memcmp, strcmp.
 *
 * Options, to be defined before the #include, in every file alike:
 *
 *   FILESEC_STATIC               a private copy of everything in this file
 *   FILESEC_API                  linkage of public functions, e.g. for a DLL; "extern"
 *   FILESEC_MUST_CHECK           attribute of functions whose status must be looked at;
 *                                warn_unused_result with gcc and clang
 *   FILESEC_SMALL                code and memory size before speed; portable code only; where a
 *                                function takes a struct of another size than without, its
 *                                linker name ends in _small
 *   FILESEC_NO_SIMD              portable code only
 *   FILESEC_NO_X86, _NO_ARM      no kernels for that architecture
 *   FILESEC_NO_X86_SSE2, _NO_X86_SSSE3, _NO_X86_AESNI, _NO_X86_AVX2, _NO_X86_VAES_AVX2,
 *   _NO_X86_AVX512, _NO_X86_AVX512IFMA, _NO_X86_VAES_AVX512, _NO_X86_SHA512, _NO_ARM_NEON,
 *   _NO_ARM_AES, _NO_ARM_AES_EOR3, _NO_ARM_SHA512, _NO_PORTABLE64, _NO_PORTABLE_REORDERED
 *                                without the path of that name, in every table;
 *                                _NO_X86_AVX512 without any that needs AVX-512
 *   FILESEC_MINGW_AVX            gcc for 64-bit Windows: build the paths with AVX as well. Only
 *                                for a gcc that is patched for GCC bug 54412, as that of MSYS2
 *                                and of Debian is; with another they crash
 *   FILESEC_NO_SHA512, _NO_MURMUR3, _NO_CHACHA20POLY1305, _NO_AES256GCM
 *                                without that primitive
 *   FILESEC_NO_CONTAINER         without sealed files
 *   FILESEC_ASSERT(x)            checks of the caller's duties; nothing by default
 *
 * "Portable" is portable to the flags you compile with: under -march=native the whole unit, and
 * so the portable path too, may need that machine.
 *
 * Memory: filesec never allocates. Keys and states are plain structs of bytes; put them on the
 * stack, copy them, move them. Threads may use one key at once, not one state.
 */

#ifndef FILESEC_H
#define FILESEC_H

/* ==== api/config.h ==== */
#include <stddef.h>
#include <stdint.h>
/*
 * Version, linkage and attributes
 */
#define FILESEC_VERSION "0.1.0"
#define FILESEC_VERSION_NUMBER 100 /* major * 10000 + minor * 100 + patch */

#ifdef FILESEC_STATIC
#ifndef FILESEC_IMPLEMENTATION
#define FILESEC_IMPLEMENTATION
#endif
#endif

#ifndef FILESEC_API
#ifndef FILESEC_STATIC
#define FILESEC_API extern
#elif defined(__GNUC__)
#define FILESEC_API static __attribute__((unused))
#else
#define FILESEC_API static
#endif
#endif

/* Under FILESEC_SMALL keys and states have other sizes. Another linker name for every function
   that takes one makes units that disagree about it fail to link, instead of writing past the
   end; with gcc and clang, that is. */
#if defined(FILESEC_SMALL) && !defined(FILESEC_STATIC) && defined(__USER_LABEL_PREFIX__)
#define FILESEC__TEXT_(x) #x
#define FILESEC__TEXT(x) FILESEC__TEXT_(x)
#define FILESEC__SIZED(name) __asm__(FILESEC__TEXT(__USER_LABEL_PREFIX__) name)
#else
#define FILESEC__SIZED(name)
#endif

#ifndef FILESEC_MUST_CHECK
#if defined(__GNUC__)
#define FILESEC_MUST_CHECK __attribute__((warn_unused_result))
#else
#define FILESEC_MUST_CHECK
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ==== api/status.h ==== */
/*
 * Status
 *
 * The same value means the same everywhere. Arguments are checked before the first byte is
 * written: after FILESEC_ERR_LIMIT and FILESEC_ERR_ARGUMENT every output is as it was. Lengths
 * come first: a length past a limit is FILESEC_ERR_LIMIT whatever else is wrong with the
 * buffers. What is not said to be refused is allowed.
 */
typedef enum filesec_status {
    FILESEC_OK = 0,
    FILESEC_ERR_AUTH,        /* forged, damaged, or the wrong key: output is zeroed */
    FILESEC_ERR_LIMIT,       /* a length or count past the algorithm's limit */
    FILESEC_ERR_ARGUMENT,    /* partly overlapping buffers, a call out of order, ... */
    FILESEC_ERR_FORMAT,      /* not a filesec container */
    FILESEC_ERR_UNSUPPORTED, /* this build or this CPU cannot do it */
    FILESEC_ERR_KEY,         /* container: the key does not fit */
    FILESEC_ERR_HEADER,      /* container: damaged header */
    FILESEC_ERR_METADATA,    /* container: damaged metadata */
    FILESEC_ERR_TRUNCATED,   /* container: the end is missing */
    FILESEC_ERR_TRAILING     /* container: bytes follow the end */
} filesec_status;

/**
 * A few English words for a status, without a full stop; "unknown status" for any other number.
 * The text is a constant.
 */
FILESEC_API const char *filesec_status_text(filesec_status s);

/** FILESEC_VERSION of the unit that holds the code. */
FILESEC_API const char *filesec_version(void);

/* ==== api/wipe.h ==== */
/*
 * Secrets: erase and compare
 */

/**
 * Overwrite len bytes at data with zeros, also where the compiler sees that nobody reads them
 * again. data may be NULL if len is 0.
 */
FILESEC_API void filesec_wipe(void *data, size_t len);

/**
 * 1 if the len bytes at a and at b are equal, else 0. 1 if len is 0, and then both may be NULL.
 * Time depends on len only, not on where the first difference is.
 */
FILESEC_API int filesec_equal(const void *a, const void *b, size_t len);

/* ==== api/sha512.h ==== */
/*
 * SHA-512, HMAC, HKDF, PBKDF2
 *
 * SHA-512 tells whether a file is the same file, also when somebody wants it to seem so: nobody
 * can make two messages with one digest. It does not tell who wrote it: whoever changes the
 * file can compute the new digest. For that use HMAC, which needs a key, or seal the file.
 *
 *   function        standard              key or password     output
 *   SHA-512         FIPS 180-4, 6.4       none                64 bytes
 *   HMAC-SHA-512    RFC 2104, FIPS 198-1  any length          64 bytes
 *   HKDF-SHA-512    RFC 5869              a secret key        up to 16320 bytes
 *   PBKDF2          RFC 8018, 5.2         a password          up to 2^38 - 64 bytes
 *
 * Messages may have any length that size_t holds; pieces together up to 2^125 - 1 bytes. No
 * branch and no address depends on a message, key or password. What the functions put into
 * memory of their own is wiped where it comes from a key or password.
 */
#ifndef FILESEC_NO_SHA512

/** A SHA-512 in progress. All members are private. It may be copied to fork a computation. */
typedef struct filesec_sha512_state {
    unsigned char chain[64];  /* H(i) as numbers of this machine */
    unsigned char count[16];  /* bytes so far: low and high half */
    unsigned char block[128]; /* what is not yet a whole block */
    unsigned char mark;       /* which path was in use at init */
    unsigned char spare[7];
} filesec_sha512_state;

/**
 * The digest of len bytes at data, in one call.
 *
 *   digest   receives 64 bytes; may overlap data
 *   data     NULL is allowed if len is 0
 */
FILESEC_API void filesec_sha512(uint8_t digest[64], const void *data, size_t len);

/** Begin a message that comes in pieces: init, any number of updates, final. */
FILESEC_API void filesec_sha512_init(filesec_sha512_state *s);

/** Append len bytes at data; NULL is allowed if len is 0. Any split gives the same digest. */
FILESEC_API void filesec_sha512_update(filesec_sha512_state *s, const void *data, size_t len);

/** Write the 64 bytes of the digest and wipe the state. */
FILESEC_API void filesec_sha512_final(filesec_sha512_state *s, uint8_t digest[64]);

/**
 * The digests of n independent messages of any lengths, several at a time where this CPU can:
 * digests[i] is the SHA-512 of len[i] bytes at data[i].
 *
 *   digests  receives n digests; must not overlap any message
 *   data     n pointers; data[i] may be NULL if len[i] is 0; messages may overlap each other
 *   n        may be 0, and then the pointers may be NULL
 */
FILESEC_API void filesec_sha512_many(uint8_t (*digests)[64], const void *const *data,
                                     const size_t *len, size_t n);

/** An HMAC in progress. All members are private. It may be copied to fork a computation. */
typedef struct filesec_hmac_sha512_state {
    filesec_sha512_state inner;
    unsigned char outer[64]; /* H(K ^ opad), one block in */
} filesec_hmac_sha512_state;

/**
 * HMAC-SHA-512 of data_len bytes at data under a key of any length.
 *
 *   mac      receives 64 bytes; may overlap key and data. Compare macs with filesec_equal.
 *   key      NULL is allowed if key_len is 0; a key over 128 bytes is hashed first
 *   data     NULL is allowed if data_len is 0
 */
FILESEC_API void filesec_hmac_sha512(uint8_t mac[64], const void *key, size_t key_len,
                                     const void *data, size_t data_len);

/** Begin an HMAC over data that comes in pieces. The key is not needed after this call. */
FILESEC_API void filesec_hmac_sha512_init(filesec_hmac_sha512_state *s, const void *key,
                                          size_t key_len);

/** Append len bytes at data; NULL is allowed if len is 0. */
FILESEC_API void filesec_hmac_sha512_update(filesec_hmac_sha512_state *s, const void *data,
                                            size_t len);

/** Write the 64 bytes of the mac and wipe the state. */
FILESEC_API void filesec_hmac_sha512_final(filesec_hmac_sha512_state *s, uint8_t mac[64]);

/**
 * Keys from a secret that is already strong (not from a password): HKDF extract and expand.
 *
 *   out      receives out_len bytes, 0 to 255 * 64; must not overlap info
 *   ikm      the secret; NULL if ikm_len is 0
 *   salt     public; NULL if salt_len is 0, which stands for 64 zero bytes
 *   info     what the key is for; different infos give independent keys; NULL if info_len is 0
 *
 * Failure:   out is not written.
 * Returns:   FILESEC_OK; FILESEC_ERR_LIMIT if out_len is over 16320; FILESEC_ERR_ARGUMENT if
 * out overlaps info, or a pointer is NULL with a length.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_hkdf_sha512(void *out, size_t out_len, const void *ikm, size_t ikm_len,
                    const void *salt, size_t salt_len, const void *info, size_t info_len);

/**
 * A key from a password: PBKDF2 with HMAC-SHA-512. Slow on purpose, in proportion to
 * iterations.
 *
 *   out         receives out_len bytes, 0 to 2^38 - 64; must not overlap salt
 *   password    NULL if password_len is 0
 *   salt        random, 16 bytes or more, different for each password; NULL if salt_len is 0
 *   iterations  1 or more; 210000 or more for a password that a person chose
 *
 * Failure:   out is not written.
 * Returns:   FILESEC_OK; FILESEC_ERR_LIMIT if out_len is over 2^38 - 64; FILESEC_ERR_ARGUMENT
 * if iterations is 0, out overlaps salt, or a pointer is NULL with a length.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_pbkdf2_hmac_sha512(void *out, size_t out_len, const void *password, size_t password_len,
                           const void *salt, size_t salt_len, uint32_t iterations);

#endif /* FILESEC_NO_SHA512 */

/* ==== api/murmur3.h ==== */
/*
 * MurmurHash3
 *
 * A fast checksum against accidents: a bad cable, a bad disk, a cut-off copy. NOT for security:
 * anyone can make a second message with the same hash, whatever the seed, in no time. Against
 * people use HMAC-SHA-512 or seal the file.
 *
 *   variant    output     made for
 *   x86_32     32 bits    hash tables on 32-bit machines
 *   x86_128    128 bits   32-bit machines
 *   x64_128    128 bits   64-bit machines: the fastest of the three there
 *
 * The three give unrelated values. Each gives the value of Appleby's reference on a
 * little-endian machine, on every machine. The reference takes its length as an int; from 2^31
 * bytes on, the x86 variants mix in the length modulo 2^32 and x64_128 the length modulo 2^64.
 */
#ifndef FILESEC_NO_MURMUR3

/** A MurmurHash3 in progress. All members are private. It may be copied to fork a computation.
 */
typedef struct filesec_murmur3_x86_32_state {
    unsigned char h[4], count[8], block[4], mark, spare[3];
} filesec_murmur3_x86_32_state;
typedef struct filesec_murmur3_x86_128_state {
    unsigned char h[16], count[8], block[16], mark, spare[7];
} filesec_murmur3_x86_128_state;
typedef struct filesec_murmur3_x64_128_state {
    unsigned char h[16], count[8], block[16], mark, spare[7];
} filesec_murmur3_x64_128_state;

/** MurmurHash3_x86_32 of len bytes at data; NULL is allowed if len is 0. */
FILESEC_API uint32_t filesec_murmur3_x86_32(const void *data, size_t len, uint32_t seed);

/** MurmurHash3_x86_128 of len bytes at data; NULL is allowed if len is 0. hash receives 16
    bytes: the reference's four words in order, each little-endian. It may overlap data. */
FILESEC_API void filesec_murmur3_x86_128(uint8_t hash[16], const void *data, size_t len,
                                         uint32_t seed);

/** MurmurHash3_x64_128 of len bytes at data; NULL is allowed if len is 0. hash receives 16
    bytes: the reference's two words in order, each little-endian. It may overlap data. */
FILESEC_API void filesec_murmur3_x64_128(uint8_t hash[16], const void *data, size_t len,
                                         uint32_t seed);

/** The same for data that comes in pieces: init, any number of updates, final. An update's data
    may be NULL if its len is 0. Any split gives the value of the one-shot call.
    final ends the message and wipes the state. */
FILESEC_API void filesec_murmur3_x86_32_init(filesec_murmur3_x86_32_state *s, uint32_t seed);
FILESEC_API void filesec_murmur3_x86_32_update(filesec_murmur3_x86_32_state *s,
                                               const void *data, size_t len);
FILESEC_API uint32_t filesec_murmur3_x86_32_final(filesec_murmur3_x86_32_state *s);
FILESEC_API void filesec_murmur3_x86_128_init(filesec_murmur3_x86_128_state *s, uint32_t seed);
FILESEC_API void filesec_murmur3_x86_128_update(filesec_murmur3_x86_128_state *s,
                                                const void *data, size_t len);
FILESEC_API void filesec_murmur3_x86_128_final(filesec_murmur3_x86_128_state *s,
                                               uint8_t hash[16]);
FILESEC_API void filesec_murmur3_x64_128_init(filesec_murmur3_x64_128_state *s, uint32_t seed);
FILESEC_API void filesec_murmur3_x64_128_update(filesec_murmur3_x64_128_state *s,
                                                const void *data, size_t len);
FILESEC_API void filesec_murmur3_x64_128_final(filesec_murmur3_x64_128_state *s,
                                               uint8_t hash[16]);

/**
 * MurmurHash3_x64_128 of n independent messages: hashes[i] is that of len[i] bytes at data[i].
 *
 *   hashes   receives n hashes; must not overlap any message
 *   data     n pointers; data[i] may be NULL if len[i] is 0; messages may overlap each other
 *   n        may be 0, and then the pointers may be NULL
 */
FILESEC_API void filesec_murmur3_x64_128_many(uint8_t (*hashes)[16], const void *const *data,
                                              const size_t *len, size_t n, uint32_t seed);

#endif /* FILESEC_NO_MURMUR3 */

/* ==== api/chacha20poly1305.h ==== */
/*
 * ChaCha20-Poly1305: encryption that notices every change
 *
 * RFC 8439. Constant time and fast on every CPU, without special instructions: the choice where
 * AES-256-GCM has no hardware.
 *
 *   key          32 bytes
 *   nonce        12 bytes; a counter or a random number, but NEVER twice under one key: two
 *                messages under the same key and nonce give both away, and let anyone forge
 *   tag          16 bytes
 *   one message  up to 2^38 - 64 bytes, aad up to 2^64 - 1 bytes
 *   one key      with random nonces up to 2^32 messages: by then two have one nonce with
 *                probability 2^-33
 *
 * A tag does not commit to its key: the same ct and tag can be made to open under two keys.
 */
#ifndef FILESEC_NO_CHACHA20POLY1305

#ifdef FILESEC_SMALL
#define FILESEC__CHACHA20POLY1305_MAC_LEN 64
#else
#define FILESEC__CHACHA20POLY1305_MAC_LEN 328
#endif

/** A key that was set up. All members are private. */
typedef struct filesec_chacha20poly1305_key {
    unsigned char key[32];
    unsigned char mark; /* which path it was set up for; 0: none */
    unsigned char spare[15];
} filesec_chacha20poly1305_key;

/** ChaCha20-Poly1305 over data that comes in pieces. All members are private. */
typedef struct filesec_chacha20poly1305_state {
    unsigned char cipher[64]; /* input of the block function */
    unsigned char mac[FILESEC__CHACHA20POLY1305_MAC_LEN];
    unsigned char stream[64], pending[16];
    unsigned char aad_count[8], count[8];
    unsigned char mark, phase, spare[6];
} filesec_chacha20poly1305_state;

/**
 * Set up a key. The 32 bytes are not needed afterwards.
 *
 *   k        receives the key in the form that the path in use wants; wipe it with
 *            filesec_wipe. Calls do not change it, so threads may share it; it may be copied
 *            anywhere.
 *   key      32 bytes, random or from a key derivation function
 */
FILESEC_API void filesec_chacha20poly1305_init(filesec_chacha20poly1305_key *k,
                                               const uint8_t key[32]);

/**
 * Encrypt and authenticate one message.
 *
 *   k        from filesec_chacha20poly1305_init
 *   ct       receives len bytes; may be exactly pt; NULL if len is 0
 *   tag      receives 16 bytes; must not overlap ct
 *   nonce    12 bytes, never used before with this key
 *   aad      aad_len bytes to authenticate but not to encrypt; NULL if aad_len is 0; must not
 *            overlap ct or tag
 *   pt       len bytes; NULL if len is 0
 *
 * Limits:   len up to 2^38 - 64; aad_len up to 2^64 - 1.
 * Failure:  nothing is written.
 * Returns:  FILESEC_OK; FILESEC_ERR_LIMIT for a length above; FILESEC_ERR_ARGUMENT for buffers
 *           that overlap other than as allowed, NULL with a length, or a key that was not set
 *           up.
 * Time:     depends on len and aad_len, not on their contents.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_chacha20poly1305_seal(
    const filesec_chacha20poly1305_key *k, void *ct, uint8_t tag[16], const uint8_t nonce[12],
    const void *aad, size_t aad_len, const void *pt, size_t len);

/**
 * Check one message and, only if it is genuine, decrypt it.
 *
 *   k        from filesec_chacha20poly1305_init
 *   pt       receives len bytes; may be exactly ct; NULL if len is 0
 *   nonce    12 bytes, as for seal
 *   aad      aad_len bytes, as for seal; NULL if aad_len is 0; must not overlap pt
 *   ct       len bytes; NULL if len is 0
 *   tag      16 bytes, as seal wrote them; must not overlap pt
 *
 * Limits:   as for seal.
 * Failure:  after FILESEC_ERR_AUTH pt holds len zero bytes; after any other error it is as it
 *           was.
 * Returns:  FILESEC_OK; FILESEC_ERR_AUTH if key, nonce, aad, ct or tag differ from what was
 *           sealed; FILESEC_ERR_LIMIT and FILESEC_ERR_ARGUMENT as for seal.
 * Time:     depends on len, aad_len and the verdict, not on the contents.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_chacha20poly1305_open(
    const filesec_chacha20poly1305_key *k, void *pt, const uint8_t nonce[12], const void *aad,
    size_t aad_len, const void *ct, size_t len, const uint8_t tag[16]);

/**
 * Begin one message whose data comes in pieces:
 *
 *   to seal:  begin, aad any number of times, encrypt any number of times, tag
 *   to open:  begin, aad any number of times, decrypt any number of times, verify
 *
 *   s        receives the state; it keeps what it needs of the key
 *   nonce    12 bytes, never used before with this key
 *
 * Returns: FILESEC_OK, or FILESEC_ERR_ARGUMENT if k was not set up; then the state is wiped.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_chacha20poly1305_begin(
    filesec_chacha20poly1305_state *s, const filesec_chacha20poly1305_key *k,
    const uint8_t nonce[12]) FILESEC__SIZED("filesec_chacha20poly1305_begin_small");

/**
 * Append len bytes of authenticated clear data; NULL is allowed if len is 0. Any split gives
 * the same tag.
 *
 * Returns: FILESEC_OK; FILESEC_ERR_ARGUMENT after encrypt or decrypt, after the end, or for
 *          NULL with a length; FILESEC_ERR_LIMIT if all pieces together pass the limit of seal.
 *          After an error the state is as it was.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_chacha20poly1305_aad(filesec_chacha20poly1305_state *s, const void *aad, size_t len)
    FILESEC__SIZED("filesec_chacha20poly1305_aad_small");

/**
 * Encrypt the next len bytes from pt to ct. ct may be exactly pt; both may be NULL if len is 0.
 * Any split gives the same bytes.
 *
 * Failure: nothing is written, and the state is as it was.
 * Returns: FILESEC_OK; FILESEC_ERR_ARGUMENT after decrypt, after the end, for a partial
 *          overlap, or for NULL with a length; FILESEC_ERR_LIMIT if all pieces together pass
 *          the limit.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_chacha20poly1305_encrypt(
    filesec_chacha20poly1305_state *s, void *ct, const void *pt, size_t len)
    FILESEC__SIZED("filesec_chacha20poly1305_encrypt_small");

/**
 * Decrypt the next len bytes from ct to pt. WHAT IS WRITTEN IS NOT YET CHECKED: do not use it,
 * and do not show what depends on it, before verify has returned FILESEC_OK. Erase it if verify
 * returns anything else. Otherwise as encrypt, with the two directions exchanged.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_chacha20poly1305_decrypt(
    filesec_chacha20poly1305_state *s, void *pt, const void *ct, size_t len)
    FILESEC__SIZED("filesec_chacha20poly1305_decrypt_small");

/**
 * End sealing: write the 16 bytes of the tag and wipe the state.
 *
 * Returns: FILESEC_OK, or FILESEC_ERR_ARGUMENT after decrypt, after the end, or if tag is NULL;
 *          then tag is not written, and the state is wiped all the same.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_chacha20poly1305_tag(filesec_chacha20poly1305_state *s, uint8_t tag[16])
    FILESEC__SIZED("filesec_chacha20poly1305_tag_small");

/**
 * End opening: compare with the 16 bytes of the tag, in constant time, and wipe the state.
 *
 * Returns: FILESEC_OK if the message is genuine; FILESEC_ERR_AUTH if it is not;
 *          FILESEC_ERR_ARGUMENT after encrypt, after the end, or if tag is NULL, and then too
 *          the state is wiped.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_chacha20poly1305_verify(filesec_chacha20poly1305_state *s, const uint8_t tag[16])
    FILESEC__SIZED("filesec_chacha20poly1305_verify_small");

#endif /* FILESEC_NO_CHACHA20POLY1305 */

/* ==== api/aes256gcm.h ==== */
/*
 * AES-256-GCM: encryption that notices every change
 *
 * NIST SP 800-38D with AES-256 (FIPS 197), 12-byte nonces and 16-byte tags. The choice where
 * the CPU has AES and carry-less multiplication (AES-NI with PCLMULQDQ; ARMv8 AES with PMULL);
 * elsewhere ChaCha20-Poly1305 is several times faster.
 *
 *   key          32 bytes
 *   nonce        12 bytes; a counter or a random number, but NEVER twice under one key: two
 *                messages under the same key and nonce give both away, and let anyone forge
 *   tag          16 bytes
 *   one message  up to 2^36 - 32 bytes, aad up to 2^61 - 1 bytes
 *   one key      with random nonces up to 2^32 messages (SP 800-38D, 8.3)
 *
 * A tag does not commit to its key: the same ct and tag can be made to open under two keys.
 */
#ifndef FILESEC_NO_AES256GCM

#ifdef FILESEC_SMALL
#define FILESEC__AES256GCM_KEY_LEN 272
#else
#define FILESEC__AES256GCM_KEY_LEN 2416
#endif

/** A key that was set up. All members are private. */
typedef struct filesec_aes256gcm_key {
    unsigned char area[FILESEC__AES256GCM_KEY_LEN];
    unsigned char mark; /* which path it was set up for; 0: none */
    unsigned char spare[15];
} filesec_aes256gcm_key;

/** AES-256-GCM over data that comes in pieces. All members are private. */
typedef struct filesec_aes256gcm_state {
    unsigned char key[FILESEC__AES256GCM_KEY_LEN];
    unsigned char counter[16], mask[16], y[16], stream[16], pending[16];
    unsigned char aad_count[8], count[8];
    unsigned char mark, phase, spare[14];
} filesec_aes256gcm_state;

/**
 * Set up a key. The 32 bytes are not needed afterwards.
 *
 *   k        receives the key in the form that the path in use wants; wipe it with
 *            filesec_wipe. Calls do not change it, so threads may share it; it may be copied
 *            anywhere.
 *   key      32 bytes, random or from a key derivation function
 */
FILESEC_API void filesec_aes256gcm_init(filesec_aes256gcm_key *k, const uint8_t key[32])
    FILESEC__SIZED("filesec_aes256gcm_init_small");

/**
 * Encrypt and authenticate one message.
 *
 *   k        from filesec_aes256gcm_init
 *   ct       receives len bytes; may be exactly pt; NULL if len is 0
 *   tag      receives 16 bytes; must not overlap ct
 *   nonce    12 bytes, never used before with this key
 *   aad      aad_len bytes to authenticate but not to encrypt; NULL if aad_len is 0; must not
 *            overlap ct or tag
 *   pt       len bytes; NULL if len is 0
 *
 * Limits:   len up to 2^36 - 32 (one key and nonce); aad_len up to 2^61 - 1.
 * Failure:  nothing is written.
 * Returns:  FILESEC_OK; FILESEC_ERR_LIMIT for a length above; FILESEC_ERR_ARGUMENT for buffers
 *           that overlap other than as allowed, NULL with a length, or a key that was not set
 *           up.
 * Time:     depends on len and aad_len, not on their contents.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_aes256gcm_seal(const filesec_aes256gcm_key *k, void *ct, uint8_t tag[16],
                       const uint8_t nonce[12], const void *aad, size_t aad_len, const void *pt,
                       size_t len) FILESEC__SIZED("filesec_aes256gcm_seal_small");

/**
 * Check one message and, only if it is genuine, decrypt it.
 *
 *   k        from filesec_aes256gcm_init
 *   pt       receives len bytes; may be exactly ct; NULL if len is 0
 *   nonce    12 bytes, as for seal
 *   aad      aad_len bytes, as for seal; NULL if aad_len is 0; must not overlap pt
 *   ct       len bytes; NULL if len is 0
 *   tag      16 bytes, as seal wrote them; must not overlap pt
 *
 * Limits:   as for seal.
 * Failure:  after FILESEC_ERR_AUTH pt holds len zero bytes; after any other error it is as it
 *           was.
 * Returns:  FILESEC_OK; FILESEC_ERR_AUTH if key, nonce, aad, ct or tag differ from what was
 *           sealed; FILESEC_ERR_LIMIT and FILESEC_ERR_ARGUMENT as for seal.
 * Time:     depends on len, aad_len and the verdict, not on the contents.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_aes256gcm_open(const filesec_aes256gcm_key *k, void *pt, const uint8_t nonce[12],
                       const void *aad, size_t aad_len, const void *ct, size_t len,
                       const uint8_t tag[16]) FILESEC__SIZED("filesec_aes256gcm_open_small");

/**
 * Begin one message whose data comes in pieces:
 *
 *   to seal:  begin, aad any number of times, encrypt any number of times, tag
 *   to open:  begin, aad any number of times, decrypt any number of times, verify
 *
 *   s        receives the state; it keeps what it needs of the key
 *   iv       iv_len bytes, iv_len from 1 to 2^61 - 1. 12 is the length to choose; the others
 *            are for old protocols, and are hashed to the first counter block (SP 800-38D, 7.1)
 *
 * Returns: FILESEC_OK; FILESEC_ERR_ARGUMENT if iv is NULL, iv_len is 0 or k was not set up;
 *          FILESEC_ERR_LIMIT if iv_len is over 2^61 - 1. After an error the state is wiped.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_aes256gcm_begin(
    filesec_aes256gcm_state *s, const filesec_aes256gcm_key *k, const void *iv, size_t iv_len)
    FILESEC__SIZED("filesec_aes256gcm_begin_small");

/**
 * Append len bytes of authenticated clear data; NULL is allowed if len is 0. Any split gives
 * the same tag.
 *
 * Returns: FILESEC_OK; FILESEC_ERR_ARGUMENT after encrypt or decrypt, after the end, or for
 *          NULL with a length; FILESEC_ERR_LIMIT if all pieces together pass the limit of seal.
 *          After an error the state is as it was.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_aes256gcm_aad(filesec_aes256gcm_state *s,
                                                                    const void *aad, size_t len)
    FILESEC__SIZED("filesec_aes256gcm_aad_small");

/**
 * Encrypt the next len bytes from pt to ct. ct may be exactly pt; both may be NULL if len is 0.
 * Any split gives the same bytes.
 *
 * Failure: nothing is written, and the state is as it was.
 * Returns: FILESEC_OK; FILESEC_ERR_ARGUMENT after decrypt, after the end, for a partial
 *          overlap, or for NULL with a length; FILESEC_ERR_LIMIT if all pieces together pass
 *          the limit.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_aes256gcm_encrypt(filesec_aes256gcm_state *s, void *ct, const void *pt, size_t len)
    FILESEC__SIZED("filesec_aes256gcm_encrypt_small");

/**
 * Decrypt the next len bytes from ct to pt. WHAT IS WRITTEN IS NOT YET CHECKED: do not use it,
 * and do not show what depends on it, before verify has returned FILESEC_OK. Erase it if verify
 * returns anything else. Otherwise as encrypt, with the two directions exchanged.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_aes256gcm_decrypt(filesec_aes256gcm_state *s, void *pt, const void *ct, size_t len)
    FILESEC__SIZED("filesec_aes256gcm_decrypt_small");

/**
 * End sealing: write the 16 bytes of the tag and wipe the state.
 *
 * Returns: FILESEC_OK, or FILESEC_ERR_ARGUMENT after decrypt, after the end, or if tag is NULL;
 *          then tag is not written, and the state is wiped all the same.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_aes256gcm_tag(filesec_aes256gcm_state *s,
                                                                    uint8_t tag[16])
    FILESEC__SIZED("filesec_aes256gcm_tag_small");

/**
 * End opening: compare with the 16 bytes of the tag, in constant time, and wipe the state.
 *
 * Returns: FILESEC_OK if the message is genuine; FILESEC_ERR_AUTH if it is not;
 *          FILESEC_ERR_ARGUMENT after encrypt, after the end, or if tag is NULL, and then too
 *          the state is wiped.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_aes256gcm_verify(filesec_aes256gcm_state *s, const uint8_t tag[16])
    FILESEC__SIZED("filesec_aes256gcm_verify_small");

#endif /* FILESEC_NO_AES256GCM */

/* ==== api/container.h ==== */
/*
 * Container: a sealed file
 *
 * A header of 160 bytes, an optional sealed record of metadata, then the content in chunks,
 * each sealed by itself and bound to its place. A change of any byte, chunks that were swapped,
 * dropped, repeated or brought from another file, and a cut at any place are noticed. Chunks
 * are independent, so they can be sealed and opened in any order, by any number of threads, and
 * a part can be read without the rest. docs/format.md describes every byte. Nothing here reads
 * or writes files or allocates memory.
 *
 *   chunk        2^10 to 2^24 bytes of content; only the last may be shorter; + 16 bytes sealed
 *   content      up to 2^62 bytes
 *   key          32 bytes; from a passphrase with a key derivation function, its costs and salt
 *                stand in the header
 *   file salt    32 random bytes for each sealing, NEVER used twice: every file has its own
 *                keys, so nonces need no care; the same salt and key for two files, or for a
 *                changed chunk of one, gives both away
 *   context      any bytes that both sides know (a path, a backup's number); they are stored
 *                nowhere, and a file opens only under the context it was sealed under
 */
#if !defined(FILESEC_NO_SHA512) && !defined(FILESEC_NO_CONTAINER) &&                           \
    !(defined(FILESEC_NO_AES256GCM) && defined(FILESEC_NO_CHACHA20POLY1305))
#define FILESEC__CONTAINER 1

#define FILESEC_CONTAINER_HEADER_LEN 160
#define FILESEC_CONTAINER_META_MAX 65536
#define FILESEC_CONTAINER_CONTENT_MAX (UINT64_C(1) << 62)

/** The cipher of a container, and where its key comes from. */
#define FILESEC_CONTAINER_AES256GCM 1
#define FILESEC_CONTAINER_CHACHA20POLY1305 2
#define FILESEC_CONTAINER_KDF_NONE 0     /* a key of 32 random bytes; costs and salt are 0 */
#define FILESEC_CONTAINER_KDF_PBKDF2 1   /* PBKDF2-HMAC-SHA-512; cost[0]: iterations */
#define FILESEC_CONTAINER_KDF_ARGON2ID 2 /* RFC 9106; cost: KiB of memory, passes, lanes */

/** Types of records in the metadata; docs/format.md says what each holds. */
#define FILESEC_CONTAINER_META_NAME 1
#define FILESEC_CONTAINER_META_SIZE 2  /* 8 bytes, little-endian */
#define FILESEC_CONTAINER_META_MTIME 3 /* 8 bytes, little-endian, signed: ns since 1970 */
#define FILESEC_CONTAINER_META_MODE 4  /* 2 bytes, little-endian */
#define FILESEC_CONTAINER_META_USER 5

/** What a header says in the clear: within bounds, but not to be trusted before open_init. */
typedef struct filesec_container_info {
    uint32_t meta_len; /* of the record of metadata, before sealing; 0: none */
    uint32_t cost[3];
    uint32_t key_id; /* the caller's number for the key; a hint */
    uint8_t suite, chunk_log2, kdf, reserved;
    uint8_t kdf_salt[32], file_salt[32];
} filesec_container_info;

/** What a new container is to be. Set it to zeros first, then fill in. */
typedef struct filesec_container_params {
    uint32_t meta_len, cost[3], key_id;
    uint8_t suite, chunk_log2, kdf, reserved;
    uint8_t kdf_salt[32]; /* random for PBKDF2 and Argon2id, else zeros */
    const void *context;  /* NULL if context_len is 0 */
    size_t context_len;
} filesec_container_params;

/* A key of the container's cipher. */
typedef union filesec__container_key {
#ifndef FILESEC_NO_AES256GCM
    filesec_aes256gcm_key aes256gcm;
#endif
#ifndef FILESEC_NO_CHACHA20POLY1305
    filesec_chacha20poly1305_key chacha20poly1305;
#endif
} filesec__container_key;

/** The keys of one container. All members are private. */
typedef struct filesec_container {
    unsigned char prk[64], header[96], context[64], segment[8];
    unsigned char mark, spare[7]; /* mark 0: not set up */
    filesec__container_key key;   /* of one segment */
} filesec_container;

/**
 * Read a header without a key.
 *
 *   info     receives the fields
 *   header   the first 160 bytes of a file
 *
 * Failure:  info is as it was.
 * Returns:  FILESEC_OK; FILESEC_ERR_FORMAT if it does not begin as a container does;
 *           FILESEC_ERR_UNSUPPORTED for another version of the format, a cipher that this build
 *           lacks, and a field out of its bounds.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_peek(filesec_container_info *info, const uint8_t header[160])
    FILESEC__SIZED("filesec_container_peek_small");

/**
 * Begin a new container.
 *
 *   c         receives its keys; wipe it with filesec_wipe. Sealing calls do not change it, so
 *             threads may share it
 *   header    receives the 160 bytes that the file begins with
 *   p         PBKDF2 of at least 210,000 iterations; Argon2id of at least 65,536 KiB and 3
 *             passes; 1 to 16 lanes
 *   key       32 bytes: random, or what the KDF made of the passphrase
 *   file_salt 32 random bytes, never used before
 *
 * Failure:  header is as it was; c is wiped, and calls with it return FILESEC_ERR_ARGUMENT.
 * Returns:  FILESEC_OK; FILESEC_ERR_LIMIT for meta_len above 65536; FILESEC_ERR_UNSUPPORTED for
 *           a cipher that this build lacks; FILESEC_ERR_ARGUMENT for any other field out of
 *           bounds.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_seal_init(
    filesec_container *c, uint8_t header[160], const filesec_container_params *p,
    const uint8_t key[32], const uint8_t file_salt[32])
    FILESEC__SIZED("filesec_container_seal_init_small");

/**
 * Begin to open a container: check the key, then the header.
 *
 *   c        receives its keys; wipe it with filesec_wipe
 *   header   the first 160 bytes of the file
 *   key      32 bytes, as for sealing
 *   context  context_len bytes, as for sealing; NULL if context_len is 0
 *
 * Failure:  c is wiped, and calls with it return FILESEC_ERR_ARGUMENT.
 * Returns:  FILESEC_OK; what filesec_container_peek returns; FILESEC_ERR_KEY if the key is not
 *           that of the file (or a salt or cost is damaged, which looks the same);
 *           FILESEC_ERR_HEADER if the header was changed or the context is another.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_open_init(
    filesec_container *c, const uint8_t header[160], const uint8_t key[32], const void *context,
    size_t context_len) FILESEC__SIZED("filesec_container_open_init_small");

/** Bytes of content in a chunk, the last excepted; 0 if c is not set up. */
FILESEC_API size_t filesec_container_chunk_size(const filesec_container *c)
    FILESEC__SIZED("filesec_container_chunk_size_small");

/** Bytes of the record of metadata before sealing; 0: there is none, or c is not set up. */
FILESEC_API size_t filesec_container_meta_size(const filesec_container *c)
    FILESEC__SIZED("filesec_container_meta_size_small");

/**
 * From the length of the content to that of the file, and back.
 *
 * Failure:  the result is as it was.
 * Returns:  FILESEC_OK; FILESEC_ERR_LIMIT for content above 2^62 bytes; FILESEC_ERR_TRUNCATED
 *           for a length of a file that no content gives; FILESEC_ERR_ARGUMENT if c is not set
 *           up.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_sealed_size(const filesec_container *c, uint64_t plain, uint64_t *sealed)
    FILESEC__SIZED("filesec_container_sealed_size_small");
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_plain_size(const filesec_container *c, uint64_t sealed, uint64_t *plain)
    FILESEC__SIZED("filesec_container_plain_size_small");

/**
 * Seal, or open, the record of metadata; it stands behind the header.
 *
 *   out      receives len + 16 bytes; may be exactly meta
 *   meta     receives sealed_len - 16 bytes; may be exactly in
 *
 * Failure:  after FILESEC_ERR_METADATA meta holds zeros; after any other error the output is as
 *           it was.
 * Returns:  FILESEC_OK; FILESEC_ERR_METADATA if the record was changed; FILESEC_ERR_ARGUMENT if
 *           len or sealed_len - 16 is not filesec_container_meta_size(c), or that is 0, for
 *           buffers that overlap in part or are NULL, or if c is not set up.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_seal_meta(const filesec_container *c, void *out, const void *meta, size_t len)
    FILESEC__SIZED("filesec_container_seal_meta_small");
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_open_meta(
    const filesec_container *c, void *meta, const void *in, size_t sealed_len)
    FILESEC__SIZED("filesec_container_open_meta_small");

/**
 * Do len bytes of metadata obey the format? To be asked of what open_meta gave.
 *
 * Returns:  FILESEC_OK; FILESEC_ERR_METADATA if not; FILESEC_ERR_UNSUPPORTED for a record of an
 *           unknown type that must not be skipped.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_meta_check(const void *meta,
                                                                           size_t len);

/** The value of the first record of a type, and its length; NULL if there is none, and then
    value_len is as it was. */
FILESEC_API const uint8_t *filesec_container_meta_find(const void *meta, size_t len,
                                                       unsigned type, size_t *value_len);

/**
 * Seal, or open, chunk number index. Never seal an index twice with different bytes: that
 * breaks the cipher; a changed file needs a new file salt.
 *
 *   index    from 0
 *   final    1 for the last chunk of the file, else 0
 *   out      sealing: receives len + 16 bytes; opening: sealed_len - 16. May be exactly in.
 *   in       NULL if its length is 0
 *
 * Threads may share c.
 * Failure:  after FILESEC_ERR_AUTH out holds zeros; after any other error it is as it was.
 * Returns:  FILESEC_OK; FILESEC_ERR_AUTH if the chunk was changed, is not this chunk of this
 *           file, or is final where that was denied or not where it was said; FILESEC_ERR_LIMIT
 *           for an index behind 2^62 bytes of content; FILESEC_ERR_ARGUMENT for a chunk that is
 *           neither final nor full, that is too long, that is empty and not the first, for
 *           sealed_len below 16, for buffers that overlap in part or are NULL with a length, or
 *           if c is not set up.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_seal_chunk(
    const filesec_container *c, uint64_t index, int final, void *out, const void *in,
    size_t len) FILESEC__SIZED("filesec_container_seal_chunk_small");
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_open_chunk(
    const filesec_container *c, uint64_t index, int final, void *out, const void *in,
    size_t sealed_len) FILESEC__SIZED("filesec_container_open_chunk_small");

/**
 * Each 2^35 bytes of content, a segment, have a key of their own. c holds that of segment 0;
 * chunks of other segments work, but derive their key at each call. This makes c hold the key
 * of another segment instead.
 *
 * Returns:  FILESEC_OK; FILESEC_ERR_LIMIT for a segment behind 2^62 bytes of content;
 *           FILESEC_ERR_ARGUMENT if c is not set up. After an error c is as it was.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_set_segment(filesec_container *c, uint64_t segment)
    FILESEC__SIZED("filesec_container_set_segment_small");

/**
 * The key of a container from its passphrase, by PBKDF2.
 *
 *   key      receives 32 bytes
 *   password len bytes as given, at least one
 *
 * Failure:  key is as it was.
 * Returns:  FILESEC_OK; FILESEC_ERR_LIMIT above 2,000,000 iterations, which no file may demand
 *           unasked (filesec_pbkdf2_hmac_sha512 knows no such limit); FILESEC_ERR_UNSUPPORTED
 *           if info does not say PBKDF2; FILESEC_ERR_ARGUMENT for no password.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_password_key(
    uint8_t key[32], const filesec_container_info *info, const void *password, size_t len);

#else
#define FILESEC__CONTAINER 0
#endif

/* ==== api/container_stream.h ==== */
#if FILESEC__CONTAINER

/** Content that comes in order, in pieces of any size. All members are private. */
typedef struct filesec_container_sealer {
    filesec_container *c;
    unsigned char *work;
    size_t have; /* bytes in work */
    uint64_t index;
    int status, ended;
    unsigned char next; /* the byte that showed that the chunk at work is not the last */
    unsigned char has_next;
} filesec_container_sealer;

typedef struct filesec_container_opener {
    filesec_container *c;
    unsigned char *work;
    size_t have;
    uint64_t index, expected;
    int status, ended;
    unsigned char next, has_next;
} filesec_container_opener;

/**
 * Begin to seal, or to open, the chunks of a container from the first to the last.
 *
 *   c        from filesec_container_seal_init or _open_init; for this stream alone, until it is
 *            finished
 *   work     work_len bytes, at least filesec_container_chunk_size(c) + 17, for this stream
 *            alone; wipe them with filesec_wipe
 *
 * Returns:  FILESEC_OK; FILESEC_ERR_LIMIT if work_len is less; FILESEC_ERR_ARGUMENT if c is not
 *           set up or work is NULL. After an error every call with s returns that error.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_sealer_begin(
    filesec_container_sealer *s, filesec_container *c, void *work, size_t work_len)
    FILESEC__SIZED("filesec_container_sealer_begin_small");
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_opener_begin(
    filesec_container_opener *s, filesec_container *c, void *work, size_t work_len)
    FILESEC__SIZED("filesec_container_opener_begin_small");

/**
 * The length of the content that the metadata tells: a length that proves other is an error,
 * and a cut file can be told from a damaged one. Without it nothing is lost but that.
 */
FILESEC_API void filesec_container_opener_expect(filesec_container_opener *s, uint64_t plain);

/**
 * Take some bytes; give out a chunk when one is complete.
 *
 *   in       len bytes; must not overlap work; NULL if len is 0
 *   used     receives how many of them were taken; all, unless a chunk was given out
 *   out      receives where in work the chunk is, until the next call
 *   out_len  receives its length; 0: none is complete yet
 *
 * What an opener gives out is genuine, but only filesec_container_opener_finish says that the
 * file is whole.
 * Failure:  used and out_len are 0, and every later call returns the same error.
 * Returns:  FILESEC_OK; FILESEC_ERR_LIMIT behind 2^62 bytes; opening: FILESEC_ERR_AUTH for a
 *           damaged chunk, FILESEC_ERR_TRAILING if something follows the final chunk;
 *           FILESEC_ERR_ARGUMENT after the finish, or for NULL with a length.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_sealer_update(
    filesec_container_sealer *s, const void *in, size_t len, size_t *used, const void **out,
    size_t *out_len) FILESEC__SIZED("filesec_container_sealer_update_small");
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_opener_update(
    filesec_container_opener *s, const void *in, size_t len, size_t *used, const void **out,
    size_t *out_len) FILESEC__SIZED("filesec_container_opener_update_small");

/**
 * The end: give out the final chunk. Only if this returns FILESEC_OK is a file that was opened
 * complete and whole.
 *
 * Failure:  out_len is 0.
 * Returns:  FILESEC_OK; the error of an earlier call; opening: FILESEC_ERR_AUTH for a damaged
 *           chunk, FILESEC_ERR_TRUNCATED if the end is missing, FILESEC_ERR_TRAILING if
 *           something follows the final chunk, FILESEC_ERR_METADATA if the content has not the
 *           expected length; FILESEC_ERR_ARGUMENT after the finish.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_sealer_finish(filesec_container_sealer *s, const void **out, size_t *out_len)
    FILESEC__SIZED("filesec_container_sealer_finish_small");
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_opener_finish(filesec_container_opener *s, const void **out, size_t *out_len)
    FILESEC__SIZED("filesec_container_opener_finish_small");

/** The number of the chunk that comes next, or that an error was about. */
FILESEC_API uint64_t filesec_container_opener_failed_chunk(const filesec_container_opener *s);

#endif /* FILESEC__CONTAINER */

/* ==== api/inspect.h ==== */
/*
 * Paths: which code runs, and how to choose it
 *
 * Each primitive has a table of paths: implementations of the same function for different CPUs.
 * They stand best first; the last is "portable" and runs everywhere. By default the first one
 * that this CPU and its system can run is used, but none with 512-bit registers on a CPU that
 * lowers its clock for them. Nothing here is needed for ordinary use.
 *
 * The portable path of FILESEC_SHA512_MANY and of FILESEC_MURMUR3_MANY takes one message after
 * the other on the path that FILESEC_SHA512 or FILESEC_MURMUR3 is using.
 */
typedef enum filesec_primitive {
    FILESEC_SHA512,
    FILESEC_SHA512_MANY,
    FILESEC_MURMUR3,
    FILESEC_CHACHA20POLY1305,
    FILESEC_AES256GCM,
    FILESEC_MURMUR3_MANY,
    FILESEC_PRIMITIVE_COUNT
} filesec_primitive;

/** "sha512", "sha512_many", ...: the name of a primitive; NULL for any other number. */
FILESEC_API const char *filesec_primitive_name(filesec_primitive p);

/** How many paths this build has for p; 0 if p was left out of the build or is no primitive. */
FILESEC_API size_t filesec_path_count(filesec_primitive p);

/** The name of path i, 0 <= i < count: "portable", "x86_avx2", ...; else NULL. A path of
    ChaCha20-Poly1305 names the pair of its two kernels. */
FILESEC_API const char *filesec_path_name(filesec_primitive p, size_t i);

/** 1 if this CPU and its system can run path i of p; else, and for a bad p or i, 0. */
FILESEC_API int filesec_path_usable(filesec_primitive p, size_t i);

/** The path of p that the next init or one-shot call will use; 0 for a bad p. */
FILESEC_API size_t filesec_path_current(filesec_primitive p);

/**
 * Use path i for p from now on: later inits and one-shot calls take it; keys and states that
 * exist keep the path they were set up with. A path that was asked for takes messages of every
 * length; left to itself, the library may give short ones to a quicker path. Any thread may
 * call it at any time. With FILESEC_STATIC it changes this unit only.
 *
 * Returns: FILESEC_OK; FILESEC_ERR_ARGUMENT for a bad p or i; FILESEC_ERR_UNSUPPORTED if this
 *          CPU cannot run the path. After an error the path in use is what it was.
 */
FILESEC_API filesec_status filesec_path_use(filesec_primitive p, size_t i);

/**
 * Use, for every primitive, the best path that this CPU runs and that needs no CPU feature
 * beyond a tier: "portable", "x86_sse2", "x86_ssse3", "x86_aesni", "x86_avx2", "x86_vaes_avx2",
 * "x86_avx512", "x86_avx512ifma", "x86_vaes_avx512", "x86_sha512", "arm_neon", "arm_aes",
 * "arm_aes_eor3", "arm_sha512". "x86_avx2", say, allows what a CPU with AVX2 and all before it
 * has. "any" undoes what this and filesec_path_use did: the default paths.
 *
 * Returns: FILESEC_OK, or FILESEC_ERR_ARGUMENT for NULL or a name that is no tier; then nothing
 * changes.
 */
FILESEC_API filesec_status filesec_path_limit(const char *tier);

#ifdef __cplusplus
}
#endif
#endif /* FILESEC_H */

#if defined(FILESEC_IMPLEMENTATION) && !defined(FILESEC__IMPLEMENTED)
#define FILESEC__IMPLEMENTED

/* ==== core/system.h ==== */
/*
 * core/system.h: the only system headers of the implementation, and what this compiler can
 * build
 *
 * A gate FILESEC__HAS_<TIER> is always 0 or 1. It says that the compiler can emit the tier's
 * instructions in a function that carries FILESEC__TARGET_<TIER>; whether the running CPU has
 * them is asked in core/cpu.h. A gate is 0 when the user dropped the tier.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__) && !defined(__TINYC__)
#define FILESEC__GNU 1 /* gcc, clang and the like: attributes, __atomic, empty asm */
#else
#define FILESEC__GNU 0
#endif

/* ---- architectures ------------------------------------------------------------------- */

/* 64-bit only, for a 32-bit stack may be too little aligned for spills; and not where the user
   forbids vector registers (kernels, boot loaders). clang in the guise of Microsoft's compiler
   wants target attributes and does not say that it has them. */
#if (defined(__x86_64__) && defined(__SSE2__) && FILESEC__GNU) ||                              \
    (defined(_M_X64) && !defined(_M_ARM64EC) && !defined(__clang__))
#define FILESEC__ARCH_X86 1
#else
#define FILESEC__ARCH_X86 0
#endif

/* Little-endian only: the lane order of the NEON kernels assumes it. */
#if defined(__aarch64__) && FILESEC__GNU && defined(__ARM_NEON) && !defined(__AARCH64EB__)
#define FILESEC__ARCH_ARM 1
#else
#define FILESEC__ARCH_ARM 0
#endif

#if defined(FILESEC_NO_SIMD) || defined(FILESEC_SMALL)
#define FILESEC__SIMD 0
#else
#define FILESEC__SIMD 1
#endif

#if FILESEC__SIMD && FILESEC__ARCH_X86 && !defined(FILESEC_NO_X86)
#define FILESEC__X86 1
#else
#define FILESEC__X86 0
#endif

#if FILESEC__SIMD && FILESEC__ARCH_ARM && !defined(FILESEC_NO_ARM)
#define FILESEC__ARM 1
#else
#define FILESEC__ARM 0
#endif

#if FILESEC__X86
#if FILESEC__GNU
#include <cpuid.h>
#include <immintrin.h>
#define FILESEC__TARGET(list) __attribute__((target(list)))
#else
#include <intrin.h>
#define FILESEC__TARGET(list) /* this compiler takes every intrinsic everywhere */
#endif
#endif

#if FILESEC__ARM
#include <arm_neon.h>
#if defined(__linux__) || defined(__ANDROID__) || defined(__FreeBSD__) || defined(__OpenBSD__)
#include <sys/auxv.h>
#elif defined(__APPLE__)
#include <sys/sysctl.h>
#endif
#define FILESEC__TARGET(list) __attribute__((target(list)))
#endif

/* ---- gates: one for each tier ---------------------------------------------------------- */

#define FILESEC__HAS_ALWAYS 1

/* Registers of 256 and 512 bits. gcc for 64-bit Windows aligns the stack to 16 bytes, yet
   spills them with instructions that fault unless the address is a multiple of 32 or 64 (GCC
   bug 54412, seen up to gcc 16). clang aligns more where it must; Microsoft's compiler uses
   other instructions. So do the gcc of Debian and of MSYS2, which are patched, but no macro
   tells them from others: FILESEC_MINGW_AVX does. */
#if FILESEC__X86 && FILESEC__GNU && !defined(__clang__) &&                                     \
    (defined(_WIN32) || defined(__CYGWIN__)) && !defined(FILESEC_MINGW_AVX)
#define FILESEC__X86_WIDE 0
#else
#define FILESEC__X86_WIDE FILESEC__X86
#endif

#if FILESEC__X86 && !defined(FILESEC_NO_X86_SSE2)
#define FILESEC__HAS_X86_SSE2 1 /* part of the baseline */
#else
#define FILESEC__HAS_X86_SSE2 0
#endif

#if FILESEC__X86 && !defined(FILESEC_NO_X86_SSSE3)
#define FILESEC__HAS_X86_SSSE3 1
#define FILESEC__TARGET_X86_SSSE3 FILESEC__TARGET("ssse3")
#else
#define FILESEC__HAS_X86_SSSE3 0
#endif

#define FILESEC__TARGET_X86_AESNI FILESEC__TARGET("ssse3,sse4.1,aes,pclmul")
#if FILESEC__X86 && !defined(FILESEC_NO_X86_AESNI)
#define FILESEC__HAS_X86_AESNI 1
#else
#define FILESEC__HAS_X86_AESNI 0
#endif

#if FILESEC__X86_WIDE && !defined(FILESEC_NO_X86_AVX2)
#define FILESEC__HAS_X86_AVX2 1
#define FILESEC__TARGET_X86_AVX2 FILESEC__TARGET("avx2,bmi,bmi2")
#else
#define FILESEC__HAS_X86_AVX2 0
#endif

/* VAES and VPCLMULQDQ on 256 bits, without AVX-512. */
#if FILESEC__X86_WIDE && !defined(FILESEC_NO_X86_VAES_AVX2) &&                                 \
    ((defined(__clang__) && __clang_major__ >= 7) ||                                           \
     (!defined(__clang__) && defined(__GNUC__) && __GNUC__ >= 8))
#define FILESEC__HAS_X86_VAES_AVX2 1
#define FILESEC__TARGET_X86_VAES_AVX2                                                          \
    FILESEC__TARGET("avx2,bmi,bmi2,aes,pclmul,vaes,vpclmulqdq")
#else
#define FILESEC__HAS_X86_VAES_AVX2 0
#endif

/* AVX-512 F, VL, BW and DQ: what every CPU with AVX-512 has but the Xeon Phi. The option that
   drops it takes along the two tiers that add to it. */
#if FILESEC__X86_WIDE && !defined(FILESEC_NO_X86_AVX512)
#define FILESEC__HAS_X86_AVX512 1
#define FILESEC__TARGET_X86_AVX512                                                             \
    FILESEC__TARGET("avx2,bmi,bmi2,avx512f,avx512vl,avx512bw,avx512dq")
#else
#define FILESEC__HAS_X86_AVX512 0
#endif

#if FILESEC__HAS_X86_AVX512 && !defined(FILESEC_NO_X86_AVX512IFMA)
#define FILESEC__HAS_X86_AVX512IFMA 1
#define FILESEC__TARGET_X86_AVX512IFMA                                                         \
    FILESEC__TARGET("avx2,bmi,bmi2,avx512f,avx512vl,avx512bw,avx512dq,avx512ifma")
#else
#define FILESEC__HAS_X86_AVX512IFMA 0
#endif

#if FILESEC__HAS_X86_AVX512 && !defined(FILESEC_NO_X86_VAES_AVX512) &&                         \
    ((defined(__clang__) && __clang_major__ >= 7) ||                                           \
     (!defined(__clang__) && defined(__GNUC__) && __GNUC__ >= 8) || !FILESEC__GNU)
#define FILESEC__HAS_X86_VAES_AVX512 1
#define FILESEC__TARGET_X86_VAES_AVX512                                                        \
    FILESEC__TARGET("avx2,bmi,bmi2,aes,pclmul,vaes,vpclmulqdq,avx512f,avx512vl,avx512bw,"      \
                    "avx512dq")
#else
#define FILESEC__HAS_X86_VAES_AVX512 0
#endif

/* The SHA-512 instructions, known to gcc from 14 on and to clang from 17 on. */
#if FILESEC__X86_WIDE && !defined(FILESEC_NO_X86_SHA512) &&                                    \
    ((defined(__clang__) && !defined(__apple_build_version__) && __clang_major__ >= 17) ||     \
     (!defined(__clang__) && defined(__GNUC__) && __GNUC__ >= 14))
#define FILESEC__HAS_X86_SHA512 1
#define FILESEC__TARGET_X86_SHA512 FILESEC__TARGET("avx2,sha512")
#else
#define FILESEC__HAS_X86_SHA512 0
#endif

#if FILESEC__ARM && !defined(FILESEC_NO_ARM_NEON)
#define FILESEC__HAS_ARM_NEON 1
#define FILESEC__TARGET_ARM_NEON /* part of the baseline */
#else
#define FILESEC__HAS_ARM_NEON 0
#endif

/* arm_neon.h of clang before 16 declares these intrinsics only when -march has the feature. */
#if FILESEC__ARM && !defined(FILESEC_NO_ARM_AES) &&                                            \
    (!defined(__clang__) || __clang_major__ >= 16 || defined(__ARM_FEATURE_AES))
#define FILESEC__HAS_ARM_AES 1
#ifdef __clang__
#define FILESEC__TARGET_ARM_AES FILESEC__TARGET("aes")
#else
#define FILESEC__TARGET_ARM_AES FILESEC__TARGET("+crypto")
#endif
#else
#define FILESEC__HAS_ARM_AES 0
#endif

/* AES and PMULL with the three-input exclusive-or of the SHA3 extension. */
#if FILESEC__HAS_ARM_AES && !defined(FILESEC_NO_ARM_AES_EOR3) &&                               \
    ((defined(__clang__) && (__clang_major__ >= 16 || defined(__ARM_FEATURE_SHA3))) ||         \
     (!defined(__clang__) && __GNUC__ >= 9))
#define FILESEC__HAS_ARM_AES_EOR3 1
#ifdef __clang__
#define FILESEC__TARGET_ARM_AES_EOR3 FILESEC__TARGET("aes,sha3")
#else
#define FILESEC__TARGET_ARM_AES_EOR3 FILESEC__TARGET("arch=armv8.2-a+crypto+sha3")
#endif
#else
#define FILESEC__HAS_ARM_AES_EOR3 0
#endif

#if FILESEC__ARM && !defined(FILESEC_NO_ARM_SHA512) &&                                         \
    ((defined(__clang__) && (__clang_major__ >= 16 || defined(__ARM_FEATURE_SHA512))) ||       \
     (!defined(__clang__) && __GNUC__ >= 9))
#define FILESEC__HAS_ARM_SHA512 1
#ifdef __clang__
#define FILESEC__TARGET_ARM_SHA512 FILESEC__TARGET("sha3")
#else
#define FILESEC__TARGET_ARM_SHA512 FILESEC__TARGET("arch=armv8.2-a+sha3")
#endif
#else
#define FILESEC__HAS_ARM_SHA512 0
#endif

/* A 64 x 64 -> 128 bit multiplication in plain C. */
#if defined(__SIZEOF_INT128__) && !defined(FILESEC_SMALL) && !defined(FILESEC_NO_PORTABLE64)
#define FILESEC__HAS_PORTABLE64 1
#else
#define FILESEC__HAS_PORTABLE64 0
#endif

#if !defined(FILESEC_SMALL) && !defined(FILESEC_NO_PORTABLE_REORDERED)
#define FILESEC__HAS_PORTABLE_REORDERED 1
#else
#define FILESEC__HAS_PORTABLE_REORDERED 0
#endif

/* Vectors of the language extension: the compiler maps them to whatever the baseline has. */
#if FILESEC__GNU && !defined(FILESEC_SMALL)
#define FILESEC__VECTOR_TYPES 1
#else
#define FILESEC__VECTOR_TYPES 0
#endif

/* ---- words of the language ------------------------------------------------------------- */

#if FILESEC__GNU
#define FILESEC__ALWAYS_INLINE static inline __attribute__((always_inline))
#define FILESEC__NEVER_INLINE static __attribute__((noinline))
/* An empty statement that the compiler must assume to have changed x: keeps it from undoing
   the order of an addition chain, and from learning that a mask has only two values. */
#define FILESEC__BARRIER(x) __asm__("" : "+r"(x))
#else
#define FILESEC__ALWAYS_INLINE static inline
#define FILESEC__NEVER_INLINE static
#define FILESEC__BARRIER(x) ((void)0)
#endif

#ifndef FILESEC_ASSERT
#define FILESEC_ASSERT(x) ((void)0)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ==== core/bytes.h ==== */
/*
 * core/bytes.h: loads, stores and rotations
 *
 * Any alignment, any byte order: compilers turn each load and store below into one instruction
 * where the machine has it. No function here has a target attribute or a vector type, so every
 * kernel may use all of them.
 */

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define FILESEC__LITTLE 1
#elif defined(_MSC_VER)
#define FILESEC__LITTLE 1
#else
#define FILESEC__LITTLE 0 /* big, or unknown: then bytes are put together one by one */
#endif

static inline uint32_t filesec__load32le(const unsigned char *p)
{
#if FILESEC__LITTLE
    uint32_t x;
    memcpy(&x, p, 4);
    return x;
#else
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
#endif
}

static inline uint64_t filesec__load64le(const unsigned char *p)
{
#if FILESEC__LITTLE
    uint64_t x;
    memcpy(&x, p, 8);
    return x;
#else
    return (uint64_t)filesec__load32le(p) | (uint64_t)filesec__load32le(p + 4) << 32;
#endif
}

static inline uint32_t filesec__load32be(const unsigned char *p)
{
#if FILESEC__LITTLE && FILESEC__GNU
    return __builtin_bswap32(filesec__load32le(p));
#else
    return (uint32_t)p[3] | (uint32_t)p[2] << 8 | (uint32_t)p[1] << 16 | (uint32_t)p[0] << 24;
#endif
}

static inline uint64_t filesec__load64be(const unsigned char *p)
{
#if FILESEC__LITTLE && FILESEC__GNU
    return __builtin_bswap64(filesec__load64le(p));
#else
    return (uint64_t)filesec__load32be(p + 4) | (uint64_t)filesec__load32be(p) << 32;
#endif
}

static inline void filesec__store32le(unsigned char *p, uint32_t x)
{
#if FILESEC__LITTLE
    memcpy(p, &x, 4);
#else
    p[0] = (unsigned char)(x & 0xff);
    p[1] = (unsigned char)(x >> 8 & 0xff);
    p[2] = (unsigned char)(x >> 16 & 0xff);
    p[3] = (unsigned char)(x >> 24 & 0xff);
#endif
}

static inline void filesec__store64le(unsigned char *p, uint64_t x)
{
#if FILESEC__LITTLE
    memcpy(p, &x, 8);
#else
    filesec__store32le(p, (uint32_t)(x & 0xffffffff));
    filesec__store32le(p + 4, (uint32_t)(x >> 32));
#endif
}

static inline void filesec__store32be(unsigned char *p, uint32_t x)
{
#if FILESEC__LITTLE && FILESEC__GNU
    filesec__store32le(p, __builtin_bswap32(x));
#else
    p[0] = (unsigned char)(x >> 24 & 0xff);
    p[1] = (unsigned char)(x >> 16 & 0xff);
    p[2] = (unsigned char)(x >> 8 & 0xff);
    p[3] = (unsigned char)(x & 0xff);
#endif
}

static inline void filesec__store64be(unsigned char *p, uint64_t x)
{
#if FILESEC__LITTLE && FILESEC__GNU
    filesec__store64le(p, __builtin_bswap64(x));
#else
    filesec__store32be(p, (uint32_t)(x >> 32));
    filesec__store32be(p + 4, (uint32_t)(x & 0xffffffff));
#endif
}

/* Rotations: 0 < n < width. */
static inline uint32_t filesec__rotl32(uint32_t x, unsigned n)
{
    return x << n | x >> (32 - n);
}

static inline uint64_t filesec__rotl64(uint64_t x, unsigned n)
{
    return x << n | x >> (64 - n);
}

static inline uint64_t filesec__rotr64(uint64_t x, unsigned n)
{
    return x >> n | x << (64 - n);
}

/*
 * 32 x 32 -> 64 bits, of secrets: the time must not depend on a and b. Thumb without Thumb-2
 * and AVR have no such instruction, and functions of their libgcc branch on a carry; that of
 * Cortex-M3 takes longer for larger numbers. Products of 32 bits take the same time always, so
 * there it is made of four products of halves, whose sums never carry out of a word.
 */
#if (defined(__thumb__) && !defined(__thumb2__)) || defined(__ARM_ARCH_7M__) || defined(__AVR__)
#define FILESEC__MUL_HALVES 1
#else
#define FILESEC__MUL_HALVES 0
#endif

#if FILESEC__MUL_HALVES
#ifdef FILESEC_SMALL
FILESEC__NEVER_INLINE
#else
FILESEC__ALWAYS_INLINE
#endif
uint64_t filesec__mul32(uint32_t a, uint32_t b)
{
    uint32_t a0 = a & 0xffff, a1 = a >> 16, b0 = b & 0xffff, b1 = b >> 16;
    uint32_t low = a0 * b0, cross = a0 * b1, other = a1 * b0, high = a1 * b1;
    uint32_t middle = (low >> 16) + (cross & 0xffff) + (other & 0xffff); /* < 3 * 2^16 */

    high += (cross >> 16) + (other >> 16) + (middle >> 16);
    return (uint64_t)high << 32 | (middle << 16 | (low & 0xffff));
}
#else
FILESEC__ALWAYS_INLINE uint64_t filesec__mul32(uint32_t a, uint32_t b)
{
    return (uint64_t)a * b;
}
#endif
#undef FILESEC__MUL_HALVES

/* memcpy with a NULL pointer is undefined even for no bytes; this one is not. */
static inline void filesec__copy(void *to, const void *from, size_t len)
{
    if (len != 0)
        memcpy(to, from, len);
}

/* count + len <= limit, without overflow, where count <= limit. */
static inline int filesec__within(uint64_t count, uint64_t len, uint64_t limit)
{
    return len <= limit - count;
}

/* ==== core/secret.h ==== */
/*
 * core/secret.h: erase, compare in constant time; which buffers overlap
 */

/* The compiler may drop a memset of memory that dies; the barrier says somebody reads it. */
FILESEC_API void filesec_wipe(void *data, size_t len)
{
#if FILESEC__GNU
    if (len != 0)
        memset(data, 0, len);
    __asm__ __volatile__("" : : "r"(data) : "memory");
#else
    volatile unsigned char *p = (volatile unsigned char *)data;
    while (len-- != 0)
        *p++ = 0;
#endif
}

/* Whether two secrets are equal is no secret any more: the caller may branch on it, and nothing
   else. The test that marks all secrets (tests/taint/) says so here. */
#ifndef FILESEC__VERDICT
#define FILESEC__VERDICT(verdict) (verdict)
#endif

/* One difference anywhere leaves a bit in d; d is looked at once, after the last byte. */
FILESEC_API int filesec_equal(const void *a, const void *b, size_t len)
{
    const unsigned char *p = (const unsigned char *)a;
    const unsigned char *q = (const unsigned char *)b;
    uint32_t d = 0;
    size_t i;

    for (i = 0; i < len; i++) {
        d |= (uint32_t)(p[i] ^ q[i]);
        FILESEC__BARRIER(d);
    }
    return FILESEC__VERDICT((int)((d - 1) >> 31)); /* 1 if d is 0, else 0: d is at most 255 */
}

/* filesec_equal of 16 bytes: a tag. */
static inline int filesec__equal16(const unsigned char a[16], const unsigned char b[16])
{
    uint64_t d = filesec__load64le(a) ^ filesec__load64le(b);
    uint32_t e;

    d |= filesec__load64le(a + 8) ^ filesec__load64le(b + 8);
    e = (uint32_t)((d | d >> 32) & 0xffffffff);
    FILESEC__BARRIER(e);
    return FILESEC__VERDICT((int)(((e | (0 - e)) >> 31) ^ 1));
}

/* Do a[0..a_len) and b[0..b_len) share a byte? Both are objects of the caller's, so the
   addresses do not wrap. */
static inline int filesec__overlap(const void *a, size_t a_len, const void *b, size_t b_len)
{
    uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;

    if (a_len == 0 || b_len == 0)
        return 0;
    return x < y ? y - x < a_len : x - y < b_len;
}

/* Output over input: exactly the same place is good, half a step aside is not. */
static inline int filesec__partly_overlaps(const void *out, const void *in, size_t len)
{
    return out != in && filesec__overlap(out, len, in, len);
}

/* ==== core/cpu.h ==== */
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

/* ==== core/rows.h ==== */
/*
 * core/rows.h: what turns one ROW of a table into a prototype and an entry
 *
 * FILESEC__WHEN(GATE)(text) is text if FILESEC__HAS_GATE is 1 and nothing if it is 0, so a
 * table lists all its kernels without a single #if.
 */
#define FILESEC__PASTE_(a, b) a##b
#define FILESEC__PASTE(a, b) FILESEC__PASTE_(a, b)
#define FILESEC__WHEN_0(...)
#define FILESEC__WHEN_1(...) __VA_ARGS__
#define FILESEC__WHEN(gate) FILESEC__PASTE(FILESEC__WHEN_, FILESEC__PASTE(FILESEC__HAS_, gate))

/* What every row of every table begins with. */
typedef struct filesec__row {
    const char *name;
    uint32_t needs; /* bits of core/cpu.h, all of which the running CPU must have */
} filesec__row;

/* A table, as core/choose.h and the lists of core/directory.h see it. */
typedef struct filesec__table {
    const filesec__row *first;
    size_t row_len; /* bytes from one row to the next */
    size_t count;
    unsigned *choice; /* the row in use, by its mark; 0 until it is first asked for */
} filesec__table;

/* In a choice: it was the user's, so the operation takes this row for every length. */
#define FILESEC__FORCED 0x100u

static inline const filesec__row *filesec__row_at(const filesec__table *t, size_t i)
{
    const unsigned char *p = (const unsigned char *)(const void *)t->first;
    return (const filesec__row *)(const void *)(p + i * t->row_len);
}

static inline size_t filesec__row_index(const filesec__table *t, const filesec__row *row)
{
    const unsigned char *p = (const unsigned char *)(const void *)t->first;
    const unsigned char *q = (const unsigned char *)(const void *)row;
    return (size_t)(q - p) / t->row_len;
}

/* ==== core/choose.h ==== */
/*
 * core/choose.h: from a table and the CPU's bits to the row in use
 *
 * Each table has one word that says which row is active, 0 at first. Whoever finds 0 computes
 * the choice and stores it. Every thread computes the same one, and rows are constants, so a
 * relaxed atomic load and store are all that is needed: no lock, no constructor.
 */
#if FILESEC__GNU && defined(__GCC_ATOMIC_INT_LOCK_FREE) && __GCC_ATOMIC_INT_LOCK_FREE == 2
#define FILESEC__ATOMIC_LOAD(p) __atomic_load_n(p, __ATOMIC_RELAXED)
#define FILESEC__ATOMIC_STORE(p, x) __atomic_store_n(p, x, __ATOMIC_RELAXED)
#else
/* An aligned word is read and written whole on the machines of these compilers; but for those
   that gcc would call a library for, such as AVR: they have one thread, and no interrupt may
   call filesec_path_use there. */
#define FILESEC__ATOMIC_LOAD(p) (*(volatile unsigned *)(p))
#define FILESEC__ATOMIC_STORE(p, x) (*(volatile unsigned *)(p) = (x))
#endif

static inline int filesec__row_runs(const filesec__row *row, uint32_t bits)
{
    return (row->needs & ~(bits | FILESEC__CPU_PREFERENCES)) == 0;
}

/* The first row that runs with these bits and is wise there. The last row needs none, so there
   always is one. */
static inline size_t filesec__pick(const filesec__table *t, uint32_t bits)
{
    size_t i = 0;

    while (i + 1 < t->count && (filesec__row_at(t, i)->needs & ~bits) != 0)
        i++;
    return i;
}

/* The mark of row i: how a choice, a key or a state remembers its row. 0 is no row, so an
   object that was never set up, or was wiped, is recognised. */
static inline unsigned filesec__mark(size_t i)
{
    return (unsigned)i + 1;
}

FILESEC__NEVER_INLINE unsigned filesec__choose_now(const filesec__table *t)
{
    unsigned choice = filesec__mark(filesec__pick(t, filesec__cpu_probe()));

    FILESEC__ATOMIC_STORE(t->choice, choice);
    return choice;
}

/* The mark of the row in use, and FILESEC__FORCED if the user asked for it. */
static inline unsigned filesec__choice(const filesec__table *t)
{
    unsigned choice = FILESEC__ATOMIC_LOAD(t->choice);

    return choice != 0 ? choice : filesec__choose_now(t);
}

static inline const filesec__row *filesec__current(const filesec__table *t)
{
    return filesec__row_at(t, (filesec__choice(t) & ~FILESEC__FORCED) - 1);
}

static inline unsigned char filesec__row_mark(const filesec__table *t, const filesec__row *row)
{
    return (unsigned char)filesec__mark(filesec__row_index(t, row));
}

/* The row of a mark, or NULL. */
static inline const filesec__row *filesec__marked_row(const filesec__table *t, unsigned mark)
{
    return mark >= 1 && mark <= t->count ? filesec__row_at(t, mark - 1) : NULL;
}

/* ==== core/aead.h ==== */
/*
 * core/aead.h: what both AEADs ask of their arguments, and the order of incremental calls
 */

/* A pointer may be NULL only if its length is 0. */
static inline int filesec__missing(const void *p, size_t len)
{
    return p == NULL && len != 0;
}

/* One-shot seal and open, 1 if good: out must not touch the tag or aad, and in only by being
 * in. */
static inline int filesec__aead_arguments(const void *out, const void *tag, const void *nonce,
                                          const void *aad, size_t aad_len, const void *in,
                                          size_t len)
{
    if (filesec__missing(out, len) || filesec__missing(in, len) ||
        filesec__missing(aad, aad_len))
        return 0;
    if (tag == NULL || nonce == NULL)
        return 0;
    return !filesec__partly_overlaps(out, in, len) && !filesec__overlap(out, len, tag, 16) &&
           !filesec__overlap(out, len, aad, aad_len);
}

/* Incremental: aad any number of times, then encrypt or decrypt, then tag or verify. */
#define FILESEC__PHASE_NONE 0 /* not begun, or ended */
#define FILESEC__PHASE_AAD 1
#define FILESEC__PHASE_ENCRYPT 2
#define FILESEC__PHASE_DECRYPT 3

/* May a call that needs phase wanted be made now? Before any data both directions are open. */
static inline int filesec__phase_allows(unsigned phase, unsigned wanted)
{
    return phase == FILESEC__PHASE_AAD || phase == wanted;
}

#ifndef FILESEC_NO_SHA512

/* ==== sha512/contract.h ==== */
/*
 * sha512/contract.h: what every SHA-512 kernel obeys
 *
 *   static void filesec__sha512_<name>(uint64_t h[8], const unsigned char *data,
 *                                      size_t nblocks)
 *
 * h becomes the chaining value after nblocks blocks of 128 bytes (FIPS 180-4, 6.4.2): on entry
 * H(i-1), on return H(i-1+nblocks), as numbers of the machine. nblocks may be 0. data has any
 * alignment; exactly 128 * nblocks bytes of it are read. No branch and no address depends on h
 * or on the data. What a kernel leaves on the stack is not wiped: messages are the caller's.
 * Whoever hashes a key says FILESEC__HMAC_FORGET (hkdf/hmac.h) behind it.
 */
typedef void filesec__sha512_kernel(uint64_t h[8], const unsigned char *data, size_t nblocks);

typedef struct filesec__sha512_row {
    filesec__row row;
    filesec__sha512_kernel *blocks;
} filesec__sha512_row;

/* K(t), FIPS 180-4, 4.2.3: the first 64 bits of the fractional parts of the cube roots of the
   first eighty primes. */
static const uint64_t filesec__sha512_k[80] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc,
    0x3956c25bf348b538, 0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118,
    0xd807aa98a3030242, 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2,
    0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235, 0xc19bf174cf692694,
    0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
    0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4,
    0xc6e00bf33da88fc2, 0xd5a79147930aa725, 0x06ca6351e003826f, 0x142929670a0e6e70,
    0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df,
    0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30,
    0xd192e819d6ef5218, 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
    0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8,
    0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3,
    0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b,
    0xca273eceea26619c, 0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178,
    0x06f067aa72176fba, 0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
    0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc, 0x431d67c49c100d4c,
    0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
};

/* ==== sha512/kernels.h ==== */
/*
 * sha512/kernels.h: the table of SHA-512, best first; the last row must run everywhere
 */
/* clang-format off */
#define FILESEC__SHA512_KERNELS(ROW)                               \
    ROW(sha512, x86_sha512, X86_SHA512, FILESEC__NEEDS_X86_SHA512) \
    ROW(sha512, x86_avx512, X86_AVX512, FILESEC__NEEDS_X86_AVX512) \
    ROW(sha512, x86_avx2,   X86_AVX2,   FILESEC__NEEDS_X86_AVX2)   \
    ROW(sha512, x86_sse2,   X86_SSE2,   FILESEC__NEEDS_X86_SSE2)   \
    ROW(sha512, arm_sha512, ARM_SHA512, FILESEC__NEEDS_ARM_SHA512) \
    ROW(sha512, portable,   ALWAYS,     0)
/* clang-format on */

#define FILESEC__SHA512_PROTOTYPE(op, name, gate, needs)                                       \
    FILESEC__WHEN(gate)                                                                        \
    (static void filesec__##op##_##name(uint64_t h[8], const unsigned char *data,              \
                                        size_t nblocks);)
#define FILESEC__SHA512_ENTRY(op, name, gate, needs)                                           \
    FILESEC__WHEN(gate)({{#name, needs}, filesec__##op##_##name}, )

FILESEC__SHA512_KERNELS(FILESEC__SHA512_PROTOTYPE)
static const filesec__sha512_row filesec__sha512_rows[] = {
    FILESEC__SHA512_KERNELS(FILESEC__SHA512_ENTRY)};

/* ==== sha512/operation.h ==== */
/*
 * sha512/operation.h: SHA-512 (FIPS 180-4): padding, pieces, digests
 */
static unsigned filesec__sha512_choice;
static const filesec__table filesec__sha512_table = {
    &filesec__sha512_rows[0].row, sizeof filesec__sha512_rows[0],
    sizeof filesec__sha512_rows / sizeof filesec__sha512_rows[0], &filesec__sha512_choice};

static inline const filesec__sha512_row *filesec__sha512_current(void)
{
    const void *row = filesec__current(&filesec__sha512_table);
    return (const filesec__sha512_row *)row;
}

/* H(0), FIPS 180-4, 5.3.5: square roots of the first eight primes, as in 5.3.3. */
static inline void filesec__sha512_start(uint64_t h[8])
{
    h[0] = UINT64_C(0x6a09e667f3bcc908);
    h[1] = UINT64_C(0xbb67ae8584caa73b);
    h[2] = UINT64_C(0x3c6ef372fe94f82b);
    h[3] = UINT64_C(0xa54ff53a5f1d36f1);
    h[4] = UINT64_C(0x510e527fade682d1);
    h[5] = UINT64_C(0x9b05688c2b3e6c1f);
    h[6] = UINT64_C(0x1f83d9abfb41bd6b);
    h[7] = UINT64_C(0x5be0cd19137e2179);
}

static inline void filesec__sha512_put(uint8_t digest[64], const uint64_t h[8])
{
    size_t i;

    for (i = 0; i < 8; i++)
        filesec__store64be(digest + 8 * i, h[i]);
}

/*
 * The last one or two blocks of a message of (high, low) bytes, of which the last
 * low mod 128 are at rest: those bytes, 1, zeros, the length in bits (5.1.2). Returns how many
 * blocks: two if the 17 bytes of 0x80 and length do not fit behind the rest.
 */
static inline size_t filesec__sha512_pad(unsigned char last[256], const unsigned char *rest,
                                         uint64_t low, uint64_t high)
{
    size_t rest_len = (size_t)(low % 128);
    size_t end = rest_len < 112 ? 128 : 256;

    /* Not shown to the compiler: for small known lengths gcc takes slow string instructions. */
    FILESEC__BARRIER(rest_len);
    FILESEC__BARRIER(end);
    memset(last, 0, end);
    filesec__copy(last, rest, rest_len);
    last[rest_len] = 0x80;
    filesec__store64be(last + end - 16, high << 3 | low >> 61);
    filesec__store64be(last + end - 8, low << 3);
    return end / 128;
}

/* h from H(0), or from what a whole number of blocks before data left, to the end. total is
   the length of the message with those blocks. */
static inline void filesec__sha512_finish(const filesec__sha512_row *row, uint64_t h[8],
                                          const unsigned char *data, size_t len, uint64_t total)
{
    unsigned char last[256];
    size_t whole = len / 128;
    size_t npad = filesec__sha512_pad(last, whole != 0 ? data + 128 * whole : data, total, 0);

    if (whole != 0)
        row->blocks(h, data, whole);
    row->blocks(h, last, npad);
    filesec_wipe(last, 128 * npad);
}

FILESEC_API void filesec_sha512(uint8_t digest[64], const void *data, size_t len)
{
    uint64_t h[8];

    FILESEC_ASSERT(data != NULL || len == 0);
    filesec__sha512_start(h);
    filesec__sha512_finish(filesec__sha512_current(), h, (const unsigned char *)data, len, len);
    filesec__sha512_put(digest, h);
    filesec_wipe(h, sizeof h);
}

FILESEC_API void filesec_sha512_init(filesec_sha512_state *s)
{
    uint64_t h[8];

    memset(s, 0, sizeof *s);
    filesec__sha512_start(h);
    memcpy(s->chain, h, 64);
    s->mark = filesec__row_mark(&filesec__sha512_table, &filesec__sha512_current()->row);
}

/* The path of a state; a state that was never set up works on the last one, which is safe. */
static inline const filesec__sha512_row *filesec__sha512_row_of(const filesec_sha512_state *s)
{
    const void *row = filesec__marked_row(&filesec__sha512_table, s->mark);

    FILESEC_ASSERT(row != NULL);
    if (row == NULL)
        row = filesec__row_at(&filesec__sha512_table, filesec__sha512_table.count - 1);
    return (const filesec__sha512_row *)row;
}

FILESEC_API void filesec_sha512_update(filesec_sha512_state *s, const void *data, size_t len)
{
    const filesec__sha512_row *row = filesec__sha512_row_of(s);
    const unsigned char *p = (const unsigned char *)data;
    uint64_t low = filesec__load64le(s->count);
    size_t fill = (size_t)(low % 128), n;
    uint64_t h[8];

    FILESEC_ASSERT(data != NULL || len == 0);
    if (len == 0)
        return;
    filesec__store64le(s->count, low + len);
    if (low + len < low) /* carry into the high half */
        filesec__store64le(s->count + 8, filesec__load64le(s->count + 8) + 1);

    n = len < 128 - fill ? len : 128 - fill;
    if (fill + n < 128) { /* no block becomes whole */
        memcpy(s->block + fill, p, n);
        return;
    }
    memcpy(h, s->chain, 64);
    if (fill != 0) {
        memcpy(s->block + fill, p, n);
        row->blocks(h, s->block, 1);
        p += n;
        len -= n;
    }
    row->blocks(h, p, len / 128);
    filesec__copy(s->block, p + len / 128 * 128, len % 128);
    memcpy(s->chain, h, 64);
    filesec_wipe(h, sizeof h);
}

FILESEC_API void filesec_sha512_final(filesec_sha512_state *s, uint8_t digest[64])
{
    const filesec__sha512_row *row = filesec__sha512_row_of(s);
    unsigned char last[256];
    uint64_t h[8];
    size_t npad = filesec__sha512_pad(last, s->block, filesec__load64le(s->count),
                                      filesec__load64le(s->count + 8));

    memcpy(h, s->chain, 64);
    row->blocks(h, last, npad);
    filesec__sha512_put(digest, h);
    filesec_wipe(h, sizeof h);
    filesec_wipe(last, sizeof last);
    filesec_wipe(s, sizeof *s);
}

/* ==== hkdf/hmac.h ==== */
/*
 * hkdf/hmac.h: HMAC-SHA-512 (RFC 2104, FIPS 198-1)
 *
 *   HMAC(K, text) = H((K0 ^ opad) || H((K0 ^ ipad) || text))
 *
 * K0 fills one block of 128 bytes, so each hash begins with one block that depends on the key
 * alone. The chaining values behind those two blocks are all that is kept of the key.
 */

/*
 * The kernels' part of the stack: they leave the schedule of a block there, and from sixteen
 * words of that in a row all others follow, so that of a key it is the key. This overwrites
 * it, with what the compiler spilled beside it. Not inline: called from where the kernel was
 * called, or from further up, its array lies where theirs were. With FILESEC_SMALL, where stack
 * is scarcer than time, the kernel wipes its arrays after every block.
 */
#ifdef FILESEC_SMALL
#define FILESEC__HMAC_FORGET() ((void)0)
#else
#define FILESEC__HMAC_FORGET() filesec__hmac_forget()
#if FILESEC__X86
#define FILESEC__HMAC_FORGET_LEN 2560 /* x86_pairs.h keeps the schedules of two blocks */
#else
#define FILESEC__HMAC_FORGET_LEN 1536
#endif

FILESEC__NEVER_INLINE void filesec__hmac_forget(void)
{
    unsigned char area[FILESEC__HMAC_FORGET_LEN];
    size_t len = sizeof area;

    FILESEC__BARRIER(len); /* a length that it knows makes gcc take slow string instructions */
    filesec_wipe(area, len);
}
#undef FILESEC__HMAC_FORGET_LEN
#endif

static inline void filesec__hmac_pad_key(unsigned char block[128], unsigned char pad,
                                         const unsigned char key0[128])
{
    size_t i;

    for (i = 0; i < 128; i++)
        block[i] = (unsigned char)(key0[i] ^ pad);
}

/* inner and outer: the chaining values behind K0 ^ ipad and K0 ^ opad. */
static void filesec__hmac_key(const filesec__sha512_row *row, uint64_t inner[8],
                              uint64_t outer[8], const void *key, size_t key_len)
{
    unsigned char key0[128], block[128];

    memset(key0, 0, sizeof key0);
    if (key_len > 128) {
        uint64_t h[8];

        filesec__sha512_start(h);
        filesec__sha512_finish(row, h, (const unsigned char *)key, key_len, key_len);
        filesec__sha512_put(key0, h);
        filesec_wipe(h, sizeof h);
    } else {
        filesec__copy(key0, key, key_len);
    }
    filesec__hmac_pad_key(block, 0x36, key0);
    filesec__sha512_start(inner);
    row->blocks(inner, block, 1);
    filesec__hmac_pad_key(block, 0x5c, key0);
    filesec__sha512_start(outer);
    row->blocks(outer, block, 1);
    FILESEC__HMAC_FORGET();
    filesec_wipe(key0, sizeof key0);
    filesec_wipe(block, sizeof block);
}

/* A block that holds a digest behind one block of key: 64 bytes, 1, zeros, 1536 bits. */
static inline void filesec__hmac_pad_digest(unsigned char block[128])
{
    memset(block + 64, 0, 64);
    block[64] = 0x80;
    filesec__store64be(block + 120, (128 + 64) * 8);
}

FILESEC_API void filesec_hmac_sha512_init(filesec_hmac_sha512_state *s, const void *key,
                                          size_t key_len)
{
    uint64_t inner[8], outer[8];

    FILESEC_ASSERT(key != NULL || key_len == 0);
    filesec_sha512_init(&s->inner);
    filesec__hmac_key(filesec__sha512_row_of(&s->inner), inner, outer, key, key_len);
    memcpy(s->inner.chain, inner, 64);
    filesec__store64le(s->inner.count, 128);
    memcpy(s->outer, outer, 64);
    filesec_wipe(inner, sizeof inner);
    filesec_wipe(outer, sizeof outer);
}

FILESEC_API void filesec_hmac_sha512_update(filesec_hmac_sha512_state *s, const void *data,
                                            size_t len)
{
    filesec_sha512_update(&s->inner, data, len);
}

FILESEC_API void filesec_hmac_sha512_final(filesec_hmac_sha512_state *s, uint8_t mac[64])
{
    const filesec__sha512_row *row = filesec__sha512_row_of(&s->inner);
    unsigned char block[128];
    uint64_t h[8];

    filesec_sha512_final(&s->inner, block);
    filesec__hmac_pad_digest(block);
    memcpy(h, s->outer, 64);
    row->blocks(h, block, 1);
    filesec__sha512_put(mac, h);
    filesec_wipe(h, sizeof h);
    filesec_wipe(block, sizeof block);
    filesec_wipe(s, sizeof *s);
}

FILESEC_API void filesec_hmac_sha512(uint8_t mac[64], const void *key, size_t key_len,
                                     const void *data, size_t data_len)
{
    filesec_hmac_sha512_state s;

    filesec_hmac_sha512_init(&s, key, key_len);
    filesec_hmac_sha512_update(&s, data, data_len);
    filesec_hmac_sha512_final(&s, mac);
}

/* ==== hkdf/hkdf.h ==== */
/*
 * hkdf/hkdf.h: HKDF-SHA-512 (RFC 5869)
 */

/* PRK = HMAC(salt, IKM), 2.2. No salt and 64 zero bytes of salt are one HMAC key. */
static void filesec__hkdf_extract(uint8_t prk[64], const void *salt, size_t salt_len,
                                  const void *ikm, size_t ikm_len)
{
    filesec_hmac_sha512(prk, salt, salt_len, ikm, ikm_len);
    FILESEC__HMAC_FORGET();
}

/* OKM = T(1) || T(2) || ..., T(i) = HMAC(PRK, T(i-1) || info || i), 2.3. out_len <= 255 * 64.
 */
static void filesec__hkdf_expand(void *out, size_t out_len, const void *prk, size_t prk_len,
                                 const void *info, size_t info_len)
{
    unsigned char *p = (unsigned char *)out;
    filesec_hmac_sha512_state keyed, s;
    uint8_t t[64];
    size_t t_len = 0;
    uint8_t i = 0;

    filesec_hmac_sha512_init(&keyed, prk, prk_len);
    while (out_len != 0) {
        size_t n = out_len < 64 ? out_len : 64;

        i++;
        s = keyed;
        filesec_hmac_sha512_update(&s, t, t_len);
        filesec_hmac_sha512_update(&s, info, info_len);
        filesec_hmac_sha512_update(&s, &i, 1);
        filesec_hmac_sha512_final(&s, t);
        t_len = 64;
        memcpy(p, t, n);
        p += n;
        out_len -= n;
    }
    FILESEC__HMAC_FORGET();
    filesec_wipe(&keyed, sizeof keyed);
    filesec_wipe(t, sizeof t);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_hkdf_sha512(void *out, size_t out_len, const void *ikm, size_t ikm_len,
                    const void *salt, size_t salt_len, const void *info, size_t info_len)
{
    uint8_t prk[64];

    if (out_len > 255 * 64)
        return FILESEC_ERR_LIMIT;
    if ((out == NULL && out_len != 0) || (ikm == NULL && ikm_len != 0) ||
        (salt == NULL && salt_len != 0) || (info == NULL && info_len != 0))
        return FILESEC_ERR_ARGUMENT;
    if (filesec__overlap(out, out_len, info, info_len))
        return FILESEC_ERR_ARGUMENT;
    filesec__hkdf_extract(prk, salt, salt_len, ikm, ikm_len);
    filesec__hkdf_expand(out, out_len, prk, sizeof prk, info, info_len);
    filesec_wipe(prk, sizeof prk);
    return FILESEC_OK;
}

/* ==== hkdf/pbkdf2.h ==== */
/*
 * hkdf/pbkdf2.h: PBKDF2 with HMAC-SHA-512 (RFC 8018, 5.2)
 *
 *   T_i = U_1 ^ U_2 ^ ... ^ U_c,   U_1 = HMAC(P, S || INT(i)),   U_j = HMAC(P, U_(j-1))
 */

/* The most an output may be: dkLen <= (2^32 - 1) * hLen. */
#define FILESEC__PBKDF2_MAX (UINT64_C(0xffffffff) * 64)

/* U_1, as a padded digest. Its own function: the stack is given back before the others. */
FILESEC__NEVER_INLINE void filesec__pbkdf2_first(unsigned char block[128],
                                                 const filesec_hmac_sha512_state *keyed,
                                                 const void *salt, size_t salt_len, uint32_t i)
{
    filesec_hmac_sha512_state s = *keyed;

    filesec__store32be(block, i);
    filesec_hmac_sha512_update(&s, salt, salt_len);
    filesec_hmac_sha512_update(&s, block, 4);
    filesec_hmac_sha512_final(&s, block);
    FILESEC__HMAC_FORGET();
    filesec__hmac_pad_digest(block);
}

/* U_j from U_(j-1), which is at block as a padded digest: two blocks of SHA-512. */
static inline void filesec__pbkdf2_step(const filesec__sha512_row *row,
                                        unsigned char block[128], uint64_t h[8],
                                        const filesec_hmac_sha512_state *keyed)
{
    memcpy(h, keyed->inner.chain, 64);
    row->blocks(h, block, 1);
    filesec__sha512_put(block, h);
    memcpy(h, keyed->outer, 64);
    row->blocks(h, block, 1);
    filesec__sha512_put(block, h);
}

/* T_i. keyed has taken the password. */
static void filesec__pbkdf2_block(uint8_t t[64], const filesec_hmac_sha512_state *keyed,
                                  const void *salt, size_t salt_len, uint32_t i,
                                  uint32_t iterations)
{
    const filesec__sha512_row *row = filesec__sha512_row_of(&keyed->inner);
    uint64_t h[8] = {0};
    unsigned char block[128];
    uint32_t j;
    size_t k;

    filesec__pbkdf2_first(block, keyed, salt, salt_len, i);
    memcpy(t, block, 64);
    for (j = 1; j < iterations; j++) {
        filesec__pbkdf2_step(row, block, h, keyed);
        for (k = 0; k < 64; k++)
            t[k] = (uint8_t)(t[k] ^ block[k]);
    }
    FILESEC__HMAC_FORGET();
    filesec_wipe(h, sizeof h);
    filesec_wipe(block, sizeof block);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_pbkdf2_hmac_sha512(void *out, size_t out_len, const void *password, size_t password_len,
                           const void *salt, size_t salt_len, uint32_t iterations)
{
    unsigned char *p = (unsigned char *)out;
    filesec_hmac_sha512_state keyed;
    uint8_t t[64];
    uint32_t i = 0;

    if (!filesec__within(0, out_len, FILESEC__PBKDF2_MAX))
        return FILESEC_ERR_LIMIT;
    if ((out == NULL && out_len != 0) || (password == NULL && password_len != 0) ||
        (salt == NULL && salt_len != 0) || iterations == 0)
        return FILESEC_ERR_ARGUMENT;
    if (filesec__overlap(out, out_len, salt, salt_len))
        return FILESEC_ERR_ARGUMENT;
    filesec_hmac_sha512_init(&keyed, password, password_len);
    while (out_len != 0) {
        size_t n = out_len < 64 ? out_len : 64;

        filesec__pbkdf2_block(t, &keyed, salt, salt_len, ++i, iterations);
        memcpy(p, t, n);
        p += n;
        out_len -= n;
    }
    filesec_wipe(&keyed, sizeof keyed);
    filesec_wipe(t, sizeof t);
    return FILESEC_OK;
}
#undef FILESEC__HMAC_FORGET

/* ==== sha512_many/contract.h ==== */
/*
 * sha512_many/contract.h: what every kernel for several SHA-512 streams obeys
 *
 *   static void filesec__sha512_many_<name>(uint64_t *h, const unsigned char *const *data,
 *                                           size_t nblocks)
 *
 * L messages side by side, L being the row's number of lanes. h holds 8 * L numbers, word j of
 * lane i at h[j * L + i]. Lane i reads exactly 128 * nblocks bytes at data[i], at any
 * alignment; two lanes may read the same bytes. nblocks >= 1. Secrets as in sha512/contract.h.
 *
 * A row may have a second kernel, filesec__sha512_many_<name>_twice: the same with 2 * L lanes,
 * for long messages only, and no slower per lane there.
 */
typedef void filesec__sha512_many_kernel(uint64_t *h, const unsigned char *const *data,
                                         size_t nblocks);

typedef struct filesec__sha512_many_row {
    filesec__row row;
    filesec__sha512_many_kernel *blocks; /* NULL: every message by itself, on SHA-512's row */
    filesec__sha512_many_kernel *twice;  /* NULL: none */
    size_t lanes;
    size_t least; /* so many single blocks take longer than one of each lane */
} filesec__sha512_many_row;

#define FILESEC__SHA512_MANY_LANES_MAX 16 /* those of twice are counted */

/* ==== sha512_many/kernels.h ==== */
/*
 * sha512_many/kernels.h: the table for many SHA-512 messages, best first
 *
 * The last columns: lanes; from how many messages on they pay; 1 if there is a second kernel
 * for twice the lanes. The last row has no kernel: it hashes one message after the other on
 * SHA-512's own row. Eight lanes are ahead of the SHA-512 instructions, four are not.
 */
/* clang-format off */
#define FILESEC__SHA512_MANY_KERNELS(ROW)                                                     \
    ROW(sha512_many, x86_avx512, X86_AVX512,                                                  \
        FILESEC__NEEDS_X86_AVX512 | FILESEC__CPU_PREFERS_512, 8, 3, 1)                        \
    ROW(sha512_many, x86_avx2, X86_AVX2,                                                      \
        FILESEC__NEEDS_X86_AVX2 | FILESEC__CPU_PREFERS_LANES, 4, 3, 0)
/* clang-format on */

#define FILESEC__SHA512_MANY_DECLARE(function)                                                 \
    static void function(uint64_t *h, const unsigned char *const *data, size_t nblocks);
#define FILESEC__SHA512_MANY_DECLARE_0(function)
#define FILESEC__SHA512_MANY_DECLARE_1(function) FILESEC__SHA512_MANY_DECLARE(function)
#define FILESEC__SHA512_MANY_TWICE_0(function) NULL
#define FILESEC__SHA512_MANY_TWICE_1(function) function

#define FILESEC__SHA512_MANY_PROTOTYPE(op, name, gate, needs, lanes, least, twice)             \
    FILESEC__WHEN(gate)                                                                        \
    (FILESEC__SHA512_MANY_DECLARE(filesec__##op##_##name)                                      \
         FILESEC__SHA512_MANY_DECLARE_##twice(filesec__##op##_##name##_twice))
#define FILESEC__SHA512_MANY_ENTRY(op, name, gate, needs, lanes, least, twice)                 \
    FILESEC__WHEN(gate)                                                                        \
    ({{#name, needs},                                                                          \
      filesec__##op##_##name,                                                                  \
      FILESEC__SHA512_MANY_TWICE_##twice(filesec__##op##_##name##_twice),                      \
      lanes,                                                                                   \
      least}, )

FILESEC__SHA512_MANY_KERNELS(FILESEC__SHA512_MANY_PROTOTYPE)
static const filesec__sha512_many_row filesec__sha512_many_rows[] = {
    FILESEC__SHA512_MANY_KERNELS(FILESEC__SHA512_MANY_ENTRY){
        {"portable", 0}, NULL, NULL, 1, 1}};

/* ==== sha512_many/alike.h ==== */
/*
 * sha512_many/alike.h: messages of one shape, as many at a time as there are lanes
 *
 * Alike are messages with the same number of whole blocks and of padded ones behind them: all
 * of one length, or all of at most 111 bytes. They need no bookkeeping. All lanes start
 * together, read the whole blocks where they lie, then the padded ones from buffers, and end
 * together.
 */
#if FILESEC__SIMD

/* Whole blocks of a message from which on a kernel of twice the lanes is taken: 4 KiB. */
#define FILESEC__SHA512_MANY_LONG 32

static inline int filesec__sha512_are_alike(const size_t *len, size_t n)
{
    size_t whole = len[0] / 128, one = len[0] % 128 < 112, i;

    for (i = 1; i < n; i++)
        if (len[i] / 128 != whole || (len[i] % 128 < 112) != one)
            return 0;
    return 1;
}

/* The barriers hide that the lengths are small: for such gcc takes string instructions, which
   take longer to start than all the rest. */
static inline void filesec__sha512_lane_copy(unsigned char *to, const unsigned char *from,
                                             size_t len)
{
    FILESEC__BARRIER(len);
    filesec__copy(to, from, len);
}

static inline void filesec__sha512_lane_wipe(void *p, size_t len)
{
    FILESEC__BARRIER(len);
    filesec_wipe(p, len);
}

/* filesec__sha512_pad for a lane. */
static inline size_t filesec__sha512_lane_pad(unsigned char last[256],
                                              const unsigned char *data, size_t len)
{
    size_t rest = len % 128, end = rest < 112 ? 128 : 256, zeros = end;

    FILESEC__BARRIER(zeros);
    memset(last, 0, zeros);
    filesec__sha512_lane_copy(last, len >= 128 ? data + len / 128 * 128 : data, rest);
    last[rest] = 0x80;
    filesec__store64be(last + end - 16, (uint64_t)len >> 61);
    filesec__store64be(last + end - 8, (uint64_t)len << 3);
    return end / 128;
}

/* H(0) in every lane. */
static inline void filesec__sha512_lanes_start(uint64_t *h, size_t lanes)
{
    uint64_t start[8];
    size_t i, j;

    filesec__sha512_start(start);
    for (j = 0; j < 8; j++)
        for (i = 0; i < lanes; i++)
            h[j * lanes + i] = start[j];
}

/* The digest of lane i. */
static inline void filesec__sha512_lane_put(uint8_t digest[64], const uint64_t *h, size_t lanes,
                                            size_t i)
{
    size_t j;

    for (j = 0; j < 8; j++)
        filesec__store64be(digest + 8 * j, h[j * lanes + i]);
}

typedef struct filesec__sha512_group {
    size_t lanes, count; /* count of the lanes have a message */
    filesec__sha512_many_kernel *kernel;
    uint64_t h[8 * FILESEC__SHA512_MANY_LANES_MAX];
    size_t padded[FILESEC__SHA512_MANY_LANES_MAX]; /* the length that last[i] is made for */
    unsigned char last[FILESEC__SHA512_MANY_LANES_MAX][256];
} filesec__sha512_group;

/* Lanes without a message read what the last one with a message reads. */
static void filesec__sha512_group_hash(filesec__sha512_group *g, uint8_t (*digests)[64],
                                       const void *const *data, const size_t *len)
{
    const unsigned char *p[FILESEC__SHA512_MANY_LANES_MAX];
    size_t whole = len[0] / 128, npad = len[0] % 128 < 112 ? 1 : 2, i;

    filesec__sha512_lanes_start(g->h, g->lanes);
    for (i = 0; i < g->lanes; i++)
        p[i] = (const unsigned char *)data[i < g->count ? i : g->count - 1];
    if (whole != 0)
        g->kernel(g->h, p, whole);
    for (i = 0; i < g->count; i++) {
        if (g->padded[i] == len[i])
            filesec__sha512_lane_copy(g->last[i], whole != 0 ? p[i] + 128 * whole : p[i],
                                      len[i] % 128);
        else
            filesec__sha512_lane_pad(g->last[i], p[i], len[i]);
        g->padded[i] = len[i];
    }
    for (i = 0; i < g->lanes; i++)
        p[i] = g->last[i < g->count ? i : g->count - 1];
    g->kernel(g->h, p, npad);
    for (i = 0; i < g->count; i++)
        filesec__sha512_lane_put(digests[i], g->h, g->lanes, i);
}

/* n >= 1. Fewer than least messages at the end are hashed one by one. */
FILESEC__NEVER_INLINE void filesec__sha512_alike(const filesec__sha512_many_row *many,
                                                 size_t least, uint8_t (*digests)[64],
                                                 const void *const *data, const size_t *len,
                                                 size_t n)
{
    filesec__sha512_group g;
    size_t used = many->twice != NULL ? 2 * many->lanes : many->lanes, i;

    for (i = 0; i < used; i++)
        g.padded[i] = SIZE_MAX;
    for (; n >= least; n -= g.count) {
        int twice = many->twice != NULL && n >= 2 * many->lanes &&
                    len[0] / 128 >= FILESEC__SHA512_MANY_LONG;

        g.lanes = twice ? 2 * many->lanes : many->lanes;
        g.kernel = twice ? many->twice : many->blocks;
        g.count = n < g.lanes ? n : g.lanes;
        filesec__sha512_group_hash(&g, digests, data, len);
        digests += g.count;
        data += g.count;
        len += g.count;
    }
    for (i = 0; i < n; i++)
        filesec_sha512(digests[i], data[i], len[i]);
    filesec__sha512_lane_wipe(g.h, 64 * used);
    filesec__sha512_lane_wipe(g.last, 256 * used);
}
#endif

/* ==== sha512_many/lanes.h ==== */
/*
 * sha512_many/lanes.h: messages of any lengths over few lanes
 *
 * Each lane works on one message: first the whole blocks where they lie, then the one or two
 * padded blocks from a buffer of the lane's. All lanes advance together by the smallest number
 * of blocks that any of them has left in its part; a lane that ends takes the next message at
 * once. When no message waits and few lanes live, those are finished one by one: a step of all
 * lanes costs more than so many single steps.
 *
 * Of each 256 messages the longest come first. So lanes end together, and the last lanes to
 * live have little left.
 */
#if FILESEC__SIMD

#define FILESEC__SHA512_MANY_WINDOW 256

typedef struct filesec__sha512_lane {
    size_t nblocks; /* blocks left to read; 0 for an idle lane */
    size_t npad;    /* padded blocks that follow */
    size_t job;
    unsigned char last[256];
} filesec__sha512_lane;

/* The messages, and how far the lanes have come. */
typedef struct filesec__sha512_jobs {
    uint8_t (*digests)[64];
    const void *const *data;
    const size_t *len;
    size_t n, base, taken, count; /* n messages from data[base] on are left, and of them */
    size_t lanes, live;           /* the first count have an order, and taken a lane */
    uint64_t h[8 * FILESEC__SHA512_MANY_LANES_MAX]; /* word j of lane i at h[j * lanes + i] */
    const unsigned char *at[FILESEC__SHA512_MANY_LANES_MAX]; /* what each lane reads next */
    filesec__sha512_lane lane[FILESEC__SHA512_MANY_LANES_MAX];
    unsigned char order[FILESEC__SHA512_MANY_WINDOW];
} filesec__sha512_jobs;

/* A number below 128 that never falls as the message grows: blocks, above 3 by their two
   leading bits. */
static inline unsigned filesec__sha512_size_class(size_t len)
{
    size_t nblocks = len / 128 + (len % 128 < 112 ? 1 : 2);
    unsigned class_of = 0;

    for (; nblocks > 3; nblocks >>= 1)
        class_of += 2;
    return class_of + (unsigned)nblocks;
}

/* The next messages, at most a window of them, longest first. */
static void filesec__sha512_jobs_sort(filesec__sha512_jobs *w)
{
    unsigned char classes[FILESEC__SHA512_MANY_WINDOW];
    unsigned place[128], sum = 0, i;

    w->base += w->count;
    w->n -= w->count;
    w->taken = 0;
    w->count = w->n < FILESEC__SHA512_MANY_WINDOW ? w->n : FILESEC__SHA512_MANY_WINDOW;
    if (w->n <= w->lanes && w->live == 0) { /* all start at once */
        for (i = 0; i < w->count; i++)
            w->order[i] = (unsigned char)i;
        return;
    }
    memset(place, 0, sizeof place);
    for (i = 0; i < w->count; i++) {
        classes[i] = (unsigned char)filesec__sha512_size_class(w->len[w->base + i]);
        place[classes[i]]++;
    }
    for (i = 128; i-- > 0;) { /* from how many there are to where the first one goes */
        unsigned here = place[i];

        place[i] = sum;
        sum += here;
    }
    for (i = 0; i < w->count; i++)
        w->order[place[classes[i]]++] = (unsigned char)i;
}

/* Lane i takes the next message; there is one. */
static void filesec__sha512_lane_take(filesec__sha512_jobs *w, size_t i)
{
    filesec__sha512_lane *lane = &w->lane[i];
    size_t job = w->base + w->order[w->taken++], whole = w->len[job] / 128, j;
    const unsigned char *data = (const unsigned char *)w->data[job];
    uint64_t h[8];

    lane->job = job;
    lane->nblocks = whole;
    lane->npad = filesec__sha512_lane_pad(lane->last, data, w->len[job]);
    w->at[i] = data;
    if (whole == 0) {
        w->at[i] = lane->last;
        lane->nblocks = lane->npad;
        lane->npad = 0;
    }
    filesec__sha512_start(h);
    for (j = 0; j < 8; j++)
        w->h[j * w->lanes + i] = h[j];
}

/* Lane i has nothing left to read: go on with its padding, or give the digest and take the next
   message, or become idle. */
static void filesec__sha512_lane_next(filesec__sha512_jobs *w, size_t i)
{
    filesec__sha512_lane *lane = &w->lane[i];

    if (lane->npad != 0) {
        w->at[i] = lane->last;
        lane->nblocks = lane->npad;
        lane->npad = 0;
        return;
    }
    filesec__sha512_lane_put(w->digests[lane->job], w->h, w->lanes, i);
    if (w->taken == w->count && w->count != 0)
        filesec__sha512_jobs_sort(w);
    if (w->count != 0)
        filesec__sha512_lane_take(w, i);
    else
        w->live--;
}

/* One call of the kernel: the smallest number of blocks that a live lane has left. Idle lanes
   read what a live one reads, so no lane reads anything else. */
static void filesec__sha512_lanes_step(filesec__sha512_jobs *w,
                                       filesec__sha512_many_kernel *kernel)
{
    size_t least = SIZE_MAX, shared = 0, i;

    for (i = 0; i < w->lanes; i++) {
        if (w->lane[i].nblocks - 1 < least - 1) { /* an idle lane's 0 - 1 is not less */
            shared = i;
            least = w->lane[i].nblocks;
        }
    }
    if (w->live != w->lanes)
        for (i = 0; i < w->lanes; i++)
            w->at[i] = w->lane[i].nblocks != 0 ? w->at[i] : w->at[shared];
    kernel(w->h, w->at, least);
    for (i = 0; i < w->lanes; i++) {
        if (w->lane[i].nblocks == 0)
            continue;
        w->at[i] += 128 * least;
        w->lane[i].nblocks -= least;
        if (w->lane[i].nblocks == 0)
            filesec__sha512_lane_next(w, i);
    }
}

/* From many->lanes * 2 lanes, of which at most half live, to many->lanes. */
static void filesec__sha512_lanes_halve(filesec__sha512_jobs *w)
{
    size_t half = w->lanes / 2, to = 0, i, j;
    uint64_t h[8 * FILESEC__SHA512_MANY_LANES_MAX];

    memcpy(h, w->h, sizeof h);
    for (i = 0; i < w->lanes; i++) {
        filesec__sha512_lane *lane = &w->lane[i];

        if (lane->nblocks == 0)
            continue;
        for (j = 0; j < 8; j++)
            w->h[j * half + to] = h[j * w->lanes + i];
        w->at[to] = w->at[i];
        if (to != i) {
            if (lane->npad == 0) /* it reads its buffer, which moves */
                w->at[to] = w->lane[to].last + (w->at[i] - lane->last);
            w->lane[to] = *lane;
        }
        to++;
    }
    for (; to < half; to++)
        w->lane[to].nblocks = 0;
    w->lanes = half;
    filesec_wipe(h, sizeof h);
}

/* Lane i goes to its end alone. */
static void filesec__sha512_lane_finish(filesec__sha512_jobs *w, size_t i)
{
    const filesec__sha512_row *one = filesec__sha512_current();
    filesec__sha512_lane *lane = &w->lane[i];
    uint64_t h[8];
    size_t j;

    for (j = 0; j < 8; j++)
        h[j] = w->h[j * w->lanes + i];
    one->blocks(h, w->at[i], lane->nblocks);
    one->blocks(h, lane->last, lane->npad);
    filesec__sha512_put(w->digests[lane->job], h);
    filesec_wipe(h, sizeof h);
}

/* Do twice the lanes pay? If enough of the messages are long, and no fewer than are short. */
static inline int filesec__sha512_are_long(const size_t *len, size_t n, size_t lanes)
{
    size_t found = 0, i;

    for (i = 0; i < n; i++)
        found += len[i] / 128 >= FILESEC__SHA512_MANY_LONG;
    return found >= lanes && found >= n - found;
}

/* n >= 1. */
FILESEC__NEVER_INLINE void filesec__sha512_lanes(const filesec__sha512_many_row *many,
                                                 uint8_t (*digests)[64],
                                                 const void *const *data, const size_t *len,
                                                 size_t n)
{
    filesec__sha512_jobs w;
    size_t used, i;

    w.digests = digests;
    w.data = data;
    w.len = len;
    w.n = n;
    w.base = 0;
    w.count = 0;
    w.live = 0;
    w.lanes = many->lanes;
    if (many->twice != NULL && filesec__sha512_are_long(len, n, 2 * many->lanes))
        w.lanes = 2 * many->lanes;
    used = w.lanes;
    memset(w.h, 0, 64 * used);
    filesec__sha512_jobs_sort(&w);
    for (i = 0; i < used; i++) {
        w.lane[i].nblocks = 0;
        if (w.taken != w.count) {
            filesec__sha512_lane_take(&w, i);
            w.live++;
        }
    }
    do {
        if (w.lanes > many->lanes && w.live <= many->lanes)
            filesec__sha512_lanes_halve(&w);
        filesec__sha512_lanes_step(&w, w.lanes > many->lanes ? many->twice : many->blocks);
    } while (w.live >= many->least);
    for (i = 0; i < w.lanes; i++) /* what is left */
        if (w.lane[i].nblocks != 0)
            filesec__sha512_lane_finish(&w, i);
    filesec__sha512_lane_wipe(w.h, 64 * used);
    filesec__sha512_lane_wipe(w.lane, used * sizeof w.lane[0]);
}
#endif

/* ==== sha512_many/operation.h ==== */
/*
 * sha512_many/operation.h: many messages in one call
 */
static unsigned filesec__sha512_many_choice;
static const filesec__table filesec__sha512_many_table = {
    &filesec__sha512_many_rows[0].row, sizeof filesec__sha512_many_rows[0],
    sizeof filesec__sha512_many_rows / sizeof filesec__sha512_many_rows[0],
    &filesec__sha512_many_choice};

/* A path that the user asked for takes any number of messages. Otherwise it takes those that it
   is quicker for: as many as make up for the work of all lanes, and if they are of different
   lengths, one more for the bookkeeping. */
FILESEC_API void filesec_sha512_many(uint8_t (*digests)[64], const void *const *data,
                                     const size_t *len, size_t n)
{
    unsigned choice = filesec__choice(&filesec__sha512_many_table);
    const void *chosen =
        filesec__row_at(&filesec__sha512_many_table, (choice & ~FILESEC__FORCED) - 1);
    const filesec__sha512_many_row *row = (const filesec__sha512_many_row *)chosen;
    size_t i;

#if FILESEC__SIMD
    int forced = (choice & FILESEC__FORCED) != 0;
    size_t least = forced ? 1 : row->least;

    if (row->blocks != NULL && n >= least) {
        if (filesec__sha512_are_alike(len, n)) {
            filesec__sha512_alike(row, least, digests, data, len, n);
            return;
        }
        if (forced || n > least) {
            filesec__sha512_lanes(row, digests, data, len, n);
            return;
        }
    }
#else
    (void)row;
#endif
    for (i = 0; i < n; i++)
        filesec_sha512(digests[i], data[i], len[i]);
}

/* ==== sha512/x86_pairs.h ==== */
/*
 * sha512/x86_pairs.h: SHA-512 of two blocks after each other, for sha512/x86_avx2.h and
 * sha512/x86_avx512.h; they differ in how they rotate vectors
 *
 * The rounds are scalar, for each needs the one before. The schedule is not: a vector holds two
 * consecutive words of two blocks,
 *
 *      lane     3         2        1        0
 *      x[i]  W'(2i+1)  W'(2i)  W(2i+1)   W(2i)      W' of the second block
 *
 * and W(t-15) and W(t-7) are neighbours in x[], shifted by a word within each half. A step
 * makes two words of both blocks and stores W + K, which a round adds from memory. The 32 steps
 * run beside 64 rounds of the first block. The other 16 and the 80 of the second are scalar
 * only. A block without a second stands for both.
 *
 * The limit is the number of instructions a cycle may bring in. So the round is spelt out, and
 * the vector operations are spread between its own.
 *
 * x86_pairs_end.h ends these macros.
 */

/*
 * The operations of a round. Compilers that are left to choose make it longer, move it away
 * from the vector operations beside it, and part with the order that keeps the chain short; so
 * each is an instruction that stays where it stands. Not "rm": clang takes memory for all.
 */
#if FILESEC__GNU
#define FILESEC__PAIR_DO(to, x, place, att, intel)                                             \
    __asm__ __volatile__("{" att " %1, %0|" intel " %0, %1}" : "+r"(to) : place(x) : "cc")
#define FILESEC__PAIR_XOR(to, x) FILESEC__PAIR_DO(to, x, "r", "xorq", "xor")
#define FILESEC__PAIR_AND(to, x) FILESEC__PAIR_DO(to, x, "r", "andq", "and")
#define FILESEC__PAIR_ADD(to, x) FILESEC__PAIR_DO(to, x, "r", "addq", "add")
#define FILESEC__PAIR_ADD_FROM(to, x) FILESEC__PAIR_DO(to, x, "m", "addq", "add")
#define FILESEC__PAIR_ANDN(to, x, y)                                                           \
    __asm__ __volatile__("{andnq %2, %1, %0|andn %0, %1, %2}"                                  \
                         : "=r"(to)                                                            \
                         : "r"(x), "r"(y)                                                      \
                         : "cc")
#define FILESEC__PAIR_ROR(to, x, n)                                                            \
    __asm__ __volatile__("{rorxq %2, %1, %0|rorx %0, %1, %2}" : "=r"(to) : "r"(x), "i"(n))
#else
#define FILESEC__PAIR_XOR(to, x) to ^= (x)
#define FILESEC__PAIR_AND(to, x) to &= (x)
#define FILESEC__PAIR_ADD(to, x) to += (x)
#define FILESEC__PAIR_ADD_FROM(to, x) to += (x)
#define FILESEC__PAIR_ANDN(to, x, y) to = ~(x) & (y)
#define FILESEC__PAIR_ROR(to, x, n) to = filesec__rotr64(x, n)
#endif

/*
 * One round, textbook order: afterwards d is the new e and h the new a. Ch(e, f, g) is e & f
 * and ~e & g, which have no bit in common, so both are added. Maj(a, b, c) is
 * ((a ^ b) & (b ^ c)) ^ b; a ^ b is the b ^ c of the next round, and bc carries it. v0 to v4
 * are places for vector operations.
 */
/* clang-format off */
#define FILESEC__PAIR_ROUND_WITH(a, b, c, d, e, f, g, h, wk, v0, v1, v2, v3, v4)                    \
    do {                                                                                       \
        uint64_t t, u, v, ab;                                                                  \
        FILESEC__PAIR_ADD_FROM(h, wk);                                                              \
        FILESEC__PAIR_ROR(v, e, 41);             /* v = Sigma1(e), u its next part */               \
        FILESEC__PAIR_ROR(u, e, 18);                                                                \
        v0;                                                                                    \
        FILESEC__PAIR_ANDN(t, e, g);                                                                \
        FILESEC__PAIR_XOR(v, u);                                                                    \
        FILESEC__PAIR_ROR(u, e, 14);                                                                \
        v1;                                                                                    \
        FILESEC__PAIR_ADD(h, t);                                                                    \
        t = f;                                                                                 \
        FILESEC__PAIR_AND(t, e);                                                                    \
        FILESEC__PAIR_XOR(v, u);                                                                    \
        v2;                                                                                    \
        FILESEC__PAIR_ROR(u, a, 34);             /* u = Sigma0(a) before long */                    \
        FILESEC__PAIR_ADD(h, t);                                                                    \
        ab = a;                                                                                \
        FILESEC__PAIR_XOR(ab, b);                                                                   \
        FILESEC__PAIR_ADD(h, v);                 /* h = T1 */                                       \
        FILESEC__PAIR_ROR(v, a, 39);                                                                \
        FILESEC__PAIR_AND(bc, ab);               /* bc = Maj(a, b, c) before long */                \
        v3;                                                                                    \
        FILESEC__PAIR_ADD(d, h);                                                                    \
        FILESEC__PAIR_XOR(v, u);                                                                    \
        FILESEC__PAIR_ROR(u, a, 28);                                                                \
        FILESEC__PAIR_XOR(bc, b);                                                                   \
        v4;                                                                                    \
        FILESEC__PAIR_XOR(v, u);                                                                    \
        FILESEC__PAIR_ADD(h, bc);                                                                   \
        FILESEC__PAIR_ADD(h, v);                                                                    \
        bc = ab;                                                                               \
    } while (0)
/* clang-format on */
#define FILESEC__PAIR_ROUND(a, b, c, d, e, f, g, h, wk, j)                                     \
    FILESEC__PAIR_ROUND_WITH(a, b, c, d, e, f, g, h, wk, (void)0, (void)0, (void)0, (void)0,   \
                             (void)0)

/*
 * A step is done in two rounds, j being its number modulo 8:
 *     x[j] = W(t-16) + W(t-7) + sigma0(W(t-15))
 *     x[j] = x[j] + sigma1(W(t-2))
 * PIN keeps a vector operation where it stands, spread over the rounds.
 */
#if FILESEC__GNU
#define FILESEC__PAIR_PIN(x) __asm__ __volatile__("" : "+x"(x))
#else
#define FILESEC__PAIR_PIN(x) ((void)0)
#endif
#define FILESEC__PAIR_VEC(x, value)                                                            \
    x = (value);                                                                               \
    FILESEC__PAIR_PIN(x)
#define FILESEC__PAIR_VXOR(x, y) FILESEC__PAIR_VEC(x, _mm256_xor_si256(x, y))
#define FILESEC__PAIR_VADD(x, y) FILESEC__PAIR_VEC(x, _mm256_add_epi64(x, y))
#define FILESEC__PAIR_SHR(x, y, n) FILESEC__PAIR_VEC(x, _mm256_srli_epi64(y, n))
#define FILESEC__PAIR_SHL(x, y, n) FILESEC__PAIR_VEC(x, _mm256_slli_epi64(y, n))
/* to = the words after the first of low: its second, and the first of high, in each half */
#define FILESEC__PAIR_NEXT(to, high, low)                                                      \
    FILESEC__PAIR_VEC(to, _mm256_alignr_epi8(high, low, 8))
#define FILESEC__PAIR_X(j) x[(j) % 8]

/* wk points at W + K of the first block or, one vector half further, of the second. */
#define FILESEC__PAIR_WK(j) wk[4 * ((j) / 2) + (j) % 2]
/* to = W + K, both for two blocks. */
#define FILESEC__PAIR_PUT_AT(to, j)                                                            \
    _mm256_storeu_si256(                                                                       \
        (__m256i *)(void *)((to) + 4 * (j)),                                                   \
        _mm256_add_epi64(x[j], _mm256_broadcastsi128_si256(_mm_loadu_si128(                    \
                                   (const __m128i *)(const void *)(k + 2 * (j))))))
#define FILESEC__PAIR_PUT(j) FILESEC__PAIR_PUT_AT(wk + 32, j)
#define FILESEC__PAIR_NOTHING(j) (void)0

/* Sixteen rounds, after which every role is back in its variable. R and S are for the first and
   the second of each two; then comes E. */
#define FILESEC__PAIR_ROUNDS(R, S, E)                                                          \
    R(a, b, c, d, e, f, g, h, FILESEC__PAIR_WK(0), 0);                                         \
    S(h, a, b, c, d, e, f, g, FILESEC__PAIR_WK(1), 0);                                         \
    E(0);                                                                                      \
    R(g, h, a, b, c, d, e, f, FILESEC__PAIR_WK(2), 1);                                         \
    S(f, g, h, a, b, c, d, e, FILESEC__PAIR_WK(3), 1);                                         \
    E(1);                                                                                      \
    R(e, f, g, h, a, b, c, d, FILESEC__PAIR_WK(4), 2);                                         \
    S(d, e, f, g, h, a, b, c, FILESEC__PAIR_WK(5), 2);                                         \
    E(2);                                                                                      \
    R(c, d, e, f, g, h, a, b, FILESEC__PAIR_WK(6), 3);                                         \
    S(b, c, d, e, f, g, h, a, FILESEC__PAIR_WK(7), 3);                                         \
    E(3);                                                                                      \
    R(a, b, c, d, e, f, g, h, FILESEC__PAIR_WK(8), 4);                                         \
    S(h, a, b, c, d, e, f, g, FILESEC__PAIR_WK(9), 4);                                         \
    E(4);                                                                                      \
    R(g, h, a, b, c, d, e, f, FILESEC__PAIR_WK(10), 5);                                        \
    S(f, g, h, a, b, c, d, e, FILESEC__PAIR_WK(11), 5);                                        \
    E(5);                                                                                      \
    R(e, f, g, h, a, b, c, d, FILESEC__PAIR_WK(12), 6);                                        \
    S(d, e, f, g, h, a, b, c, FILESEC__PAIR_WK(13), 6);                                        \
    E(6);                                                                                      \
    R(c, d, e, f, g, h, a, b, FILESEC__PAIR_WK(14), 7);                                        \
    S(b, c, d, e, f, g, h, a, FILESEC__PAIR_WK(15), 7);                                        \
    E(7)

/* The kernel: state, data, nblocks; STEP0 and STEP1 are rounds with the two halves of a step.
   The sum is taken at the end of the first block and of the second. */
#define FILESEC__PAIR_KERNEL(STEP0, STEP1)                                                     \
    const __m256i swap =                                                                       \
        _mm256_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3,  \
                         2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);                               \
    uint64_t a = state[0], b = state[1], c = state[2], d = state[3];                           \
    uint64_t e = state[4], f = state[5], g = state[6], h = state[7], bc = b ^ c;               \
    uint64_t buffer[160];                                                                      \
    __m256i x[8], y, z, q;                                                                     \
                                                                                               \
    while (nblocks != 0) {                                                                     \
        const unsigned char *second = nblocks > 1 ? data + 128 : data;                         \
        const uint64_t *k = filesec__sha512_k;                                                 \
        uint64_t *wk = buffer;                                                                 \
        int i;                                                                                 \
                                                                                               \
        for (i = 0; i < 8; i++) {                                                              \
            __m128i lo = _mm_loadu_si128((const __m128i *)(const void *)(data + 16 * i));      \
            __m128i hi = _mm_loadu_si128((const __m128i *)(const void *)(second + 16 * i));    \
            x[i] = _mm256_shuffle_epi8(_mm256_set_m128i(hi, lo), swap);                        \
            FILESEC__PAIR_PUT_AT(wk, i);                                                       \
        }                                                                                      \
        for (i = 0; i < 4; i++) {                                                              \
            k += 16;                                                                           \
            FILESEC__PAIR_ROUNDS(STEP0, STEP1, FILESEC__PAIR_PUT);                             \
            wk += 32;                                                                          \
        }                                                                                      \
        for (i = 0; i < 6; i++) {                                                              \
            FILESEC__PAIR_ROUNDS(FILESEC__PAIR_ROUND, FILESEC__PAIR_ROUND,                     \
                                 FILESEC__PAIR_NOTHING);                                       \
            wk += 32;                                                                          \
            if (i % 5 == 0) {                                                                  \
                a = state[0] += a;                                                             \
                b = state[1] += b;                                                             \
                c = state[2] += c;                                                             \
                d = state[3] += d;                                                             \
                e = state[4] += e;                                                             \
                f = state[5] += f;                                                             \
                g = state[6] += g;                                                             \
                h = state[7] += h;                                                             \
                bc = b ^ c;                                                                    \
                if (nblocks == 1)                                                              \
                    return;                                                                    \
                wk = buffer + 2;                                                               \
            }                                                                                  \
        }                                                                                      \
        nblocks -= 2;                                                                          \
        data += 256;                                                                           \
    }

#if FILESEC__HAS_X86_SHA512

/* ==== sha512/x86_sha512.h ==== */
/*
 * sha512/x86_sha512.h: SHA-512 with the instructions of Intel and AMD
 *
 * Needs     AVX2 and SHA512. Every function here carries FILESEC__TARGET_X86_SHA512.
 * Contract  as in sha512/contract.h, with nothing added.
 *
 * Layout    the working variables in two vectors, the schedule four words to a vector:
 *
 *                lane     3        2        1       0
 *                abef     a        b        e       f
 *                cdgh     c        d        g       h
 *                w[i]  W(4i+3)  W(4i+2)  W(4i+1)  W(4i)   of the sixteen words that are alive
 *
 *           VSHA512RNDS2 does two rounds and gives the new abef; the new cdgh is the abef from
 *           before. VSHA512MSG1 adds sigma0(W(t-15)) to W(t-16), VSHA512MSG2 sigma1(W(t-2)),
 *           also where t-2 is among the four words in the making.
 *
 * Registers 2 for the state, 2 for its value before the block, 4 for w[], 3 to work in.
 * Bounds    reads 32 bytes at a time, up to the last of 128 * nblocks.
 * Not done  two streams side by side: no such machine to measure on.
 * Secrets   no branch and no address depends on h or on the data.
 * From      FIPS 180-4, 6.4.2; Intel Architecture Instruction Set Extensions Programming
 *           Reference, VSHA512MSG1, VSHA512MSG2, VSHA512RNDS2.
 */

/* Four rounds from t = 4i of these sixteen on. */
#define FILESEC__FOUR_ROUNDS(i)                                                                \
    do {                                                                                       \
        const __m256i *at = (const __m256i *)(const void *)(k + 4 * (i));                      \
        __m256i wk = _mm256_add_epi64(w[i], _mm256_loadu_si256(at));                           \
        cdgh = _mm256_sha512rnds2_epi64(cdgh, abef, _mm256_castsi256_si128(wk));               \
        wk = _mm256_permute4x64_epi64(wk, 0x0e); /* the upper half down */                     \
        abef = _mm256_sha512rnds2_epi64(abef, cdgh, _mm256_castsi256_si128(wk));               \
    } while (0)

/* The same, and W(t+16) to W(t+19) take the places of W(t) to W(t+3). */
#define FILESEC__FOUR_ROUNDS_AND_WORDS(i)                                                      \
    FILESEC__FOUR_ROUNDS(i);                                                                   \
    w[i] = filesec__sha512_x86_sha512_words(w[i], w[((i) + 1) & 3], w[((i) + 2) & 3],          \
                                            w[((i) + 3) & 3])

#define FILESEC__ROUNDS(R)                                                                     \
    R(0);                                                                                      \
    R(1);                                                                                      \
    R(2);                                                                                      \
    R(3)

/* From W(t-16), W(t-12), W(t-8) and W(t-4) on, the four words from W(t) on. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_SHA512 __m256i
filesec__sha512_x86_sha512_words(__m256i w16, __m256i w12, __m256i w8, __m256i w4)
{
    /* W(t-7) to W(t-4): the last three of w8 and the first of w4, then turned by one */
    __m256i w7 = _mm256_permute4x64_epi64(_mm256_blend_epi32(w8, w4, 0x03), 0x39);

    w16 = _mm256_sha512msg1_epi64(w16, _mm256_castsi256_si128(w12));
    return _mm256_sha512msg2_epi64(_mm256_add_epi64(w16, w7), w4);
}

static FILESEC__TARGET_X86_SHA512 void
filesec__sha512_x86_sha512(uint64_t h[8], const unsigned char *data, size_t nblocks)
{
    const __m256i swap = _mm256_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8,
                                          7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    __m256i dcba = _mm256_loadu_si256((const __m256i *)(const void *)h);
    __m256i hgfe = _mm256_loadu_si256((const __m256i *)(const void *)(h + 4));
    /* the halves of (b a, f e) and (d c, h g), each with its two words in the other order */
    __m256i abef = _mm256_permute4x64_epi64(_mm256_permute2x128_si256(dcba, hgfe, 0x20), 0x1b);
    __m256i cdgh = _mm256_permute4x64_epi64(_mm256_permute2x128_si256(dcba, hgfe, 0x31), 0x1b);
    __m256i abef0, cdgh0, w[4];
    int i;

    for (; nblocks != 0; nblocks--, data += 128) {
        const uint64_t *k = filesec__sha512_k;

        for (i = 0; i < 4; i++) {
            w[i] = _mm256_loadu_si256((const __m256i *)(const void *)(data + 32 * i));
            w[i] = _mm256_shuffle_epi8(w[i], swap);
        }
        abef0 = abef;
        cdgh0 = cdgh;
        for (i = 0; i < 4; i++) {
            FILESEC__ROUNDS(FILESEC__FOUR_ROUNDS_AND_WORDS);
            k += 16;
        }
        FILESEC__ROUNDS(FILESEC__FOUR_ROUNDS);
        abef = _mm256_add_epi64(abef, abef0);
        cdgh = _mm256_add_epi64(cdgh, cdgh0);
    }
    abef = _mm256_permute4x64_epi64(abef, 0x1b);
    cdgh = _mm256_permute4x64_epi64(cdgh, 0x1b);
    _mm256_storeu_si256((__m256i *)(void *)h, _mm256_permute2x128_si256(abef, cdgh, 0x20));
    _mm256_storeu_si256((__m256i *)(void *)(h + 4),
                        _mm256_permute2x128_si256(abef, cdgh, 0x31));
}
#undef FILESEC__ROUNDS
#undef FILESEC__FOUR_ROUNDS_AND_WORDS
#undef FILESEC__FOUR_ROUNDS
#endif /* FILESEC__HAS_X86_SHA512 */

#if FILESEC__HAS_X86_AVX512

/* ==== sha512/x86_avx512.h ==== */
/*
 * sha512/x86_avx512.h: SHA-512, the schedule with the rotations of AVX-512, the rounds scalar
 *
 * Needs     AVX-512 F and VL, BMI1 and BMI2. Every function here carries
 *           FILESEC__TARGET_X86_AVX512.
 * Contract  as in sha512/contract.h, with nothing added.
 *
 * Layout    sha512/x86_pairs.h. A rotation is one instruction, and so is the XOR of three.
 *
 * Registers 13 general ones in a round, two for addresses; 11 vectors in a step. 512-bit ones
 *           are not touched: no CPU lowers its clock for this.
 * Bounds    reads each block once, 16 bytes at a time.
 * Not done  four blocks at once: a little faster with one compiler, slower with another.
 *           The rounds in vector registers: rotations there take longer than scalar ones.
 * Secrets   no branch and no address depends on h or on the data.
 * From      FIPS 180-4, 4.1.3 and 6.4.2.
 */
/* Tuned for other CPUs, gcc moves what a round works on to vector registers, and back. */
#if FILESEC__GNU && !defined __clang__
#define FILESEC__TUNED FILESEC__TARGET("tune=haswell")
#else
#define FILESEC__TUNED
#endif
#define FILESEC__XOR3(to, a, b, c)                                                             \
    FILESEC__PAIR_VEC(to, _mm256_ternarylogic_epi64(a, b, c, 0x96))
#define FILESEC__VROR(to, x, n) FILESEC__PAIR_VEC(to, _mm256_ror_epi64(x, n))

/* clang-format off */
/* y = W(t-15), z = W(t-7); then z = y >>> 1 ^ y >>> 8 ^ y >> 7 */
#define FILESEC__ROUND_STEP0(a, b, c, d, e, f, g, h, wk, j)                                    \
    FILESEC__PAIR_ROUND_WITH(a, b, c, d, e, f, g, h, wk,                                       \
        FILESEC__PAIR_NEXT(y, FILESEC__PAIR_X(j + 1), x[j]);                                   \
        FILESEC__PAIR_NEXT(z, FILESEC__PAIR_X(j + 5), FILESEC__PAIR_X(j + 4)),                 \
        FILESEC__PAIR_VADD(x[j], z);                                                           \
        FILESEC__VROR(z, y, 1),                                                                \
        FILESEC__VROR(q, y, 8);                                                                \
        FILESEC__PAIR_SHR(y, y, 7),                                                            \
        FILESEC__XOR3(z, z, q, y),                                                             \
        FILESEC__PAIR_VADD(x[j], z))

/* y = w >>> 19 ^ w >>> 61 ^ w >> 6 with w = W(t-2) */
#define FILESEC__ROUND_STEP1(a, b, c, d, e, f, g, h, wk, j)                                    \
    FILESEC__PAIR_ROUND_WITH(a, b, c, d, e, f, g, h, wk,                                       \
        FILESEC__VROR(y, FILESEC__PAIR_X(j + 7), 19),                                          \
        FILESEC__VROR(z, FILESEC__PAIR_X(j + 7), 61),                                          \
        FILESEC__PAIR_SHR(q, FILESEC__PAIR_X(j + 7), 6),                                       \
        FILESEC__XOR3(y, y, z, q),                                                             \
        FILESEC__PAIR_VADD(x[j], y))
/* clang-format on */

static FILESEC__TARGET_X86_AVX512 FILESEC__TUNED void
filesec__sha512_x86_avx512(uint64_t state[8], const unsigned char *data, size_t nblocks)
{
    FILESEC__PAIR_KERNEL(FILESEC__ROUND_STEP0, FILESEC__ROUND_STEP1);
}
#undef FILESEC__ROUND_STEP1
#undef FILESEC__ROUND_STEP0
#undef FILESEC__VROR
#undef FILESEC__XOR3
#undef FILESEC__TUNED
#endif /* FILESEC__HAS_X86_AVX512 */

#if FILESEC__HAS_X86_AVX2

/* ==== sha512/x86_avx2.h ==== */
/*
 * sha512/x86_avx2.h: SHA-512, two blocks' schedules in vector registers beside scalar rounds
 *
 * Needs     AVX2, BMI1 and BMI2. Every function here carries FILESEC__TARGET_X86_AVX2.
 * Contract  as in sha512/contract.h, with nothing added.
 *
 * Layout    sha512/x86_pairs.h. A rotation is two shifts and an XOR, by a byte one shuffle.
 *
 * Registers 13 general ones in a round, two for addresses; 12 vectors in a step.
 * Bounds    reads each block once, 16 bytes at a time.
 * Not done  the schedule of the next two blocks beside the rounds of these: more instructions,
 *           more code, and a start that only long messages pay back.
 * Secrets   no branch and no address depends on h or on the data.
 * From      FIPS 180-4, 4.1.3 and 6.4.2.
 */

/* clang-format off */
/* y = W(t-15), z = W(t-7); then z = y >>> 1 ^ y >>> 8 ^ y >> 7 */
#define FILESEC__ROUND_STEP0(a, b, c, d, e, f, g, h, wk, j)                                    \
    FILESEC__PAIR_ROUND_WITH(a, b, c, d, e, f, g, h, wk,                                            \
        FILESEC__PAIR_NEXT(y, FILESEC__PAIR_X(j + 1), x[j]);                                             \
        FILESEC__PAIR_NEXT(z, FILESEC__PAIR_X(j + 5), FILESEC__PAIR_X(j + 4));                                \
        FILESEC__PAIR_VADD(x[j], z),                                                                \
        FILESEC__PAIR_SHR(z, y, 1);                                                                 \
        FILESEC__PAIR_SHL(q, y, 63);                                                                \
        FILESEC__PAIR_VXOR(z, q),                                                                   \
        FILESEC__PAIR_VEC(q, _mm256_shuffle_epi8(y, ror8));                                         \
        FILESEC__PAIR_SHR(y, y, 7),                                                                 \
        FILESEC__PAIR_VXOR(z, q);                                                                   \
        FILESEC__PAIR_VXOR(z, y),                                                                   \
        FILESEC__PAIR_VADD(x[j], z))

/* y = w >>> 19 ^ w >> 6 ^ w >>> 61 with w = W(t-2) */
#define FILESEC__ROUND_STEP1(a, b, c, d, e, f, g, h, wk, j)                                    \
    FILESEC__PAIR_ROUND_WITH(a, b, c, d, e, f, g, h, wk,                                            \
        FILESEC__PAIR_SHR(y, FILESEC__PAIR_X(j + 7), 19);                                                \
        FILESEC__PAIR_SHL(z, FILESEC__PAIR_X(j + 7), 45);                                                \
        FILESEC__PAIR_VXOR(y, z),                                                                   \
        FILESEC__PAIR_SHR(z, FILESEC__PAIR_X(j + 7), 6);                                                 \
        FILESEC__PAIR_VXOR(y, z),                                                                   \
        FILESEC__PAIR_SHR(z, FILESEC__PAIR_X(j + 7), 61);                                                \
        FILESEC__PAIR_SHL(q, FILESEC__PAIR_X(j + 7), 3),                                                 \
        FILESEC__PAIR_VXOR(y, z);                                                                   \
        FILESEC__PAIR_VXOR(y, q),                                                                   \
        FILESEC__PAIR_VADD(x[j], y))
/* clang-format on */

static FILESEC__TARGET_X86_AVX2 void
filesec__sha512_x86_avx2(uint64_t state[8], const unsigned char *data, size_t nblocks)
{
    const __m256i ror8 = _mm256_setr_epi8(1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8,
                                          1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8);

    FILESEC__PAIR_KERNEL(FILESEC__ROUND_STEP0, FILESEC__ROUND_STEP1);
}
#undef FILESEC__ROUND_STEP1
#undef FILESEC__ROUND_STEP0
#endif /* FILESEC__HAS_X86_AVX2 */

#if FILESEC__HAS_X86_SSE2

/* ==== sha512/x86_sse2.h ==== */
/*
 * sha512/x86_sse2.h: SHA-512, the schedule two words to a vector beside scalar rounds
 *
 * Needs     SSE2, which every x86-64 has; functions here need no target attribute.
 * Contract  as in sha512/contract.h, with nothing added.
 *
 * Layout    The rounds are scalar, for each needs the one before. The schedule is not: x[i]
 *           holds W(2i) and, in the upper lane, W(2i+1) of the sixteen words that are alive. A
 *           step makes two words and stores W + K, which a round adds from memory, sixteen
 *           rounds later. Every two of the first 64 rounds have a step beside them.
 *
 *           SSE2 shifts in place, so each shift of sigma0 and sigma1 goes on from the one
 *           before, and only two of the five take a copy.
 *
 * Registers 12 general ones in a round, three for addresses; 8 vectors for x[], 5 in a step.
 * Bounds    reads each block once, 8 bytes at a time: SSE2 cannot reverse the bytes of a word.
 * Not done  two blocks at once: a vector has room for the words of one.
 * Secrets   no branch and no address depends on h or on the data.
 * From      FIPS 180-4, 4.1.3 and 6.4.2.
 */

/*
 * One round, textbook order: afterwards d is the new e and h the new a. The three rotations of
 * Sigma1 are one inside the other: by 14, by 14 + 4, by 14 + 4 + 23. So each goes on from the
 * one before, in place, as the instruction wants it; Sigma0 likewise. Maj(a, b, c) is
 * ((a ^ b) & (b ^ c)) ^ b; a ^ b is the b ^ c of the next round, and bc carries it.
 *
 * The barriers keep every operation the one that is written, where it is written: compilers
 * that are left to choose differ by a fifth from each other, and from themselves.
 */
#if FILESEC__GNU
#define FILESEC__PIN(x) __asm__ __volatile__("" : "+r"(x))
#else
#define FILESEC__PIN(x) ((void)0)
#endif
#define FILESEC__DO(x, value)                                                                  \
    x = (value);                                                                               \
    FILESEC__PIN(x)
/* clang-format off */
#define FILESEC__ROUND(a, b, c, d, e, f, g, h, j)                                              \
    do {                                                                                       \
        uint64_t t, u, ab;                                                                     \
        FILESEC__DO(h, h + wk[j]);                                                             \
        FILESEC__DO(u, filesec__rotr64(e, 23));                                                \
        FILESEC__DO(t, f ^ g);              /* t = Ch(e, f, g) = ((f ^ g) & e) ^ g */          \
        FILESEC__DO(u, u ^ e);                                                                 \
        FILESEC__DO(t, t & e);                                                                 \
        FILESEC__DO(u, filesec__rotr64(u, 4));                                                 \
        FILESEC__DO(t, t ^ g);                                                                 \
        FILESEC__DO(u, u ^ e);                                                                 \
        FILESEC__DO(h, h + t);                                                                 \
        FILESEC__DO(ab, a ^ b);                                                                \
        FILESEC__DO(u, filesec__rotr64(u, 14)); /* u = Sigma1(e) */                            \
        FILESEC__DO(bc, bc & ab);                                                              \
        FILESEC__DO(h, h + u);              /* h = T1 */                                       \
        FILESEC__DO(u, filesec__rotr64(a, 5));                                                 \
        FILESEC__DO(u, u ^ a);                                                                 \
        FILESEC__DO(bc, bc ^ b);            /* bc = Maj(a, b, c) */                            \
        FILESEC__DO(u, filesec__rotr64(u, 6));                                                 \
        FILESEC__DO(d, d + h);                                                                 \
        FILESEC__DO(u, u ^ a);                                                                 \
        FILESEC__DO(h, h + bc);                                                                \
        FILESEC__DO(u, filesec__rotr64(u, 28)); /* u = Sigma0(a) */                            \
        FILESEC__DO(h, h + u);                                                                 \
        bc = ab;                                                                               \
    } while (0)
/* clang-format on */

/* Sixteen rounds, after which every role is back in its variable; after each two, STEP(j). */
#define FILESEC__ROUNDS(STEP)                                                                  \
    FILESEC__ROUND(a, b, c, d, e, f, g, h, 0);                                                 \
    FILESEC__ROUND(h, a, b, c, d, e, f, g, 1);                                                 \
    STEP(0);                                                                                   \
    FILESEC__ROUND(g, h, a, b, c, d, e, f, 2);                                                 \
    FILESEC__ROUND(f, g, h, a, b, c, d, e, 3);                                                 \
    STEP(1);                                                                                   \
    FILESEC__ROUND(e, f, g, h, a, b, c, d, 4);                                                 \
    FILESEC__ROUND(d, e, f, g, h, a, b, c, 5);                                                 \
    STEP(2);                                                                                   \
    FILESEC__ROUND(c, d, e, f, g, h, a, b, 6);                                                 \
    FILESEC__ROUND(b, c, d, e, f, g, h, a, 7);                                                 \
    STEP(3);                                                                                   \
    FILESEC__ROUND(a, b, c, d, e, f, g, h, 8);                                                 \
    FILESEC__ROUND(h, a, b, c, d, e, f, g, 9);                                                 \
    STEP(4);                                                                                   \
    FILESEC__ROUND(g, h, a, b, c, d, e, f, 10);                                                \
    FILESEC__ROUND(f, g, h, a, b, c, d, e, 11);                                                \
    STEP(5);                                                                                   \
    FILESEC__ROUND(e, f, g, h, a, b, c, d, 12);                                                \
    FILESEC__ROUND(d, e, f, g, h, a, b, c, 13);                                                \
    STEP(6);                                                                                   \
    FILESEC__ROUND(c, d, e, f, g, h, a, b, 14);                                                \
    FILESEC__ROUND(b, c, d, e, f, g, h, a, 15);                                                \
    STEP(7)

/* The upper lane of low, then the lower one of high: the words after the first of low. */
FILESEC__ALWAYS_INLINE __m128i filesec__sha512_x86_sse2_next(__m128i low, __m128i high)
{
    return _mm_castpd_si128(_mm_shuffle_pd(_mm_castsi128_pd(low), _mm_castsi128_pd(high), 1));
}

/* W(t) of two words, from W(t-16), W(t-15), W(t-7) and W(t-2). */
FILESEC__ALWAYS_INLINE __m128i filesec__sha512_x86_sse2_words(__m128i w16, __m128i w15,
                                                              __m128i w7, __m128i w2)
{
    __m128i right = _mm_srli_epi64(w15, 1), left = _mm_slli_epi64(w15, 56), sum;

    w16 = _mm_add_epi64(w16, w7);
    sum = _mm_xor_si128(right, left);
    right = _mm_srli_epi64(right, 6); /* by 7 */
    sum = _mm_xor_si128(sum, right);
    right = _mm_srli_epi64(right, 1); /* by 8 */
    sum = _mm_xor_si128(sum, right);
    left = _mm_slli_epi64(left, 7); /* by 63 */
    w16 = _mm_add_epi64(w16, _mm_xor_si128(sum, left));

    right = _mm_srli_epi64(w2, 6);
    left = _mm_slli_epi64(w2, 3);
    sum = _mm_xor_si128(right, left);
    right = _mm_srli_epi64(right, 13); /* by 19 */
    sum = _mm_xor_si128(sum, right);
    right = _mm_srli_epi64(right, 42); /* by 61 */
    sum = _mm_xor_si128(sum, right);
    left = _mm_slli_epi64(left, 42); /* by 45 */
    return _mm_add_epi64(w16, _mm_xor_si128(sum, left));
}

/* to = W + K */
FILESEC__ALWAYS_INLINE void filesec__sha512_x86_sse2_put(uint64_t *to, __m128i x,
                                                         const uint64_t *k)
{
    __m128i kk = _mm_loadu_si128((const __m128i *)(const void *)k);

    _mm_storeu_si128((__m128i *)(void *)to, _mm_add_epi64(x, kk));
}

#define FILESEC__X(j) x[(j) % 8]
#define FILESEC__NOTHING(j) (void)0
#define FILESEC__STEP(j)                                                                       \
    x[j] = filesec__sha512_x86_sse2_words(                                                     \
        x[j], filesec__sha512_x86_sse2_next(x[j], FILESEC__X(j + 1)),                          \
        filesec__sha512_x86_sse2_next(FILESEC__X(j + 4), FILESEC__X(j + 5)),                   \
        FILESEC__X(j + 7));                                                                    \
    filesec__sha512_x86_sse2_put(wk + 2 * (j), x[j], k + 2 * (j))

static void filesec__sha512_x86_sse2(uint64_t state[8], const unsigned char *data,
                                     size_t nblocks)
{
    uint64_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint64_t e = state[4], f = state[5], g = state[6], h = state[7], bc = b ^ c;
    uint64_t wk[16];
    __m128i x[8];
    int i;

    for (; nblocks != 0; nblocks--, data += 128) {
        const uint64_t *k = filesec__sha512_k;

        for (i = 0; i < 8; i++) {
            uint64_t lo = filesec__load64be(data + 16 * i);
            uint64_t hi = filesec__load64be(data + 16 * i + 8);

            x[i] = _mm_set_epi64x((long long)hi, (long long)lo);
            filesec__sha512_x86_sse2_put(wk + 2 * i, x[i], k + 2 * i);
        }
        for (i = 0; i < 4; i++) {
            k += 16;
            FILESEC__ROUNDS(FILESEC__STEP);
        }
        FILESEC__ROUNDS(FILESEC__NOTHING);
        a = state[0] += a;
        b = state[1] += b;
        c = state[2] += c;
        d = state[3] += d;
        e = state[4] += e;
        f = state[5] += f;
        g = state[6] += g;
        h = state[7] += h;
        bc = b ^ c;
    }
}
#undef FILESEC__STEP
#undef FILESEC__NOTHING
#undef FILESEC__X
#undef FILESEC__ROUNDS
#undef FILESEC__ROUND
#undef FILESEC__DO
#undef FILESEC__PIN
#endif /* FILESEC__HAS_X86_SSE2 */

#if FILESEC__HAS_ARM_SHA512

/* ==== sha512/arm_sha512.h ==== */
/*
 * sha512/arm_sha512.h: SHA-512 with the instructions of ARMv8.2
 *
 * Needs     FEAT_SHA512. Every function here carries FILESEC__TARGET_ARM_SHA512.
 * Contract  as in sha512/contract.h, with nothing added.
 *
 * Layout    the working variables in pairs, the first letter in the lower lane, and two words
 *           of the schedule to a vector:
 *
 *                lane     1       0
 *                ab       b       a      likewise cd, ef, gh
 *                w[i]  W(2i+1)  W(2i)    of the sixteen words that are alive
 *
 *           SHA512H makes T1 of two rounds, SHA512H2 the new a of both; SHA512SU0 and SHA512SU1
 *           are sigma0 and sigma1 of two words with their sums.
 *
 * Registers 4 for the state, 4 for its value before the block, 8 for w[], 3 or 4 to work in.
 * Bounds    reads 16 bytes at a time, up to the last of 128 * nblocks.
 * Not done  two streams side by side: no such machine to measure on.
 * Secrets   no branch and no address depends on h or on the data.
 * From      FIPS 180-4, 6.4.2; Arm ARM, C7.2 (SHA512H, SHA512H2, SHA512SU0, SHA512SU1).
 */

/* Two rounds, t and t + 1. Afterwards gh is the new ab and cd the new ef. */
#define FILESEC__TWO_ROUNDS(ab, cd, ef, gh, i)                                                 \
    do {                                                                                       \
        uint64x2_t t1 = vaddq_u64(w[i], vld1q_u64(k + 2 * (i)));                               \
        t1 = vaddq_u64(vextq_u64(t1, t1, 1), gh); /* h + W(t) + K(t) in the upper lane */      \
        t1 = vsha512hq_u64(t1, vextq_u64(ef, gh, 1), vextq_u64(cd, ef, 1));                    \
        gh = vsha512h2q_u64(t1, cd, ab);                                                       \
        cd = vaddq_u64(cd, t1);                                                                \
    } while (0)

/* The same, and W(t+16), W(t+17) take the places of W(t), W(t+1). */
#define FILESEC__TWO_ROUNDS_AND_WORDS(ab, cd, ef, gh, i)                                       \
    FILESEC__TWO_ROUNDS(ab, cd, ef, gh, i);                                                    \
    w[i] = vsha512su1q_u64(vsha512su0q_u64(w[i], w[((i) + 1) & 7]), w[((i) + 7) & 7],          \
                           vextq_u64(w[((i) + 4) & 7], w[((i) + 5) & 7], 1))

#define FILESEC__ROUNDS(R)                                                                     \
    R(ab, cd, ef, gh, 0);                                                                      \
    R(gh, ab, cd, ef, 1);                                                                      \
    R(ef, gh, ab, cd, 2);                                                                      \
    R(cd, ef, gh, ab, 3);                                                                      \
    R(ab, cd, ef, gh, 4);                                                                      \
    R(gh, ab, cd, ef, 5);                                                                      \
    R(ef, gh, ab, cd, 6);                                                                      \
    R(cd, ef, gh, ab, 7)

static FILESEC__TARGET_ARM_SHA512 void
filesec__sha512_arm_sha512(uint64_t h[8], const unsigned char *data, size_t nblocks)
{
    uint64x2_t ab = vld1q_u64(h), cd = vld1q_u64(h + 2);
    uint64x2_t ef = vld1q_u64(h + 4), gh = vld1q_u64(h + 6);
    uint64x2_t ab0, cd0, ef0, gh0, w[8];
    int i;

    for (; nblocks != 0; nblocks--, data += 128) {
        const uint64_t *k = filesec__sha512_k;
        for (i = 0; i < 8; i++)
            w[i] = vreinterpretq_u64_u8(vrev64q_u8(vld1q_u8(data + 16 * i)));
        ab0 = ab;
        cd0 = cd;
        ef0 = ef;
        gh0 = gh;
        for (i = 0; i < 4; i++) {
            FILESEC__ROUNDS(FILESEC__TWO_ROUNDS_AND_WORDS);
            k += 16;
        }
        FILESEC__ROUNDS(FILESEC__TWO_ROUNDS);
        ab = vaddq_u64(ab, ab0);
        cd = vaddq_u64(cd, cd0);
        ef = vaddq_u64(ef, ef0);
        gh = vaddq_u64(gh, gh0);
    }
    vst1q_u64(h, ab);
    vst1q_u64(h + 2, cd);
    vst1q_u64(h + 4, ef);
    vst1q_u64(h + 6, gh);
}
#undef FILESEC__ROUNDS
#undef FILESEC__TWO_ROUNDS_AND_WORDS
#undef FILESEC__TWO_ROUNDS
#endif /* FILESEC__HAS_ARM_SHA512 */

/* ==== sha512/portable.h ==== */
/*
 * sha512/portable.h: SHA-512 in plain C
 *
 * Needs     nothing.
 * Contract  as in sha512/contract.h, with nothing added.
 *
 * Layout    w[] holds the last sixteen words of the message schedule, W(t) in w[t mod 16]. The
 *           eight working variables stay where they are and their roles move by one from round
 *           to round, so that after sixteen rounds every role, and every place of w[], is back
 *           at its start: sixteen rounds are written out, and a loop goes round them five
 *           times. With FILESEC_SMALL one round is written out, and the variables move.
 *
 *           Maj(a, b, c) is ((a ^ b) & (b ^ c)) ^ b, and a ^ b is the b ^ c of the next round,
 *           carried in bc. A round is then as few operations as it can be; the barriers keep
 *           compilers from regrouping its sums into more of them, or into a longer chain.
 *
 * Registers nine variables and two temporaries; w[] is in memory.
 * Bounds    all arithmetic is modulo 2^64.
 * Not done  d + h summed before Sigma1(e) and d taken away again for T1: the chain from e to e
 *           gets shorter by one, the round longer by three, and with the schedule beside it
 *           the number of operations is what limits. The schedule before the rounds: the two
 *           fill each other's waits.
 * Secrets   no branch and no address depends on h or on the data.
 * From      FIPS 180-4, 4.1.3 and 6.4.2.
 */

#define FILESEC__ROTATIONS(x, n1, n2, n3)                                                      \
    (filesec__rotr64(x, n1) ^ filesec__rotr64(x, n2) ^ filesec__rotr64(x, n3))

/* W(t), from W(t-16), W(t-15), W(t-7) and W(t-2). */
static inline uint64_t filesec__sha512_portable_word(uint64_t w16, uint64_t w15, uint64_t w7,
                                                     uint64_t w2)
{
    uint64_t sigma0 = filesec__rotr64(w15, 1) ^ filesec__rotr64(w15, 8) ^ w15 >> 7;
    uint64_t sigma1 = filesec__rotr64(w2, 19) ^ filesec__rotr64(w2, 61) ^ w2 >> 6;

    return w16 + sigma0 + w7 + sigma1;
}

#ifdef FILESEC_SMALL
static void filesec__sha512_portable_block(uint64_t state[8], const unsigned char *data)
{
    uint64_t w[16], v[8], t1, t2;
    size_t i, t;

    for (i = 0; i < 8; i++)
        v[i] = state[i];
    for (t = 0; t < 80; t++) {
        if (t < 16)
            w[t] = filesec__load64be(data + 8 * t);
        else
            w[t & 15] = filesec__sha512_portable_word(w[t & 15], w[(t + 1) & 15],
                                                      w[(t + 9) & 15], w[(t + 14) & 15]);
        t1 = v[7] + FILESEC__ROTATIONS(v[4], 14, 18, 41) + (((v[5] ^ v[6]) & v[4]) ^ v[6]) +
             filesec__sha512_k[t] + w[t & 15];
        t2 = FILESEC__ROTATIONS(v[0], 28, 34, 39) + (((v[0] | v[1]) & v[2]) | (v[0] & v[1]));
        for (i = 7; i > 0; i--)
            v[i] = v[i - 1];
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (i = 0; i < 8; i++)
        state[i] += v[i];
    filesec_wipe(w, sizeof w); /* or a key would stay here: see hkdf/hmac.h */
    filesec_wipe(v, sizeof v);
}

static void filesec__sha512_portable(uint64_t h[8], const unsigned char *data, size_t nblocks)
{
    for (; nblocks != 0; nblocks--, data += 128)
        filesec__sha512_portable_block(h, data);
}
#else

/* One round. Afterwards d is the new e and h the new a. */
#define FILESEC__ROUND(a, b, c, d, e, f, g, h, i)                                              \
    do {                                                                                       \
        uint64_t ab = a ^ b;                                                                   \
        h += k[i] + w[i];                                                                      \
        FILESEC__BARRIER(h);                                                                   \
        h += ((f ^ g) & e) ^ g; /* Ch */                                                       \
        FILESEC__BARRIER(h);                                                                   \
        h += FILESEC__ROTATIONS(e, 14, 18, 41); /* T1 */                                       \
        FILESEC__BARRIER(h);                                                                   \
        d += h;                                                                                \
        h += (ab & bc) ^ b; /* Maj */                                                          \
        FILESEC__BARRIER(h);                                                                   \
        h += FILESEC__ROTATIONS(a, 28, 34, 39);                                                \
        FILESEC__BARRIER(h);                                                                   \
        bc = ab;                                                                               \
    } while (0)

#define FILESEC__ROUND_AND_WORD(a, b, c, d, e, f, g, h, i)                                     \
    w[i] = filesec__sha512_portable_word(w[i], w[((i) + 1) & 15], w[((i) + 9) & 15],           \
                                         w[((i) + 14) & 15]);                                  \
    FILESEC__ROUND(a, b, c, d, e, f, g, h, i)

/* W(t) = M(t) for the first sixteen rounds. */
#define FILESEC__ROUND_AND_LOAD(a, b, c, d, e, f, g, h, i)                                     \
    w[i] = filesec__load64be(data + 8 * (i));                                                  \
    FILESEC__ROUND(a, b, c, d, e, f, g, h, i)

#define FILESEC__ROUNDS(R)                                                                     \
    R(a, b, c, d, e, f, g, h, 0);                                                              \
    R(h, a, b, c, d, e, f, g, 1);                                                              \
    R(g, h, a, b, c, d, e, f, 2);                                                              \
    R(f, g, h, a, b, c, d, e, 3);                                                              \
    R(e, f, g, h, a, b, c, d, 4);                                                              \
    R(d, e, f, g, h, a, b, c, 5);                                                              \
    R(c, d, e, f, g, h, a, b, 6);                                                              \
    R(b, c, d, e, f, g, h, a, 7);                                                              \
    R(a, b, c, d, e, f, g, h, 8);                                                              \
    R(h, a, b, c, d, e, f, g, 9);                                                              \
    R(g, h, a, b, c, d, e, f, 10);                                                             \
    R(f, g, h, a, b, c, d, e, 11);                                                             \
    R(e, f, g, h, a, b, c, d, 12);                                                             \
    R(d, e, f, g, h, a, b, c, 13);                                                             \
    R(c, d, e, f, g, h, a, b, 14);                                                             \
    R(b, c, d, e, f, g, h, a, 15)

static void filesec__sha512_portable(uint64_t state[8], const unsigned char *data,
                                     size_t nblocks)
{
    uint64_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint64_t e = state[4], f = state[5], g = state[6], h = state[7], bc = b ^ c;
    uint64_t w[16];

    for (; nblocks != 0; nblocks--, data += 128) {
        const uint64_t *k = filesec__sha512_k;
        FILESEC__ROUNDS(FILESEC__ROUND_AND_LOAD);
        for (k += 16; k != filesec__sha512_k + 80; k += 16) {
            FILESEC__ROUNDS(FILESEC__ROUND_AND_WORD);
        }
        a = state[0] += a;
        b = state[1] += b;
        c = state[2] += c;
        d = state[3] += d;
        e = state[4] += e;
        f = state[5] += f;
        g = state[6] += g;
        h = state[7] += h;
        bc = b ^ c;
    }
}
#undef FILESEC__ROUND
#undef FILESEC__ROUND_AND_WORD
#undef FILESEC__ROUND_AND_LOAD
#undef FILESEC__ROUNDS
#endif
#undef FILESEC__ROTATIONS

/* ==== sha512/x86_pairs_end.h ==== */
/*
 * sha512/x86_pairs_end.h: after the kernels of pairs of blocks, the end of their macros
 */
#undef FILESEC__PAIR_DO
#undef FILESEC__PAIR_XOR
#undef FILESEC__PAIR_AND
#undef FILESEC__PAIR_ADD
#undef FILESEC__PAIR_ADD_FROM
#undef FILESEC__PAIR_ANDN
#undef FILESEC__PAIR_ROR
#undef FILESEC__PAIR_ROUND_WITH
#undef FILESEC__PAIR_ROUND
#undef FILESEC__PAIR_PIN
#undef FILESEC__PAIR_VEC
#undef FILESEC__PAIR_VXOR
#undef FILESEC__PAIR_VADD
#undef FILESEC__PAIR_SHR
#undef FILESEC__PAIR_SHL
#undef FILESEC__PAIR_NEXT
#undef FILESEC__PAIR_X
#undef FILESEC__PAIR_WK
#undef FILESEC__PAIR_NOTHING
#undef FILESEC__PAIR_ROUNDS
#undef FILESEC__PAIR_PUT
#undef FILESEC__PAIR_PUT_AT
#undef FILESEC__PAIR_KERNEL

#if FILESEC__HAS_X86_AVX512

/* ==== sha512_many/x86_avx512.h ==== */
/*
 * sha512_many/x86_avx512.h: SHA-512 of eight messages side by side, and of twice eight
 *
 * Needs     AVX-512 F, VL, BW, DQ. Every function here carries FILESEC__TARGET_X86_AVX512.
 * Contract  as in sha512_many/contract.h, with nothing added; filesec__sha512_many_x86_avx512
 *           for 8 lanes, ..._twice for 16.
 *
 * Layout    vertical: a vector holds the same number of eight messages, one message per lane.
 *
 *                lane       7        ...         1           0
 *                a       a of 7      ...      a of 1      a of 0
 *                w[t]   W(t) of 7    ...     W(t) of 1   W(t) of 0
 *
 *           Rounds and schedule are the scalar formulas with wider words. Ch, Maj and the
 *           exclusive-or of three are one instruction each. Only the message has to change
 *           places: eight words of eight lanes are an 8x8 transpose.
 *
 *           A round uses w[t mod 16] and puts W(t+16) into its place at once, so the schedule
 *           is a whole turn of sixteen rounds ahead and no round waits for it.
 *
 *           With one set of eight the chain from e to the next e is what bounds: it is kept at
 *           Sigma1 or Ch and two additions, for which two additions are done twice. With two
 *           sets each hides the other's chain, and the form with fewest additions is right.
 *
 * Registers one set: a to h take 8 of 32 and w[] 16. Two sets: a to h take 16, and w[] is in
 *           memory.
 * Bounds    lane i reads 128 * nblocks bytes at data[i], 64 at a time.
 * Not done  three sets: 24 vectors of state leave too few for the rest.
 * Secrets   no branch and no address depends on h or on the data.
 * From      FIPS 180-4, 4.1.3 and 6.4.2.
 */

/* The forms with a mask of ones: gcc 12 in C++ takes the others for uses of something unset. */
#define FILESEC__ADD(x, y) _mm512_add_epi64(x, y)
#define FILESEC__XOR3(x, y, z) _mm512_ternarylogic_epi64(x, y, z, 0x96)
#define FILESEC__CH(x, y, z) _mm512_ternarylogic_epi64(x, y, z, 0xca)
#define FILESEC__MAJ(x, y, z) _mm512_ternarylogic_epi64(x, y, z, 0xe8)
#define FILESEC__ROTR(x, n) _mm512_maskz_ror_epi64(0xff, x, n)
#define FILESEC__SHR(x, n) _mm512_maskz_srli_epi64(0xff, x, n)
#define FILESEC__ROTATIONS(x, n1, n2, n3)                                                      \
    FILESEC__XOR3(FILESEC__ROTR(x, n1), FILESEC__ROTR(x, n2), FILESEC__ROTR(x, n3))
#define FILESEC__SIGMA0(x)                                                                     \
    FILESEC__XOR3(FILESEC__ROTR(x, 1), FILESEC__ROTR(x, 8), FILESEC__SHR(x, 7))
#define FILESEC__SIGMA1(x)                                                                     \
    FILESEC__XOR3(FILESEC__ROTR(x, 19), FILESEC__ROTR(x, 61), FILESEC__SHR(x, 6))
#define FILESEC__K(i) _mm512_set1_epi64((long long)k[i])
#define FILESEC__STATE(p) _mm512_loadu_si512((const void *)(p))

/* Keeps the compiler from regrouping a sum. */
#if FILESEC__GNU
#define FILESEC__KEEP(x) __asm__("" : "+v"(x))
#else
#define FILESEC__KEEP(x) ((void)0)
#endif

/* w[0..7] = eight words of each of eight lanes, from byte at on. */
#define FILESEC__LOAD(i) _mm512_shuffle_epi8(FILESEC__STATE(data[i] + at), swap)
#define FILESEC__LOW(x, y) _mm512_maskz_unpacklo_epi64(0xff, x, y)
#define FILESEC__HIGH(x, y) _mm512_maskz_unpackhi_epi64(0xff, x, y)
#define FILESEC__SHUFFLE(x, y, n) _mm512_maskz_shuffle_i64x2(0xff, x, y, n)
/* x0 to x3 are pairs of lanes, with four words of each: 0x88 takes quarters 0 and 2 of both,
   0xdd takes 1 and 3. */
#define FILESEC__QUARTERS(x0, x1, x2, x3, w0, w2, w4, w6)                                      \
    do {                                                                                       \
        __m512i r = FILESEC__SHUFFLE(x0, x1, 0x88), s = FILESEC__SHUFFLE(x2, x3, 0x88);        \
        w0 = FILESEC__SHUFFLE(r, s, 0x88);                                                     \
        w4 = FILESEC__SHUFFLE(r, s, 0xdd);                                                     \
        r = FILESEC__SHUFFLE(x0, x1, 0xdd);                                                    \
        s = FILESEC__SHUFFLE(x2, x3, 0xdd);                                                    \
        w2 = FILESEC__SHUFFLE(r, s, 0x88);                                                     \
        w6 = FILESEC__SHUFFLE(r, s, 0xdd);                                                     \
    } while (0)
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__sha512_many_x86_avx512_load(__m512i *w, const unsigned char *const *data, size_t at)
{
    const __m512i swap = _mm512_maskz_broadcast_i32x4(
        0xffff, _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8));
    __m512i x0 = FILESEC__LOAD(0), x1 = FILESEC__LOAD(1), x2 = FILESEC__LOAD(2);
    __m512i x3 = FILESEC__LOAD(3), x4 = FILESEC__LOAD(4), x5 = FILESEC__LOAD(5);
    __m512i x6 = FILESEC__LOAD(6), x7 = FILESEC__LOAD(7);

    FILESEC__QUARTERS(FILESEC__LOW(x0, x1), FILESEC__LOW(x2, x3), FILESEC__LOW(x4, x5),
                      FILESEC__LOW(x6, x7), w[0], w[2], w[4], w[6]);
    FILESEC__QUARTERS(FILESEC__HIGH(x0, x1), FILESEC__HIGH(x2, x3), FILESEC__HIGH(x4, x5),
                      FILESEC__HIGH(x6, x7), w[1], w[3], w[5], w[7]);
}
#undef FILESEC__QUARTERS
#undef FILESEC__SHUFFLE
#undef FILESEC__HIGH
#undef FILESEC__LOW
#undef FILESEC__LOAD

/* w[i], which is W(t), becomes W(t+16). */
#define FILESEC__WORD(w, i)                                                                    \
    w[i] = FILESEC__ADD(FILESEC__ADD(w[i], FILESEC__SIGMA0(w[((i) + 1) & 15])),                \
                        FILESEC__ADD(w[((i) + 9) & 15], FILESEC__SIGMA1(w[((i) + 14) & 15])))

/* One round, short chain. Afterwards d is the new e and h the new a. */
#define FILESEC__ROUND(a, b, c, d, e, f, g, h, i)                                              \
    do {                                                                                       \
        __m512i ch = FILESEC__CH(e, f, g), s1 = FILESEC__ROTATIONS(e, 14, 18, 41);             \
        h = FILESEC__ADD(h, FILESEC__ADD(w[i], FILESEC__K(i)));                                \
        FILESEC__KEEP(h);                                                                      \
        d = FILESEC__ADD(d, h);                                                                \
        FILESEC__KEEP(d);                                                                      \
        d = FILESEC__ADD(d, ch);                                                               \
        FILESEC__KEEP(d);                                                                      \
        d = FILESEC__ADD(d, s1);                                                               \
        h = FILESEC__ADD(h, ch);                                                               \
        FILESEC__KEEP(h);                                                                      \
        h = FILESEC__ADD(h, s1); /* T1 */                                                      \
        FILESEC__KEEP(h);                                                                      \
        h = FILESEC__ADD(h, FILESEC__MAJ(a, b, c));                                            \
        FILESEC__KEEP(h);                                                                      \
        h = FILESEC__ADD(h, FILESEC__ROTATIONS(a, 28, 34, 39));                                \
    } while (0)

#define FILESEC__ROUND_AND_WORD(a, b, c, d, e, f, g, h, i)                                     \
    FILESEC__ROUND(a, b, c, d, e, f, g, h, i);                                                 \
    FILESEC__WORD(w, i)

#define FILESEC__ROUNDS(R)                                                                     \
    R(a, b, c, d, e, f, g, h, 0);                                                              \
    R(h, a, b, c, d, e, f, g, 1);                                                              \
    R(g, h, a, b, c, d, e, f, 2);                                                              \
    R(f, g, h, a, b, c, d, e, 3);                                                              \
    R(e, f, g, h, a, b, c, d, 4);                                                              \
    R(d, e, f, g, h, a, b, c, 5);                                                              \
    R(c, d, e, f, g, h, a, b, 6);                                                              \
    R(b, c, d, e, f, g, h, a, 7);                                                              \
    R(a, b, c, d, e, f, g, h, 8);                                                              \
    R(h, a, b, c, d, e, f, g, 9);                                                              \
    R(g, h, a, b, c, d, e, f, 10);                                                             \
    R(f, g, h, a, b, c, d, e, 11);                                                             \
    R(e, f, g, h, a, b, c, d, 12);                                                             \
    R(d, e, f, g, h, a, b, c, 13);                                                             \
    R(c, d, e, f, g, h, a, b, 14);                                                             \
    R(b, c, d, e, f, g, h, a, 15)

/* The vector at p += x, which becomes the sum. */
#define FILESEC__SUM(p, x)                                                                     \
    x = FILESEC__ADD(x, FILESEC__STATE(p));                                                    \
    _mm512_storeu_si512((void *)(p), x)

static FILESEC__TARGET_X86_AVX512 void
filesec__sha512_many_x86_avx512(uint64_t *state, const unsigned char *const *data,
                                size_t nblocks)
{
    __m512i a = FILESEC__STATE(state), b = FILESEC__STATE(state + 8);
    __m512i c = FILESEC__STATE(state + 16), d = FILESEC__STATE(state + 24);
    __m512i e = FILESEC__STATE(state + 32), f = FILESEC__STATE(state + 40);
    __m512i g = FILESEC__STATE(state + 48), h = FILESEC__STATE(state + 56), w[16];
    size_t at, end = 128 * nblocks;
    int i;

    for (at = 0; at != end; at += 128) {
        const uint64_t *k = filesec__sha512_k;
        filesec__sha512_many_x86_avx512_load(w, data, at);
        filesec__sha512_many_x86_avx512_load(w + 8, data, at + 64);
        for (i = 0; i < 4; i++) {
            FILESEC__ROUNDS(FILESEC__ROUND_AND_WORD);
            k += 16;
        }
        FILESEC__ROUNDS(FILESEC__ROUND);
        FILESEC__SUM(state, a);
        FILESEC__SUM(state + 8, b);
        FILESEC__SUM(state + 16, c);
        FILESEC__SUM(state + 24, d);
        FILESEC__SUM(state + 32, e);
        FILESEC__SUM(state + 40, f);
        FILESEC__SUM(state + 48, g);
        FILESEC__SUM(state + 56, h);
    }
}
#undef FILESEC__ROUND_AND_WORD
#undef FILESEC__ROUND

/* One round of a set with words w, fewest additions. */
#define FILESEC__ROUND(a, b, c, d, e, f, g, h, w, i)                                           \
    h = FILESEC__ADD(h, FILESEC__ADD(w[i], FILESEC__K(i)));                                    \
    h = FILESEC__ADD(h, FILESEC__CH(e, f, g));                                                 \
    FILESEC__KEEP(h);                                                                          \
    h = FILESEC__ADD(h, FILESEC__ROTATIONS(e, 14, 18, 41)); /* T1 */                           \
    FILESEC__KEEP(h);                                                                          \
    d = FILESEC__ADD(d, h);                                                                    \
    h = FILESEC__ADD(h, FILESEC__MAJ(a, b, c));                                                \
    FILESEC__KEEP(h);                                                                          \
    h = FILESEC__ADD(h, FILESEC__ROTATIONS(a, 28, 34, 39))

#define FILESEC__TWO_ROUNDS(a, b, c, d, e, f, g, h, i)                                         \
    FILESEC__ROUND(a[0], b[0], c[0], d[0], e[0], f[0], g[0], h[0], w0, i);                     \
    FILESEC__ROUND(a[1], b[1], c[1], d[1], e[1], f[1], g[1], h[1], w1, i)

#define FILESEC__TWO_ROUNDS_AND_WORDS(a, b, c, d, e, f, g, h, i)                               \
    FILESEC__ROUND(a[0], b[0], c[0], d[0], e[0], f[0], g[0], h[0], w0, i);                     \
    FILESEC__WORD(w0, i);                                                                      \
    FILESEC__ROUND(a[1], b[1], c[1], d[1], e[1], f[1], g[1], h[1], w1, i);                     \
    FILESEC__WORD(w1, i)

static FILESEC__TARGET_X86_AVX512 void
filesec__sha512_many_x86_avx512_twice(uint64_t *state, const unsigned char *const *data,
                                      size_t nblocks)
{
    __m512i a[2], b[2], c[2], d[2], e[2], f[2], g[2], h[2], w0[16], w1[16];
    size_t at, end = 128 * nblocks;
    int i;

    for (i = 0; i < 2; i++) {
        a[i] = FILESEC__STATE(state + 8 * i);
        b[i] = FILESEC__STATE(state + 16 + 8 * i);
        c[i] = FILESEC__STATE(state + 32 + 8 * i);
        d[i] = FILESEC__STATE(state + 48 + 8 * i);
        e[i] = FILESEC__STATE(state + 64 + 8 * i);
        f[i] = FILESEC__STATE(state + 80 + 8 * i);
        g[i] = FILESEC__STATE(state + 96 + 8 * i);
        h[i] = FILESEC__STATE(state + 112 + 8 * i);
    }
    for (at = 0; at != end; at += 128) {
        const uint64_t *k = filesec__sha512_k;
        filesec__sha512_many_x86_avx512_load(w0, data, at);
        filesec__sha512_many_x86_avx512_load(w0 + 8, data, at + 64);
        filesec__sha512_many_x86_avx512_load(w1, data + 8, at);
        filesec__sha512_many_x86_avx512_load(w1 + 8, data + 8, at + 64);
        for (i = 0; i < 4; i++) {
            FILESEC__ROUNDS(FILESEC__TWO_ROUNDS_AND_WORDS);
            k += 16;
        }
        FILESEC__ROUNDS(FILESEC__TWO_ROUNDS);
        for (i = 0; i < 2; i++) {
            FILESEC__SUM(state + 8 * i, a[i]);
            FILESEC__SUM(state + 16 + 8 * i, b[i]);
            FILESEC__SUM(state + 32 + 8 * i, c[i]);
            FILESEC__SUM(state + 48 + 8 * i, d[i]);
            FILESEC__SUM(state + 64 + 8 * i, e[i]);
            FILESEC__SUM(state + 80 + 8 * i, f[i]);
            FILESEC__SUM(state + 96 + 8 * i, g[i]);
            FILESEC__SUM(state + 112 + 8 * i, h[i]);
        }
    }
}
#undef FILESEC__TWO_ROUNDS_AND_WORDS
#undef FILESEC__TWO_ROUNDS
#undef FILESEC__ROUND
#undef FILESEC__SUM
#undef FILESEC__ROUNDS
#undef FILESEC__WORD
#undef FILESEC__KEEP
#undef FILESEC__STATE
#undef FILESEC__K
#undef FILESEC__SIGMA1
#undef FILESEC__SIGMA0
#undef FILESEC__ROTATIONS
#undef FILESEC__SHR
#undef FILESEC__ROTR
#undef FILESEC__MAJ
#undef FILESEC__CH
#undef FILESEC__XOR3
#undef FILESEC__ADD
#endif /* FILESEC__HAS_X86_AVX512 */

#if FILESEC__HAS_X86_AVX2

/* ==== sha512_many/x86_avx2.h ==== */
/*
 * sha512_many/x86_avx2.h: SHA-512 of four messages side by side
 *
 * Needs     AVX2. Every function here carries FILESEC__TARGET_X86_AVX2.
 * Contract  as in sha512_many/contract.h, with nothing added.
 *
 * Layout    vertical: a vector holds the same number of four messages, one message per lane.
 *
 *                lane       3           2           1           0
 *                a       a of 3      a of 2      a of 1      a of 0
 *                w[t]   W(t) of 3   W(t) of 2   W(t) of 1   W(t) of 0
 *
 *           Rounds and schedule are then the scalar formulas with wider words. Only the message
 *           has to change places: four words of four lanes are a 4x4 transpose.
 *
 *           A round uses w[t mod 16] and puts W(t+16) into its place at once, so the schedule
 *           is a whole turn of sixteen rounds ahead and no round waits for it.
 *
 * Registers a to h take 8 of 16, b ^ c one; w[] is in memory.
 * Bounds    lane i reads 128 * nblocks bytes at data[i], 32 at a time.
 * Not done  two groups of four: 18 vectors of state spill.
 * Secrets   no branch and no address depends on h or on the data.
 * From      FIPS 180-4, 4.1.3 and 6.4.2.
 */

#define FILESEC__XOR(x, y) _mm256_xor_si256(x, y)
#define FILESEC__ADD(x, y) _mm256_add_epi64(x, y)
#define FILESEC__ROTR(x, n)                                                                    \
    _mm256_or_si256(_mm256_srli_epi64(x, n), _mm256_slli_epi64(x, 64 - (n)))
#define FILESEC__ROTATIONS(x, n1, n2, n3)                                                      \
    FILESEC__XOR(FILESEC__XOR(FILESEC__ROTR(x, n1), FILESEC__ROTR(x, n2)), FILESEC__ROTR(x, n3))

/* Keeps the compiler from moving an operation, and from regrouping a sum. */
#if FILESEC__GNU
#define FILESEC__KEEP(x) __asm__("" : "+x"(x))
#else
#define FILESEC__KEEP(x) ((void)0)
#endif
#define FILESEC__SUM(x, y)                                                                     \
    x = FILESEC__ADD(x, y);                                                                    \
    FILESEC__KEEP(x)

/* sigma0; a rotation by 8 is a shuffle of bytes. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 __m256i
filesec__sha512_many_x86_avx2_sigma0(__m256i x)
{
    const __m256i ror8 = _mm256_setr_epi8(1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8,
                                          1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8);
    __m256i y = FILESEC__XOR(_mm256_shuffle_epi8(x, ror8), _mm256_srli_epi64(x, 7));

    return FILESEC__XOR(FILESEC__ROTR(x, 1), y);
}

FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 __m256i
filesec__sha512_many_x86_avx2_sigma1(__m256i x)
{
    __m256i y = FILESEC__XOR(FILESEC__ROTR(x, 61), _mm256_srli_epi64(x, 6));

    return FILESEC__XOR(FILESEC__ROTR(x, 19), y);
}

/* w[0..3] = four words of each lane, from byte at on. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 void
filesec__sha512_many_x86_avx2_load(__m256i *w, const unsigned char *const *data, size_t at)
{
    const __m256i swap = _mm256_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8,
                                          7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    __m256i x[4], y[4];
    int i;

    for (i = 0; i < 4; i++) {
        x[i] = _mm256_loadu_si256((const __m256i *)(const void *)(data[i] + at));
        x[i] = _mm256_shuffle_epi8(x[i], swap);
    }
    y[0] = _mm256_unpacklo_epi64(x[0], x[1]); /* words 0 and 2 of lanes 0 and 1 */
    y[1] = _mm256_unpackhi_epi64(x[0], x[1]); /* words 1 and 3 */
    y[2] = _mm256_unpacklo_epi64(x[2], x[3]);
    y[3] = _mm256_unpackhi_epi64(x[2], x[3]);
    w[0] = _mm256_permute2x128_si256(y[0], y[2], 0x20);
    w[1] = _mm256_permute2x128_si256(y[1], y[3], 0x20);
    w[2] = _mm256_permute2x128_si256(y[0], y[2], 0x31);
    w[3] = _mm256_permute2x128_si256(y[1], y[3], 0x31);
}

/* One round, to h of which W(t) is already added. Afterwards d is the new e and h the new a; bc
   is b ^ c of the next round. */
#define FILESEC__STEP(a, b, c, d, e, f, g, h, i)                                               \
    do {                                                                                       \
        __m256i ab = FILESEC__XOR(a, b), y;                                                    \
        FILESEC__SUM(h, _mm256_set1_epi64x((long long)k[i]));                                  \
        y = FILESEC__XOR(_mm256_and_si256(FILESEC__XOR(f, g), e), g); /* Ch */                 \
        FILESEC__SUM(h, y);                                                                    \
        FILESEC__SUM(h, FILESEC__ROTATIONS(e, 14, 18, 41)); /* T1 */                           \
        FILESEC__SUM(d, h);                                                                    \
        y = FILESEC__XOR(_mm256_and_si256(ab, bc), b); /* Maj */                               \
        FILESEC__SUM(h, y);                                                                    \
        FILESEC__SUM(h, FILESEC__ROTATIONS(a, 28, 34, 39));                                    \
        bc = ab;                                                                               \
    } while (0)

#define FILESEC__ROUND(a, b, c, d, e, f, g, h, i)                                              \
    FILESEC__SUM(h, w[i]);                                                                     \
    FILESEC__STEP(a, b, c, d, e, f, g, h, i)

/* The same, and W(t+16) takes the place of W(t). */
#define FILESEC__ROUND_AND_WORD(a, b, c, d, e, f, g, h, i)                                     \
    do {                                                                                       \
        __m256i u = w[i], v = filesec__sha512_many_x86_avx2_sigma0(w[((i) + 1) & 15]);         \
        FILESEC__SUM(h, u);                                                                    \
        FILESEC__KEEP(v);                                                                      \
        FILESEC__SUM(u, v);                                                                    \
        FILESEC__SUM(u, w[((i) + 9) & 15]);                                                    \
        v = filesec__sha512_many_x86_avx2_sigma1(w[((i) + 14) & 15]);                          \
        FILESEC__KEEP(v);                                                                      \
        w[i] = FILESEC__ADD(u, v);                                                             \
        FILESEC__STEP(a, b, c, d, e, f, g, h, i);                                              \
    } while (0)

#define FILESEC__ROUNDS(R)                                                                     \
    R(a, b, c, d, e, f, g, h, 0);                                                              \
    R(h, a, b, c, d, e, f, g, 1);                                                              \
    R(g, h, a, b, c, d, e, f, 2);                                                              \
    R(f, g, h, a, b, c, d, e, 3);                                                              \
    R(e, f, g, h, a, b, c, d, 4);                                                              \
    R(d, e, f, g, h, a, b, c, 5);                                                              \
    R(c, d, e, f, g, h, a, b, 6);                                                              \
    R(b, c, d, e, f, g, h, a, 7);                                                              \
    R(a, b, c, d, e, f, g, h, 8);                                                              \
    R(h, a, b, c, d, e, f, g, 9);                                                              \
    R(g, h, a, b, c, d, e, f, 10);                                                             \
    R(f, g, h, a, b, c, d, e, 11);                                                             \
    R(e, f, g, h, a, b, c, d, 12);                                                             \
    R(d, e, f, g, h, a, b, c, 13);                                                             \
    R(c, d, e, f, g, h, a, b, 14);                                                             \
    R(b, c, d, e, f, g, h, a, 15)

/* state[j] += x, which becomes the sum. */
#define FILESEC__ADD_STATE(j, x)                                                               \
    x = FILESEC__ADD(x, _mm256_loadu_si256((const __m256i *)(const void *)(state + 4 * (j)))); \
    _mm256_storeu_si256((__m256i *)(void *)(state + 4 * (j)), x)

#define FILESEC__STATE(j) _mm256_loadu_si256((const __m256i *)(const void *)(state + 4 * (j)))

static FILESEC__TARGET_X86_AVX2 void
filesec__sha512_many_x86_avx2(uint64_t *state, const unsigned char *const *data, size_t nblocks)
{
    __m256i a = FILESEC__STATE(0), b = FILESEC__STATE(1), c = FILESEC__STATE(2);
    __m256i d = FILESEC__STATE(3), e = FILESEC__STATE(4), f = FILESEC__STATE(5);
    __m256i g = FILESEC__STATE(6), h = FILESEC__STATE(7), bc, w[16];
    size_t at, end = 128 * nblocks;
    int i;

    for (at = 0; at != end; at += 128) {
        const uint64_t *k = filesec__sha512_k;
        for (i = 0; i < 4; i++)
            filesec__sha512_many_x86_avx2_load(w + 4 * i, data, at + 32 * (size_t)i);
        bc = FILESEC__XOR(b, c);
        for (i = 0; i < 4; i++) {
            FILESEC__ROUNDS(FILESEC__ROUND_AND_WORD);
            k += 16;
        }
        FILESEC__ROUNDS(FILESEC__ROUND);
        FILESEC__ADD_STATE(0, a);
        FILESEC__ADD_STATE(1, b);
        FILESEC__ADD_STATE(2, c);
        FILESEC__ADD_STATE(3, d);
        FILESEC__ADD_STATE(4, e);
        FILESEC__ADD_STATE(5, f);
        FILESEC__ADD_STATE(6, g);
        FILESEC__ADD_STATE(7, h);
    }
}
#undef FILESEC__STATE
#undef FILESEC__ADD_STATE
#undef FILESEC__ROUNDS
#undef FILESEC__ROUND_AND_WORD
#undef FILESEC__ROUND
#undef FILESEC__STEP
#undef FILESEC__SUM
#undef FILESEC__KEEP
#undef FILESEC__ROTATIONS
#undef FILESEC__ROTR
#undef FILESEC__ADD
#undef FILESEC__XOR
#endif /* FILESEC__HAS_X86_AVX2 */

#endif /* FILESEC_NO_SHA512 */

#ifndef FILESEC_NO_MURMUR3

/* ==== murmur3/contract.h ==== */
/*
 * murmur3/contract.h: what every MurmurHash3 kernel obeys
 *
 * A kernel is three functions, filesec__murmur3_<variant>_<name>(h, data, nblocks): h is one
 * number for x86_32, four for x86_128, two for x64_128.
 *
 * h goes through the body of the variant for nblocks blocks of 4, 16 and 16 bytes. nblocks may
 * be 0. data has any alignment; words are little-endian on every machine. Tail and finalisation
 * are the operation's.
 */
typedef void filesec__murmur3_kernel32(uint32_t *h, const unsigned char *data, size_t nblocks);
typedef void filesec__murmur3_kernel64(uint64_t *h, const unsigned char *data, size_t nblocks);

typedef struct filesec__murmur3_row {
    filesec__row row;
    filesec__murmur3_kernel32 *x86_32;
    filesec__murmur3_kernel32 *x86_128;
    filesec__murmur3_kernel64 *x64_128;
} filesec__murmur3_row;

/* The multipliers of the three variants, from Appleby's MurmurHash3.cpp (public domain). */
#define FILESEC__MURMUR3_X86_32_C1 UINT32_C(0xcc9e2d51)
#define FILESEC__MURMUR3_X86_32_C2 UINT32_C(0x1b873593)
#define FILESEC__MURMUR3_X86_128_C1 UINT32_C(0x239b961b)
#define FILESEC__MURMUR3_X86_128_C2 UINT32_C(0xab0e9789)
#define FILESEC__MURMUR3_X86_128_C3 UINT32_C(0x38b34ae5)
#define FILESEC__MURMUR3_X86_128_C4 UINT32_C(0xa1e38b93)
#define FILESEC__MURMUR3_X64_128_C1 UINT64_C(0x87c37b91114253d5)
#define FILESEC__MURMUR3_X64_128_C2 UINT64_C(0x4cf5ad432745937f)

/* ==== murmur3/kernels.h ==== */
/*
 * murmur3/kernels.h: the table of MurmurHash3, best first; the last row must run everywhere
 */
/* clang-format off */
#define FILESEC__MURMUR3_KERNELS(ROW)                                             \
    ROW(murmur3, x86_avx512,         X86_AVX512,                                  \
        FILESEC__NEEDS_X86_AVX512 | FILESEC__CPU_PREFERS_512)                     \
    ROW(murmur3, x86_avx2,           X86_AVX2,           FILESEC__NEEDS_X86_AVX2) \
    ROW(murmur3, x86_sse2,           X86_SSE2,           FILESEC__NEEDS_X86_SSE2) \
    ROW(murmur3, portable_reordered, PORTABLE_REORDERED, 0)                       \
    ROW(murmur3, portable,           ALWAYS,             0)
/* clang-format on */

#define FILESEC__MURMUR3_PROTOTYPE(op, name, gate, needs)                                      \
    FILESEC__WHEN(gate)                                                                        \
    (static void filesec__##op##_x86_32_##name(uint32_t *h, const unsigned char *data,         \
                                               size_t nblocks);                                \
     static void filesec__##op##_x86_128_##name(uint32_t *h, const unsigned char *data,        \
                                                size_t nblocks);                               \
     static void filesec__##op##_x64_128_##name(uint64_t *h, const unsigned char *data,        \
                                                size_t nblocks);)
#define FILESEC__MURMUR3_ENTRY(op, name, gate, needs)                                          \
    FILESEC__WHEN(gate)                                                                        \
    ({{#name, needs},                                                                          \
      filesec__##op##_x86_32_##name,                                                           \
      filesec__##op##_x86_128_##name,                                                          \
      filesec__##op##_x64_128_##name}, )

FILESEC__MURMUR3_KERNELS(FILESEC__MURMUR3_PROTOTYPE)
static const filesec__murmur3_row filesec__murmur3_rows[] = {
    FILESEC__MURMUR3_KERNELS(FILESEC__MURMUR3_ENTRY)};

/* ==== murmur3/formula.h ==== */
/*
 * murmur3/formula.h: the bodies of MurmurHash3 as they are defined, for a few blocks
 *
 * Arithmetic that short messages and the last blocks of several kernels share; no kernel
 * itself.
 *
 * Barriers  between * 5 and + c: else both become one address computation of three parts,
 *           which takes longer than the two. Between a multiplication of k and its rotation:
 *           clang otherwise makes of them two multiplications and shifts.
 * From      Appleby's MurmurHash3.cpp (public domain): multipliers, rotations, constants added.
 */
/* rotl(k a, n) b. Only clang needs the barrier, and only clang is the faster for it. */
#ifdef __clang__
#define FILESEC__STOP(k) FILESEC__BARRIER(k)
#else
#define FILESEC__STOP(k) ((void)0)
#endif
FILESEC__ALWAYS_INLINE uint32_t filesec__murmur3_k32(uint32_t k, uint32_t a, unsigned n,
                                                     uint32_t b)
{
    k *= a;
    FILESEC__STOP(k);
    return filesec__rotl32(k, n) * b;
}

FILESEC__ALWAYS_INLINE uint64_t filesec__murmur3_k64(uint64_t k, uint64_t a, unsigned n,
                                                     uint64_t b)
{
    k *= a;
    FILESEC__STOP(k);
    return filesec__rotl64(k, n) * b;
}
#undef FILESEC__STOP

/* h = (rotl(h ^ k, n) + next) * 5 + c */
#define FILESEC__CHAIN(rotl, h, k, n, next, c)                                                 \
    h = (rotl(h ^ (k), n) + next) * 5;                                                         \
    FILESEC__BARRIER(h);                                                                       \
    h += c
#define FILESEC__CHAIN32(h, p, a, r, b, n, next, c)                                            \
    FILESEC__CHAIN(filesec__rotl32, h, filesec__murmur3_k32(filesec__load32le(p), a, r, b), n, \
                   next, UINT32_C(c))
#define FILESEC__CHAIN64(h, p, a, r, b, n, next, c)                                            \
    FILESEC__CHAIN(filesec__rotl64, h, filesec__murmur3_k64(filesec__load64le(p), a, r, b), n, \
                   next, UINT64_C(c))

FILESEC__ALWAYS_INLINE void filesec__murmur3_x86_32_few(uint32_t *h, const unsigned char *data,
                                                        size_t nblocks)
{
    const uint32_t c1 = FILESEC__MURMUR3_X86_32_C1, c2 = FILESEC__MURMUR3_X86_32_C2;
    uint32_t h1 = h[0];

    for (; nblocks != 0; nblocks--, data += 4) {
        FILESEC__CHAIN32(h1, data, c1, 15, c2, 13, 0, 0xe6546b64);
    }
    h[0] = h1;
}

FILESEC__ALWAYS_INLINE void filesec__murmur3_x86_128_few(uint32_t *h, const unsigned char *data,
                                                         size_t nblocks)
{
    const uint32_t c1 = FILESEC__MURMUR3_X86_128_C1, c2 = FILESEC__MURMUR3_X86_128_C2;
    const uint32_t c3 = FILESEC__MURMUR3_X86_128_C3, c4 = FILESEC__MURMUR3_X86_128_C4;
    uint32_t h1 = h[0], h2 = h[1], h3 = h[2], h4 = h[3];

    for (; nblocks != 0; nblocks--, data += 16) {
        FILESEC__CHAIN32(h1, data, c1, 15, c2, 19, h2, 0x561ccd1b);
        FILESEC__CHAIN32(h2, data + 4, c2, 16, c3, 17, h3, 0x0bcaa747);
        FILESEC__CHAIN32(h3, data + 8, c3, 17, c4, 15, h4, 0x96cd1c35);
        FILESEC__CHAIN32(h4, data + 12, c4, 18, c1, 13, h1, 0x32ac3b17);
    }
    h[0] = h1;
    h[1] = h2;
    h[2] = h3;
    h[3] = h4;
}

FILESEC__ALWAYS_INLINE void filesec__murmur3_x64_128_few(uint64_t *h, const unsigned char *data,
                                                         size_t nblocks)
{
    const uint64_t c1 = FILESEC__MURMUR3_X64_128_C1, c2 = FILESEC__MURMUR3_X64_128_C2;
    uint64_t h1 = h[0], h2 = h[1];

    for (; nblocks != 0; nblocks--, data += 16) {
        FILESEC__CHAIN64(h1, data, c1, 31, c2, 27, h2, 0x52dce729);
        FILESEC__CHAIN64(h2, data + 8, c2, 33, c1, 31, h1, 0x38495ab5);
    }
    h[0] = h1;
    h[1] = h2;
}
#undef FILESEC__CHAIN
#undef FILESEC__CHAIN32
#undef FILESEC__CHAIN64

/* ==== murmur3/end.h ==== */
/*
 * murmur3/end.h: what follows the whole blocks of a message: its tail, and the finalisation
 *
 * From the definition in Appleby's MurmurHash3.cpp. There a switch takes the bytes of a tail
 * one by one; here two loads that may overlap take them at once, and read nothing else. A word
 * that is not there mixes to 0, so a tail is mixed without asking how long it is.
 */
/* n bytes, 0 < n < 8, as a little-endian number; where two loads overlap, they agree. */
FILESEC__ALWAYS_INLINE uint64_t filesec__load_short(const unsigned char *p, size_t n)
{
    if (n >= 4)
        return filesec__load32le(p) | (uint64_t)filesec__load32le(p + n - 4) << (8 * (n - 4));
    return (uint64_t)p[0] | (uint64_t)p[n / 2] << (8 * (n / 2)) |
           (uint64_t)p[n - 1] << (8 * (n - 1));
}

/* Bytes 8 to n - 1 of the n at p, 8 <= n < 16. */
FILESEC__ALWAYS_INLINE uint64_t filesec__load_behind8(const unsigned char *p, size_t n)
{
    return filesec__load64le(p + n - 8) >> 8 >> (8 * (15 - n));
}

/* fmix32 and fmix64: every bit of the result depends on every bit of h. */
FILESEC__ALWAYS_INLINE uint32_t filesec__murmur3_fmix32(uint32_t h)
{
    h ^= h >> 16;
    h *= UINT32_C(0x85ebca6b);
    h ^= h >> 13;
    h *= UINT32_C(0xc2b2ae35);
    h ^= h >> 16;
    return h;
}

FILESEC__ALWAYS_INLINE uint64_t filesec__murmur3_fmix64(uint64_t h)
{
    h ^= h >> 33;
    h *= UINT64_C(0xff51afd7ed558ccd);
    h ^= h >> 33;
    h *= UINT64_C(0xc4ceb9fe1a85ec53);
    h ^= h >> 33;
    return h;
}

/* The part of data behind its whole blocks; data may be NULL if there is none. */
FILESEC__ALWAYS_INLINE const unsigned char *filesec__murmur3_tail(const unsigned char *data,
                                                                  size_t whole)
{
    return whole != 0 ? data + whole : data;
}

/* ---- tail (len mod the length of a block) and finalisation; h went through the body ---- */

FILESEC__ALWAYS_INLINE uint32_t filesec__murmur3_x86_32_end(uint32_t h,
                                                            const unsigned char *tail,
                                                            uint64_t len)
{
    size_t n = (size_t)(len % 4);

    if (n != 0)
        h ^= filesec__murmur3_k32((uint32_t)filesec__load_short(tail, n),
                                  FILESEC__MURMUR3_X86_32_C1, 15, FILESEC__MURMUR3_X86_32_C2);
    return filesec__murmur3_fmix32(h ^ (uint32_t)(len & 0xffffffff));
}

FILESEC__ALWAYS_INLINE void filesec__murmur3_x86_128_end(uint8_t hash[16], uint32_t h1,
                                                         uint32_t h2, uint32_t h3, uint32_t h4,
                                                         const unsigned char *tail,
                                                         uint64_t len)
{
    const uint32_t c1 = FILESEC__MURMUR3_X86_128_C1, c2 = FILESEC__MURMUR3_X86_128_C2;
    const uint32_t c3 = FILESEC__MURMUR3_X86_128_C3, c4 = FILESEC__MURMUR3_X86_128_C4;
    uint32_t whole = (uint32_t)(len & 0xffffffff);
    size_t n = (size_t)(len % 16);

    if (n != 0) {
        uint64_t k;

        if (n >= 8) {
            k = filesec__load_behind8(tail, n);
            h3 ^= filesec__murmur3_k32((uint32_t)(k & 0xffffffff), c3, 17, c4);
            h4 ^= filesec__murmur3_k32((uint32_t)(k >> 32), c4, 18, c1);
            k = filesec__load64le(tail);
        } else {
            k = filesec__load_short(tail, n);
        }
        h1 ^= filesec__murmur3_k32((uint32_t)(k & 0xffffffff), c1, 15, c2);
        h2 ^= filesec__murmur3_k32((uint32_t)(k >> 32), c2, 16, c3);
    }
    h2 ^= whole;
    h3 ^= whole;
    h4 ^= whole;
    h1 = (h1 ^ whole) + h2 + h3 + h4;
    h2 = filesec__murmur3_fmix32(h2 + h1);
    h3 = filesec__murmur3_fmix32(h3 + h1);
    h4 = filesec__murmur3_fmix32(h4 + h1);
    h1 = filesec__murmur3_fmix32(h1) + h2 + h3 + h4;
    filesec__store32le(hash, h1);
    filesec__store32le(hash + 4, h2 + h1);
    filesec__store32le(hash + 8, h3 + h1);
    filesec__store32le(hash + 12, h4 + h1);
}

FILESEC__ALWAYS_INLINE void filesec__murmur3_x64_128_end(uint8_t hash[16], uint64_t h1,
                                                         uint64_t h2, const unsigned char *tail,
                                                         uint64_t len)
{
    const uint64_t c1 = FILESEC__MURMUR3_X64_128_C1, c2 = FILESEC__MURMUR3_X64_128_C2;
    size_t n = (size_t)(len % 16);

    if (n != 0) {
        uint64_t k;

        if (n >= 8) {
            h2 ^= filesec__murmur3_k64(filesec__load_behind8(tail, n), c2, 33, c1);
            k = filesec__load64le(tail);
        } else {
            k = filesec__load_short(tail, n);
        }
        h1 ^= filesec__murmur3_k64(k, c1, 31, c2);
    }
    h2 ^= len;
    h1 = (h1 ^ len) + h2;
    h2 = filesec__murmur3_fmix64(h2 + h1);
    h1 = filesec__murmur3_fmix64(h1) + h2;
    filesec__store64le(hash, h1);
    filesec__store64le(hash + 8, h2 + h1);
}

/* ==== murmur3/direct.h ==== */
/*
 * murmur3/direct.h: MurmurHash3 of a short message, all of it in one function
 *
 * A call through the table, for a message of a few blocks, takes as long as the blocks. These
 * are inlined into the one-shot functions instead, and h never leaves the registers. data may
 * be NULL if there is none, so nothing is added to it then.
 */
FILESEC__ALWAYS_INLINE uint32_t filesec__murmur3_x86_32_direct(const unsigned char *data,
                                                               size_t len, uint32_t seed)
{
    uint32_t h = seed;

    filesec__murmur3_x86_32_few(&h, data, len / 4);
    return filesec__murmur3_x86_32_end(h, filesec__murmur3_tail(data, len / 4 * 4), len);
}

FILESEC__ALWAYS_INLINE void filesec__murmur3_x86_128_direct(uint8_t hash[16],
                                                            const unsigned char *data,
                                                            size_t len, uint32_t seed)
{
    uint32_t h[4];

    h[0] = h[1] = h[2] = h[3] = seed;
    filesec__murmur3_x86_128_few(h, data, len / 16);
    filesec__murmur3_x86_128_end(hash, h[0], h[1], h[2], h[3],
                                 filesec__murmur3_tail(data, len / 16 * 16), len);
}

FILESEC__ALWAYS_INLINE void filesec__murmur3_x64_128_direct(uint8_t hash[16],
                                                            const unsigned char *data,
                                                            size_t len, uint32_t seed)
{
    uint64_t h[2];

    h[0] = h[1] = seed;
    filesec__murmur3_x64_128_few(h, data, len / 16);
    filesec__murmur3_x64_128_end(hash, h[0], h[1], filesec__murmur3_tail(data, len / 16 * 16),
                                 len);
}

/* ==== murmur3/operation.h ==== */
/*
 * murmur3/operation.h: the one-shot calls of MurmurHash3
 *
 * Short messages do not go through the table, unless the user forced a row: then its kernel
 * gets every message. The choice is only looked at for that, so none need have been made. The
 * limits are where the kernels begin to be quicker, call and set-up of the vectors included.
 */
#define FILESEC__MURMUR3_X86_32_SHORT 128
#define FILESEC__MURMUR3_X86_128_SHORT 128
#define FILESEC__MURMUR3_X64_128_SHORT 512

static unsigned filesec__murmur3_choice;
static const filesec__table filesec__murmur3_table = {
    &filesec__murmur3_rows[0].row, sizeof filesec__murmur3_rows[0],
    sizeof filesec__murmur3_rows / sizeof filesec__murmur3_rows[0], &filesec__murmur3_choice};

static inline const filesec__murmur3_row *filesec__murmur3_current(void)
{
    const void *row = filesec__current(&filesec__murmur3_table);
    return (const filesec__murmur3_row *)row;
}

#ifdef FILESEC_SMALL
/* One call is begin, update and end: no tail and no finalisation stand twice. */
static uint32_t filesec__murmur3_x86_32_long(const unsigned char *p, size_t len, uint32_t seed)
{
    filesec_murmur3_x86_32_state s;

    filesec_murmur3_x86_32_init(&s, seed);
    filesec_murmur3_x86_32_update(&s, p, len);
    return filesec_murmur3_x86_32_final(&s);
}

static void filesec__murmur3_x86_128_long(uint8_t hash[16], const unsigned char *p, size_t len,
                                          uint32_t seed)
{
    filesec_murmur3_x86_128_state s;

    filesec_murmur3_x86_128_init(&s, seed);
    filesec_murmur3_x86_128_update(&s, p, len);
    filesec_murmur3_x86_128_final(&s, hash);
}

static void filesec__murmur3_x64_128_long(uint8_t hash[16], const unsigned char *p, size_t len,
                                          uint32_t seed)
{
    filesec_murmur3_x64_128_state s;

    filesec_murmur3_x64_128_init(&s, seed);
    filesec_murmur3_x64_128_update(&s, p, len);
    filesec_murmur3_x64_128_final(&s, hash);
}
#else
FILESEC__NEVER_INLINE uint32_t filesec__murmur3_x86_32_long(const unsigned char *p, size_t len,
                                                            uint32_t h)
{
    filesec__murmur3_current()->x86_32(&h, p, len / 4);
    return filesec__murmur3_x86_32_end(h, filesec__murmur3_tail(p, len / 4 * 4), len);
}

FILESEC__NEVER_INLINE void filesec__murmur3_x86_128_long(uint8_t hash[16],
                                                         const unsigned char *p, size_t len,
                                                         uint32_t seed)
{
    uint32_t h[4];

    h[0] = h[1] = h[2] = h[3] = seed;
    filesec__murmur3_current()->x86_128(h, p, len / 16);
    filesec__murmur3_x86_128_end(hash, h[0], h[1], h[2], h[3],
                                 filesec__murmur3_tail(p, len / 16 * 16), len);
}

FILESEC__NEVER_INLINE void filesec__murmur3_x64_128_long(uint8_t hash[16],
                                                         const unsigned char *p, size_t len,
                                                         uint32_t seed)
{
    uint64_t h[2];

    h[0] = h[1] = seed;
    filesec__murmur3_current()->x64_128(h, p, len / 16);
    filesec__murmur3_x64_128_end(hash, h[0], h[1], filesec__murmur3_tail(p, len / 16 * 16),
                                 len);
}
#endif

/* Is a message of len bytes hashed without the table, which pays below limit? */
FILESEC__ALWAYS_INLINE int filesec__murmur3_is_short(size_t len, size_t limit)
{
#ifdef FILESEC_SMALL
    (void)len;
    (void)limit;
    return 0;
#else
    return len < limit &&
           (FILESEC__ATOMIC_LOAD(&filesec__murmur3_choice) & FILESEC__FORCED) == 0;
#endif
}

FILESEC_API uint32_t filesec_murmur3_x86_32(const void *data, size_t len, uint32_t seed)
{
    const unsigned char *p = (const unsigned char *)data;

    FILESEC_ASSERT(data != NULL || len == 0);
    if (filesec__murmur3_is_short(len, FILESEC__MURMUR3_X86_32_SHORT))
        return filesec__murmur3_x86_32_direct(p, len, seed);
    return filesec__murmur3_x86_32_long(p, len, seed);
}

FILESEC_API void filesec_murmur3_x86_128(uint8_t hash[16], const void *data, size_t len,
                                         uint32_t seed)
{
    const unsigned char *p = (const unsigned char *)data;

    FILESEC_ASSERT(data != NULL || len == 0);
    if (filesec__murmur3_is_short(len, FILESEC__MURMUR3_X86_128_SHORT))
        filesec__murmur3_x86_128_direct(hash, p, len, seed);
    else
        filesec__murmur3_x86_128_long(hash, p, len, seed);
}

FILESEC_API void filesec_murmur3_x64_128(uint8_t hash[16], const void *data, size_t len,
                                         uint32_t seed)
{
    const unsigned char *p = (const unsigned char *)data;

    FILESEC_ASSERT(data != NULL || len == 0);
    if (filesec__murmur3_is_short(len, FILESEC__MURMUR3_X64_128_SHORT))
        filesec__murmur3_x64_128_direct(hash, p, len, seed);
    else
        filesec__murmur3_x64_128_long(hash, p, len, seed);
}

/* ==== murmur3/incremental.h ==== */
/*
 * murmur3/incremental.h: MurmurHash3 of data that comes in pieces
 *
 * The three variants differ in the width of a block and of the words of h, so the bookkeeping
 * is written once, over a view of the state's members.
 */
typedef struct filesec__murmur3_view {
    unsigned char *h;     /* the words of h, as numbers of this machine */
    unsigned char *count; /* bytes so far */
    unsigned char *block; /* what is not yet a whole block */
    size_t block_len;
    const filesec__murmur3_row *row;
} filesec__murmur3_view;

/* The path of a state; a state that was never set up works on the last one, which is safe. */
static inline const filesec__murmur3_row *filesec__murmur3_row_of(unsigned mark)
{
    const void *row = filesec__marked_row(&filesec__murmur3_table, mark);

    FILESEC_ASSERT(row != NULL);
    if (row == NULL)
        row = filesec__row_at(&filesec__murmur3_table, filesec__murmur3_table.count - 1);
    return (const filesec__murmur3_row *)row;
}

static inline unsigned char filesec__murmur3_mark(void)
{
    return filesec__row_mark(&filesec__murmur3_table, &filesec__murmur3_current()->row);
}

/* The body of the variant whose h and blocks these are. */
static void filesec__murmur3_body(const filesec__murmur3_view *v, int is_x64,
                                  const unsigned char *data, size_t nblocks)
{
    if (is_x64) {
        uint64_t h[2];

        memcpy(h, v->h, 16);
        v->row->x64_128(h, data, nblocks);
        memcpy(v->h, h, 16);
    } else {
        uint32_t h[4];

        memcpy(h, v->h, v->block_len); /* as many bytes of h as of a block: 4 or 16 */
        if (v->block_len == 4)
            v->row->x86_32(h, data, nblocks);
        else
            v->row->x86_128(h, data, nblocks);
        memcpy(v->h, h, v->block_len);
    }
}

static void filesec__murmur3_update(const filesec__murmur3_view *v, int is_x64,
                                    const void *data, size_t len)
{
    const unsigned char *p = (const unsigned char *)data;
    uint64_t count = filesec__load64le(v->count);
    size_t fill = (size_t)(count % v->block_len), whole;

    FILESEC_ASSERT(data != NULL || len == 0);
    if (len == 0)
        return;
    filesec__store64le(v->count, count + len);
    if (fill != 0) {
        size_t n = len < v->block_len - fill ? len : v->block_len - fill;

        memcpy(v->block + fill, p, n);
        if (fill + n < v->block_len)
            return;
        filesec__murmur3_body(v, is_x64, v->block, 1);
        p += n;
        len -= n;
    }
    whole = len / v->block_len * v->block_len;
    filesec__murmur3_body(v, is_x64, p, len / v->block_len);
    filesec__copy(v->block, p + whole, len - whole);
}

FILESEC_API void filesec_murmur3_x86_32_init(filesec_murmur3_x86_32_state *s, uint32_t seed)
{
    memset(s, 0, sizeof *s);
    memcpy(s->h, &seed, 4);
    s->mark = filesec__murmur3_mark();
}

FILESEC_API void filesec_murmur3_x86_32_update(filesec_murmur3_x86_32_state *s,
                                               const void *data, size_t len)
{
    filesec__murmur3_view v;

    v.h = s->h;
    v.count = s->count;
    v.block = s->block;
    v.block_len = 4;
    v.row = filesec__murmur3_row_of(s->mark);
    filesec__murmur3_update(&v, 0, data, len);
}

FILESEC_API uint32_t filesec_murmur3_x86_32_final(filesec_murmur3_x86_32_state *s)
{
    uint32_t h;

    memcpy(&h, s->h, 4);
    h = filesec__murmur3_x86_32_end(h, s->block, filesec__load64le(s->count));
    filesec_wipe(s, sizeof *s);
    return h;
}

FILESEC_API void filesec_murmur3_x86_128_init(filesec_murmur3_x86_128_state *s, uint32_t seed)
{
    size_t i;

    memset(s, 0, sizeof *s);
    for (i = 0; i < 4; i++)
        memcpy(s->h + 4 * i, &seed, 4);
    s->mark = filesec__murmur3_mark();
}

FILESEC_API void filesec_murmur3_x86_128_update(filesec_murmur3_x86_128_state *s,
                                                const void *data, size_t len)
{
    filesec__murmur3_view v;

    v.h = s->h;
    v.count = s->count;
    v.block = s->block;
    v.block_len = 16;
    v.row = filesec__murmur3_row_of(s->mark);
    filesec__murmur3_update(&v, 0, data, len);
}

FILESEC_API void filesec_murmur3_x86_128_final(filesec_murmur3_x86_128_state *s,
                                               uint8_t hash[16])
{
    uint32_t h[4];

    memcpy(h, s->h, 16);
    filesec__murmur3_x86_128_end(hash, h[0], h[1], h[2], h[3], s->block,
                                 filesec__load64le(s->count));
    filesec_wipe(s, sizeof *s);
}

FILESEC_API void filesec_murmur3_x64_128_init(filesec_murmur3_x64_128_state *s, uint32_t seed)
{
    uint64_t h = seed;

    memset(s, 0, sizeof *s);
    memcpy(s->h, &h, 8);
    memcpy(s->h + 8, &h, 8);
    s->mark = filesec__murmur3_mark();
}

FILESEC_API void filesec_murmur3_x64_128_update(filesec_murmur3_x64_128_state *s,
                                                const void *data, size_t len)
{
    filesec__murmur3_view v;

    v.h = s->h;
    v.count = s->count;
    v.block = s->block;
    v.block_len = 16;
    v.row = filesec__murmur3_row_of(s->mark);
    filesec__murmur3_update(&v, 1, data, len);
}

FILESEC_API void filesec_murmur3_x64_128_final(filesec_murmur3_x64_128_state *s,
                                               uint8_t hash[16])
{
    uint64_t h[2];

    memcpy(h, s->h, 16);
    filesec__murmur3_x64_128_end(hash, h[0], h[1], s->block, filesec__load64le(s->count));
    filesec_wipe(s, sizeof *s);
}

/* ==== murmur3_many/contract.h ==== */
/*
 * murmur3_many/contract.h: what every kernel for several MurmurHash3_x64_128 streams obeys
 *
 *   static void filesec__murmur3_many_<name>(uint64_t *h, const unsigned char *const *data,
 *                                            size_t nblocks, size_t lanes)
 *
 * lanes messages side by side: the row's number of lanes, or half of it if the row has a half.
 * h1 of lane i is h[i], its h2 is h[16 + i], whatever lanes is; the numbers of other lanes may
 * change. Lane i reads exactly 16 * nblocks bytes at data[i], at any alignment; two lanes may
 * read the same bytes. nblocks >= 1.
 */
#define FILESEC__MURMUR3_MANY_LANES_MAX 16

typedef void filesec__murmur3_many_kernel(uint64_t *h, const unsigned char *const *data,
                                          size_t nblocks, size_t lanes);

typedef struct filesec__murmur3_many_row {
    filesec__row row;
    filesec__murmur3_many_kernel *blocks; /* NULL: every message by itself */
    size_t lanes;
    int has_half;
    size_t alone;    /* so many live lanes are better finished one by one */
    size_t shortest; /* a message of fewer bytes is better hashed by itself */
} filesec__murmur3_many_row;

/* ==== murmur3_many/kernels.h ==== */
/*
 * murmur3_many/kernels.h: the table for many MurmurHash3_x64_128 messages, best first
 *
 * A row's numbers: lanes, whether half of them can be had, how many live ones are finished one
 * by one, the bytes from which on a message gets a lane. The last row has no kernel: it hashes
 * one message after the other.
 */
/* clang-format off */
#define FILESEC__MURMUR3_MANY_KERNELS(ROW)                                                     \
    ROW(murmur3_many, x86_avx512, X86_AVX512,                                                  \
        FILESEC__NEEDS_X86_AVX512 | FILESEC__CPU_PREFERS_512, 16, 1, 2, 256)                   \
    ROW(murmur3_many, x86_avx2, X86_AVX2, FILESEC__NEEDS_X86_AVX2, 4, 0, 2, 384)               \
    ROW(murmur3_many, portable_pairs, PORTABLE_REORDERED, 0, 2, 0, 1, 384)
/* clang-format on */

#define FILESEC__MURMUR3_MANY_PROTOTYPE(op, name, gate, needs, lanes, half, alone, shortest)   \
    FILESEC__WHEN(gate)                                                                        \
    (static void filesec__##op##_##name(uint64_t *h, const unsigned char *const *data,         \
                                        size_t nblocks, size_t n);)
#define FILESEC__MURMUR3_MANY_ENTRY(op, name, gate, needs, lanes, half, alone, shortest)       \
    FILESEC__WHEN(gate)                                                                        \
    ({{#name, needs}, filesec__##op##_##name, lanes, half, alone, shortest}, )

FILESEC__MURMUR3_MANY_KERNELS(FILESEC__MURMUR3_MANY_PROTOTYPE)
static const filesec__murmur3_many_row filesec__murmur3_many_rows[] = {
    FILESEC__MURMUR3_MANY_KERNELS(FILESEC__MURMUR3_MANY_ENTRY){
        {"portable", 0}, NULL, 1, 0, 0, 0}};

/* ==== murmur3_many/operation.h ==== */
/*
 * murmur3_many/operation.h: MurmurHash3_x64_128 of many messages over few lanes
 *
 * Each lane works on the whole blocks of one message. All lanes advance together by the
 * smallest number of blocks that any of them has left; a lane that ends takes the next message
 * at once, and short messages on the way are hashed by themselves. When no message waits and
 * few lanes live, those are finished one by one. If the user forced the row, its kernel gets
 * every message that has a block.
 */
static unsigned filesec__murmur3_many_choice;
static const filesec__table filesec__murmur3_many_table = {
    &filesec__murmur3_many_rows[0].row, sizeof filesec__murmur3_many_rows[0],
    sizeof filesec__murmur3_many_rows / sizeof filesec__murmur3_many_rows[0],
    &filesec__murmur3_many_choice};

#ifndef FILESEC_SMALL
typedef struct filesec__murmur3_lane {
    size_t nblocks; /* blocks left to read; 0 for an idle lane */
    size_t job;
} filesec__murmur3_lane;

/* The messages, and how far the lanes have come. */
typedef struct filesec__murmur3_jobs {
    uint8_t (*hashes)[16];
    const void *const *data;
    const size_t *len;
    size_t next, n;
    uint32_t seed;
    size_t lanes, live, shortest;
    uint64_t h[2 * FILESEC__MURMUR3_MANY_LANES_MAX];
    const unsigned char *at[FILESEC__MURMUR3_MANY_LANES_MAX]; /* what each lane reads next */
    filesec__murmur3_lane lane[FILESEC__MURMUR3_MANY_LANES_MAX];
} filesec__murmur3_jobs;

/* Lane i takes the next message that is long enough, if there is one; those before it are
   hashed here. */
static void filesec__murmur3_lane_take(filesec__murmur3_jobs *w, size_t i)
{
    for (; w->next < w->n; w->next++) {
        size_t len = w->len[w->next];

        if (len >= w->shortest) {
            w->h[i] = w->h[FILESEC__MURMUR3_MANY_LANES_MAX + i] = w->seed;
            w->at[i] = (const unsigned char *)w->data[w->next];
            w->lane[i].nblocks = len / 16;
            w->lane[i].job = w->next++;
            w->live++;
            return;
        }
        filesec_murmur3_x64_128(w->hashes[w->next], w->data[w->next], len, w->seed);
    }
}

/* Lane i went through its blocks: its tail, its hash. */
static inline void filesec__murmur3_lane_end(const filesec__murmur3_jobs *w, size_t i)
{
    size_t job = w->lane[i].job;

    filesec__murmur3_x64_128_end(w->hashes[job], w->h[i],
                                 w->h[FILESEC__MURMUR3_MANY_LANES_MAX + i], w->at[i],
                                 w->len[job]);
}

/* One call of the kernel: the smallest number of blocks that a live lane has left. Idle lanes
   read what a live one reads, so no lane reads anything else. */
static void filesec__murmur3_lanes_step(filesec__murmur3_jobs *w,
                                        filesec__murmur3_many_kernel *kernel)
{
    const unsigned char *shared = NULL;
    size_t least = SIZE_MAX, i;

    for (i = 0; i < w->lanes; i++) {
        if (w->lane[i].nblocks != 0 && w->lane[i].nblocks < least) {
            shared = w->at[i];
            least = w->lane[i].nblocks;
        }
    }
    if (w->live < w->lanes)
        for (i = 0; i < w->lanes; i++)
            if (w->lane[i].nblocks == 0)
                w->at[i] = shared;
    kernel(w->h, w->at, least, w->lanes);
    for (i = 0; i < w->lanes; i++) {
        if (w->lane[i].nblocks == 0)
            continue;
        w->at[i] += 16 * least;
        w->lane[i].nblocks -= least;
        if (w->lane[i].nblocks == 0) {
            filesec__murmur3_lane_end(w, i);
            w->live--;
            filesec__murmur3_lane_take(w, i);
        }
    }
}

FILESEC__NEVER_INLINE void filesec__murmur3_lanes(const filesec__murmur3_many_row *row,
                                                  filesec__murmur3_jobs *w, size_t alone)
{
    const filesec__murmur3_row *one = filesec__murmur3_current();
    size_t i;

    w->live = 0;
    w->lanes = row->has_half && w->n - w->next < row->lanes ? row->lanes / 2 : row->lanes;
    memset(w->h, 0, sizeof w->h);
    for (i = 0; i < w->lanes; i++) {
        w->lane[i].nblocks = 0;
        filesec__murmur3_lane_take(w, i);
    }
    while (w->live > alone)
        filesec__murmur3_lanes_step(w, row->blocks);
    for (i = 0; i < w->lanes; i++) { /* what is left, one by one */
        uint64_t h[2];

        if (w->lane[i].nblocks == 0)
            continue;
        h[0] = w->h[i];
        h[1] = w->h[FILESEC__MURMUR3_MANY_LANES_MAX + i];
        one->x64_128(h, w->at[i], w->lane[i].nblocks);
        w->h[i] = h[0];
        w->h[FILESEC__MURMUR3_MANY_LANES_MAX + i] = h[1];
        w->at[i] += 16 * w->lane[i].nblocks;
        filesec__murmur3_lane_end(w, i);
    }
}
#endif

FILESEC_API void filesec_murmur3_x64_128_many(uint8_t (*hashes)[16], const void *const *data,
                                              const size_t *len, size_t n, uint32_t seed)
{
    size_t i = 0;

#ifndef FILESEC_SMALL
    unsigned choice = filesec__choice(&filesec__murmur3_many_table);
    const void *chosen =
        filesec__row_at(&filesec__murmur3_many_table, (choice & ~FILESEC__FORCED) - 1);
    const filesec__murmur3_many_row *row = (const filesec__murmur3_many_row *)chosen;
    int forced = (choice & FILESEC__FORCED) != 0;
    size_t shortest = forced ? 16 : row->shortest, alone = forced ? 0 : row->alone;

    if (row->blocks != NULL) {
        for (; i < n && len[i] < shortest; i++)
            filesec_murmur3_x64_128(hashes[i], data[i], len[i], seed);
        if (n - i > alone) {
            filesec__murmur3_jobs w;

            w.hashes = hashes;
            w.data = data;
            w.len = len;
            w.next = i;
            w.n = n;
            w.seed = seed;
            w.shortest = shortest;
            filesec__murmur3_lanes(row, &w, alone);
            return;
        }
    }
#endif
    for (; i < n; i++)
        filesec_murmur3_x64_128(hashes[i], data[i], len[i], seed);
}

#if FILESEC__HAS_PORTABLE_REORDERED || FILESEC__HAS_X86_SSE2

/* ==== murmur3/reordered.h ==== */
/*
 * murmur3/reordered.h: the body of x64_128 in an order that CPUs run faster
 *
 * Arithmetic that murmur3/portable_reordered.h and murmur3/x86_sse2.h share; no kernel itself.
 *
 * Method    with r1 = rotl(h1 ^ k1, 27) and r2 = rotl(h2 ^ k2, 31) the formula is
 *
 *                h1' = 5 (r1 + h2) + c1   = 5 r1  + b,           b = 5 h2 + c1
 *                h2' = 5 (r2 + h1') + c2  = 5 h1' + (5 r2 + c2)
 *
 *           where b is ready before r1, and 5 r2 + c2 before h1': 5 operations from block to
 *           block, not 6. Multiplications and rotations compete for the same units, and the
 *           order they come in decides how well they share them; so every operation has its
 *           place. A few blocks, for which that does not pay: murmur3/formula.h.
 * Barriers  after every operation, which keeps it in its place; the constants in registers.
 * From      Appleby's MurmurHash3.cpp (public domain): multipliers, rotations, constants added.
 */
/* x = ..., and neither before the line above it nor after the line below */
#if FILESEC__GNU
#define FILESEC__THEN(x, value)                                                                \
    x = value;                                                                                 \
    __asm__ __volatile__("" : "+r"(x))
#else
#define FILESEC__THEN(x, value) x = value
#endif
FILESEC__NEVER_INLINE void
filesec__murmur3_x64_128_reordered(uint64_t *h, const unsigned char *data, size_t nblocks)
{
    uint64_t a1 = FILESEC__MURMUR3_X64_128_C1, a2 = FILESEC__MURMUR3_X64_128_C2;
    uint64_t c1 = 0x52dce729, c2 = 0x38495ab5, h1, h2, b, k1, k2;

    FILESEC__BARRIER(a1);
    FILESEC__BARRIER(a2);
    FILESEC__BARRIER(c1);
    FILESEC__BARRIER(c2);
    FILESEC__THEN(h1, h[0]); /* two words, not one vector that is then taken apart */
    FILESEC__THEN(h2, h[1]);
    b = 5 * h2 + c1;
    for (; nblocks != 0; nblocks--) {
        FILESEC__THEN(k2, filesec__load64le(data + 8));
        FILESEC__THEN(k2, k2 * a2);
        FILESEC__THEN(k2, filesec__rotl64(k2, 33));
        FILESEC__THEN(k1, filesec__load64le(data));
        FILESEC__THEN(k2, k2 * a1);
        FILESEC__THEN(k2, k2 ^ h2);
        FILESEC__THEN(k2, filesec__rotl64(k2, 31)); /* r2 */
        FILESEC__THEN(data, data + 16);
        FILESEC__THEN(k1, k1 * a1);
        FILESEC__THEN(k2, k2 * 5);
        FILESEC__THEN(k1, filesec__rotl64(k1, 31));
        FILESEC__THEN(k1, k1 * a2);
        FILESEC__THEN(k2, k2 + c2);
        FILESEC__THEN(k1, k1 ^ h1);
        FILESEC__THEN(k1, filesec__rotl64(k1, 27)); /* r1 */
        FILESEC__THEN(h1, k1 * 5);
        FILESEC__THEN(h1, h1 + b);
        FILESEC__THEN(h2, h1 * 5);
        FILESEC__THEN(h2, h2 + k2);
        FILESEC__THEN(b, h2 * 5);
        FILESEC__THEN(b, b + c1);
    }
    h[0] = h1;
    FILESEC__BARRIER(h2);
    h[1] = h2;
}
#undef FILESEC__THEN

FILESEC__ALWAYS_INLINE void filesec__murmur3_x64_128_any(uint64_t *h, const unsigned char *data,
                                                         size_t nblocks)
{
    if (nblocks >= 32)
        filesec__murmur3_x64_128_reordered(h, data, nblocks);
    else
        filesec__murmur3_x64_128_few(h, data, nblocks);
}

#endif
#if FILESEC__HAS_X86_AVX2 || FILESEC__HAS_X86_AVX512

/* ==== murmur3/chains.h ==== */
/*
 * murmur3/chains.h: the chains of MurmurHash3 over words that were mixed ahead
 *
 * Arithmetic that murmur3/x86_avx2.h and murmur3/x86_avx512.h share; no kernel itself. k is
 * what rotl(word a, n) b gives, in the order of the words.
 *
 * Barriers  between * 5 and + c, with c in a register: else both become one address computation
 *           of three parts, which takes longer than the two.
 * From      Appleby's MurmurHash3.cpp (public domain): rotations, constants added.
 */
typedef struct filesec__murmur3_x86_chain {
    uint32_t h1, h2, h3, h4;
    uint32_t c1, c2, c3, c4;
} filesec__murmur3_x86_chain;

FILESEC__ALWAYS_INLINE void filesec__murmur3_x86_chain_begin(filesec__murmur3_x86_chain *x,
                                                             const uint32_t *h)
{
    x->h1 = h[0];
    x->h2 = h[1];
    x->h3 = h[2];
    x->h4 = h[3];
    x->c1 = UINT32_C(0x561ccd1b);
    x->c2 = UINT32_C(0x0bcaa747);
    x->c3 = UINT32_C(0x96cd1c35);
    x->c4 = UINT32_C(0x32ac3b17);
    FILESEC__BARRIER(x->c1);
    FILESEC__BARRIER(x->c2);
    FILESEC__BARRIER(x->c3);
    FILESEC__BARRIER(x->c4);
}

FILESEC__ALWAYS_INLINE void filesec__murmur3_x86_chain_end(const filesec__murmur3_x86_chain *x,
                                                           uint32_t *h)
{
    h[0] = x->h1;
    h[1] = x->h2;
    h[2] = x->h3;
    h[3] = x->h4;
}

/* (rotl(h ^ k, n) + next) * 5 + c */
FILESEC__ALWAYS_INLINE uint32_t filesec__murmur3_x86_chain_step(uint32_t h, uint32_t k,
                                                                unsigned n, uint32_t next,
                                                                uint32_t c)
{
    h = (filesec__rotl32(h ^ k, n) + next) * 5;
    FILESEC__BARRIER(h);
    return h + c;
}

FILESEC__ALWAYS_INLINE void filesec__murmur3_x86_chain_block(filesec__murmur3_x86_chain *x,
                                                             const uint32_t *k)
{
    x->h1 = filesec__murmur3_x86_chain_step(x->h1, k[0], 19, x->h2, x->c1);
    x->h2 = filesec__murmur3_x86_chain_step(x->h2, k[1], 17, x->h3, x->c2);
    x->h3 = filesec__murmur3_x86_chain_step(x->h3, k[2], 15, x->h4, x->c3);
    x->h4 = filesec__murmur3_x86_chain_step(x->h4, k[3], 13, x->h1, x->c4);
}

/* Four blocks of x86_32, mixed to k[0] to k[3]. */
FILESEC__ALWAYS_INLINE uint32_t filesec__murmur3_x86_32_chain(uint32_t h, const uint32_t *k,
                                                              uint32_t c)
{
    h = filesec__murmur3_x86_chain_step(h, k[0], 13, 0, c);
    h = filesec__murmur3_x86_chain_step(h, k[1], 13, 0, c);
    h = filesec__murmur3_x86_chain_step(h, k[2], 13, 0, c);
    return filesec__murmur3_x86_chain_step(h, k[3], 13, 0, c);
}

#endif

#if FILESEC__HAS_X86_AVX512

/* ==== murmur3/x86_avx512.h ==== */
/*
 * murmur3/x86_avx512.h: MurmurHash3 with the words mixed ahead in vectors of 64 bytes
 *
 * Needs     AVX-512 F and DQ. Every function here that touches a vector carries
 *           FILESEC__TARGET_X86_AVX512.
 * Contract  as in murmur3/contract.h, with nothing added.
 *
 * Layout    a word is multiplied, rotated and multiplied before the chain of h comes to it, so
 *           that only that chain is left to the units for integers. 128 bytes are mixed while
 *           the chain takes the 128 before them, 64 at a time, from the other half of a buffer.
 *           A vector holds words of all kinds, so its multipliers and rotations differ from
 *           lane to lane.
 *
 * Method    x64_128: with r1 = rotl(h1 ^ k1, 27) and r2 = rotl(h2 ^ k2, 31) the formula is
 *
 *                h1' = 5 r1 + b,               b = 5 h2 + c1
 *                h2' = 5 (h1' + r2) + c2
 *
 *           With s = h1' + r2 it becomes
 *
 *                h2' = (h1' + c2) + r2 + 4 s
 *                b'  = 5 h2' + c1 = s + 24 s + (5 c2 + c1)
 *
 *           so h1' + c2 is carried along as 5 r1 + (b + c2), and neither chain, h1 to h1' or
 *           h2 to h2', has a constant to add: exclusive-or, rotation, * 5 and one addition. It
 *           takes fifteen operations where the formula takes ten, so it pays only where the
 *           mixing is elsewhere.
 *           x86_128 and x86_32: the formula as it is, murmur3/chains.h.
 * Barriers  keep the order written here, and every constant in a register; 8 * (3 s) is asked
 *           for twice, or it becomes a shift and two additions.
 *
 * Registers three vectors of multipliers and rotations.
 * Bounds    reads exactly 4 * nblocks bytes for x86_32 and 16 * nblocks for the others.
 * From      Appleby's MurmurHash3.cpp (public domain): multipliers, rotations, constants added.
 */
/* For each lane: multiply by a, rotate left by n, multiply by b. */
typedef struct filesec__murmur3_mixer_x86_avx512 {
    __m512i a, n, b;
} filesec__murmur3_mixer_x86_avx512;

/* Two times 128 bytes of mixed words. Aligned, for a store that crosses a line of the cache is
   not handed to the loads that follow it. */
typedef union filesec__murmur3_mixed_x86_avx512 {
    __m512i v[4];
    uint64_t w64[32];
    uint32_t w32[64];
} filesec__murmur3_mixed_x86_avx512;

/* k = the 64 bytes at p, mixed. The rotations have a full mask: the form without one makes gcc
   12 warn of its own header, in C++. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__murmur3_mix64_x86_avx512(uint64_t *k, const unsigned char *p,
                                  const filesec__murmur3_mixer_x86_avx512 *m)
{
    __m512i x = _mm512_mullo_epi64(_mm512_loadu_si512(p), m->a);

    _mm512_storeu_si512(k, _mm512_mullo_epi64(_mm512_maskz_rolv_epi64(0xff, x, m->n), m->b));
}

FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__murmur3_mix32_x86_avx512(uint32_t *k, const unsigned char *p,
                                  const filesec__murmur3_mixer_x86_avx512 *m)
{
    __m512i x = _mm512_mullo_epi32(_mm512_loadu_si512(p), m->a);

    _mm512_storeu_si512(k, _mm512_mullo_epi32(_mm512_maskz_rolv_epi32(0xffff, x, m->n), m->b));
}

typedef struct filesec__murmur3_chain_x86_avx512 {
    uint64_t h1, h2;
    uint64_t b, bc;  /* 5 h2 + c1, and c2 more */
    uint64_t c, cc2; /* 5 c2 + c1, and c2 more */
} filesec__murmur3_chain_x86_avx512;

FILESEC__ALWAYS_INLINE void
filesec__murmur3_begin_x86_avx512(filesec__murmur3_chain_x86_avx512 *x, const uint64_t *h)
{
    const uint64_t c1 = 0x52dce729, c2 = 0x38495ab5;

    x->h1 = h[0];
    x->h2 = h[1];
    x->b = 5 * x->h2 + c1;
    x->bc = x->b + c2;
    x->c = 5 * c2 + c1;
    x->cc2 = x->c + c2;
    FILESEC__BARRIER(x->c);
    FILESEC__BARRIER(x->cc2);
}

/* One block, whose words mixed to k[0] and k[1]. */
FILESEC__ALWAYS_INLINE void
filesec__murmur3_block_x86_avx512(filesec__murmur3_chain_x86_avx512 *x, const uint64_t *k)
{
    uint64_t h1, h2, h1c, r2, f, s, s3, y;

    f = filesec__rotl64(x->h1 ^ k[0], 27) * 5;
    FILESEC__BARRIER(f);
    r2 = filesec__rotl64(x->h2 ^ k[1], 31);
    h1 = f + x->b;
    FILESEC__BARRIER(h1);
    h1c = f + x->bc;
    FILESEC__BARRIER(h1c);
    s = h1 + r2;
    FILESEC__BARRIER(s);
    y = h1c + r2;
    FILESEC__BARRIER(y);
    h2 = y + 4 * s;
    FILESEC__BARRIER(h2);
    s3 = s + 2 * s;
    FILESEC__BARRIER(s3);
    y = s + x->c;
    FILESEC__BARRIER(y);
    x->b = y + 8 * s3;
    FILESEC__BARRIER(s3);
    y = s + x->cc2;
    FILESEC__BARRIER(y);
    x->bc = y + 8 * s3;
    x->h1 = h1;
    x->h2 = h2;
}

/* Bytes 64 * i and following of the next 128 are mixed, then taken of the 128 before them. */
#define FILESEC__STEP(i)                                                                       \
    filesec__murmur3_mix64_x86_avx512(next + 8 * (i), data + 64 * (i), &m);                    \
    filesec__murmur3_block_x86_avx512(&x, k + 8 * (i));                                        \
    filesec__murmur3_block_x86_avx512(&x, k + 8 * (i) + 2);                                    \
    filesec__murmur3_block_x86_avx512(&x, k + 8 * (i) + 4);                                    \
    filesec__murmur3_block_x86_avx512(&x, k + 8 * (i) + 6)
static FILESEC__TARGET_X86_AVX512 void
filesec__murmur3_x64_128_x86_avx512(uint64_t *h, const unsigned char *data, size_t nblocks)
{
    const long long a1 = (long long)FILESEC__MURMUR3_X64_128_C1;
    const long long a2 = (long long)FILESEC__MURMUR3_X64_128_C2;
    filesec__murmur3_mixer_x86_avx512 m;
    filesec__murmur3_mixed_x86_avx512 mixed;
    filesec__murmur3_chain_x86_avx512 x;
    uint64_t *next = mixed.w64;
    const uint64_t *k;
    size_t i;

    if (nblocks >= 8) {
        m.a = _mm512_set4_epi64(a2, a1, a2, a1);
        m.n = _mm512_set4_epi64(33, 31, 33, 31);
        m.b = _mm512_set4_epi64(a1, a2, a1, a2);
        filesec__murmur3_begin_x86_avx512(&x, h);
        filesec__murmur3_mix64_x86_avx512(next, data, &m);
        filesec__murmur3_mix64_x86_avx512(next + 8, data + 64, &m);
        for (data += 128; nblocks >= 16; nblocks -= 8, data += 128) {
            k = next;
            next = mixed.w64 + (next == mixed.w64 ? 16 : 0);
            FILESEC__BARRIER(k); /* read them back from memory, one by one */
            FILESEC__STEP(0);
            FILESEC__STEP(1);
        }
        k = next;
        FILESEC__BARRIER(k);
        for (i = 0; i < 16; i += 2)
            filesec__murmur3_block_x86_avx512(&x, k + i);
        nblocks -= 8;
        h[0] = x.h1;
        h[1] = x.h2;
    }
    filesec__murmur3_x64_128_few(h, data, nblocks);
}
#undef FILESEC__STEP

#define FILESEC__STEP(i)                                                                       \
    filesec__murmur3_mix32_x86_avx512(next + 16 * (i), data + 64 * (i), &m);                   \
    filesec__murmur3_x86_chain_block(&x, k + 16 * (i));                                        \
    filesec__murmur3_x86_chain_block(&x, k + 16 * (i) + 4);                                    \
    filesec__murmur3_x86_chain_block(&x, k + 16 * (i) + 8);                                    \
    filesec__murmur3_x86_chain_block(&x, k + 16 * (i) + 12)
static FILESEC__TARGET_X86_AVX512 void
filesec__murmur3_x86_128_x86_avx512(uint32_t *h, const unsigned char *data, size_t nblocks)
{
    const int a1 = (int)FILESEC__MURMUR3_X86_128_C1, a2 = (int)FILESEC__MURMUR3_X86_128_C2;
    const int a3 = (int)FILESEC__MURMUR3_X86_128_C3, a4 = (int)FILESEC__MURMUR3_X86_128_C4;
    filesec__murmur3_mixer_x86_avx512 m;
    filesec__murmur3_mixed_x86_avx512 mixed;
    filesec__murmur3_x86_chain x;
    uint32_t *next = mixed.w32;
    const uint32_t *k;
    size_t i;

    if (nblocks >= 8) {
        m.a = _mm512_set4_epi32(a4, a3, a2, a1);
        m.n = _mm512_set4_epi32(18, 17, 16, 15);
        m.b = _mm512_set4_epi32(a1, a4, a3, a2);
        filesec__murmur3_x86_chain_begin(&x, h);
        filesec__murmur3_mix32_x86_avx512(next, data, &m);
        filesec__murmur3_mix32_x86_avx512(next + 16, data + 64, &m);
        for (data += 128; nblocks >= 16; nblocks -= 8, data += 128) {
            k = next;
            next = mixed.w32 + (next == mixed.w32 ? 32 : 0);
            FILESEC__BARRIER(k);
            FILESEC__STEP(0);
            FILESEC__STEP(1);
        }
        k = next;
        FILESEC__BARRIER(k);
        for (i = 0; i < 32; i += 4)
            filesec__murmur3_x86_chain_block(&x, k + i);
        nblocks -= 8;
        filesec__murmur3_x86_chain_end(&x, h);
    }
    filesec__murmur3_x86_128_few(h, data, nblocks);
}
#undef FILESEC__STEP

#define FILESEC__STEP(i)                                                                       \
    filesec__murmur3_mix32_x86_avx512(next + 16 * (i), data + 64 * (i), &m);                   \
    h1 = filesec__murmur3_x86_32_chain(h1, k + 16 * (i), c);                                   \
    h1 = filesec__murmur3_x86_32_chain(h1, k + 16 * (i) + 4, c);                               \
    h1 = filesec__murmur3_x86_32_chain(h1, k + 16 * (i) + 8, c);                               \
    h1 = filesec__murmur3_x86_32_chain(h1, k + 16 * (i) + 12, c)
static FILESEC__TARGET_X86_AVX512 void
filesec__murmur3_x86_32_x86_avx512(uint32_t *h, const unsigned char *data, size_t nblocks)
{
    filesec__murmur3_mixer_x86_avx512 m;
    filesec__murmur3_mixed_x86_avx512 mixed;
    uint32_t h1 = h[0], c = UINT32_C(0xe6546b64), *next = mixed.w32;
    const uint32_t *k;
    size_t i;

    if (nblocks >= 32) {
        m.a = _mm512_set1_epi32((int)FILESEC__MURMUR3_X86_32_C1);
        m.n = _mm512_set1_epi32(15);
        m.b = _mm512_set1_epi32((int)FILESEC__MURMUR3_X86_32_C2);
        FILESEC__BARRIER(c);
        filesec__murmur3_mix32_x86_avx512(next, data, &m);
        filesec__murmur3_mix32_x86_avx512(next + 16, data + 64, &m);
        for (data += 128; nblocks >= 64; nblocks -= 32, data += 128) {
            k = next;
            next = mixed.w32 + (next == mixed.w32 ? 32 : 0);
            FILESEC__BARRIER(k);
            FILESEC__STEP(0);
            FILESEC__STEP(1);
        }
        k = next;
        FILESEC__BARRIER(k);
        for (i = 0; i < 32; i += 4)
            h1 = filesec__murmur3_x86_32_chain(h1, k + i, c);
        nblocks -= 32;
        h[0] = h1;
    }
    filesec__murmur3_x86_32_few(h, data, nblocks);
}
#undef FILESEC__STEP
#endif /* FILESEC__HAS_X86_AVX512 */

#if FILESEC__HAS_X86_AVX2

/* ==== murmur3/x86_avx2.h ==== */
/*
 * murmur3/x86_avx2.h: MurmurHash3 with the words of the message mixed ahead in vectors
 *
 * Needs     AVX2. Every function here carries FILESEC__TARGET_X86_AVX2.
 * Contract  as in murmur3/contract.h, with nothing added.
 *
 * Layout    a word is multiplied, rotated and multiplied before the chain of h comes to it, so
 *           that only that chain is left to the units for integers. 128 bytes of mixed words
 *           are in a buffer; behind each 32 that the chain has taken, the 32 of the next round
 *           are mixed into their place. A vector holds words of all kinds, so its multipliers
 *           and rotations differ from lane to lane. A product of 64 bits is put together from
 *           three of 32 by 32 bits.
 *
 * Registers six vectors of multipliers and rotations (x64_128), four for the others.
 * Bounds    reads exactly 4 * nblocks bytes for x86_32 and 16 * nblocks for the others.
 * Not done  the order of murmur3/x86_avx512.h: half as many operations again in the chain of
 *           x64_128. It is ahead when the core is free, and behind when a second thread of the
 *           core takes its share of the units.
 * From      Appleby's MurmurHash3.cpp (public domain): multipliers, rotations.
 */
/* For each lane: multiply by a, rotate left by n, multiply by b; what is left of it in a1 and
   b1, the multipliers shifted down by 32 bits, is for 64-bit lanes. */
typedef struct filesec__murmur3_mixer_x86_avx2 {
    __m256i a, b, n, back, a1, b1;
} filesec__murmur3_mixer_x86_avx2;

/* 128 bytes of mixed words. Aligned, for a store that crosses a line of the cache is not handed
   to the loads that follow it. */
typedef union filesec__murmur3_mixed_x86_avx2 {
    __m256i v[4];
    uint64_t w64[16];
    uint32_t w32[32];
} filesec__murmur3_mixed_x86_avx2;

FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 __m256i
filesec__murmur3_mul64_x86_avx2(__m256i x, __m256i y, __m256i y1)
{
    __m256i high = _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64(x, 32), y),
                                    _mm256_mul_epu32(x, y1));

    return _mm256_add_epi64(_mm256_mul_epu32(x, y), _mm256_slli_epi64(high, 32));
}

/* k = the 32 bytes at p, mixed */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 void
filesec__murmur3_mix64_x86_avx2(uint64_t *k, const unsigned char *p,
                                const filesec__murmur3_mixer_x86_avx2 *m)
{
    __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)p);

    x = filesec__murmur3_mul64_x86_avx2(x, m->a, m->a1);
    x = _mm256_or_si256(_mm256_sllv_epi64(x, m->n), _mm256_srlv_epi64(x, m->back));
    x = filesec__murmur3_mul64_x86_avx2(x, m->b, m->b1);
    _mm256_storeu_si256((__m256i *)(void *)k, x);
}

FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 void
filesec__murmur3_mix32_x86_avx2(uint32_t *k, const unsigned char *p,
                                const filesec__murmur3_mixer_x86_avx2 *m)
{
    __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)p);

    x = _mm256_mullo_epi32(x, m->a);
    x = _mm256_or_si256(_mm256_sllv_epi32(x, m->n), _mm256_srlv_epi32(x, m->back));
    x = _mm256_mullo_epi32(x, m->b);
    _mm256_storeu_si256((__m256i *)(void *)k, x);
}

/* h = (rotl(h ^ k, n) + next) * 5 + c, c in a register */
#define FILESEC__CHAIN(h, k, n, next, c)                                                       \
    h = (filesec__rotl64(h ^ (k), n) + next) * 5;                                              \
    FILESEC__BARRIER(h);                                                                       \
    h += c
#define FILESEC__BLOCK(k)                                                                      \
    FILESEC__CHAIN(h1, (k)[0], 27, h2, c1);                                                    \
    FILESEC__CHAIN(h2, (k)[1], 31, h1, c2)
#define FILESEC__STEP(i)                                                                       \
    FILESEC__BLOCK(k + 4 * (i));                                                               \
    FILESEC__BLOCK(k + 4 * (i) + 2);                                                           \
    filesec__murmur3_mix64_x86_avx2(k + 4 * (i), data + 32 * (i), &m)
static FILESEC__TARGET_X86_AVX2 void
filesec__murmur3_x64_128_x86_avx2(uint64_t *h, const unsigned char *data, size_t nblocks)
{
    const long long a1 = (long long)FILESEC__MURMUR3_X64_128_C1;
    const long long a2 = (long long)FILESEC__MURMUR3_X64_128_C2;
    filesec__murmur3_mixer_x86_avx2 m;
    filesec__murmur3_mixed_x86_avx2 mixed;
    uint64_t h1 = h[0], h2 = h[1], c1 = 0x52dce729, c2 = 0x38495ab5, *k = mixed.w64;
    size_t i;

    if (nblocks >= 8) {
        m.a = _mm256_set_epi64x(a2, a1, a2, a1);
        m.b = _mm256_set_epi64x(a1, a2, a1, a2);
        m.n = _mm256_set_epi64x(33, 31, 33, 31);
        m.back = _mm256_set_epi64x(31, 33, 31, 33);
        m.a1 = _mm256_srli_epi64(m.a, 32);
        m.b1 = _mm256_srli_epi64(m.b, 32);
        FILESEC__BARRIER(c1);
        FILESEC__BARRIER(c2);
        for (i = 0; i < 4; i++)
            filesec__murmur3_mix64_x86_avx2(k + 4 * i, data + 32 * i, &m);
        for (data += 128; nblocks >= 16; nblocks -= 8, data += 128) {
            FILESEC__BARRIER(k); /* read them back from memory, one by one */
            FILESEC__STEP(0);
            FILESEC__STEP(1);
            FILESEC__STEP(2);
            FILESEC__STEP(3);
        }
        FILESEC__BARRIER(k);
        for (i = 0; i < 16; i += 2) {
            FILESEC__BLOCK(k + i);
        }
        nblocks -= 8;
        h[0] = h1;
        h[1] = h2;
    }
    filesec__murmur3_x64_128_few(h, data, nblocks);
}
#undef FILESEC__CHAIN
#undef FILESEC__BLOCK
#undef FILESEC__STEP

#define FILESEC__STEP(i)                                                                       \
    filesec__murmur3_x86_chain_block(&x, k + 8 * (i));                                         \
    filesec__murmur3_x86_chain_block(&x, k + 8 * (i) + 4);                                     \
    filesec__murmur3_mix32_x86_avx2(k + 8 * (i), data + 32 * (i), &m)
static FILESEC__TARGET_X86_AVX2 void
filesec__murmur3_x86_128_x86_avx2(uint32_t *h, const unsigned char *data, size_t nblocks)
{
    const int a1 = (int)FILESEC__MURMUR3_X86_128_C1, a2 = (int)FILESEC__MURMUR3_X86_128_C2;
    const int a3 = (int)FILESEC__MURMUR3_X86_128_C3, a4 = (int)FILESEC__MURMUR3_X86_128_C4;
    filesec__murmur3_mixer_x86_avx2 m;
    filesec__murmur3_mixed_x86_avx2 mixed;
    filesec__murmur3_x86_chain x;
    uint32_t *k = mixed.w32;
    size_t i;

    if (nblocks >= 8) {
        m.a = _mm256_setr_epi32(a1, a2, a3, a4, a1, a2, a3, a4);
        m.b = _mm256_setr_epi32(a2, a3, a4, a1, a2, a3, a4, a1);
        m.n = _mm256_setr_epi32(15, 16, 17, 18, 15, 16, 17, 18);
        m.back = _mm256_setr_epi32(17, 16, 15, 14, 17, 16, 15, 14);
        filesec__murmur3_x86_chain_begin(&x, h);
        for (i = 0; i < 4; i++)
            filesec__murmur3_mix32_x86_avx2(k + 8 * i, data + 32 * i, &m);
        for (data += 128; nblocks >= 16; nblocks -= 8, data += 128) {
            FILESEC__BARRIER(k);
            FILESEC__STEP(0);
            FILESEC__STEP(1);
            FILESEC__STEP(2);
            FILESEC__STEP(3);
        }
        FILESEC__BARRIER(k);
        for (i = 0; i < 32; i += 4)
            filesec__murmur3_x86_chain_block(&x, k + i);
        nblocks -= 8;
        filesec__murmur3_x86_chain_end(&x, h);
    }
    filesec__murmur3_x86_128_few(h, data, nblocks);
}
#undef FILESEC__STEP

#define FILESEC__STEP(i)                                                                       \
    h1 = filesec__murmur3_x86_32_chain(h1, k + 8 * (i), c);                                    \
    h1 = filesec__murmur3_x86_32_chain(h1, k + 8 * (i) + 4, c);                                \
    filesec__murmur3_mix32_x86_avx2(k + 8 * (i), data + 32 * (i), &m)
static FILESEC__TARGET_X86_AVX2 void
filesec__murmur3_x86_32_x86_avx2(uint32_t *h, const unsigned char *data, size_t nblocks)
{
    filesec__murmur3_mixer_x86_avx2 m;
    filesec__murmur3_mixed_x86_avx2 mixed;
    uint32_t h1 = h[0], c = UINT32_C(0xe6546b64), *k = mixed.w32;
    size_t i;

    if (nblocks >= 128) { /* fewer are done by the time that the vectors are set up */
        m.a = _mm256_set1_epi32((int)FILESEC__MURMUR3_X86_32_C1);
        m.b = _mm256_set1_epi32((int)FILESEC__MURMUR3_X86_32_C2);
        m.n = _mm256_set1_epi32(15);
        m.back = _mm256_set1_epi32(17);
        FILESEC__BARRIER(c);
        for (i = 0; i < 4; i++)
            filesec__murmur3_mix32_x86_avx2(k + 8 * i, data + 32 * i, &m);
        for (data += 128; nblocks >= 64; nblocks -= 32, data += 128) {
            FILESEC__BARRIER(k);
            FILESEC__STEP(0);
            FILESEC__STEP(1);
            FILESEC__STEP(2);
            FILESEC__STEP(3);
        }
        FILESEC__BARRIER(k);
        for (i = 0; i < 32; i += 4)
            h1 = filesec__murmur3_x86_32_chain(h1, k + i, c);
        nblocks -= 32;
        h[0] = h1;
    }
    filesec__murmur3_x86_32_few(h, data, nblocks);
}
#undef FILESEC__STEP
#endif /* FILESEC__HAS_X86_AVX2 */

#if FILESEC__HAS_X86_SSE2

/* ==== murmur3/x86_sse2.h ==== */
/*
 * murmur3/x86_sse2.h: MurmurHash3 with the words of x86_32 and x86_128 mixed ahead in vectors
 *
 * Needs     SSE2, which every x86-64 has.
 * Contract  as in murmur3/contract.h, with nothing added.
 * Layout    the k of 16 bytes are mixed before the chain of h comes to them, so that only that
 *           chain is left to the units for integers. Words 0 and 2 are multiplied in one
 *           vector, 1 and 3 in another, in the low halves of 64-bit lanes; a rotation is a
 *           multiplication by 2^n and a fold of the high half. Short inputs, for which that
 *           does not pay, and x64_128: murmur3/reordered.h.
 * Bounds    reads exactly 4 * nblocks bytes for x86_32 and 16 * nblocks for the others.
 * Not done  vectors for the k of x64_128: a product of 64 bits takes seven operations there.
 * From      Appleby's MurmurHash3.cpp (public domain): multipliers, rotations, constants added.
 */
/* For words (0, 2) and (1, 3): the first multiplier, 2^rotation, the second multiplier */
typedef struct filesec__murmur3_mixer_x86_sse2 {
    __m128i a02, a13, r02, r13, b02, b13;
} filesec__murmur3_mixer_x86_sse2;

static inline __m128i filesec__murmur3_pair_x86_sse2(uint32_t x, uint32_t y)
{
    return _mm_set_epi32(0, (int)y, 0, (int)x);
}

/* k = mixed words 0, -, 2, -, 1, -, 3, - of the 16 bytes at p */
FILESEC__ALWAYS_INLINE void
filesec__murmur3_mix_x86_sse2(uint32_t k[8], const unsigned char *p,
                              const filesec__murmur3_mixer_x86_sse2 *m)
{
    __m128i x = _mm_loadu_si128((const __m128i *)(const void *)p);
    __m128i y = _mm_srli_epi64(x, 32);

    x = _mm_mul_epu32(_mm_mul_epu32(x, m->a02), m->r02);
    y = _mm_mul_epu32(_mm_mul_epu32(y, m->a13), m->r13);
    x = _mm_or_si128(x, _mm_srli_epi64(x, 32));
    y = _mm_or_si128(y, _mm_srli_epi64(y, 32));
    _mm_storeu_si128((__m128i *)(void *)k, _mm_mul_epu32(x, m->b02));
    _mm_storeu_si128((__m128i *)(void *)(k + 4), _mm_mul_epu32(y, m->b13));
}

/* h = (rotl(h ^ k, n) + next) * 5 + c, c in a register */
#define FILESEC__CHAIN(h, next, n, c, k)                                                       \
    h = (filesec__rotl32(h ^ (k), n) + next) * 5;                                              \
    FILESEC__BARRIER(h);                                                                       \
    h += c

FILESEC__NEVER_INLINE void
filesec__murmur3_x86_32_ahead_x86_sse2(uint32_t *h, const unsigned char *data, size_t nblocks)
{
    filesec__murmur3_mixer_x86_sse2 m;
    uint32_t h1 = h[0], mixed[8], c = UINT32_C(0xe6546b64);
    const uint32_t *k = mixed;

    m.a02 = m.a13 =
        filesec__murmur3_pair_x86_sse2(FILESEC__MURMUR3_X86_32_C1, FILESEC__MURMUR3_X86_32_C1);
    m.r02 = m.r13 = filesec__murmur3_pair_x86_sse2(1 << 15, 1 << 15);
    m.b02 = m.b13 =
        filesec__murmur3_pair_x86_sse2(FILESEC__MURMUR3_X86_32_C2, FILESEC__MURMUR3_X86_32_C2);
    FILESEC__BARRIER(c);
    for (; nblocks >= 4; nblocks -= 4, data += 16) {
        filesec__murmur3_mix_x86_sse2(mixed, data, &m);
        FILESEC__BARRIER(k); /* read them back from memory, one by one */
        FILESEC__CHAIN(h1, 0, 13, c, k[0]);
        FILESEC__CHAIN(h1, 0, 13, c, k[4]);
        FILESEC__CHAIN(h1, 0, 13, c, k[2]);
        FILESEC__CHAIN(h1, 0, 13, c, k[6]);
    }
    h[0] = h1;
    filesec__murmur3_x86_32_few(h, data, nblocks);
}

#define FILESEC__BLOCK(k)                                                                      \
    FILESEC__CHAIN(h1, h2, 19, c1, (k)[0]);                                                    \
    FILESEC__CHAIN(h2, h3, 17, c2, (k)[4]);                                                    \
    FILESEC__CHAIN(h3, h4, 15, c3, (k)[2]);                                                    \
    FILESEC__CHAIN(h4, h1, 13, c4, (k)[6])
FILESEC__NEVER_INLINE void
filesec__murmur3_x86_128_ahead_x86_sse2(uint32_t *h, const unsigned char *data, size_t nblocks)
{
    filesec__murmur3_mixer_x86_sse2 m;
    uint32_t h1 = h[0], h2 = h[1], h3 = h[2], h4 = h[3], mixed[32];
    uint32_t c1 = UINT32_C(0x561ccd1b), c2 = UINT32_C(0x0bcaa747);
    uint32_t c3 = UINT32_C(0x96cd1c35), c4 = UINT32_C(0x32ac3b17);
    const uint32_t *k = mixed;

    m.a02 = filesec__murmur3_pair_x86_sse2(FILESEC__MURMUR3_X86_128_C1,
                                           FILESEC__MURMUR3_X86_128_C3);
    m.a13 = m.b02 = filesec__murmur3_pair_x86_sse2(FILESEC__MURMUR3_X86_128_C2,
                                                   FILESEC__MURMUR3_X86_128_C4);
    m.r02 = filesec__murmur3_pair_x86_sse2(1 << 15, 1 << 17);
    m.r13 = filesec__murmur3_pair_x86_sse2(1 << 16, 1 << 18);
    m.b13 = filesec__murmur3_pair_x86_sse2(FILESEC__MURMUR3_X86_128_C3,
                                           FILESEC__MURMUR3_X86_128_C1);
    FILESEC__BARRIER(c1);
    FILESEC__BARRIER(c2);
    FILESEC__BARRIER(c3);
    FILESEC__BARRIER(c4);
    for (; nblocks >= 4; nblocks -= 4, data += 64) {
        filesec__murmur3_mix_x86_sse2(mixed, data, &m);
        filesec__murmur3_mix_x86_sse2(mixed + 8, data + 16, &m);
        filesec__murmur3_mix_x86_sse2(mixed + 16, data + 32, &m);
        filesec__murmur3_mix_x86_sse2(mixed + 24, data + 48, &m);
        FILESEC__BARRIER(k);
        FILESEC__BLOCK(k);
        FILESEC__BLOCK(k + 8);
        FILESEC__BLOCK(k + 16);
        FILESEC__BLOCK(k + 24);
    }
    h[0] = h1;
    h[1] = h2;
    h[2] = h3;
    h[3] = h4;
    filesec__murmur3_x86_128_few(h, data, nblocks);
}
#undef FILESEC__CHAIN
#undef FILESEC__BLOCK

static void filesec__murmur3_x86_32_x86_sse2(uint32_t *h, const unsigned char *data,
                                             size_t nblocks)
{
    if (nblocks >= 64)
        filesec__murmur3_x86_32_ahead_x86_sse2(h, data, nblocks);
    else
        filesec__murmur3_x86_32_few(h, data, nblocks);
}

static void filesec__murmur3_x86_128_x86_sse2(uint32_t *h, const unsigned char *data,
                                              size_t nblocks)
{
    if (nblocks >= 16)
        filesec__murmur3_x86_128_ahead_x86_sse2(h, data, nblocks);
    else
        filesec__murmur3_x86_128_few(h, data, nblocks);
}

static void filesec__murmur3_x64_128_x86_sse2(uint64_t *h, const unsigned char *data,
                                              size_t nblocks)
{
    filesec__murmur3_x64_128_any(h, data, nblocks);
}
#endif /* FILESEC__HAS_X86_SSE2 */

#if FILESEC__HAS_PORTABLE_REORDERED

/* ==== murmur3/portable_reordered.h ==== */
/*
 * murmur3/portable_reordered.h: MurmurHash3 in plain C, x64_128 reordered
 *
 * Needs     nothing; the barriers, which keep the order written there, want gcc or clang.
 * Contract  as in murmur3/contract.h, with nothing added.
 * Bounds    reads exactly 4 * nblocks bytes for x86_32 and 16 * nblocks for the others.
 */
static void filesec__murmur3_x86_32_portable_reordered(uint32_t *h, const unsigned char *data,
                                                       size_t nblocks)
{
    filesec__murmur3_x86_32_few(h, data, nblocks);
}

static void filesec__murmur3_x86_128_portable_reordered(uint32_t *h, const unsigned char *data,
                                                        size_t nblocks)
{
    filesec__murmur3_x86_128_few(h, data, nblocks);
}

static void filesec__murmur3_x64_128_portable_reordered(uint64_t *h, const unsigned char *data,
                                                        size_t nblocks)
{
    filesec__murmur3_x64_128_any(h, data, nblocks);
}
#endif /* FILESEC__HAS_PORTABLE_REORDERED */

/* ==== murmur3/portable.h ==== */
/*
 * murmur3/portable.h: the body of the three MurmurHash3 variants, as its author states it
 *
 * Needs     nothing.
 * Contract  as in murmur3/contract.h, with nothing added.
 * Bounds    reads exactly 4 * nblocks bytes for x86_32 and 16 * nblocks for the others.
 * Not done  anything for speed: that is murmur3/portable_reordered.h.
 * From      Appleby's MurmurHash3.cpp (public domain).
 */
static void filesec__murmur3_x86_32_portable(uint32_t *h, const unsigned char *data,
                                             size_t nblocks)
{
    uint32_t h1 = h[0], k1;

    for (; nblocks != 0; nblocks--, data += 4) {
        k1 = filesec__load32le(data) * FILESEC__MURMUR3_X86_32_C1;
        h1 ^= filesec__rotl32(k1, 15) * FILESEC__MURMUR3_X86_32_C2;
        h1 = filesec__rotl32(h1, 13) * 5 + UINT32_C(0xe6546b64);
    }
    h[0] = h1;
}

static void filesec__murmur3_x86_128_portable(uint32_t *h, const unsigned char *data,
                                              size_t nblocks)
{
    uint32_t h1 = h[0], h2 = h[1], h3 = h[2], h4 = h[3], k;

    for (; nblocks != 0; nblocks--, data += 16) {
        k = filesec__load32le(data) * FILESEC__MURMUR3_X86_128_C1;
        h1 ^= filesec__rotl32(k, 15) * FILESEC__MURMUR3_X86_128_C2;
        h1 = (filesec__rotl32(h1, 19) + h2) * 5 + UINT32_C(0x561ccd1b);

        k = filesec__load32le(data + 4) * FILESEC__MURMUR3_X86_128_C2;
        h2 ^= filesec__rotl32(k, 16) * FILESEC__MURMUR3_X86_128_C3;
        h2 = (filesec__rotl32(h2, 17) + h3) * 5 + UINT32_C(0x0bcaa747);

        k = filesec__load32le(data + 8) * FILESEC__MURMUR3_X86_128_C3;
        h3 ^= filesec__rotl32(k, 17) * FILESEC__MURMUR3_X86_128_C4;
        h3 = (filesec__rotl32(h3, 15) + h4) * 5 + UINT32_C(0x96cd1c35);

        k = filesec__load32le(data + 12) * FILESEC__MURMUR3_X86_128_C4;
        h4 ^= filesec__rotl32(k, 18) * FILESEC__MURMUR3_X86_128_C1;
        h4 = (filesec__rotl32(h4, 13) + h1) * 5 + UINT32_C(0x32ac3b17);
    }
    h[0] = h1;
    h[1] = h2;
    h[2] = h3;
    h[3] = h4;
}

static void filesec__murmur3_x64_128_portable(uint64_t *h, const unsigned char *data,
                                              size_t nblocks)
{
    uint64_t h1 = h[0], h2 = h[1], k;

    for (; nblocks != 0; nblocks--, data += 16) {
        k = filesec__load64le(data) * FILESEC__MURMUR3_X64_128_C1;
        h1 ^= filesec__rotl64(k, 31) * FILESEC__MURMUR3_X64_128_C2;
        h1 = (filesec__rotl64(h1, 27) + h2) * 5 + 0x52dce729;

        k = filesec__load64le(data + 8) * FILESEC__MURMUR3_X64_128_C2;
        h2 ^= filesec__rotl64(k, 33) * FILESEC__MURMUR3_X64_128_C1;
        h2 = (filesec__rotl64(h2, 31) + h1) * 5 + 0x38495ab5;
    }
    h[0] = h1;
    h[1] = h2;
}

#if FILESEC__HAS_X86_AVX512

/* ==== murmur3_many/x86_avx512.h ==== */
/*
 * murmur3_many/x86_avx512.h: MurmurHash3_x64_128 of eight or sixteen messages side by side
 *
 * Needs     AVX-512 F and DQ. Every function here carries FILESEC__TARGET_X86_AVX512.
 * Contract  as in murmur3_many/contract.h, with nothing added.
 *
 * Layout    vertical: a vector holds h1, or h2, or the same word of the block, of eight
 *           messages, one message per lane. 64 bytes of each message, four blocks, are an 8x8
 *           transpose:
 *
 *                word     7 6       5 4       3 2       1 0
 *                w[j]   7 and 6   5 and 4   3 and 2   1 and 0    (lanes of word j)
 *
 *           For sixteen messages two such groups are in step, so that one has the units while
 *           the sums of the other are on their way.
 *
 * Method    two groups: the formula as it is, 5 x + c being (x + c) + 4 x, whose parts do not
 *           wait for each other. One group, which nothing hides: with r1 = rotl(h1 ^ k1, 27)
 *           and r2 = rotl(h2 ^ k2, 31)
 *
 *                h1' = 5 r1 + b,  h2' = 5 h1' + (5 r2 + c2),  b' = 5 h2' + c1
 *
 *           which is two operations more and ten cycles from block to block instead of twelve.
 *
 * Registers h1, h2, b, four constants, sixteen words of blocks.
 * Bounds    lane i reads 16 * nblocks bytes at data[i]: 64 at a time, the rest under a mask.
 * From      Appleby's MurmurHash3.cpp (public domain): multipliers, rotations, constants added.
 */
#if FILESEC__GNU /* an addition that stays where it was written */
#define FILESEC__KEEP(x) __asm__("" : "+v"(x))
#else
#define FILESEC__KEEP(x) ((void)0)
#endif
#define FILESEC__ADD(x, y) _mm512_add_epi64(x, y)
#define FILESEC__ROTL(x, n) _mm512_maskz_rol_epi64(0xff, x, n)

typedef struct filesec__murmur3_many_state_x86_avx512 {
    __m512i h1, h2, b;
} filesec__murmur3_many_state_x86_avx512;

typedef struct filesec__murmur3_many_constants_x86_avx512 {
    __m512i a1, a2, c1, c2;
} filesec__murmur3_many_constants_x86_avx512;

FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 __m512i filesec__murmur3_many_k1_x86_avx512(
    __m512i k, const filesec__murmur3_many_constants_x86_avx512 *c)
{
    k = _mm512_mullo_epi64(k, c->a1);
    return _mm512_mullo_epi64(FILESEC__ROTL(k, 31), c->a2);
}

FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 __m512i filesec__murmur3_many_k2_x86_avx512(
    __m512i k, const filesec__murmur3_many_constants_x86_avx512 *c)
{
    k = _mm512_mullo_epi64(k, c->a2);
    return _mm512_mullo_epi64(FILESEC__ROTL(k, 33), c->a1);
}

/* 5 x + c */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 __m512i
filesec__murmur3_many_five_x86_avx512(__m512i x, __m512i c)
{
    c = FILESEC__ADD(x, c);
    FILESEC__KEEP(c);
    return FILESEC__ADD(c, _mm512_maskz_slli_epi64(0xff, x, 2));
}

/* One block of each lane, as in the formula: w[0] and w[1] are its words. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__murmur3_many_block_x86_avx512(filesec__murmur3_many_state_x86_avx512 *s,
                                       const filesec__murmur3_many_constants_x86_avx512 *c,
                                       const __m512i *w)
{
    __m512i x;

    x = _mm512_xor_si512(s->h1, filesec__murmur3_many_k1_x86_avx512(w[0], c));
    x = FILESEC__ADD(FILESEC__ROTL(x, 27), s->h2);
    s->h1 = filesec__murmur3_many_five_x86_avx512(x, c->c1);
    x = _mm512_xor_si512(s->h2, filesec__murmur3_many_k2_x86_avx512(w[1], c));
    x = FILESEC__ADD(FILESEC__ROTL(x, 31), s->h1);
    s->h2 = filesec__murmur3_many_five_x86_avx512(x, c->c2);
}

/* The same with b. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__murmur3_many_block_b_x86_avx512(filesec__murmur3_many_state_x86_avx512 *s,
                                         const filesec__murmur3_many_constants_x86_avx512 *c,
                                         const __m512i *w)
{
    __m512i x, y;

    x = _mm512_xor_si512(s->h2, filesec__murmur3_many_k2_x86_avx512(w[1], c));
    y = filesec__murmur3_many_five_x86_avx512(FILESEC__ROTL(x, 31), c->c2);
    x = _mm512_xor_si512(s->h1, filesec__murmur3_many_k1_x86_avx512(w[0], c));
    x = FILESEC__ROTL(x, 27);
    x = FILESEC__ADD(x, _mm512_maskz_slli_epi64(0xff, x, 2));
    FILESEC__KEEP(x);
    s->h1 = FILESEC__ADD(x, s->b);
    s->h2 = filesec__murmur3_many_five_x86_avx512(s->h1, y);
    s->b = filesec__murmur3_many_five_x86_avx512(s->h2, c->c1);
}

/* x[i] = words 0, 2, 4, 6 of lanes i and i + 1, x[i + 1] = words 1, 3, 5, 7 */
#define FILESEC__PAIR(i)                                                                       \
    y[0] = _mm512_maskz_loadu_epi64(mask, data[i] + at);                                       \
    y[1] = _mm512_maskz_loadu_epi64(mask, data[(i) + 1] + at);                                 \
    x[i] = _mm512_maskz_unpacklo_epi64(0xff, y[0], y[1]);                                      \
    x[(i) + 1] = _mm512_maskz_unpackhi_epi64(0xff, y[0], y[1])
/* Of p and q, each four times 16 bytes: the even ones, and the odd ones */
#define FILESEC__HALVES(even, odd, p, q)                                                       \
    even = _mm512_maskz_shuffle_i64x2(0xff, p, q, 0x88);                                       \
    odd = _mm512_maskz_shuffle_i64x2(0xff, p, q, 0xdd)
/* w[j] = word j of each of eight lanes, from byte at on; words that the mask leaves out are 0
   and are not read. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__murmur3_many_load_x86_avx512(__m512i *w, const unsigned char *const *data, size_t at,
                                      __mmask8 mask)
{
    __m512i x[8], y[8];

    FILESEC__PAIR(0);
    FILESEC__PAIR(2);
    FILESEC__PAIR(4);
    FILESEC__PAIR(6);
    FILESEC__HALVES(y[0], y[2], x[0], x[2]); /* y[j] = words j and j + 4 of lanes 0 to 3 */
    FILESEC__HALVES(y[1], y[3], x[1], x[3]);
    FILESEC__HALVES(y[4], y[6], x[4], x[6]); /* y[4 + j] = of lanes 4 to 7 */
    FILESEC__HALVES(y[5], y[7], x[5], x[7]);
    FILESEC__HALVES(w[0], w[4], y[0], y[4]);
    FILESEC__HALVES(w[1], w[5], y[1], y[5]);
    FILESEC__HALVES(w[2], w[6], y[2], y[6]);
    FILESEC__HALVES(w[3], w[7], y[3], y[7]);
}
#undef FILESEC__PAIR
#undef FILESEC__HALVES

FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__murmur3_many_eight_x86_avx512(uint64_t *h, const unsigned char *const *data,
                                       size_t nblocks,
                                       const filesec__murmur3_many_constants_x86_avx512 *c)
{
    filesec__murmur3_many_state_x86_avx512 s;
    __m512i w[8];
    size_t at = 0;

    s.h1 = _mm512_loadu_si512(h);
    s.h2 = _mm512_loadu_si512(h + FILESEC__MURMUR3_MANY_LANES_MAX);
    s.b = filesec__murmur3_many_five_x86_avx512(s.h2, c->c1);
    for (; nblocks >= 4; nblocks -= 4, at += 64) {
        filesec__murmur3_many_load_x86_avx512(w, data, at, 0xff);
        filesec__murmur3_many_block_b_x86_avx512(&s, c, w);
        filesec__murmur3_many_block_b_x86_avx512(&s, c, w + 2);
        filesec__murmur3_many_block_b_x86_avx512(&s, c, w + 4);
        filesec__murmur3_many_block_b_x86_avx512(&s, c, w + 6);
    }
    if (nblocks != 0) {
        filesec__murmur3_many_load_x86_avx512(w, data, at,
                                              (__mmask8)((1u << (2 * nblocks)) - 1));
        filesec__murmur3_many_block_b_x86_avx512(&s, c, w);
        if (nblocks >= 2)
            filesec__murmur3_many_block_b_x86_avx512(&s, c, w + 2);
        if (nblocks == 3)
            filesec__murmur3_many_block_b_x86_avx512(&s, c, w + 4);
    }
    _mm512_storeu_si512(h, s.h1);
    _mm512_storeu_si512(h + FILESEC__MURMUR3_MANY_LANES_MAX, s.h2);
}

#define FILESEC__BLOCKS(i)                                                                     \
    filesec__murmur3_many_block_x86_avx512(&s, c, w + 2 * (i));                                \
    filesec__murmur3_many_block_x86_avx512(&t, c, v + 2 * (i))
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__murmur3_many_sixteen_x86_avx512(uint64_t *h, const unsigned char *const *data,
                                         size_t nblocks,
                                         const filesec__murmur3_many_constants_x86_avx512 *c)
{
    uint64_t *g = h + FILESEC__MURMUR3_MANY_LANES_MAX;
    filesec__murmur3_many_state_x86_avx512 s, t;
    __m512i w[8], v[8];
    size_t at = 0;

    s.h1 = _mm512_loadu_si512(h);
    s.h2 = _mm512_loadu_si512(g);
    t.h1 = _mm512_loadu_si512(h + 8);
    t.h2 = _mm512_loadu_si512(g + 8);
    for (; nblocks >= 4; nblocks -= 4, at += 64) {
        filesec__murmur3_many_load_x86_avx512(w, data, at, 0xff);
        filesec__murmur3_many_load_x86_avx512(v, data + 8, at, 0xff);
        FILESEC__BLOCKS(0);
        FILESEC__BLOCKS(1);
        FILESEC__BLOCKS(2);
        FILESEC__BLOCKS(3);
    }
    if (nblocks != 0) {
        __mmask8 mask = (__mmask8)((1u << (2 * nblocks)) - 1);

        filesec__murmur3_many_load_x86_avx512(w, data, at, mask);
        filesec__murmur3_many_load_x86_avx512(v, data + 8, at, mask);
        FILESEC__BLOCKS(0);
        if (nblocks >= 2) {
            FILESEC__BLOCKS(1);
        }
        if (nblocks == 3) {
            FILESEC__BLOCKS(2);
        }
    }
    _mm512_storeu_si512(h, s.h1);
    _mm512_storeu_si512(g, s.h2);
    _mm512_storeu_si512(h + 8, t.h1);
    _mm512_storeu_si512(g + 8, t.h2);
}
#undef FILESEC__BLOCKS

static FILESEC__TARGET_X86_AVX512 void
filesec__murmur3_many_x86_avx512(uint64_t *h, const unsigned char *const *data, size_t nblocks,
                                 size_t lanes)
{
    filesec__murmur3_many_constants_x86_avx512 c;

    c.a1 = _mm512_set1_epi64((long long)FILESEC__MURMUR3_X64_128_C1);
    c.a2 = _mm512_set1_epi64((long long)FILESEC__MURMUR3_X64_128_C2);
    c.c1 = _mm512_set1_epi64(0x52dce729);
    c.c2 = _mm512_set1_epi64(0x38495ab5);
    if (lanes == 8)
        filesec__murmur3_many_eight_x86_avx512(h, data, nblocks, &c);
    else
        filesec__murmur3_many_sixteen_x86_avx512(h, data, nblocks, &c);
}
#undef FILESEC__KEEP
#undef FILESEC__ADD
#undef FILESEC__ROTL
#endif /* FILESEC__HAS_X86_AVX512 */

#if FILESEC__HAS_X86_AVX2

/* ==== murmur3_many/x86_avx2.h ==== */
/*
 * murmur3_many/x86_avx2.h: MurmurHash3_x64_128 of four messages side by side
 *
 * Needs     AVX2. Every function here carries FILESEC__TARGET_X86_AVX2.
 * Contract  as in murmur3_many/contract.h, with nothing added.
 *
 * Layout    vertical: a vector holds h1, or h2, or the same word of the block, of four
 *           messages, one message per lane. 32 bytes of each message, two blocks, are a 4x4
 *           transpose. A product of 64 bits is put together from three of 32 by 32 bits;
 *           5 x + c is (x + c) + 4 x, whose two parts do not wait for each other.
 *
 * Registers h1, h2, eight constants, four words of the blocks.
 * Bounds    lane i reads 16 * nblocks bytes at data[i]: 32 at a time, the last block as 16.
 * From      Appleby's MurmurHash3.cpp (public domain): multipliers, rotations, constants added.
 */
typedef struct filesec__murmur3_many_state_x86_avx2 {
    __m256i h1, h2;
    __m256i a1, a1h, a2, a2h; /* the multipliers, and their high halves */
    __m256i c1, c2;
} filesec__murmur3_many_state_x86_avx2;

/* x y; yh is y >> 32 */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 __m256i
filesec__murmur3_many_mul_x86_avx2(__m256i x, __m256i y, __m256i yh)
{
    __m256i high = _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64(x, 32), y),
                                    _mm256_mul_epu32(x, yh));

    return _mm256_add_epi64(_mm256_mul_epu32(x, y), _mm256_slli_epi64(high, 32));
}

FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 __m256i
filesec__murmur3_many_five_x86_avx2(__m256i x, __m256i c)
{
    return _mm256_add_epi64(_mm256_add_epi64(x, c), _mm256_slli_epi64(x, 2));
}

#define FILESEC__ROTL(x, n)                                                                    \
    _mm256_or_si256(_mm256_slli_epi64(x, n), _mm256_srli_epi64(x, 64 - (n)))

/* One block of each: k1 and k2 are its words. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 void
filesec__murmur3_many_block_x86_avx2(filesec__murmur3_many_state_x86_avx2 *s, __m256i k1,
                                     __m256i k2)
{
    __m256i x;

    k1 = filesec__murmur3_many_mul_x86_avx2(k1, s->a1, s->a1h);
    k1 = filesec__murmur3_many_mul_x86_avx2(FILESEC__ROTL(k1, 31), s->a2, s->a2h);
    x = _mm256_xor_si256(s->h1, k1);
    x = _mm256_add_epi64(FILESEC__ROTL(x, 27), s->h2);
    s->h1 = filesec__murmur3_many_five_x86_avx2(x, s->c1);
    k2 = filesec__murmur3_many_mul_x86_avx2(k2, s->a2, s->a2h);
    k2 = filesec__murmur3_many_mul_x86_avx2(FILESEC__ROTL(k2, 33), s->a1, s->a1h);
    x = _mm256_xor_si256(s->h2, k2);
    x = _mm256_add_epi64(FILESEC__ROTL(x, 31), s->h1);
    s->h2 = filesec__murmur3_many_five_x86_avx2(x, s->c2);
}
#undef FILESEC__ROTL

FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 __m256i
filesec__murmur3_many_load_x86_avx2(const unsigned char *p)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

/* 16 bytes of two lanes */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 __m256i
filesec__murmur3_many_load2_x86_avx2(const unsigned char *p, const unsigned char *q)
{
    return _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)p)),
        _mm_loadu_si128((const __m128i *)(const void *)q), 1);
}

static FILESEC__TARGET_X86_AVX2 void
filesec__murmur3_many_x86_avx2(uint64_t *h, const unsigned char *const *data, size_t nblocks,
                               size_t lanes)
{
    const unsigned char *p0 = data[0], *p1 = data[1], *p2 = data[2], *p3 = data[3];
    __m256i *h1 = (__m256i *)(void *)h;
    __m256i *h2 = (__m256i *)(void *)(h + FILESEC__MURMUR3_MANY_LANES_MAX);
    filesec__murmur3_many_state_x86_avx2 s;
    size_t at = 0;
    __m256i x, y;

    (void)lanes;
    s.h1 = _mm256_loadu_si256(h1);
    s.h2 = _mm256_loadu_si256(h2);
    s.a1 = _mm256_set1_epi64x((long long)FILESEC__MURMUR3_X64_128_C1);
    s.a2 = _mm256_set1_epi64x((long long)FILESEC__MURMUR3_X64_128_C2);
    s.a1h = _mm256_srli_epi64(s.a1, 32);
    s.a2h = _mm256_srli_epi64(s.a2, 32);
    s.c1 = _mm256_set1_epi64x(0x52dce729);
    s.c2 = _mm256_set1_epi64x(0x38495ab5);
    for (; nblocks >= 2; nblocks -= 2, at += 32) {
        __m256i x0 = filesec__murmur3_many_load_x86_avx2(p0 + at);
        __m256i x1 = filesec__murmur3_many_load_x86_avx2(p1 + at);
        __m256i x2 = filesec__murmur3_many_load_x86_avx2(p2 + at);
        __m256i x3 = filesec__murmur3_many_load_x86_avx2(p3 + at);

        x = _mm256_unpacklo_epi64(x0, x1); /* words 0 and 2 of lanes 0 and 1 */
        y = _mm256_unpackhi_epi64(x0, x1); /* words 1 and 3 */
        x0 = _mm256_unpacklo_epi64(x2, x3);
        x1 = _mm256_unpackhi_epi64(x2, x3);
        filesec__murmur3_many_block_x86_avx2(&s, _mm256_permute2x128_si256(x, x0, 0x20),
                                             _mm256_permute2x128_si256(y, x1, 0x20));
        filesec__murmur3_many_block_x86_avx2(&s, _mm256_permute2x128_si256(x, x0, 0x31),
                                             _mm256_permute2x128_si256(y, x1, 0x31));
    }
    if (nblocks != 0) {
        x = filesec__murmur3_many_load2_x86_avx2(p0 + at, p2 + at);
        y = filesec__murmur3_many_load2_x86_avx2(p1 + at, p3 + at);
        filesec__murmur3_many_block_x86_avx2(&s, _mm256_unpacklo_epi64(x, y),
                                             _mm256_unpackhi_epi64(x, y));
    }
    _mm256_storeu_si256(h1, s.h1);
    _mm256_storeu_si256(h2, s.h2);
}
#endif /* FILESEC__HAS_X86_AVX2 */

#if FILESEC__HAS_PORTABLE_REORDERED

/* ==== murmur3_many/portable_pairs.h ==== */
/*
 * murmur3_many/portable_pairs.h: MurmurHash3_x64_128 of two messages side by side, in plain C
 *
 * Needs     nothing.
 * Contract  as in murmur3_many/contract.h, with nothing added.
 * Layout    the formula, one block of each in turn: while one chain waits for its sums, the
 *           other has the units. Each word of both is in a register.
 * Bounds    lane i reads 16 * nblocks bytes at data[i].
 * Not done  four messages: the multiplications of two already take all the time their unit has.
 * From      Appleby's MurmurHash3.cpp (public domain): multipliers, rotations, constants added.
 */
/* h = (rotl(h ^ k, n) + next) * 5 + c */
#define FILESEC__CHAIN(h, k, n, next, c)                                                       \
    h = (filesec__rotl64(h ^ (k), n) + next) * 5;                                              \
    FILESEC__BARRIER(h);                                                                       \
    h += UINT64_C(c)
#define FILESEC__K1(p) filesec__murmur3_k64(filesec__load64le(p), a1, 31, a2)
#define FILESEC__K2(p) filesec__murmur3_k64(filesec__load64le(p), a2, 33, a1)
static void filesec__murmur3_many_portable_pairs(uint64_t *h, const unsigned char *const *data,
                                                 size_t nblocks, size_t lanes)
{
    const uint64_t a1 = FILESEC__MURMUR3_X64_128_C1, a2 = FILESEC__MURMUR3_X64_128_C2;
    uint64_t *g = h + FILESEC__MURMUR3_MANY_LANES_MAX;
    uint64_t h1 = h[0], h2 = g[0], g1 = h[1], g2 = g[1];
    const unsigned char *p = data[0], *q = data[1];

    (void)lanes;
    for (; nblocks != 0; nblocks--, p += 16, q += 16) {
        FILESEC__CHAIN(h1, FILESEC__K1(p), 27, h2, 0x52dce729);
        FILESEC__CHAIN(g1, FILESEC__K1(q), 27, g2, 0x52dce729);
        FILESEC__CHAIN(h2, FILESEC__K2(p + 8), 31, h1, 0x38495ab5);
        FILESEC__CHAIN(g2, FILESEC__K2(q + 8), 31, g1, 0x38495ab5);
    }
    h[0] = h1;
    g[0] = h2;
    h[1] = g1;
    g[1] = g2;
}
#undef FILESEC__CHAIN
#undef FILESEC__K1
#undef FILESEC__K2
#endif /* FILESEC__HAS_PORTABLE_REORDERED */

#endif /* FILESEC_NO_MURMUR3 */

#ifndef FILESEC_NO_CHACHA20POLY1305

/* ==== chacha20/contract.h ==== */
/*
 * chacha20/contract.h: what every ChaCha20 kernel obeys
 *
 *   static void filesec__chacha20_<name>(uint32_t state[16], unsigned char *out,
 *                                        const unsigned char *in, size_t nblocks)
 *
 * state is the input of the block function (RFC 8439, 2.3): constants, key, block counter in
 * state[12], nonce. out gets in XOR keystream for nblocks blocks of 64 bytes, and state[12]
 * grows by nblocks modulo 2^32. nblocks may be 0. out is in or does not overlap it; both have
 * any alignment; exactly 64 * nblocks bytes of each are touched. No branch and no address
 * depends on state or on the data. Keystream that a kernel put into its own arrays is wiped.
 */
typedef void filesec__chacha20_kernel(uint32_t state[16], unsigned char *out,
                                      const unsigned char *in, size_t nblocks);

typedef struct filesec__chacha20_row {
    filesec__row row;
    filesec__chacha20_kernel *blocks;
} filesec__chacha20_row;

/* ==== chacha20/kernels.h ==== */
/*
 * chacha20/kernels.h: the kernels of ChaCha20, best first; the last row must run everywhere
 *
 * Which of them is used is decided in chacha20poly1305/kernels.h, where each is paired with a
 * kernel of Poly1305. This list is for the tests, which check each kernel by itself.
 */
/* clang-format off */
#define FILESEC__CHACHA20_KERNELS(ROW)                               \
    ROW(chacha20, x86_avx512, X86_AVX512, FILESEC__NEEDS_X86_AVX512) \
    ROW(chacha20, x86_avx2,   X86_AVX2,   FILESEC__NEEDS_X86_AVX2)   \
    ROW(chacha20, x86_ssse3,  X86_SSSE3,  FILESEC__NEEDS_X86_SSSE3)  \
    ROW(chacha20, arm_neon,   ARM_NEON,   FILESEC__NEEDS_ARM_NEON)   \
    ROW(chacha20, portable,   ALWAYS,     0)
/* clang-format on */

#define FILESEC__CHACHA20_PROTOTYPE(op, name, gate, needs)                                     \
    FILESEC__WHEN(gate)                                                                        \
    (static void filesec__##op##_##name(uint32_t state[16], unsigned char *out,                \
                                        const unsigned char *in, size_t nblocks);)

FILESEC__CHACHA20_KERNELS(FILESEC__CHACHA20_PROTOTYPE)

/* ==== poly1305/contract.h ==== */
/*
 * poly1305/contract.h: what every Poly1305 kernel obeys
 *
 * A kernel is three functions, filesec__poly1305_<verb>_<name>, over a state s:
 *
 *   init(s, key)                   from the 32 bytes of a one-time key
 *   blocks(s, data, nblocks)
 *   finish(s, tail, tail_len, tag)
 *
 * RFC 8439, 2.5. init clamps r and keeps s. blocks adds nblocks whole blocks of 16 bytes, each
 * with its bit 2^128; nblocks may be 0, and any split into calls gives the same tag. finish
 * adds a last short block of tail_len bytes, 0 <= tail_len < 16 (none if 0), with its bit
 * 2^(8*tail_len), and writes the tag. data and tail have any alignment. No branch and no
 * address depends on key or data. What the words of the state mean is the kernel's own affair;
 * the operation wipes it.
 */
#ifdef FILESEC_SMALL
#define FILESEC__POLY1305_WORDS 8
#else
#define FILESEC__POLY1305_WORDS 41
#endif
typedef struct filesec__poly1305_state {
    uint64_t w[FILESEC__POLY1305_WORDS];
} filesec__poly1305_state;

typedef void filesec__poly1305_init(filesec__poly1305_state *s, const unsigned char key[32]);
typedef void filesec__poly1305_blocks(filesec__poly1305_state *s, const unsigned char *data,
                                      size_t nblocks);
typedef void filesec__poly1305_finish(filesec__poly1305_state *s, const unsigned char *tail,
                                      size_t tail_len, unsigned char tag[16]);

/* ==== poly1305/kernels.h ==== */
/*
 * poly1305/kernels.h: the kernels of Poly1305, best first; the last row must run everywhere
 *
 * As in chacha20/kernels.h, the choice is made for the pair. portable multiplies 32 x 32 -> 64
 * bits, portable64 64 x 64 -> 128 bits.
 */
/* clang-format off */
#define FILESEC__POLY1305_KERNELS(ROW)                                             \
    ROW(poly1305, x86_avx512ifma, X86_AVX512IFMA, FILESEC__NEEDS_X86_AVX512IFMA)   \
    ROW(poly1305, x86_avx2,       X86_AVX2,       FILESEC__NEEDS_X86_AVX2)         \
    ROW(poly1305, arm_neon,       ARM_NEON,       FILESEC__NEEDS_ARM_NEON)         \
    ROW(poly1305, portable64,     PORTABLE64,     0)                               \
    ROW(poly1305, portable,       ALWAYS,         0)
/* clang-format on */

#define FILESEC__POLY1305_PROTOTYPE(op, name, gate, needs)                                     \
    FILESEC__WHEN(gate)                                                                        \
    (static void filesec__##op##_init_##name(filesec__poly1305_state *s,                       \
                                             const unsigned char key[32]);                     \
     static void filesec__##op##_blocks_##name(filesec__poly1305_state *s,                     \
                                               const unsigned char *data, size_t nblocks);     \
     static void filesec__##op##_finish_##name(filesec__poly1305_state *s,                     \
                                               const unsigned char *tail, size_t tail_len,     \
                                               unsigned char tag[16]);)

FILESEC__POLY1305_KERNELS(FILESEC__POLY1305_PROTOTYPE)

/* ==== chacha20poly1305/kernels.h ==== */
/*
 * chacha20poly1305/kernels.h: the table of ChaCha20-Poly1305, one row for each pair
 *
 * The last four columns name the kernel of each half, and where there are such, a function that
 * does both at once and a pair of functions for any number of bytes. Best first; the last row
 * must run everywhere.
 *
 * beside(state, mac, out, in, nblocks, data, nmac) ciphers nblocks <= 8 blocks, as the row's
 * ChaCha20 kernel would, and beside that adds 64 * nmac <= 640 bytes at data to mac, as its
 * Poly1305 kernel would. data is read before anything is written.
 *
 * keyed(state, key, out, in, len) writes the first 32 bytes of the next block of keystream to
 * key and ciphers len <= 2048 bytes with the blocks behind it; bytes(state, out, in, len)
 * ciphers any number of bytes. Of the last block they may use a part. state[12] grows by the
 * blocks used. key, as said of out in chacha20/contract.h, does not overlap the rest.
 */
typedef void filesec__chacha20poly1305_beside(uint32_t state[16], filesec__poly1305_state *mac,
                                              unsigned char *out, const unsigned char *in,
                                              size_t nblocks, const unsigned char *data,
                                              size_t nmac);

typedef void filesec__chacha20poly1305_keyed(uint32_t state[16], unsigned char key[32],
                                             unsigned char *out, const unsigned char *in,
                                             size_t len);

typedef struct filesec__chacha20poly1305_row {
    filesec__row row;
    filesec__chacha20_kernel *chacha20;
    filesec__poly1305_init *poly1305_init;
    filesec__poly1305_blocks *poly1305_blocks;
    filesec__poly1305_finish *poly1305_finish;
    filesec__chacha20poly1305_beside *beside; /* or NULL */
#if FILESEC__HAS_X86_AVX512
    filesec__chacha20poly1305_keyed *keyed; /* or NULL, and so bytes */
    filesec__chacha20_kernel *bytes;
#endif
} filesec__chacha20poly1305_row;

/* clang-format off */
#define FILESEC__CHACHA20POLY1305_PAIRS(ROW)                                                                                                            \
    ROW(chacha20poly1305, x86_avx512ifma, X86_AVX512IFMA, FILESEC__CHACHA20POLY1305_IFMA, x86_avx512, x86_avx512ifma,             none,     x86_avx512) \
    ROW(chacha20poly1305, x86_avx512,     X86_AVX512,     FILESEC__CHACHA20POLY1305_512,  x86_avx512, FILESEC__POLY1305_X86_AVX2, none,     x86_avx512) \
    ROW(chacha20poly1305, x86_avx2,       X86_AVX2,       FILESEC__NEEDS_X86_AVX2,        x86_avx2,   x86_avx2,                   x86_avx2, none)       \
    ROW(chacha20poly1305, x86_ssse3,      X86_SSSE3,      FILESEC__NEEDS_X86_SSSE3,       x86_ssse3,  FILESEC__POLY1305_SCALAR,   none,     none)       \
    ROW(chacha20poly1305, arm_neon,       ARM_NEON,       FILESEC__NEEDS_ARM_NEON,        arm_neon,   arm_neon,                   none,     none)       \
    ROW(chacha20poly1305, portable64,     PORTABLE64,     0,                              portable,   portable64,                 none,     none)       \
    ROW(chacha20poly1305, portable,       ALWAYS,         0,                              portable,   portable,                   none,     none)
/* clang-format on */

/* 512-bit registers in every loop: not where that costs clock. */
#define FILESEC__CHACHA20POLY1305_IFMA                                                         \
    (FILESEC__NEEDS_X86_AVX512IFMA | FILESEC__CPU_PREFERS_512)
#define FILESEC__CHACHA20POLY1305_512 (FILESEC__NEEDS_X86_AVX512 | FILESEC__CPU_PREFERS_512)

/* Poly1305 beside a ChaCha20 kernel that brings none of its own. */
#if FILESEC__HAS_PORTABLE64
#define FILESEC__POLY1305_SCALAR portable64
#else
#define FILESEC__POLY1305_SCALAR portable
#endif

#if FILESEC__HAS_X86_AVX2
static filesec__chacha20poly1305_beside filesec__chacha20poly1305_beside_x86_avx2;
#endif
#define filesec__chacha20poly1305_beside_none NULL

/* Columns that only such machines have; the others save the room. */
#if FILESEC__HAS_X86_AVX512
static filesec__chacha20poly1305_keyed filesec__chacha20poly1305_keyed_x86_avx512;
static filesec__chacha20_kernel filesec__chacha20_bytes_x86_avx512;
#define filesec__chacha20poly1305_keyed_none NULL
#define filesec__chacha20_bytes_none NULL
#define FILESEC__CHACHA20POLY1305_OF_BYTES(bytes)                                              \
    , FILESEC__PASTE(filesec__chacha20poly1305_keyed_, bytes),                                 \
        FILESEC__PASTE(filesec__chacha20_bytes_, bytes)
#else
#define FILESEC__CHACHA20POLY1305_OF_BYTES(bytes)
#endif

/* The AVX2 kernel, unless the user dropped that tier alone. */
#if FILESEC__HAS_X86_AVX2
#define FILESEC__POLY1305_X86_AVX2 x86_avx2
#else
#define FILESEC__POLY1305_X86_AVX2 FILESEC__POLY1305_SCALAR
#endif

#define FILESEC__CHACHA20POLY1305_ENTRY(op, name, gate, needs, chacha20, poly1305, beside,     \
                                        bytes)                                                 \
    FILESEC__WHEN(gate)                                                                        \
    ({{#name, needs},                                                                          \
      FILESEC__PASTE(filesec__chacha20_, chacha20),                                            \
      FILESEC__PASTE(filesec__poly1305_init_, poly1305),                                       \
      FILESEC__PASTE(filesec__poly1305_blocks_, poly1305),                                     \
      FILESEC__PASTE(filesec__poly1305_finish_, poly1305),                                     \
      FILESEC__PASTE(filesec__chacha20poly1305_beside_, beside)                                \
          FILESEC__CHACHA20POLY1305_OF_BYTES(bytes)}, )

static const filesec__chacha20poly1305_row filesec__chacha20poly1305_rows[] = {
    FILESEC__CHACHA20POLY1305_PAIRS(FILESEC__CHACHA20POLY1305_ENTRY)};

/* ==== chacha20poly1305/message.h ==== */
/*
 * chacha20poly1305/message.h: a whole message on its way through the kernels of a row
 *
 * The first bytes of the message are ciphered behind 64 zeros in one call, so the block of the
 * one-time key costs no call of its own. What follows them
 *
 *   goes in steps that stay in the L1 cache between cipher and MAC; or,
 *   where the row has a function that does both at once, in groups of eight blocks, each of
 *   which is ciphered while the MAC takes the one before it (seal) or the same one (open).
 *
 * A short message has nothing behind its first bytes, and its MAC is one call. Where the row
 * has a function that makes the one-time key beside the first 2 KiB, a longer message begins
 * with these, and no copy is made.
 */
#ifdef FILESEC_SMALL
#define FILESEC__CHACHA20POLY1305_HEAD 64
#else
#define FILESEC__CHACHA20POLY1305_HEAD 448
#endif
#define FILESEC__CHACHA20POLY1305_STEP 8192 /* a multiple of 64 */

/* text is the block of the one-time key, head, and a block for the MAC; then, for a short
   message that is opened, the clear text. used: how much of it is to be wiped. */
typedef struct filesec__chacha20poly1305_run {
    const filesec__chacha20poly1305_row *row;
    size_t used;
    filesec__poly1305_state mac;
    uint32_t cipher[16];
    unsigned char text[2 * (64 + FILESEC__CHACHA20POLY1305_HEAD) + 16];
} filesec__chacha20poly1305_run;

/* The input of the block function for block 0 (2.3): "expand 32-byte k", key, counter, nonce.
 */
static inline void filesec__chacha20_start(uint32_t state[16], const unsigned char key[32],
                                           const unsigned char nonce[12])
{
    size_t i;

    state[0] = UINT32_C(0x61707865);
    state[1] = UINT32_C(0x3320646e);
    state[2] = UINT32_C(0x79622d32);
    state[3] = UINT32_C(0x6b206574);
    for (i = 0; i < 8; i++)
        state[4 + i] = filesec__load32le(key + 4 * i);
    state[12] = 0;
    for (i = 0; i < 3; i++)
        state[13 + i] = filesec__load32le(nonce + 4 * i);
}

/* The length is not shown to the compiler, which would store word by word or with a slow string
   instruction; memset knows better. */
static inline void filesec__chacha20poly1305_wipe(filesec__chacha20poly1305_run *r)
{
    size_t len = sizeof *r - sizeof r->text + r->used;

    FILESEC__BARRIER(len);
    filesec_wipe(r, len);
}

/* MAC len bytes and zeros up to a multiple of 16 (pad16). */
static inline void filesec__poly1305_padded(filesec__chacha20poly1305_run *r,
                                            const unsigned char *data, size_t len)
{
    if (len >= 16)
        r->row->poly1305_blocks(&r->mac, data, len / 16);
    if (len % 16 != 0) {
        unsigned char block[16] = {0};

        memcpy(block, data + len / 16 * 16, len % 16);
        r->row->poly1305_blocks(&r->mac, block, 1);
    }
}

/* len(aad) || len(ct), and the tag. */
static inline void filesec__chacha20poly1305_finish(filesec__chacha20poly1305_run *r,
                                                    size_t aad_len, size_t len, uint8_t tag[16])
{
    unsigned char lengths[16];

    filesec__store64le(lengths, aad_len);
    filesec__store64le(lengths + 8, len);
    r->row->poly1305_blocks(&r->mac, lengths, 1);
    r->row->poly1305_finish(&r->mac, NULL, 0, tag);
}

/* Zeros, len bytes of in, zeros: what is ciphered in one call. Returns the number of blocks. */
static inline size_t filesec__chacha20poly1305_lay(filesec__chacha20poly1305_run *r,
                                                   const unsigned char *in, size_t len)
{
    size_t nblocks = 1 + (len + 63) / 64;

    memset(r->text, 0, 64);
    memset(r->text + 64 * (nblocks - 1), 0, 64);
    filesec__copy(r->text + 64, in, len);
    return nblocks;
}

/* Bytes from used on of the 16 at block become zeros. 0 < used < 16. */
static inline void filesec__chacha20poly1305_cut(unsigned char block[16], size_t used)
{
    size_t word = used & 8;
    uint64_t mask = (UINT64_C(1) << (8 * (used & 7))) - 1;

    filesec__store64le(block + word, filesec__load64le(block + word) & mask);
    if (word == 0)
        filesec__store64le(block + 8, 0);
}

/*
 * At most head bytes. The MAC's input is put together in r->text: the last bytes of aad,
 * padded, over the end of the key block that is no longer needed, then ct, padded, then the
 * lengths.
 */
static void filesec__chacha20poly1305_short(filesec__chacha20poly1305_run *r, uint8_t tag[16],
                                            const unsigned char *aad, size_t aad_len,
                                            unsigned char *out, const unsigned char *in,
                                            size_t len, int sealing)
{
    size_t nblocks = filesec__chacha20poly1305_lay(r, in, len);
    size_t padded = (len + 15) / 16 * 16, rest = aad_len % 16;
    unsigned char *ct = r->text + 64, *key = r->text, *text = ct;
    unsigned char block[16] = {0};

    if (rest != 0)
        memcpy(block, aad + (aad_len - rest), rest);
    if (!sealing) {
        key = r->text + 64 * nblocks + 16;
        text = key + 64;
    }
    r->used = (sealing ? 64 : 128) * nblocks + 16;
    r->row->chacha20(r->cipher, key, r->text, nblocks);
    filesec__copy(out, text, len);
    r->row->poly1305_init(&r->mac, key);
    if (aad_len >= 16)
        r->row->poly1305_blocks(&r->mac, aad, aad_len / 16);
    memcpy(ct - 16, block, 16);
    if (padded != len)
        filesec__chacha20poly1305_cut(ct + padded - 16, len % 16);
    filesec__store64le(ct + padded, aad_len);
    filesec__store64le(ct + padded + 8, len);
    rest = rest != 0;
    r->row->poly1305_blocks(&r->mac, ct - 16 * rest, padded / 16 + 1 + rest);
    r->row->poly1305_finish(&r->mac, NULL, 0, tag);
}

/* The first len bytes of a longer message, a multiple of 64, and aad before them. If now, the
   MAC takes these bytes, too. */
static void filesec__chacha20poly1305_head(filesec__chacha20poly1305_run *r,
                                           const unsigned char *aad, size_t aad_len,
                                           unsigned char *out, const unsigned char *in,
                                           size_t len, int sealing, int now)
{
    size_t nblocks = filesec__chacha20poly1305_lay(r, in, len);

    r->row->chacha20(r->cipher, r->text, r->text, nblocks);
    r->row->poly1305_init(&r->mac, r->text);
    filesec__poly1305_padded(r, aad, aad_len);
    if (now)
        r->row->poly1305_blocks(&r->mac, sealing ? r->text + 64 : in, len / 16);
    filesec__copy(out, r->text + 64, len);
}

#ifndef FILESEC_SMALL
/* More than 448 bytes, of which those behind the head are eight blocks or a multiple; the last
   one may be short. nmac: blocks of the cipher that the MAC is behind. */
static void filesec__chacha20poly1305_both(filesec__chacha20poly1305_run *r,
                                           const unsigned char *aad, size_t aad_len,
                                           unsigned char *out, const unsigned char *in,
                                           size_t len, int sealing)
{
    size_t nmac = (len + 63) / 64 % 8, at = 64 * nmac, rest = (len - at) % 512;
    filesec__chacha20poly1305_beside *beside = r->row->beside;

    filesec__chacha20poly1305_head(r, aad, aad_len, out, in, at, sealing, !sealing);
    for (; len - at >= 512; at += 512, nmac = 8) {
        if (sealing)
            beside(r->cipher, &r->mac, out + at, in + at, 8, out + at - 64 * nmac, nmac);
        else
            beside(r->cipher, &r->mac, out + at, in + at, 8, in + at, 8);
    }
    if (rest != 0) { /* 449 to 511 bytes */
        memset(r->text + 448, 0, 64);
        memcpy(r->text, in + at, rest);
        if (sealing) {
            beside(r->cipher, &r->mac, r->text, r->text, 8, out + at - 64 * nmac, nmac);
            filesec__poly1305_padded(r, r->text, rest);
        } else {
            beside(r->cipher, &r->mac, r->text, r->text, 8, in + at, 7);
            filesec__poly1305_padded(r, in + at + 448, rest - 448);
        }
        memcpy(out + at, r->text, rest);
    } else if (sealing) {
        r->row->poly1305_blocks(&r->mac, out + at - 64 * nmac, 4 * nmac);
    }
}
#endif

#if FILESEC__HAS_X86_AVX512
/* The first len <= 2048 bytes of a longer message, a multiple of 64 or all of it, and aad. What
   is opened in place is gone when the MAC's key is there: it is kept for it. */
static void filesec__chacha20poly1305_first(filesec__chacha20poly1305_run *r,
                                            const unsigned char *aad, size_t aad_len,
                                            unsigned char *out, const unsigned char *in,
                                            size_t len, int sealing)
{
    unsigned char kept[2048];

    if (!sealing && out == in) {
        memcpy(kept, in, len);
        in = kept;
    }
    r->row->keyed(r->cipher, r->text, out, in, len);
    r->row->poly1305_init(&r->mac, r->text);
    filesec__poly1305_padded(r, aad, aad_len);
    filesec__poly1305_padded(r, sealing ? out : in, len);
}
#endif

/* What comes first of a message longer than a head: how many bytes are done. */
static size_t filesec__chacha20poly1305_long(filesec__chacha20poly1305_run *r,
                                             const unsigned char *aad, size_t aad_len,
                                             unsigned char *out, const unsigned char *in,
                                             size_t len, int sealing)
{
    r->used = 64 + FILESEC__CHACHA20POLY1305_HEAD;
#ifndef FILESEC_SMALL
    if (r->row->beside != NULL) {
        filesec__chacha20poly1305_both(r, aad, aad_len, out, in, len, sealing);
        return len;
    }
#endif
#if FILESEC__HAS_X86_AVX512
    if (r->row->keyed != NULL) {
        r->used = 32;
        len = len < 2048 ? len : 2048;
        filesec__chacha20poly1305_first(r, aad, aad_len, out, in, len, sealing);
        return len;
    }
#endif
    len = FILESEC__CHACHA20POLY1305_HEAD;
    filesec__chacha20poly1305_head(r, aad, aad_len, out, in, len, sealing, 1);
    return len;
}

/* Cipher len bytes, less than a step, of which only the last ones may fill no block. */
static inline void filesec__chacha20_any(filesec__chacha20poly1305_run *r, unsigned char *out,
                                         const unsigned char *in, size_t len)
{
    size_t whole = len / 64 * 64;

#if FILESEC__HAS_X86_AVX512
    if (r->row->bytes != NULL) {
        r->row->bytes(r->cipher, out, in, len);
        return;
    }
#endif
    r->row->chacha20(r->cipher, out, in, len / 64);
    if (len != whole) {
        memset(r->text, 0, 64);
        memcpy(r->text, in + whole, len - whole);
        r->row->chacha20(r->cipher, r->text, r->text, 1);
        memcpy(out + whole, r->text, len - whole);
    }
}

/* Everything between the checks of the arguments and the tag. ct is what the MAC covers: out
   when sealing, in when opening. */
static void filesec__chacha20poly1305_message(filesec__chacha20poly1305_run *r, uint8_t tag[16],
                                              const unsigned char *aad, size_t aad_len,
                                              unsigned char *out, const unsigned char *in,
                                              size_t len, int sealing)
{
    const size_t step = FILESEC__CHACHA20POLY1305_STEP;
    size_t n, done;

    if (len <= FILESEC__CHACHA20POLY1305_HEAD) {
        filesec__chacha20poly1305_short(r, tag, aad, aad_len, out, in, len, sealing);
        filesec__chacha20poly1305_wipe(r);
        return;
    }
    done = filesec__chacha20poly1305_long(r, aad, aad_len, out, in, len, sealing);
    for (; done < len; done += n) {
        n = len - done < step ? len - done : step;
        if (!sealing)
            filesec__poly1305_padded(r, in + done, n);
        filesec__chacha20_any(r, out + done, in + done, n);
        if (sealing)
            filesec__poly1305_padded(r, out + done, n);
    }
    filesec__chacha20poly1305_finish(r, aad_len, len, tag);
    filesec__chacha20poly1305_wipe(r);
}

/* ==== chacha20poly1305/operation.h ==== */
/*
 * chacha20poly1305/operation.h: ChaCha20-Poly1305 (RFC 8439, 2.8) of a whole message
 *
 *   one-time key   the first 32 bytes of keystream block 0
 *   ct             pt ^ keystream from block 1 on
 *   tag            Poly1305(aad || pad16 || ct || pad16 || len(aad) || len(ct))
 *
 * How a message goes through the kernels of a row stands in chacha20poly1305/message.h.
 */
#define FILESEC__CHACHA20POLY1305_MAX ((UINT64_C(1) << 38) - 64)

static unsigned filesec__chacha20poly1305_choice;
static const filesec__table filesec__chacha20poly1305_table = {
    &filesec__chacha20poly1305_rows[0].row, sizeof filesec__chacha20poly1305_rows[0],
    sizeof filesec__chacha20poly1305_rows / sizeof filesec__chacha20poly1305_rows[0],
    &filesec__chacha20poly1305_choice};

/* Are these lengths within the limits? Any 64-bit length of aad is. */
static inline int filesec__chacha20poly1305_fits(uint64_t aad_len, uint64_t len)
{
    (void)aad_len;
    return len <= FILESEC__CHACHA20POLY1305_MAX;
}

static inline const filesec__chacha20poly1305_row *
filesec__chacha20poly1305_row_of(unsigned mark)
{
    const void *row = filesec__marked_row(&filesec__chacha20poly1305_table, mark);
    return (const filesec__chacha20poly1305_row *)row;
}

FILESEC_API void filesec_chacha20poly1305_init(filesec_chacha20poly1305_key *k,
                                               const uint8_t key[32])
{
    memset(k, 0, sizeof *k);
    memcpy(k->key, key, 32);
    k->mark = filesec__row_mark(&filesec__chacha20poly1305_table,
                                filesec__current(&filesec__chacha20poly1305_table));
}

FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_chacha20poly1305_seal(
    const filesec_chacha20poly1305_key *k, void *ct, uint8_t tag[16], const uint8_t nonce[12],
    const void *aad, size_t aad_len, const void *pt, size_t len)
{
    filesec__chacha20poly1305_run r;

    r.row = filesec__chacha20poly1305_row_of(k->mark);
    if (!filesec__chacha20poly1305_fits(aad_len, len))
        return FILESEC_ERR_LIMIT;
    if (r.row == NULL || !filesec__aead_arguments(ct, tag, nonce, aad, aad_len, pt, len) ||
        filesec__overlap(tag, 16, aad, aad_len))
        return FILESEC_ERR_ARGUMENT;
    filesec__chacha20_start(r.cipher, k->key, nonce);
    filesec__chacha20poly1305_message(&r, tag, (const unsigned char *)aad, aad_len,
                                      (unsigned char *)ct, (const unsigned char *)pt, len, 1);
    return FILESEC_OK;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_chacha20poly1305_open(
    const filesec_chacha20poly1305_key *k, void *pt, const uint8_t nonce[12], const void *aad,
    size_t aad_len, const void *ct, size_t len, const uint8_t tag[16])
{
    filesec__chacha20poly1305_run r;
    uint8_t expected[16];
    int genuine;

    r.row = filesec__chacha20poly1305_row_of(k->mark);
    if (!filesec__chacha20poly1305_fits(aad_len, len))
        return FILESEC_ERR_LIMIT;
    if (r.row == NULL || !filesec__aead_arguments(pt, tag, nonce, aad, aad_len, ct, len))
        return FILESEC_ERR_ARGUMENT;
    filesec__chacha20_start(r.cipher, k->key, nonce);
    filesec__chacha20poly1305_message(&r, expected, (const unsigned char *)aad, aad_len,
                                      (unsigned char *)pt, (const unsigned char *)ct, len, 0);
    genuine = filesec__equal16(expected, tag);
    filesec_wipe(expected, sizeof expected);
    if (!genuine && len != 0)
        memset(pt, 0, len);
    return genuine ? FILESEC_OK : FILESEC_ERR_AUTH;
}

/* ==== chacha20poly1305/incremental.h ==== */
/*
 * chacha20poly1305/incremental.h: ChaCha20-Poly1305 of a message that comes in pieces
 *
 * The state's bytes hold the cipher's input block, the MAC's words, the rest of a keystream
 * block (used up to count mod 64) and MAC input that is not yet 16 bytes (aad_count mod 16 of
 * them, later count mod 16).
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_chacha20poly1305_begin(filesec_chacha20poly1305_state *s,
                               const filesec_chacha20poly1305_key *k, const uint8_t nonce[12])
{
    const filesec__chacha20poly1305_row *row = filesec__chacha20poly1305_row_of(k->mark);
    filesec__poly1305_state mac;
    unsigned char block[64];
    uint32_t cipher[16];

    memset(s, 0, sizeof *s);
    if (row == NULL || nonce == NULL)
        return FILESEC_ERR_ARGUMENT;
    memset(block, 0, sizeof block);
    memset(&mac, 0, sizeof mac);
    filesec__chacha20_start(cipher, k->key, nonce);
    row->chacha20(cipher, block, block, 1);
    row->poly1305_init(&mac, block);
    memcpy(s->cipher, cipher, sizeof cipher);
    memcpy(s->mac, &mac, sizeof mac);
    s->mark = k->mark;
    s->phase = FILESEC__PHASE_AAD;
    filesec_wipe(cipher, sizeof cipher);
    filesec_wipe(block, sizeof block);
    filesec_wipe(&mac, sizeof mac);
    return FILESEC_OK;
}

/* MAC len more bytes; fill of them before these wait in s->pending. */
static void filesec__chacha20poly1305_mac(filesec_chacha20poly1305_state *s,
                                          const filesec__chacha20poly1305_row *row, size_t fill,
                                          const unsigned char *data, size_t len)
{
    filesec__poly1305_state mac;
    size_t n = 16 - fill < len ? 16 - fill : len;

    if (fill != 0) {
        memcpy(s->pending + fill, data, n);
        if (fill + n < 16)
            return;
    } else {
        n = 0;
    }
    memcpy(&mac, s->mac, sizeof mac);
    if (n != 0)
        row->poly1305_blocks(&mac, s->pending, 1);
    row->poly1305_blocks(&mac, data + n, (len - n) / 16);
    memcpy(s->mac, &mac, sizeof mac);
    filesec_wipe(&mac, sizeof mac);
    memcpy(s->pending, data + n + (len - n) / 16 * 16, (len - n) % 16);
}

/* pad16: zeros behind count bytes, up to a multiple of 16. */
static void filesec__chacha20poly1305_pad(filesec_chacha20poly1305_state *s,
                                          const filesec__chacha20poly1305_row *row,
                                          const unsigned char count[8])
{
    static const unsigned char zeros[16] = {0};
    size_t fill = (size_t)(filesec__load64le(count) % 16);

    if (fill != 0)
        filesec__chacha20poly1305_mac(s, row, fill, zeros, 16 - fill);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_chacha20poly1305_aad(filesec_chacha20poly1305_state *s, const void *aad, size_t len)
{
    const filesec__chacha20poly1305_row *row = filesec__chacha20poly1305_row_of(s->mark);
    uint64_t count = filesec__load64le(s->aad_count);

    if (row == NULL || s->phase != FILESEC__PHASE_AAD)
        return FILESEC_ERR_ARGUMENT;
    if (!filesec__within(count, len, UINT64_MAX))
        return FILESEC_ERR_LIMIT;
    if (filesec__missing(aad, len))
        return FILESEC_ERR_ARGUMENT;
    if (len == 0)
        return FILESEC_OK;
    filesec__chacha20poly1305_mac(s, row, (size_t)(count % 16), (const unsigned char *)aad,
                                  len);
    filesec__store64le(s->aad_count, count + len);
    return FILESEC_OK;
}

/* out = in ^ keystream for len > 0 bytes behind used ones of the block at s->stream. */
static void filesec__chacha20poly1305_cipher(filesec_chacha20poly1305_state *s,
                                             const filesec__chacha20poly1305_row *row,
                                             size_t used, unsigned char *out,
                                             const unsigned char *in, size_t len)
{
    uint32_t cipher[16];
    size_t i, n;

    if (used != 0) { /* first the rest of the block */
        n = 64 - used < len ? 64 - used : len;
        for (i = 0; i < n; i++)
            out[i] = (unsigned char)(in[i] ^ s->stream[used + i]);
        out += n;
        in += n;
        len -= n;
    }
    memcpy(cipher, s->cipher, sizeof cipher);
    row->chacha20(cipher, out, in, len / 64);
    n = len / 64 * 64;
    if (n != len) { /* then a new block, of which len mod 64 bytes are used */
        memset(s->stream, 0, 64);
        row->chacha20(cipher, s->stream, s->stream, 1);
        for (i = n; i < len; i++)
            out[i] = (unsigned char)(in[i] ^ s->stream[i - n]);
    }
    memcpy(s->cipher, cipher, sizeof cipher);
    filesec_wipe(cipher, sizeof cipher);
}

/* encrypt and decrypt. The MAC covers what is at out after, or at in before, the cipher. */
static filesec_status filesec__chacha20poly1305_piece(filesec_chacha20poly1305_state *s,
                                                      unsigned char *out,
                                                      const unsigned char *in, size_t len,
                                                      unsigned phase)
{
    const filesec__chacha20poly1305_row *row = filesec__chacha20poly1305_row_of(s->mark);
    uint64_t count = filesec__load64le(s->count);

    if (row == NULL || !filesec__phase_allows(s->phase, phase))
        return FILESEC_ERR_ARGUMENT;
    if (!filesec__within(count, len, FILESEC__CHACHA20POLY1305_MAX))
        return FILESEC_ERR_LIMIT;
    if (filesec__missing(out, len) || filesec__missing(in, len) ||
        filesec__partly_overlaps(out, in, len))
        return FILESEC_ERR_ARGUMENT;
    if (s->phase == FILESEC__PHASE_AAD)
        filesec__chacha20poly1305_pad(s, row, s->aad_count);
    s->phase = (unsigned char)phase;
    while (len != 0) {
        const size_t step = FILESEC__CHACHA20POLY1305_STEP;
        size_t n = len < step ? len : step;
        size_t fill = (size_t)(count % 16);

        if (phase == FILESEC__PHASE_DECRYPT)
            filesec__chacha20poly1305_mac(s, row, fill, in, n);
        filesec__chacha20poly1305_cipher(s, row, (size_t)(count % 64), out, in, n);
        if (phase == FILESEC__PHASE_ENCRYPT)
            filesec__chacha20poly1305_mac(s, row, fill, out, n);
        count += n;
        out += n;
        in += n;
        len -= n;
    }
    filesec__store64le(s->count, count);
    return FILESEC_OK;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_chacha20poly1305_encrypt(
    filesec_chacha20poly1305_state *s, void *ct, const void *pt, size_t len)
{
    return filesec__chacha20poly1305_piece(s, (unsigned char *)ct, (const unsigned char *)pt,
                                           len, FILESEC__PHASE_ENCRYPT);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_chacha20poly1305_decrypt(
    filesec_chacha20poly1305_state *s, void *pt, const void *ct, size_t len)
{
    return filesec__chacha20poly1305_piece(s, (unsigned char *)pt, (const unsigned char *)ct,
                                           len, FILESEC__PHASE_DECRYPT);
}

/* The tag, if the calls came in order for phase; the state is wiped in any case. */
static filesec_status filesec__chacha20poly1305_end(filesec_chacha20poly1305_state *s,
                                                    uint8_t tag[16], unsigned phase)
{
    const filesec__chacha20poly1305_row *row = filesec__chacha20poly1305_row_of(s->mark);
    filesec_status status = FILESEC_ERR_ARGUMENT;

    if (row != NULL && tag != NULL && filesec__phase_allows(s->phase, phase)) {
        unsigned char lengths[16];
        filesec__poly1305_state mac;

        filesec__chacha20poly1305_pad(s, row,
                                      s->phase == FILESEC__PHASE_AAD ? s->aad_count : s->count);
        memcpy(lengths, s->aad_count, 8);
        memcpy(lengths + 8, s->count, 8);
        memcpy(&mac, s->mac, sizeof mac);
        row->poly1305_blocks(&mac, lengths, 1);
        row->poly1305_finish(&mac, NULL, 0, tag);
        filesec_wipe(&mac, sizeof mac);
        status = FILESEC_OK;
    }
    filesec_wipe(s, sizeof *s);
    return status;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_chacha20poly1305_tag(filesec_chacha20poly1305_state *s, uint8_t tag[16])
{
    return filesec__chacha20poly1305_end(s, tag, FILESEC__PHASE_ENCRYPT);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_chacha20poly1305_verify(filesec_chacha20poly1305_state *s, const uint8_t tag[16])
{
    uint8_t expected[16];
    filesec_status status = filesec__chacha20poly1305_end(s, expected, FILESEC__PHASE_DECRYPT);

    if (status == FILESEC_OK && tag == NULL)
        status = FILESEC_ERR_ARGUMENT;
    else if (status == FILESEC_OK && !filesec_equal(expected, tag, 16))
        status = FILESEC_ERR_AUTH;
    filesec_wipe(expected, sizeof expected);
    return status;
}

#if FILESEC__HAS_X86_AVX512

/* ==== chacha20/x86_avx512_rows.h ==== */
/*
 * chacha20/x86_avx512_rows.h: up to eight blocks for chacha20/x86_avx512.h, and the output of
 * all
 *
 * Horizontal: a register holds one row, four words, of four blocks, one in each quarter, and
 * the four lanes of a quarter are the four quarter rounds. Rounds are a chain of dependent
 * steps, so the second set of four blocks costs little.
 */
/* With a mask of ones, which costs nothing: without a mask, g++ warns of a variable in its own
   header. */
#define FILESEC__C20_QUARTERS(x, y, which) _mm512_maskz_shuffle_i32x4(0xffff, x, y, which)
#define FILESEC__C20_SHUFFLE(x, which) x = _mm512_maskz_shuffle_epi32(0xffff, x, which)
#define FILESEC__C20_ROTATE(x, n) x = _mm512_maskz_rol_epi32(0xffff, x, n)
#define FILESEC__C20_ADD(x, y) x = _mm512_add_epi32(x, y)
#define FILESEC__C20_XOR(x, y) x = _mm512_xor_si512(x, y)

/* ---- output ---------------------------------------------------------------------------- */

/* Block b: out = in XOR x, as far as len bytes reach. Nonzero: they end here, or before. The
   branches are on lengths alone, and no address behind len is used, not even under a mask: for
   a page that is not there, that takes the processor thousands of cycles. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 int
filesec__chacha20_block_x86_avx512(unsigned char *out, const unsigned char *in, size_t len,
                                   size_t b, __m512i x)
{
    const size_t at = 64 * b;

    if (len >= at + 64) {
        x = _mm512_xor_si512(x, _mm512_loadu_si512((const void *)(in + at)));
        _mm512_storeu_si512((void *)(out + at), x);
        return 0;
    }
    if (len > at) {
        const __mmask64 m = (UINT64_C(1) << (len - at)) - 1;

        x = _mm512_xor_si512(x, _mm512_maskz_loadu_epi8(m, (const void *)(in + at)));
        _mm512_mask_storeu_epi8((void *)(out + at), m, x);
    }
    return 1;
}

/* Four times four quarters, 16 bytes each, change rows for columns: the first quarters of w, x,
   y and z become w, the second ones x, and so on. t and u are lost. */
#define FILESEC__C20_TURN_QUARTERS(w, x, y, z)                                                 \
    t = FILESEC__C20_QUARTERS(w, x, 0x44);                                                     \
    u = FILESEC__C20_QUARTERS(w, x, 0xee);                                                     \
    w = FILESEC__C20_QUARTERS(y, z, 0x44);                                                     \
    z = FILESEC__C20_QUARTERS(y, z, 0xee);                                                     \
    x = FILESEC__C20_QUARTERS(t, w, 0xdd);                                                     \
    w = FILESEC__C20_QUARTERS(t, w, 0x88);                                                     \
    y = FILESEC__C20_QUARTERS(u, z, 0x88);                                                     \
    z = FILESEC__C20_QUARTERS(u, z, 0xdd)

/* Block b is in x; the function returns behind the last one. */
#define FILESEC__C20_OUT(b, len, x)                                                            \
    if (filesec__chacha20_block_x86_avx512(out, in, len, b, x))                                \
    return

/* ---- rounds ---------------------------------------------------------------------------- */

/* Four quarter rounds of the four blocks of set k; then its rows turn until diagonals are
   columns, or back. Row b, the last to be ready, stays where it is. */
#define FILESEC__C20_HALF(k, n, m)                                                             \
    FILESEC__C20_ADD(a##k, b##k);                                                              \
    FILESEC__C20_XOR(d##k, a##k);                                                              \
    FILESEC__C20_ROTATE(d##k, n);                                                              \
    FILESEC__C20_ADD(c##k, d##k);                                                              \
    FILESEC__C20_XOR(b##k, c##k);                                                              \
    FILESEC__C20_ROTATE(b##k, m)
#define FILESEC__C20_ROUND(k, turn_a, turn_c)                                                  \
    FILESEC__C20_HALF(k, 16, 12);                                                              \
    FILESEC__C20_HALF(k, 8, 7);                                                                \
    FILESEC__C20_SHUFFLE(a##k, turn_a);                                                        \
    FILESEC__C20_SHUFFLE(d##k, _MM_PERM_BADC);                                                 \
    FILESEC__C20_SHUFFLE(c##k, turn_c)

/* Row i of the input; row 3 with the counters of set k. */
#define FILESEC__C20_ROW(i)                                                                    \
    _mm512_maskz_broadcast_i32x4(                                                              \
        0xffff, _mm_loadu_si128((const __m128i *)(const void *)(state + 4 * (i))))
#define FILESEC__C20_COUNTER(k)                                                                \
    _mm512_add_epi32(FILESEC__C20_ROW(3),                                                      \
                     _mm512_setr_epi32(4 * (k), 0, 0, 0, 4 * (k) + 1, 0, 0, 0, 4 * (k) + 2, 0, \
                                       0, 0, 4 * (k) + 3, 0, 0, 0))

#define FILESEC__C20_WRITE(k, len)                                                             \
    FILESEC__C20_ADD(a##k, FILESEC__C20_ROW(0));                                               \
    FILESEC__C20_ADD(b##k, FILESEC__C20_ROW(1));                                               \
    FILESEC__C20_ADD(c##k, FILESEC__C20_ROW(2));                                               \
    FILESEC__C20_ADD(d##k, FILESEC__C20_COUNTER(k));                                           \
    FILESEC__C20_TURN_QUARTERS(a##k, b##k, c##k, d##k);                                        \
    FILESEC__C20_OUT(4 * (k), len, a##k);                                                      \
    FILESEC__C20_OUT(4 * (k) + 1, len, b##k);                                                  \
    FILESEC__C20_OUT(4 * (k) + 2, len, c##k);                                                  \
    FILESEC__C20_OUT(4 * (k) + 3, len, d##k)

/* 256 < len <= 512 */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__chacha20_rows_x86_avx512(const uint32_t state[16], unsigned char *out,
                                  const unsigned char *in, size_t len)
{
    __m512i a0 = FILESEC__C20_ROW(0), a1 = a0, b0 = FILESEC__C20_ROW(1), b1 = b0;
    __m512i c0 = FILESEC__C20_ROW(2), c1 = c0;
    __m512i d0 = FILESEC__C20_COUNTER(0), d1 = FILESEC__C20_COUNTER(1), t, u;
    int i;

    for (i = 0; i < 10; i++) {
        FILESEC__C20_ROUND(0, _MM_PERM_CBAD, _MM_PERM_ADCB);
        FILESEC__C20_ROUND(1, _MM_PERM_CBAD, _MM_PERM_ADCB);
        FILESEC__C20_ROUND(0, _MM_PERM_ADCB, _MM_PERM_CBAD);
        FILESEC__C20_ROUND(1, _MM_PERM_ADCB, _MM_PERM_CBAD);
    }
    FILESEC__C20_WRITE(0, (size_t)256);
    FILESEC__C20_WRITE(1, len);
}

#undef FILESEC__C20_SHUFFLE
#undef FILESEC__C20_ROTATE
#undef FILESEC__C20_ADD
#undef FILESEC__C20_XOR
#undef FILESEC__C20_HALF
#undef FILESEC__C20_ROUND
#undef FILESEC__C20_ROW
#undef FILESEC__C20_COUNTER
#undef FILESEC__C20_WRITE

/* ==== chacha20/x86_avx512_pairs.h ==== */
/*
 * chacha20/x86_avx512_pairs.h: up to six blocks for chacha20/x86_avx512.h
 *
 * Horizontal, as chacha20/x86_avx512_rows.h, in registers of 256 bits: a row of two blocks. The
 * time is that of a chain of dependent steps, and each is a cycle shorter in these where
 * registers of 512 bits go through in halves; where they do not, nothing is lost.
 */
#define FILESEC__C20_SHUFFLE(x, which) x = _mm256_shuffle_epi32(x, which)
#define FILESEC__C20_ROTATE(x, n) x = _mm256_rol_epi32(x, n)
#define FILESEC__C20_ADD(x, y) x = _mm256_add_epi32(x, y)
#define FILESEC__C20_XOR(x, y) x = _mm256_xor_si256(x, y)

/* Four quarter rounds of the two blocks of set k, and the turn: see the other file. */
#define FILESEC__C20_HALF(k, n, m)                                                             \
    FILESEC__C20_ADD(a##k, b##k);                                                              \
    FILESEC__C20_XOR(d##k, a##k);                                                              \
    FILESEC__C20_ROTATE(d##k, n);                                                              \
    FILESEC__C20_ADD(c##k, d##k);                                                              \
    FILESEC__C20_XOR(b##k, c##k);                                                              \
    FILESEC__C20_ROTATE(b##k, m)
#define FILESEC__C20_ROUND(k, turn_a, turn_c)                                                  \
    if ((k) < sets) {                                                                          \
        FILESEC__C20_HALF(k, 16, 12);                                                          \
        FILESEC__C20_HALF(k, 8, 7);                                                            \
        FILESEC__C20_SHUFFLE(a##k, turn_a);                                                    \
        FILESEC__C20_SHUFFLE(d##k, 0x4e);                                                      \
        FILESEC__C20_SHUFFLE(c##k, turn_c);                                                    \
    }

/* Row i of the input; row 3 with the counters of set k. */
#define FILESEC__C20_ROW(i)                                                                    \
    _mm256_broadcastsi128_si256(                                                               \
        _mm_loadu_si128((const __m128i *)(const void *)(state + 4 * (i))))
#define FILESEC__C20_COUNTER(k)                                                                \
    _mm256_add_epi32(FILESEC__C20_ROW(3),                                                      \
                     _mm256_setr_epi32(2 * (k), 0, 0, 0, 2 * (k) + 1, 0, 0, 0))

/* Halves of rows w, x, y, z are a block. */
#define FILESEC__C20_JOIN(which, w, x, y, z)                                                   \
    _mm512_maskz_inserti64x4(0xff,                                                             \
                             _mm512_castsi256_si512(_mm256_permute2x128_si256(w, x, which)),   \
                             _mm256_permute2x128_si256(y, z, which), 1)
#define FILESEC__C20_WRITE(k)                                                                  \
    if ((k) < sets) {                                                                          \
        FILESEC__C20_ADD(a##k, FILESEC__C20_ROW(0));                                           \
        FILESEC__C20_ADD(b##k, FILESEC__C20_ROW(1));                                           \
        FILESEC__C20_ADD(c##k, FILESEC__C20_ROW(2));                                           \
        FILESEC__C20_ADD(d##k, FILESEC__C20_COUNTER(k));                                       \
        FILESEC__C20_OUT(2 * (k), len, FILESEC__C20_JOIN(0x20, a##k, b##k, c##k, d##k));       \
        FILESEC__C20_OUT(2 * (k) + 1, len, FILESEC__C20_JOIN(0x31, a##k, b##k, c##k, d##k));   \
    }

/* len <= 128 * sets. sets, 1 to 3, is a constant. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__chacha20_pairs_x86_avx512(const uint32_t state[16], unsigned char *out,
                                   const unsigned char *in, size_t len, const int sets)
{
    __m256i a0 = FILESEC__C20_ROW(0), a1 = a0, a2 = a0;
    __m256i b0 = FILESEC__C20_ROW(1), b1 = b0, b2 = b0;
    __m256i c0 = FILESEC__C20_ROW(2), c1 = c0, c2 = c0;
    __m256i d0 = FILESEC__C20_COUNTER(0), d1 = FILESEC__C20_COUNTER(1);
    __m256i d2 = FILESEC__C20_COUNTER(2);
    int i;

    for (i = 0; i < 10; i++) {
        FILESEC__C20_ROUND(0, 0x93, 0x39)
        FILESEC__C20_ROUND(1, 0x93, 0x39)
        FILESEC__C20_ROUND(2, 0x93, 0x39)
        FILESEC__C20_ROUND(0, 0x39, 0x93)
        FILESEC__C20_ROUND(1, 0x39, 0x93)
        FILESEC__C20_ROUND(2, 0x39, 0x93)
    }
    FILESEC__C20_WRITE(0)
    FILESEC__C20_WRITE(1)
    FILESEC__C20_WRITE(2)
}

#undef FILESEC__C20_SHUFFLE
#undef FILESEC__C20_ROTATE
#undef FILESEC__C20_ADD
#undef FILESEC__C20_XOR
#undef FILESEC__C20_HALF
#undef FILESEC__C20_ROUND
#undef FILESEC__C20_ROW
#undef FILESEC__C20_COUNTER
#undef FILESEC__C20_JOIN
#undef FILESEC__C20_WRITE

/* ==== chacha20/x86_avx512_rounds.h ==== */
/*
 * chacha20/x86_avx512_rounds.h: sixteen or thirty-two blocks for chacha20/x86_avx512.h, with
 * the one-time key of Poly1305 beside them for chacha20poly1305/x86_avx512.h
 *
 * Vertical: layout and registers are told in chacha20/x86_avx512.h.
 */
#if FILESEC__GNU && !defined(__clang__)
/* x is computed here, where the source says: an order, not an instruction. */
#define FILESEC__C20_TIE(x) __asm__("" : "+v"(x))
/* x lives in memory from here on, and its value is not known. */
#define FILESEC__C20_TO_MEMORY(x) __asm__("" : "+m"(x))
#else
#define FILESEC__C20_TIE(x) ((void)0)
#define FILESEC__C20_TO_MEMORY(x) ((void)0)
#endif

#define FILESEC__C20_ADD(x, y)                                                                 \
    x = _mm512_add_epi32(x, y);                                                                \
    FILESEC__C20_TIE(x)
#define FILESEC__C20_XOR(x, y)                                                                 \
    x = _mm512_xor_si512(x, y);                                                                \
    FILESEC__C20_TIE(x)
#define FILESEC__C20_ROTATE(x, n)                                                              \
    x = _mm512_maskz_rol_epi32(0xffff, x, n);                                                  \
    FILESEC__C20_TIE(x)

/* With a mask of ones, which costs nothing: without a mask, g++ warns of a variable in its own
   header. */
#define FILESEC__C20_LO32(x, y) _mm512_maskz_unpacklo_epi32(0xffff, x, y)
#define FILESEC__C20_HI32(x, y) _mm512_maskz_unpackhi_epi32(0xffff, x, y)
#define FILESEC__C20_LO64(x, y) _mm512_maskz_unpacklo_epi64(0xff, x, y)
#define FILESEC__C20_HI64(x, y) _mm512_maskz_unpackhi_epi64(0xff, x, y)

/* ---- vertical -------------------------------------------------------------------------- */

/* One step of the four quarter rounds of a round: va to vd with ve to vh, or rotated by n. */
#define FILESEC__C20_FOUR(v, OP, a, b, c, d, e, f, g, h)                                       \
    OP(v##a, v##e);                                                                            \
    OP(v##b, v##f);                                                                            \
    OP(v##c, v##g);                                                                            \
    OP(v##d, v##h)
#define FILESEC__C20_TURN(v, n, a, b, c, d)                                                    \
    FILESEC__C20_ROTATE(v##a, n);                                                              \
    FILESEC__C20_ROTATE(v##b, n);                                                              \
    FILESEC__C20_ROTATE(v##c, n);                                                              \
    FILESEC__C20_ROTATE(v##d, n)

/* The same step of both sets */
#define FILESEC__C20_BOTH(STEP, ...)                                                           \
    STEP(x, __VA_ARGS__);                                                                      \
    if (two) {                                                                                 \
        STEP(y, __VA_ARGS__);                                                                  \
    }

/* va to vd += ve to vh; vi to vl = (vi to vl ^ va to vd) <<< n */
#define FILESEC__C20_STEP(n, a, b, c, d, e, f, g, h, i, j, k, l)                               \
    FILESEC__C20_BOTH(FILESEC__C20_FOUR, FILESEC__C20_ADD, a, b, c, d, e, f, g, h)             \
    FILESEC__C20_BOTH(FILESEC__C20_FOUR, FILESEC__C20_XOR, i, j, k, l, a, b, c, d)             \
    FILESEC__C20_BOTH(FILESEC__C20_TURN, n, i, j, k, l)

/* The quarter rounds of 0 1 2 3, e f g h, i j k l and m n o p. */
#define FILESEC__C20_ROUND(e, f, g, h, i, j, k, l, m, n, o, p)                                 \
    FILESEC__C20_STEP(16, 0, 1, 2, 3, e, f, g, h, m, n, o, p)                                  \
    FILESEC__C20_STEP(12, i, j, k, l, m, n, o, p, e, f, g, h)                                  \
    FILESEC__C20_STEP(8, 0, 1, 2, 3, e, f, g, h, m, n, o, p)                                   \
    FILESEC__C20_STEP(7, i, j, k, l, m, n, o, p, e, f, g, h)

/* A quarter round of the one block in w0 to w15. The ties keep clang from making vectors of
   them, for which there are no registers. */
#define FILESEC__C20_HALF(a, b, c, d, n, m)                                                    \
    a += b;                                                                                    \
    d = filesec__rotl32(d ^ a, n);                                                             \
    c += d;                                                                                    \
    b = filesec__rotl32(b ^ c, m);                                                             \
    FILESEC__BARRIER(b)
#define FILESEC__C20_QUARTER(a, b, c, d)                                                       \
    FILESEC__C20_HALF(w##a, w##b, w##c, w##d, 16, 12);                                         \
    FILESEC__C20_HALF(w##a, w##b, w##c, w##d, 8, 7)
#define FILESEC__C20_DOUBLE_ROUND                                                              \
    FILESEC__C20_QUARTER(0, 4, 8, 12);                                                         \
    FILESEC__C20_QUARTER(1, 5, 9, 13);                                                         \
    FILESEC__C20_QUARTER(2, 6, 10, 14);                                                        \
    FILESEC__C20_QUARTER(3, 7, 11, 15);                                                        \
    FILESEC__C20_QUARTER(0, 5, 10, 15);                                                        \
    FILESEC__C20_QUARTER(1, 6, 11, 12);                                                        \
    FILESEC__C20_QUARTER(2, 7, 8, 13);                                                         \
    FILESEC__C20_QUARTER(3, 4, 9, 14)

/* Words 0 to 15 of the input: v0 to v15 are set to them, or get them added. */
#define FILESEC__C20_WORD(i) _mm512_set1_epi32((int)state[i])
#define FILESEC__C20_SET(v, i) v##i = FILESEC__C20_WORD(i)
#define FILESEC__C20_ALONE(v, i) v##i = state[i]
#define FILESEC__C20_KEY(i) filesec__store32le(key + 4 * (i), w##i + state[i])
#define FILESEC__C20_PLUS(v, i) v##i = _mm512_add_epi32(v##i, FILESEC__C20_WORD(i))
#define FILESEC__C20_INPUT(OP, v)                                                              \
    OP(v, 0), OP(v, 1), OP(v, 2), OP(v, 3), OP(v, 4), OP(v, 5), OP(v, 6), OP(v, 7), OP(v, 8),  \
        OP(v, 9), OP(v, 10), OP(v, 11), OP(v, 12), OP(v, 13), OP(v, 14), OP(v, 15)

/* Four words of sixteen blocks, word by word, become 16 bytes of the blocks j, j + 4, j + 8 and
   j + 12, for j = 0 to 3 in w, x, y and z. */
#define FILESEC__C20_TRANSPOSE(w, x, y, z)                                                     \
    t = FILESEC__C20_LO32(w, x);                                                               \
    u = FILESEC__C20_HI32(w, x);                                                               \
    x = FILESEC__C20_LO32(y, z);                                                               \
    z = FILESEC__C20_HI32(y, z);                                                               \
    w = FILESEC__C20_LO64(t, x);                                                               \
    x = FILESEC__C20_HI64(t, x);                                                               \
    y = FILESEC__C20_LO64(u, z);                                                               \
    z = FILESEC__C20_HI64(u, z)

/* Blocks k to k + 15 of v, as far as len bytes reach */
#define FILESEC__C20_BLOCKS(v, k, len, a, b, c, d)                                             \
    FILESEC__C20_OUT(k, len, v##a);                                                            \
    FILESEC__C20_OUT((k) + 1, len, v##b);                                                      \
    FILESEC__C20_OUT((k) + 2, len, v##c);                                                      \
    FILESEC__C20_OUT((k) + 3, len, v##d)
#define FILESEC__C20_WRITE(v, k, len)                                                          \
    FILESEC__C20_TRANSPOSE(v##0, v##1, v##2, v##3);                                            \
    FILESEC__C20_TRANSPOSE(v##4, v##5, v##6, v##7);                                            \
    FILESEC__C20_TRANSPOSE(v##8, v##9, v##10, v##11);                                          \
    FILESEC__C20_TRANSPOSE(v##12, v##13, v##14, v##15);                                        \
    FILESEC__C20_TURN_QUARTERS(v##0, v##4, v##8, v##12);                                       \
    FILESEC__C20_TURN_QUARTERS(v##1, v##5, v##9, v##13);                                       \
    FILESEC__C20_TURN_QUARTERS(v##2, v##6, v##10, v##14);                                      \
    FILESEC__C20_TURN_QUARTERS(v##3, v##7, v##11, v##15);                                      \
    FILESEC__C20_BLOCKS(v, k, len, 0, 1, 2, 3);                                                \
    FILESEC__C20_BLOCKS(v, (k) + 4, len, 4, 5, 6, 7);                                          \
    FILESEC__C20_BLOCKS(v, (k) + 8, len, 8, 9, 10, 11);                                        \
    FILESEC__C20_BLOCKS(v, (k) + 12, len, 12, 13, 14, 15)

/* two: 1024 < len <= 2048, thirty-two blocks; not two: len <= 1024, sixteen. keyed: the block
   before these in general registers, beside them; its first 32 bytes go to key. Constants. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__chacha20_vertical_x86_avx512(const uint32_t state[16], unsigned char *key,
                                      unsigned char *out, const unsigned char *in,
                                      const size_t len, const int two, const int keyed)
{
    const __m512i ahead = _mm512_add_epi32(
        _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
        _mm512_set1_epi32(keyed));
    __m512i FILESEC__C20_INPUT(FILESEC__C20_SET, x);
    __m512i FILESEC__C20_INPUT(FILESEC__C20_SET, y);
    uint32_t FILESEC__C20_INPUT(FILESEC__C20_ALONE, w);
    __m512i t, u, kept14, kept15;
    int i;

    FILESEC__C20_ADD(x12, ahead);
    y12 = _mm512_add_epi32(x12, _mm512_set1_epi32(16));
    for (i = 0; i < 10; i++) {
        FILESEC__C20_ROUND(4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
        FILESEC__C20_ROUND(5, 6, 7, 4, 10, 11, 8, 9, 15, 12, 13, 14)
        if (keyed) {
            FILESEC__C20_DOUBLE_ROUND;
        }
    }
    FILESEC__BARRIER(state); /* its words are read again: no register has kept them */
    if (keyed) {
        FILESEC__C20_KEY(0);
        FILESEC__C20_KEY(1);
        FILESEC__C20_KEY(2);
        FILESEC__C20_KEY(3);
        FILESEC__C20_KEY(4);
        FILESEC__C20_KEY(5);
        FILESEC__C20_KEY(6);
        FILESEC__C20_KEY(7);
    }
    kept14 = y14; /* t and u need room */
    kept15 = y15;
    FILESEC__C20_TO_MEMORY(kept14);
    FILESEC__C20_TO_MEMORY(kept15);
    FILESEC__C20_INPUT(FILESEC__C20_PLUS, x);
    FILESEC__C20_ADD(x12, ahead);
    FILESEC__C20_WRITE(x, (size_t)0, two ? (size_t)1024 : len);
    if (two) {
        y14 = kept14;
        y15 = kept15;
        FILESEC__C20_INPUT(FILESEC__C20_PLUS, y);
        FILESEC__C20_ADD(y12, ahead);
        FILESEC__C20_ADD(y12, _mm512_set1_epi32(16));
        FILESEC__C20_WRITE(y, (size_t)16, len);
    }
}

/* ==== chacha20poly1305/x86_avx512.h ==== */
/*
 * chacha20poly1305/x86_avx512.h: the one-time key and up to 2 KiB of the message in one pass
 *
 * Needs     AVX-512 F, VL, BW, DQ.
 * Contract  as in chacha20poly1305/kernels.h.
 * Layout    The blocks of the message are the vertical form of chacha20/x86_avx512.h. The block
 *           of the key is in general registers: its instructions stand between those of the
 *           vectors, for other units, and it costs a twentieth of a pass instead of a half.
 * Bounds    exactly 32 bytes of key, len bytes of in and out.
 * Secrets   no branch and no address depends on state or data.
 * From      RFC 8439, 2.1 to 2.4 and 2.6.
 */

/* 1024 < len <= 2048 */
FILESEC__NEVER_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__chacha20poly1305_two_x86_avx512(const uint32_t state[16], unsigned char key[32],
                                         unsigned char *out, const unsigned char *in,
                                         size_t len)
{
    filesec__chacha20_vertical_x86_avx512(state, key, out, in, len, 1, 1);
}

/* len <= 1024 */
FILESEC__NEVER_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__chacha20poly1305_one_x86_avx512(const uint32_t state[16], unsigned char key[32],
                                         unsigned char *out, const unsigned char *in,
                                         size_t len)
{
    filesec__chacha20_vertical_x86_avx512(state, key, out, in, len, 0, 1);
}

static FILESEC__TARGET_X86_AVX512 void
filesec__chacha20poly1305_keyed_x86_avx512(uint32_t state[16], unsigned char key[32],
                                           unsigned char *out, const unsigned char *in,
                                           size_t len)
{
    if (len > 1024)
        filesec__chacha20poly1305_two_x86_avx512(state, key, out, in, len);
    else
        filesec__chacha20poly1305_one_x86_avx512(state, key, out, in, len);
    state[12] += (uint32_t)(1 + (len + 63) / 64);
}

#endif

/* ==== poly1305/limbs64.h ==== */
/*
 * poly1305/limbs64.h: arithmetic on three words of 64 bits, shared by the kernels of 64-bit
 * machines: all of portable64, and the start, the short input and the end of the vector kernels
 *
 * In the state:   w[0..2]  h = w[0] + w[1] 2^64 + w[2] 2^128, where w[2] <= 4
 *                 w[3..4]  r, clamped
 *                 w[5..6]  s
 *                 w[7]     0 after init, and the kernel's own, as are those after it
 *
 * No branch and no address depends on any of these.
 */
#if !defined(FILESEC_SMALL) && (FILESEC__HAS_PORTABLE64 || FILESEC__HAS_X86_AVX2 ||            \
                                FILESEC__HAS_X86_AVX512IFMA || FILESEC__HAS_ARM_NEON)

/* A number of 128 bits: product, sum, halves. */
#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 filesec__uint128;

FILESEC__ALWAYS_INLINE filesec__uint128 filesec__poly1305_limbs64_mul(uint64_t a, uint64_t b)
{
    return (filesec__uint128)a * b;
}

FILESEC__ALWAYS_INLINE filesec__uint128 filesec__poly1305_limbs64_sum(filesec__uint128 a,
                                                                      filesec__uint128 b)
{
    return a + b;
}

FILESEC__ALWAYS_INLINE filesec__uint128 filesec__poly1305_limbs64_wide(uint64_t lo)
{
    return lo;
}

FILESEC__ALWAYS_INLINE uint64_t filesec__poly1305_limbs64_lo(filesec__uint128 a)
{
    return (uint64_t)(a & UINT64_MAX);
}

FILESEC__ALWAYS_INLINE uint64_t filesec__poly1305_limbs64_hi(filesec__uint128 a)
{
    return (uint64_t)(a >> 64);
}
#else /* a 64-bit compiler without such a type: from four products of 32-bit halves */
typedef struct filesec__uint128 {
    uint64_t lo, hi;
} filesec__uint128;

FILESEC__ALWAYS_INLINE filesec__uint128 filesec__poly1305_limbs64_mul(uint64_t a, uint64_t b)
{
    const uint64_t m32 = 0xffffffff;
    uint64_t a0 = a & m32, a1 = a >> 32, b0 = b & m32, b1 = b >> 32;
    uint64_t low = a0 * b0;
    uint64_t x = a1 * b0 + (low >> 32); /* at most (2^32 - 1)^2 + 2^32 - 1: no overflow */
    uint64_t y = a0 * b1 + (x & m32);   /* the same */
    filesec__uint128 d;

    d.lo = y << 32 | (low & m32);
    d.hi = a1 * b1 + (x >> 32) + (y >> 32);
    return d;
}

FILESEC__ALWAYS_INLINE filesec__uint128 filesec__poly1305_limbs64_sum(filesec__uint128 a,
                                                                      filesec__uint128 b)
{
    a.lo += b.lo;
    a.hi += b.hi + (a.lo < b.lo);
    return a;
}

FILESEC__ALWAYS_INLINE filesec__uint128 filesec__poly1305_limbs64_wide(uint64_t lo)
{
    filesec__uint128 d;
    d.lo = lo;
    d.hi = 0;
    return d;
}

FILESEC__ALWAYS_INLINE uint64_t filesec__poly1305_limbs64_lo(filesec__uint128 a)
{
    return a.lo;
}

FILESEC__ALWAYS_INLINE uint64_t filesec__poly1305_limbs64_hi(filesec__uint128 a)
{
    return a.hi;
}
#endif
#define FILESEC__MUL filesec__poly1305_limbs64_mul
#define FILESEC__SUM filesec__poly1305_limbs64_sum
#define FILESEC__WIDE filesec__poly1305_limbs64_wide
#define FILESEC__LO filesec__poly1305_limbs64_lo
#define FILESEC__HI filesec__poly1305_limbs64_hi

/* h += lo + hi 2^64 + top 2^128. A sum that is less than a term has wrapped. */
FILESEC__ALWAYS_INLINE void filesec__poly1305_limbs64_add(uint64_t h[3], uint64_t lo,
                                                          uint64_t hi, uint64_t top)
{
    uint64_t c, d;

    h[0] += lo;
    c = h[0] < lo;
    h[1] += hi;
    d = h[1] < hi;
    h[1] += c;
    d += h[1] < c;
    h[2] += d + top;
}

/* What h has above 2^130, which is worth 5 there: taken out of h[2], returned times 5. The sum
   of its two terms is 4 q + q, with q the number of times 2^130 was in h. */
FILESEC__ALWAYS_INLINE uint64_t filesec__poly1305_limbs64_excess(uint64_t h[3])
{
    uint64_t c = (h[2] & ~(uint64_t)3) + (h[2] >> 2);

    h[2] &= 3;
    return c;
}

/*
 * h = h r (mod p), with 2^130 and more left in h[2]: follow with excess and add.
 *
 * r is clamped, so r1 is a multiple of 4, and h1 r1 2^128 = h1 (r1 / 4) 2^130 = h1 5 (r1 / 4):
 * s1 = r1 + r1 / 4. With r0, r1 < 2^60 and h[2] <= 6, no sum overflows; after it, h[2] < 2^63.
 */
FILESEC__ALWAYS_INLINE void filesec__poly1305_limbs64_multiply(uint64_t h[3], uint64_t r0,
                                                               uint64_t r1)
{
    uint64_t s1 = r1 + (r1 >> 2), carry;
    filesec__uint128 d0 = FILESEC__SUM(FILESEC__MUL(h[0], r0), FILESEC__MUL(h[1], s1));
    filesec__uint128 d1 = FILESEC__SUM(FILESEC__MUL(h[0], r1), FILESEC__MUL(h[1], r0));

    d1 = FILESEC__SUM(d1, FILESEC__WIDE(h[2] * s1));
    h[2] = h[2] * r0 + FILESEC__HI(d1);
    carry = FILESEC__HI(d0); /* the last to be ready */
    h[0] = FILESEC__LO(d0);
    h[1] = FILESEC__LO(d1) + carry;
    h[2] += h[1] < carry;
}

/* x = h in limbs of 26 bits. h[2] <= 4 leaves x[4] < 2^26 + 2^24. */
FILESEC__ALWAYS_INLINE void filesec__poly1305_limbs64_to26(uint32_t x[5], const uint64_t h[3])
{
    const uint32_t m26 = 0x3ffffff;

    x[0] = (uint32_t)h[0] & m26;
    x[1] = (uint32_t)(h[0] >> 26) & m26;
    x[2] = (uint32_t)(h[0] >> 52 | h[1] << 12) & m26;
    x[3] = (uint32_t)(h[1] >> 14) & m26;
    x[4] = (uint32_t)(h[1] >> 40 | h[2] << 24);
}

/* h = x[0] + x[1] 2^26 + x[2] 2^52 + x[3] 2^78 + x[4] 2^104 (mod p), x[i] < 2^62. After the
   carries x[0] < 2^39, the others < 2^26; h[2] <= 4. */
FILESEC__ALWAYS_INLINE void filesec__poly1305_limbs64_from26(uint64_t h[3], uint64_t x[5])
{
    const uint64_t m26 = 0x3ffffff;

    x[1] += x[0] >> 26;
    x[2] += x[1] >> 26;
    x[3] += x[2] >> 26;
    x[4] += x[3] >> 26;
    x[0] = (x[0] & m26) + 5 * (x[4] >> 26);
    x[2] &= m26;
    x[4] &= m26;
    h[0] = x[0] + ((x[1] & m26) << 26);
    h[1] = 0;
    h[2] = 0;
    filesec__poly1305_limbs64_add(h, x[2] << 52, x[2] >> 12 | (x[3] & m26) << 14 | x[4] << 40,
                                  x[4] >> 24);
}

static inline void filesec__poly1305_limbs64_init(filesec__poly1305_state *s,
                                                  const unsigned char key[32])
{
    s->w[0] = s->w[1] = s->w[2] = s->w[7] = 0;
    /* clamp: the top four bits of each 32-bit word of r and the low two of all but the first */
    s->w[3] = filesec__load64le(key) & UINT64_C(0x0ffffffc0fffffff);
    s->w[4] = filesec__load64le(key + 8) & UINT64_C(0x0ffffffc0ffffffc);
    s->w[5] = filesec__load64le(key + 16);
    s->w[6] = filesec__load64le(key + 24);
}

/* h = (h + m + top 2^128) r for each block m. The block is added before the excess of the last
   product, which is known later. */
static inline void filesec__poly1305_limbs64_blocks(filesec__poly1305_state *s,
                                                    const unsigned char *data, size_t nblocks,
                                                    uint64_t top)
{
    uint64_t h[3], r0 = s->w[3], r1 = s->w[4], c = 0;

    h[0] = s->w[0];
    h[1] = s->w[1];
    h[2] = s->w[2];
    for (; nblocks != 0; nblocks--, data += 16) {
        filesec__poly1305_limbs64_add(h, filesec__load64le(data), filesec__load64le(data + 8),
                                      top);
        filesec__poly1305_limbs64_add(h, c, 0, 0);
        filesec__poly1305_limbs64_multiply(h, r0, r1);
        c = filesec__poly1305_limbs64_excess(h);
    }
    filesec__poly1305_limbs64_add(h, c, 0, 0);
    s->w[0] = h[0];
    s->w[1] = h[1];
    s->w[2] = h[2];
}

/*
 * tag = ((h mod p) + s) mod 2^128. h < 5 * 2^128 < 2p, so h mod p = h - q p with
 * q = floor((h + 5) / 2^130), which is 0 or 1; and - q p = + 5 q (mod 2^128).
 */
static inline void filesec__poly1305_limbs64_finish(filesec__poly1305_state *s,
                                                    const unsigned char *tail, size_t tail_len,
                                                    unsigned char tag[16])
{
    uint64_t h[3];

    if (tail_len != 0) {
        unsigned char last[16] = {0};
        memcpy(last, tail, tail_len);
        last[tail_len] = 1;
        filesec__poly1305_limbs64_blocks(s, last, 1, 0);
        filesec_wipe(last, sizeof last);
    }
    h[0] = s->w[0];
    h[1] = s->w[1];
    h[2] = s->w[2];
    filesec__poly1305_limbs64_add(h, 5, 0, 0);
    h[2] = 5 * (h[2] >> 2); /* 5 q */
    h[0] = s->w[0];
    h[1] = s->w[1];
    filesec__poly1305_limbs64_add(h, h[2], 0, 0);
    filesec__poly1305_limbs64_add(h, s->w[5], s->w[6], 0);
    filesec__store64le(tag, h[0]);
    filesec__store64le(tag + 8, h[1]);
}
#undef FILESEC__MUL
#undef FILESEC__SUM
#undef FILESEC__WIDE
#undef FILESEC__LO
#undef FILESEC__HI
#endif

#if FILESEC__HAS_X86_AVX512IFMA

/* ==== poly1305/x86_avx512ifma_limbs.h ==== */
/*
 * poly1305/x86_avx512ifma_limbs.h: arithmetic in radix 2^44 for poly1305/x86_avx512ifma.h
 *
 * A number is three limbs of 44, 44 and 42 bits, each in a 64-bit lane; eight lanes are eight
 * numbers. A product of limbs i and j is two halves: 52 bits at 2^(44 (i + j)) and the rest at
 * 2^(44 (i + j + 1) + 8). What is at limb 3 and above comes down times 20, for 2^132 =
 * 4 2^130 = 20: so s_j = 20 r_j.
 */
#define FILESEC__ADD(a, b) _mm512_add_epi64(a, b)
#define FILESEC__AND(a, b) _mm512_and_si512(a, b)
/* With a mask of ones, which costs nothing: without a mask, g++ warns of a variable in its own
   header. */
#define FILESEC__SHR(a, n) _mm512_maskz_srli_epi64(0xff, a, n)
#define FILESEC__SHL(a, n) _mm512_maskz_slli_epi64(0xff, a, n)
#define FILESEC__LOW(a, b) _mm512_maskz_unpacklo_epi64(0xff, a, b)
#define FILESEC__HIGH(a, b) _mm512_maskz_unpackhi_epi64(0xff, a, b)
#define FILESEC__M44 _mm512_set1_epi64(0xfffffffffff)
#define FILESEC__M42 _mm512_set1_epi64(0x3ffffffffff)

/* x = h in limbs of 44 bits. h[2] <= 4 leaves x[2] < 2^42 + 2^41. */
FILESEC__ALWAYS_INLINE void filesec__poly1305_to44_x86_avx512ifma(uint64_t x[3],
                                                                  const uint64_t h[3])
{
    const uint64_t m44 = UINT64_C(0xfffffffffff);

    x[0] = h[0] & m44;
    x[1] = (h[0] >> 44 | h[1] << 20) & m44;
    x[2] = h[1] >> 24 | h[2] << 40;
}

/* A multiplier: r_0, r_1, r_2, s_1, s_2. Limbs < 2^44, 2^44 + 2^10, 2^42 + 2^41 make s_1 < 2^49
   and s_2 < 2^47. */
FILESEC__TARGET_X86_AVX512IFMA FILESEC__ALWAYS_INLINE void
filesec__poly1305_multiplier_x86_avx512ifma(__m512i t[5], __m512i r0, __m512i r1, __m512i r2)
{
    t[0] = r0;
    t[1] = r1;
    t[2] = r2;
    t[3] = FILESEC__ADD(FILESEC__SHL(r1, 4), FILESEC__SHL(r1, 2));
    t[4] = FILESEC__ADD(FILESEC__SHL(r2, 4), FILESEC__SHL(r2, 2));
}

/* The same power in every lane: its limbs are at p, p + step and p + 2 * step. */
FILESEC__TARGET_X86_AVX512IFMA FILESEC__ALWAYS_INLINE void
filesec__poly1305_everywhere_x86_avx512ifma(__m512i t[5], const uint64_t *p, size_t step)
{
    filesec__poly1305_multiplier_x86_avx512ifma(t, _mm512_set1_epi64((long long)p[0]),
                                                _mm512_set1_epi64((long long)p[step]),
                                                _mm512_set1_epi64((long long)p[2 * step]));
}

/* Limbs of the blocks in a (0 to 3) and b (4 to 7), without the bit 2^128 */
FILESEC__TARGET_X86_AVX512IFMA FILESEC__ALWAYS_INLINE void
filesec__poly1305_split_x86_avx512ifma(__m512i m[3], __m512i a, __m512i b)
{
    __m512i lo = FILESEC__LOW(a, b), hi = FILESEC__HIGH(a, b);

    m[0] = FILESEC__AND(lo, FILESEC__M44);
    m[1] = _mm512_ternarylogic_epi64(FILESEC__SHR(lo, 44), FILESEC__SHL(hi, 20), FILESEC__M44,
                                     0xa8); /* (lo OR hi) AND */
    m[2] = FILESEC__SHR(hi, 24);
}

/* m = three limbs of each of the eight blocks at data, with the bit 2^128: m[2] < 2^41 */
FILESEC__TARGET_X86_AVX512IFMA FILESEC__ALWAYS_INLINE void
filesec__poly1305_load_x86_avx512ifma(__m512i m[3], const unsigned char *data)
{
    filesec__poly1305_split_x86_avx512ifma(m, _mm512_loadu_si512((const void *)data),
                                           _mm512_loadu_si512((const void *)(data + 64)));
    m[2] = _mm512_or_si512(m[2], _mm512_set1_epi64((long long)1 << 40));
}

/*
 * d += m t: halves of the products for limbs 0, 1, 2 in d[0], d[1], d[2] (52 bits) and d[3],
 * d[4], d[5] (what is above). Limbs of m < 2^45, 2^45 + 2^10, 2^43 add less than 3 * 2^52 to
 * each of the lower three, and less than 2^43, 2^40 and 2^39 to the upper three. Limb 2 comes
 * first, then limb 0, for that is the order in which carry has them ready.
 */
#define FILESEC__ROW(i, x, y, z)                                                               \
    d[0] = _mm512_madd52lo_epu64(d[0], m[i], t[x]);                                            \
    d[1] = _mm512_madd52lo_epu64(d[1], m[i], t[y]);                                            \
    d[2] = _mm512_madd52lo_epu64(d[2], m[i], t[z]);                                            \
    d[3] = _mm512_madd52hi_epu64(d[3], m[i], t[x]);                                            \
    d[4] = _mm512_madd52hi_epu64(d[4], m[i], t[y]);                                            \
    d[5] = _mm512_madd52hi_epu64(d[5], m[i], t[z])
FILESEC__TARGET_X86_AVX512IFMA FILESEC__ALWAYS_INLINE void
filesec__poly1305_multiply_x86_avx512ifma(__m512i d[6], const __m512i m[3], const __m512i t[5])
{
    FILESEC__ROW(2, 3, 4, 0);
    FILESEC__ROW(0, 0, 1, 2);
    FILESEC__ROW(1, 4, 0, 1);
}
#undef FILESEC__ROW

/* d = m, or 0 where m is NULL, to begin a sum */
FILESEC__TARGET_X86_AVX512IFMA FILESEC__ALWAYS_INLINE void
filesec__poly1305_begin_x86_avx512ifma(__m512i d[6], const __m512i *m)
{
    const __m512i zero = _mm512_setzero_si512();

    d[0] = m != NULL ? m[0] : zero;
    d[1] = m != NULL ? m[1] : zero;
    d[2] = m != NULL ? m[2] : zero;
    d[3] = d[4] = d[5] = zero;
}

/*
 * h = d with its carries taken. Four products and m make d[0..2] < 12 * 2^52 + 2^44 < 2^56 and
 * d[3], d[4], d[5] < 2^45, 2^42, 2^41. Then d1 < 2^56 + 2^53 + 2^12 and d2 < 2^56 + 2^50 + 2^13
 * are below 2^57; what is above 2^130 is c < 2^15 + 2^51; h0 < 2^44 + 5 c < 2^54 gives up less
 * than 2^10. At the end h0 < 2^44, h1 < 2^44 + 2^10, h2 < 2^42.
 */
FILESEC__TARGET_X86_AVX512IFMA FILESEC__ALWAYS_INLINE void
filesec__poly1305_carry_x86_avx512ifma(__m512i h[3], const __m512i d[6])
{
    __m512i d1 = FILESEC__ADD(d[1], FILESEC__SHL(d[3], 8));
    __m512i d2 = FILESEC__ADD(d[2], FILESEC__SHL(d[4], 8)), c;

    d1 = FILESEC__ADD(d1, FILESEC__SHR(d[0], 44));
    d2 = FILESEC__ADD(d2, FILESEC__SHR(d1, 44));
    c = FILESEC__ADD(FILESEC__SHR(d2, 42), FILESEC__SHL(d[5], 10));
    h[2] = FILESEC__AND(d2, FILESEC__M42);
    h[0] = FILESEC__ADD(FILESEC__AND(d[0], FILESEC__M44), c);
    h[0] = FILESEC__ADD(h[0], FILESEC__SHL(c, 2)); /* 2^130 = 5 */
    h[1] = FILESEC__ADD(FILESEC__AND(d1, FILESEC__M44), FILESEC__SHR(h[0], 44));
    h[0] = FILESEC__AND(h[0], FILESEC__M44);
}

/* The sums of all lanes: x[0] = d[0], x[1] = d[1], x[2] = d[2], x[3] = d[3] */
FILESEC__TARGET_X86_AVX512IFMA FILESEC__ALWAYS_INLINE void
filesec__poly1305_across_x86_avx512ifma(uint64_t x[4], __m512i d0, __m512i d1, __m512i d2,
                                        __m512i d3)
{
    __m512i p = FILESEC__ADD(FILESEC__LOW(d0, d1), FILESEC__HIGH(d0, d1));
    __m512i q = FILESEC__ADD(FILESEC__LOW(d2, d3), FILESEC__HIGH(d2, d3));
    __m256i y;

    /* quarters: two of p, two of q; then halves; then one of each */
    p = FILESEC__ADD(_mm512_maskz_shuffle_i64x2(0xff, p, q, 0x88),
                     _mm512_maskz_shuffle_i64x2(0xff, p, q, 0xdd));
    p = FILESEC__ADD(p, _mm512_maskz_shuffle_i64x2(0xff, p, p, 0xb1));
    y = _mm512_maskz_extracti64x4_epi64(0xf, _mm512_maskz_shuffle_i64x2(0xff, p, p, 0x08), 0);
    _mm256_storeu_si256((__m256i *)(void *)x, y);
}

/* w = the sum of all lanes of d, for one product: d[0..2] < 3 * 2^52, d[3..5] < 2^43. */
FILESEC__TARGET_X86_AVX512IFMA FILESEC__ALWAYS_INLINE void
filesec__poly1305_end_x86_avx512ifma(uint64_t w[3], const __m512i d[6])
{
    const uint64_t m44 = UINT64_C(0xfffffffffff);
    uint64_t x[4];

    filesec__poly1305_across_x86_avx512ifma(x, d[0], FILESEC__ADD(d[1], FILESEC__SHL(d[3], 8)),
                                            FILESEC__ADD(d[2], FILESEC__SHL(d[4], 8)), d[5]);
    x[1] += x[0] >> 44; /* x[0], x[1], x[2] < 2^57, x[3] < 2^42 */
    x[2] += x[1] >> 44;
    x[3] = (x[2] >> 42) + (x[3] << 10);
    w[0] = (x[0] & m44) + 5 * x[3]; /* < 2^56 */
    w[1] = w[2] = 0;
    x[1] &= m44;
    x[2] &= m44 >> 2;
    filesec__poly1305_limbs64_add(w, x[1] << 44, x[1] >> 20 | x[2] << 24, x[2] >> 40);
}

#undef FILESEC__ADD
#undef FILESEC__AND
#undef FILESEC__SHR
#undef FILESEC__SHL
#undef FILESEC__LOW
#undef FILESEC__HIGH
#undef FILESEC__M44
#undef FILESEC__M42

#endif
#if FILESEC__HAS_X86_AVX2

/* ==== poly1305/x86_avx2_block.h ==== */
/*
 * poly1305/x86_avx2_block.h: one block of Poly1305 with MULX, for the AVX2 kernels
 *
 * The arithmetic and the bounds are those of poly1305/limbs64.h. Where gcc would build sums of
 * 128 bits in pairs of registers, which it has not got here and spills inside the chain from
 * block to block, the sums of words and carries are spelled out.
 */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
/* lo + hi 2^64 = a b */
#define FILESEC__PRODUCT(lo, hi, a, b)                                                         \
    __asm__("mulx %3, %0, %1" : "=r"(lo), "=r"(hi) : "%d"(a), "rm"(b))
/* (a, b) += (x, y) */
#define FILESEC__SUM2(a, b, x, y)                                                              \
    __asm__("add %2, %0; adc %3, %1" : "+&r"(a), "+r"(b) : "rme"(x), "rme"(y) : "cc")
/* (a, b, c) += (x, y, z) */
#define FILESEC__SUM3(a, b, c, x, y, z)                                                        \
    __asm__("add %3, %0; adc %4, %1; adc %5, %2"                                               \
            : "+&r"(a), "+&r"(b), "+r"(c)                                                      \
            : "rme"(x), "rme"(y), "rme"(z)                                                     \
            : "cc")

/* h = (h + m + 2^128 + c) r, where c comes from the block before; returns the next c. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 uint64_t filesec__poly1305_block_x86_avx2(
    uint64_t h[3], uint64_t c, const unsigned char *m, uint64_t r0, uint64_t r1)
{
    const uint64_t none = 0, one = 1;
    uint64_t s1 = r1 + (r1 >> 2), h0 = h[0], h1 = h[1], h2 = h[2], d0, d1, e0, e1, x, y;

    FILESEC__SUM3(h0, h1, h2, filesec__load64le(m), filesec__load64le(m + 8), one);
    FILESEC__SUM3(h0, h1, h2, c, none, none);
    FILESEC__PRODUCT(d0, d1, h0, r0);
    FILESEC__PRODUCT(x, y, h1, s1);
    FILESEC__SUM2(d0, d1, x, y);
    FILESEC__PRODUCT(e0, e1, h0, r1);
    FILESEC__PRODUCT(x, y, h1, r0);
    FILESEC__SUM2(e0, e1, x, y);
    x = h2 * s1;
    FILESEC__SUM2(e0, e1, x, none);
    h2 = h2 * r0 + e1;
    FILESEC__SUM2(e0, h2, d1, none); /* d1 is the last to be ready */
    c = h2 >> 2;
    FILESEC__BARRIER(c); /* or gcc makes four instructions of the next one */
    c *= 5;
    h[0] = d0;
    h[1] = e0;
    h[2] = h2 & 3;
    return c;
}
#undef FILESEC__PRODUCT
#undef FILESEC__SUM2
#undef FILESEC__SUM3
#else
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 uint64_t filesec__poly1305_block_x86_avx2(
    uint64_t h[3], uint64_t c, const unsigned char *m, uint64_t r0, uint64_t r1)
{
    filesec__poly1305_limbs64_add(h, filesec__load64le(m), filesec__load64le(m + 8), 1);
    filesec__poly1305_limbs64_add(h, c, 0, 0);
    filesec__poly1305_limbs64_multiply(h, r0, r1);
    return filesec__poly1305_limbs64_excess(h);
}
#endif

/* As filesec__poly1305_limbs64_blocks, with the bit 2^128. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 void
filesec__poly1305_serial_x86_avx2(filesec__poly1305_state *s, const unsigned char *data,
                                  size_t nblocks)
{
    uint64_t h[3], r0 = s->w[3], r1 = s->w[4], c = 0;

    h[0] = s->w[0];
    h[1] = s->w[1];
    h[2] = s->w[2];
    for (; nblocks != 0; nblocks--, data += 16)
        c = filesec__poly1305_block_x86_avx2(h, c, data, r0, r1);
    filesec__poly1305_limbs64_add(h, c, 0, 0);
    s->w[0] = h[0];
    s->w[1] = h[1];
    s->w[2] = h[2];
}

/* ==== chacha20/x86_avx2_rounds.h ==== */
/*
 * chacha20/x86_avx2_rounds.h: the steps of ChaCha20 on AVX2, shared by the kernel and by what
 * has Poly1305 beside it
 *
 * Vertical: v0 to v15 hold word i of eight blocks, one block in each 32-bit lane. Needs, layout
 * and the rest are told in chacha20/x86_avx2.h, at whose end the macros are undefined.
 */

#if FILESEC__GNU
/* x is computed here, before what follows: an order, not an instruction. */
#define FILESEC__C20V_TIE(x) __asm__ __volatile__("" : "+x"(x))
/* x lives in aligned memory from here on, and its value is not known. */
#define FILESEC__C20V_TO_MEMORY(x) __asm__("" : "+m"(x))
#else
#define FILESEC__C20V_TIE(x) ((void)0)
#define FILESEC__C20V_TO_MEMORY(x) ((void)0)
#endif

/* Rotations by 16 and 8 are shuffles of the bytes of each word. */
#define FILESEC__C20V_MASKS                                                                    \
    __m256i by16 = _mm256_broadcastsi128_si256(                                                \
        _mm_setr_epi8(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13));                  \
    __m256i by8 = _mm256_broadcastsi128_si256(                                                 \
        _mm_setr_epi8(3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14));                  \
    FILESEC__C20V_TO_MEMORY(by16);                                                             \
    FILESEC__C20V_TO_MEMORY(by8)

#define FILESEC__C20V_ADD(x, y) x = _mm256_add_epi32(x, y)
#define FILESEC__C20V_XOR(x, y) x = _mm256_xor_si256(x, y)
#define FILESEC__C20V_BYTES(x, mask) x = _mm256_shuffle_epi8(x, mask)
#define FILESEC__C20V_ROTATE(x, n)                                                             \
    x = _mm256_or_si256(_mm256_slli_epi32(x, n), _mm256_srli_epi32(x, 32 - (n)))

/* 32 bytes from at on: out = in XOR x */
#define FILESEC__C20V_IN(at) _mm256_loadu_si256((const __m256i *)(const void *)(in + (at)))
#define FILESEC__C20V_PUT(at, x)                                                               \
    _mm256_storeu_si256((__m256i *)(void *)(out + (at)),                                       \
                        _mm256_xor_si256(FILESEC__C20V_IN(at), x))

/* The same step of two quarter rounds. */
#define FILESEC__C20V_STEP(OP, x, y, p, q)                                                     \
    OP(x, y);                                                                                  \
    FILESEC__C20V_TIE(x);                                                                      \
    OP(p, q);                                                                                  \
    FILESEC__C20V_TIE(p)

/* Two quarter rounds: of a, b, c, d and of p, q, r, s. The masks stay in memory: words need the
   registers more. */
#define FILESEC__C20V_PAIR(a, b, c, d, p, q, r, s)                                             \
    FILESEC__C20V_TO_MEMORY(by16);                                                             \
    FILESEC__C20V_TO_MEMORY(by8);                                                              \
    FILESEC__C20V_STEP(FILESEC__C20V_ADD, a, b, p, q);                                         \
    FILESEC__C20V_STEP(FILESEC__C20V_XOR, d, a, s, p);                                         \
    FILESEC__C20V_STEP(FILESEC__C20V_BYTES, d, by16, s, by16);                                 \
    FILESEC__C20V_STEP(FILESEC__C20V_ADD, c, d, r, s);                                         \
    FILESEC__C20V_STEP(FILESEC__C20V_XOR, b, c, q, r);                                         \
    FILESEC__C20V_STEP(FILESEC__C20V_ROTATE, b, 12, q, 12);                                    \
    FILESEC__C20V_STEP(FILESEC__C20V_ADD, a, b, p, q);                                         \
    FILESEC__C20V_STEP(FILESEC__C20V_XOR, d, a, s, p);                                         \
    FILESEC__C20V_STEP(FILESEC__C20V_BYTES, d, by8, s, by8);                                   \
    FILESEC__C20V_STEP(FILESEC__C20V_ADD, c, d, r, s);                                         \
    FILESEC__C20V_STEP(FILESEC__C20V_XOR, b, c, q, r);                                         \
    FILESEC__C20V_STEP(FILESEC__C20V_ROTATE, b, 7, q, 7)

#define FILESEC__C20V_COLUMNS(v)                                                               \
    FILESEC__C20V_PAIR(v##0, v##4, v##8, v##12, v##1, v##5, v##9, v##13);                      \
    FILESEC__C20V_PAIR(v##2, v##6, v##10, v##14, v##3, v##7, v##11, v##15)
#define FILESEC__C20V_DIAGONALS(v)                                                             \
    FILESEC__C20V_PAIR(v##0, v##5, v##10, v##15, v##1, v##6, v##11, v##12);                    \
    FILESEC__C20V_PAIR(v##2, v##7, v##8, v##13, v##3, v##4, v##9, v##14)

/* Words 0 to 15 of the input: v0 to v15 are set to them before the rounds, and get them added
   afterwards, by a second reading of state, as no register is free to keep them. */
#define FILESEC__C20V_SET(v, i) v##i = _mm256_set1_epi32((int)state[i])
#define FILESEC__C20V_PLUS(v, i) v##i = _mm256_add_epi32(v##i, _mm256_set1_epi32((int)state[i]))
#define FILESEC__C20V_INPUT(OP, v)                                                             \
    OP(v, 0), OP(v, 1), OP(v, 2), OP(v, 3), OP(v, 4), OP(v, 5), OP(v, 6), OP(v, 7), OP(v, 8),  \
        OP(v, 9), OP(v, 10), OP(v, 11), OP(v, 12), OP(v, 13), OP(v, 14), OP(v, 15)

/* Four words of eight blocks, word by word, become 16 bytes of blocks j and j + 4, for j = 0 to
   3 in w, x, y and z. */
#define FILESEC__C20V_TRANSPOSE(w, x, y, z)                                                    \
    t = _mm256_unpacklo_epi32(w, x);                                                           \
    u = _mm256_unpackhi_epi32(w, x);                                                           \
    x = _mm256_unpacklo_epi32(y, z);                                                           \
    z = _mm256_unpackhi_epi32(y, z);                                                           \
    w = _mm256_unpacklo_epi64(t, x);                                                           \
    x = _mm256_unpackhi_epi64(t, x);                                                           \
    y = _mm256_unpacklo_epi64(u, z);                                                           \
    z = _mm256_unpackhi_epi64(u, z)

/* a holds 16 bytes of blocks j and j + 4, b the next 16 of both. */
#define FILESEC__C20V_JOIN(a, b, j)                                                            \
    t = _mm256_permute2x128_si256(a, b, 0x21); /* the second half of a, the first of b */      \
    if ((j) < nblocks)                                                                         \
        FILESEC__C20V_PUT(64 * (j), _mm256_blend_epi32(a, t, 0xf0));                           \
    if ((j) + 4 < nblocks)                                                                     \
    FILESEC__C20V_PUT(64 * ((j) + 4), _mm256_blend_epi32(t, b, 0xf0))

/* Eight words, half a block, of nblocks <= 8 blocks. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 void
filesec__chacha20_write_x86_avx2(unsigned char *out, const unsigned char *in, size_t nblocks,
                                 __m256i a, __m256i b, __m256i c, __m256i d, __m256i e,
                                 __m256i f, __m256i g, __m256i h)
{
    __m256i t, u;

    FILESEC__C20V_TRANSPOSE(a, b, c, d);
    FILESEC__C20V_TRANSPOSE(e, f, g, h);
    FILESEC__C20V_JOIN(a, e, 0);
    FILESEC__C20V_JOIN(b, f, 1);
    FILESEC__C20V_JOIN(c, g, 2);
    FILESEC__C20V_JOIN(d, h, 3);
}

#define FILESEC__C20V_WRITE(v, at, nblocks)                                                    \
    filesec__chacha20_write_x86_avx2(out + (at), in + (at), nblocks, v##0, v##1, v##2, v##3,   \
                                     v##4, v##5, v##6, v##7);                                  \
    filesec__chacha20_write_x86_avx2(out + (at) + 32, in + (at) + 32, nblocks, v##8, v##9,     \
                                     v##10, v##11, v##12, v##13, v##14, v##15)

/* ==== chacha20poly1305/x86_avx2.h ==== */
/*
 * chacha20poly1305/x86_avx2.h: eight blocks of ChaCha20 with Poly1305 beside them
 *
 * Needs     AVX2 and BMI2.
 * Contract  as in chacha20poly1305/kernels.h.
 * Layout    The cipher is the vertical form of chacha20/x86_avx2.h, the MAC that of
 *           poly1305/limbs64.h: one keeps the vector units busy, the other the integer units.
 *           A block of the MAC stands behind every pair of quarter rounds. That is fine enough
 *           for the processor to overlap them, and the MAC costs next to nothing.
 * Registers twelve words, those of two quarter rounds and a temporary; the other words wait in
 *           memory. Integers: h, r, s1, c, both pointers of the MAC, and the products.
 * Bounds    exactly 64 * nblocks bytes of in and out, 64 * nmac bytes of data.
 * Not done  sixteen blocks with Poly1305 beside them: no faster, as the front end is full.
 * Secrets   no branch and no address depends on state, mac or data.
 * From      RFC 8439, 2.1 to 2.5.
 */
#if FILESEC__GNU
/* The block of the MAC is computed here, not earlier and not later. */
#define FILESEC__HERE(c) __asm__ __volatile__("" : "+r"(c))
#else
#define FILESEC__HERE(c) ((void)0)
#endif
#define FILESEC__MAC(at)                                                                       \
    c = filesec__poly1305_block_x86_avx2(h, c, data + (at), r0, r1);                           \
    FILESEC__HERE(c)

#define FILESEC__DOUBLE_ROUND(MAC)                                                             \
    FILESEC__C20V_PAIR(x0, x4, x8, x12, x1, x5, x9, x13);                                      \
    MAC(0);                                                                                    \
    FILESEC__C20V_PAIR(x2, x6, x10, x14, x3, x7, x11, x15);                                    \
    MAC(16);                                                                                   \
    FILESEC__C20V_PAIR(x0, x5, x10, x15, x1, x6, x11, x12);                                    \
    MAC(32);                                                                                   \
    FILESEC__C20V_PAIR(x2, x7, x8, x13, x3, x4, x9, x14);                                      \
    MAC(48)
#define FILESEC__NOTHING(at) (void)(at)

static FILESEC__TARGET_X86_AVX2 void filesec__chacha20poly1305_beside_x86_avx2(
    uint32_t state[16], filesec__poly1305_state *mac, unsigned char *out,
    const unsigned char *in, size_t nblocks, const unsigned char *data, size_t nmac)
{
    const __m256i ahead = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    __m256i FILESEC__C20V_INPUT(FILESEC__C20V_SET, x);
    uint64_t h[3], r0 = mac->w[3], r1 = mac->w[4], c = 0;
    size_t i;
    FILESEC__C20V_MASKS;

    h[0] = mac->w[0];
    h[1] = mac->w[1];
    h[2] = mac->w[2];
    FILESEC__C20V_ADD(x12, ahead);
    for (i = 0; i < nmac; i++, data += 64) {
        FILESEC__DOUBLE_ROUND(FILESEC__MAC);
    }
    for (; i < 10; i++) {
        FILESEC__DOUBLE_ROUND(FILESEC__NOTHING);
    }
    filesec__poly1305_limbs64_add(h, c, 0, 0);
    mac->w[0] = h[0];
    mac->w[1] = h[1];
    mac->w[2] = h[2];
    FILESEC__C20V_INPUT(FILESEC__C20V_PLUS, x);
    FILESEC__C20V_ADD(x12, ahead);
    FILESEC__C20V_WRITE(x, 0, nblocks);
    state[12] += (uint32_t)nblocks;
}
#undef FILESEC__HERE
#undef FILESEC__MAC
#undef FILESEC__DOUBLE_ROUND
#undef FILESEC__NOTHING

#endif

#if FILESEC__HAS_X86_AVX512

/* ==== chacha20/x86_avx512.h ==== */
/*
 * chacha20/x86_avx512.h: ChaCha20 keystream, up to thirty-two blocks at a time
 *
 * Needs     AVX-512 F, VL, BW, DQ. Every function here carries FILESEC__TARGET_X86_AVX512.
 * Contract  as in chacha20/contract.h, with nothing added.
 *
 * Layout    From nine blocks on, vertical: xi holds word i of sixteen blocks, one block in each
 *           32-bit lane; y0 to y15 hold the next sixteen.
 *
 *                lane     15    14    ...     1     0
 *                x0       c0    c0            c0    c0
 *                x12     n+15  n+14          n+1    n
 *
 *           Lanes change places only once, in the transposition after round 20.
 *           Up to six blocks, horizontal in pairs: see chacha20/x86_avx512_pairs.h; seven and
 *           eight, in fours: chacha20/x86_avx512_rows.h.
 * Registers Thirty-two blocks are 32 words for 32 registers: nothing is left over, and nothing
 *           is needed, for every step works in place. The input is read again after the rounds.
 *           FILESEC__C20_TIE keeps gcc from other orders, which spill; clang finds this one by
 *           itself, and spills if it is tied.
 * Bounds    Exactly len, or 64 * nblocks, bytes at any alignment; prefetches stay inside, too.
 * Not done  MAC work between the rounds: it gains less than it costs in registers. Sixteen
 *           blocks and the rest apart, from seventeen to thirty-one: two passes of latency
 *           instead of one.
 * Secrets   no branch and no address depends on key, counter or data.
 * From      RFC 8439, 2.1 to 2.4.
 */

/* Memory at p will be written soon. */
#if FILESEC__GNU
#define FILESEC__C20_PREFETCHW(p) __asm__ __volatile__("prefetchw %0" : : "m"(*(p)))
#else
#define FILESEC__C20_PREFETCHW(p) _mm_prefetch((const char *)(p), _MM_HINT_T0)
#endif

/* Memory is asked for len bytes of input and output before the rounds: they last long enough
   for it to answer. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__chacha20_prefetch_x86_avx512(unsigned char *out, const unsigned char *in, size_t len)
{
    size_t i;

    for (i = 0; i < len; i += 64) {
        _mm_prefetch((const char *)(in + i), _MM_HINT_T0);
        FILESEC__C20_PREFETCHW(out + i);
    }
}

/* 1024 < len <= 2048 */
FILESEC__NEVER_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__chacha20_two_x86_avx512(const uint32_t state[16], unsigned char *out,
                                 const unsigned char *in, size_t len)
{
    filesec__chacha20_prefetch_x86_avx512(out, in, len);
    if (len == 2048)
        filesec__chacha20_vertical_x86_avx512(state, NULL, out, in, 2048, 1, 0);
    else
        filesec__chacha20_vertical_x86_avx512(state, NULL, out, in, len, 1, 0);
}

/* 512 < len <= 1024 */
FILESEC__NEVER_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__chacha20_one_x86_avx512(const uint32_t state[16], unsigned char *out,
                                 const unsigned char *in, size_t len)
{
    filesec__chacha20_vertical_x86_avx512(state, NULL, out, in, len, 0, 0);
}

/* The same as below, of len bytes, of which the last may fill no block. */
static FILESEC__TARGET_X86_AVX512 void
filesec__chacha20_bytes_x86_avx512(uint32_t state[16], unsigned char *out,
                                   const unsigned char *in, size_t len)
{
    size_t n;

    for (; len > 0; len -= n, in += n, out += n) {
        n = len > 2048 ? 2048 : len;
        if (n > 1024)
            filesec__chacha20_two_x86_avx512(state, out, in, n);
        else if (n > 512)
            filesec__chacha20_one_x86_avx512(state, out, in, n);
        else if (n > 384)
            filesec__chacha20_rows_x86_avx512(state, out, in, n);
        else if (n > 256)
            filesec__chacha20_pairs_x86_avx512(state, out, in, n, 3);
        else if (n > 128)
            filesec__chacha20_pairs_x86_avx512(state, out, in, n, 2);
        else
            filesec__chacha20_pairs_x86_avx512(state, out, in, n, 1);
        state[12] += (uint32_t)((n + 63) / 64);
    }
}

static FILESEC__TARGET_X86_AVX512 void filesec__chacha20_x86_avx512(uint32_t state[16],
                                                                    unsigned char *out,
                                                                    const unsigned char *in,
                                                                    size_t nblocks)
{
    filesec__chacha20_bytes_x86_avx512(state, out, in, 64 * nblocks);
}

#undef FILESEC__C20_TIE
#undef FILESEC__C20_TO_MEMORY
#undef FILESEC__C20_ADD
#undef FILESEC__C20_XOR
#undef FILESEC__C20_ROTATE
#undef FILESEC__C20_LO32
#undef FILESEC__C20_HI32
#undef FILESEC__C20_LO64
#undef FILESEC__C20_HI64
#undef FILESEC__C20_FOUR
#undef FILESEC__C20_TURN
#undef FILESEC__C20_BOTH
#undef FILESEC__C20_HALF
#undef FILESEC__C20_QUARTER
#undef FILESEC__C20_DOUBLE_ROUND
#undef FILESEC__C20_STEP
#undef FILESEC__C20_ROUND
#undef FILESEC__C20_WORD
#undef FILESEC__C20_SET
#undef FILESEC__C20_ALONE
#undef FILESEC__C20_KEY
#undef FILESEC__C20_PLUS
#undef FILESEC__C20_INPUT
#undef FILESEC__C20_TRANSPOSE
#undef FILESEC__C20_QUARTERS
#undef FILESEC__C20_TURN_QUARTERS
#undef FILESEC__C20_OUT
#undef FILESEC__C20_BLOCKS
#undef FILESEC__C20_WRITE
#undef FILESEC__C20_PREFETCHW
#endif /* FILESEC__HAS_X86_AVX512 */

#if FILESEC__HAS_X86_AVX2

/* ==== chacha20/x86_avx2.h ==== */
/*
 * chacha20/x86_avx2.h: ChaCha20 keystream, up to sixteen blocks at a time
 *
 * Needs     AVX2. Every function here carries FILESEC__TARGET_X86_AVX2.
 * Contract  as in chacha20/contract.h, with nothing added.
 *
 * Layout    From seven blocks on, vertical: xi holds word i of eight blocks, one block in each
 *           32-bit lane; y0 to y15 hold the next eight blocks.
 *
 *                lane      7     6     5     4     3     2     1     0
 *                x0        c0    c0    c0    c0    c0    c0    c0    c0
 *                x12      n+7   n+6   n+5   n+4   n+3   n+2   n+1    n
 *
 *           Lanes change places only once, in the transposition after round 20.
 *           Up to six blocks, horizontal: a register holds one row, four words, of two blocks,
 *           one in each half, and the four lanes of a half are the four quarter rounds.
 * Registers Sixteen blocks are 32 words for 16 registers; half of them wait in memory. That
 *           costs less than it gains: a quarter round is too long a chain for eight blocks to
 *           keep the vector units busy. FILESEC__C20V_TIE holds the compiler to two quarter
 *           rounds at a time. The masks of the byte shuffles are read from the stack: where
 *           clang 14 and 19 see their values they make two shuffles of one, and with nothing
 *           32-byte aligned there they let spilled words straddle cache lines.
 * Bounds    Exactly 64 * nblocks bytes, at any alignment.
 * Not done  a scalar block beside the vector ones: it loses where integer and vector units
 *           share ports. Software prefetch: it gained nothing.
 * Secrets   no branch and no address depends on key, counter or data.
 * From      RFC 8439, 2.1 to 2.4.
 */

/* ---- vertical -------------------------------------------------------------------------- */

/* two: 8 < nblocks <= 16; not two: nblocks <= 8. A constant. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 void
filesec__chacha20_vertical_x86_avx2(uint32_t state[16], unsigned char *out,
                                    const unsigned char *in, size_t nblocks, const int two)
{
    const __m256i ahead = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    __m256i FILESEC__C20V_INPUT(FILESEC__C20V_SET, x);
    __m256i FILESEC__C20V_INPUT(FILESEC__C20V_SET, y);
    int i;
    FILESEC__C20V_MASKS;

    FILESEC__C20V_ADD(x12, ahead);
    y12 = _mm256_add_epi32(x12, _mm256_set1_epi32(8));
    for (i = 0; i < 10; i++) {
        FILESEC__C20V_COLUMNS(x);
        if (two) {
            FILESEC__C20V_COLUMNS(y);
        }
        FILESEC__C20V_DIAGONALS(x);
        if (two) {
            FILESEC__C20V_DIAGONALS(y);
        }
    }
    FILESEC__C20V_INPUT(FILESEC__C20V_PLUS, x);
    FILESEC__C20V_ADD(x12, ahead);
    FILESEC__C20V_WRITE(x, 0, two ? 8 : nblocks);
    if (two) {
        FILESEC__C20V_INPUT(FILESEC__C20V_PLUS, y);
        FILESEC__C20V_ADD(y12, _mm256_add_epi32(ahead, _mm256_set1_epi32(8)));
        FILESEC__C20V_WRITE(y, 512, nblocks - 8);
    }
    state[12] += (uint32_t)nblocks;
}

/* ---- horizontal ------------------------------------------------------------------------ */

/* Four quarter rounds of both blocks of pair k; then its rows turn until diagonals are columns,
   or back. Row b, the last to be ready, stays where it is. */
#define FILESEC__C20V_ROUND(k, turn_a, turn_c)                                                 \
    if (pairs > (k)) {                                                                         \
        FILESEC__C20V_ADD(a##k, b##k);                                                         \
        FILESEC__C20V_XOR(d##k, a##k);                                                         \
        FILESEC__C20V_BYTES(d##k, by16);                                                       \
        FILESEC__C20V_ADD(c##k, d##k);                                                         \
        FILESEC__C20V_XOR(b##k, c##k);                                                         \
        FILESEC__C20V_ROTATE(b##k, 12);                                                        \
        FILESEC__C20V_ADD(a##k, b##k);                                                         \
        FILESEC__C20V_XOR(d##k, a##k);                                                         \
        FILESEC__C20V_BYTES(d##k, by8);                                                        \
        FILESEC__C20V_ADD(c##k, d##k);                                                         \
        FILESEC__C20V_XOR(b##k, c##k);                                                         \
        FILESEC__C20V_ROTATE(b##k, 7);                                                         \
        a##k = _mm256_shuffle_epi32(a##k, turn_a);                                             \
        d##k = _mm256_shuffle_epi32(d##k, 0x4e);                                               \
        c##k = _mm256_shuffle_epi32(c##k, turn_c);                                             \
    }

/* Row i of the input, for both blocks of pair k. */
#define FILESEC__C20V_ROW(i, k)                                                                \
    _mm256_add_epi32(_mm256_broadcastsi128_si256(                                              \
                         _mm_loadu_si128((const __m128i *)(const void *)(state + 4 * (i)))),   \
                     _mm256_setr_epi32((i) == 3 ? 2 * (k) : 0, 0, 0, 0,                        \
                                       (i) == 3 ? 2 * (k) + 1 : 0, 0, 0, 0))
#define FILESEC__C20V_ROWS(k)                                                                  \
    a##k = FILESEC__C20V_ROW(0, k), b##k = FILESEC__C20V_ROW(1, k),                            \
    c##k = FILESEC__C20V_ROW(2, k), d##k = FILESEC__C20V_ROW(3, k)

/* Those of the blocks 2 * k and 2 * k + 1 that are wanted. */
#define FILESEC__C20V_WRITE_PAIR(k)                                                            \
    if (pairs > (k)) {                                                                         \
        FILESEC__C20V_ADD(a##k, FILESEC__C20V_ROW(0, k));                                      \
        FILESEC__C20V_ADD(b##k, FILESEC__C20V_ROW(1, k));                                      \
        FILESEC__C20V_ADD(c##k, FILESEC__C20V_ROW(2, k));                                      \
        FILESEC__C20V_ADD(d##k, FILESEC__C20V_ROW(3, k));                                      \
        FILESEC__C20V_PUT(128 * (k), _mm256_permute2x128_si256(a##k, b##k, 0x20));             \
        FILESEC__C20V_PUT(128 * (k) + 32, _mm256_permute2x128_si256(c##k, d##k, 0x20));        \
        if (nblocks > 2 * (k) + 1) {                                                           \
            FILESEC__C20V_PUT(128 * (k) + 64, _mm256_permute2x128_si256(a##k, b##k, 0x31));    \
            FILESEC__C20V_PUT(128 * (k) + 96, _mm256_permute2x128_si256(c##k, d##k, 0x31));    \
        }                                                                                      \
    }

/* 2 * pairs - 1 or 2 * pairs blocks; pairs is a constant from 1 to 3. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 void
filesec__chacha20_rows_x86_avx2(uint32_t state[16], unsigned char *out, const unsigned char *in,
                                size_t nblocks, const int pairs)
{
    __m256i FILESEC__C20V_ROWS(0), FILESEC__C20V_ROWS(1), FILESEC__C20V_ROWS(2);
    int i;
    FILESEC__C20V_MASKS;

    for (i = 0; i < 10; i++) {
        FILESEC__C20V_ROUND(0, 0x93, 0x39)
        FILESEC__C20V_ROUND(1, 0x93, 0x39)
        FILESEC__C20V_ROUND(2, 0x93, 0x39)
        FILESEC__C20V_ROUND(0, 0x39, 0x93)
        FILESEC__C20V_ROUND(1, 0x39, 0x93)
        FILESEC__C20V_ROUND(2, 0x39, 0x93)
    }
    FILESEC__C20V_WRITE_PAIR(0)
    FILESEC__C20V_WRITE_PAIR(1)
    FILESEC__C20V_WRITE_PAIR(2)
    state[12] += (uint32_t)nblocks;
}

static FILESEC__TARGET_X86_AVX2 void filesec__chacha20_x86_avx2(uint32_t state[16],
                                                                unsigned char *out,
                                                                const unsigned char *in,
                                                                size_t nblocks)
{
    size_t n;

    for (; nblocks > 0; nblocks -= n, in += 64 * n, out += 64 * n) {
        n = nblocks > 16 ? 16 : nblocks > 8 && nblocks <= 10 ? 8 : nblocks;
        if (n > 8)
            filesec__chacha20_vertical_x86_avx2(state, out, in, n, 1);
        else if (n > 6)
            filesec__chacha20_vertical_x86_avx2(state, out, in, n, 0);
        else if (n > 4)
            filesec__chacha20_rows_x86_avx2(state, out, in, n, 3);
        else if (n > 2)
            filesec__chacha20_rows_x86_avx2(state, out, in, n, 2);
        else
            filesec__chacha20_rows_x86_avx2(state, out, in, n, 1);
    }
}

#undef FILESEC__C20V_TIE
#undef FILESEC__C20V_TO_MEMORY
#undef FILESEC__C20V_MASKS
#undef FILESEC__C20V_ADD
#undef FILESEC__C20V_XOR
#undef FILESEC__C20V_BYTES
#undef FILESEC__C20V_ROTATE
#undef FILESEC__C20V_IN
#undef FILESEC__C20V_PUT
#undef FILESEC__C20V_STEP
#undef FILESEC__C20V_PAIR
#undef FILESEC__C20V_COLUMNS
#undef FILESEC__C20V_DIAGONALS
#undef FILESEC__C20V_SET
#undef FILESEC__C20V_PLUS
#undef FILESEC__C20V_INPUT
#undef FILESEC__C20V_TRANSPOSE
#undef FILESEC__C20V_JOIN
#undef FILESEC__C20V_WRITE
#undef FILESEC__C20V_ROUND
#undef FILESEC__C20V_ROW
#undef FILESEC__C20V_ROWS
#undef FILESEC__C20V_WRITE_PAIR
#endif /* FILESEC__HAS_X86_AVX2 */

#if FILESEC__HAS_X86_SSSE3

/* ==== chacha20/x86_ssse3.h ==== */
/*
 * chacha20/x86_ssse3.h: ChaCha20 keystream, four blocks at a time
 *
 * Needs     SSSE3, for its byte shuffle. Every function carries FILESEC__TARGET_X86_SSSE3.
 * Contract  as in chacha20/contract.h, with nothing added.
 *
 * Layout    Four blocks, vertical: xi holds word i of all four, one block in each lane.
 *
 *                lane      3     2     1     0
 *                x0        c0    c0    c0    c0
 *                x12      n+3   n+2   n+1    n
 *
 *           Lanes change places only once, in the transposition after round 20.
 *           One to three blocks, horizontal: a register holds one row, four words, of one
 *           block, and its four lanes are the four quarter rounds.
 * Registers The 16 words of the vertical form fill all 16 registers, so some of them wait in
 *           memory; FILESEC__C20_TIE holds the compiler to two quarter rounds at a time. The
 *           masks of the byte shuffles are read from the stack: where clang 14 and 19 see
 *           their values they make two shuffles of one.
 * Bounds    Exactly 64 * nblocks bytes, at any alignment.
 * Not done  eight blocks at once: processors without AVX2 gain little from it.
 * Secrets   no branch and no address depends on key, counter or data.
 * From      RFC 8439, 2.1 to 2.4.
 */

#if FILESEC__GNU
/* x is computed here, before what follows: an order, not an instruction. */
#define FILESEC__C20_TIE(x) __asm__ __volatile__("" : "+x"(x))
/* x lives in memory from here on, and its value is not known. */
#define FILESEC__C20_TO_MEMORY(x) __asm__("" : "+m"(x))
#else
#define FILESEC__C20_TIE(x) ((void)0)
#define FILESEC__C20_TO_MEMORY(x) ((void)0)
#endif

/* Rotations by 16 and 8 are shuffles of the bytes of each word. */
#define FILESEC__C20_MASKS                                                                     \
    __m128i by16 = _mm_setr_epi8(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);        \
    __m128i by8 = _mm_setr_epi8(3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14);         \
    FILESEC__C20_TO_MEMORY(by16);                                                              \
    FILESEC__C20_TO_MEMORY(by8)

#define FILESEC__C20_ADD(x, y) x = _mm_add_epi32(x, y)
#define FILESEC__C20_XOR(x, y) x = _mm_xor_si128(x, y)
#define FILESEC__C20_BYTES(x, mask) x = _mm_shuffle_epi8(x, mask)
#define FILESEC__C20_ROTATE(x, n)                                                              \
    x = _mm_or_si128(_mm_slli_epi32(x, n), _mm_srli_epi32(x, 32 - (n)))

/* 16 bytes from at on: out = in XOR x */
#define FILESEC__C20_IN(at) _mm_loadu_si128((const __m128i *)(const void *)(in + (at)))
#define FILESEC__C20_PUT(at, x)                                                                \
    _mm_storeu_si128((__m128i *)(void *)(out + (at)), _mm_xor_si128(FILESEC__C20_IN(at), x))

/* ---- vertical -------------------------------------------------------------------------- */

/* The same step of two quarter rounds. */
#define FILESEC__C20_STEP(OP, x, y, p, q)                                                      \
    OP(x, y);                                                                                  \
    FILESEC__C20_TIE(x);                                                                       \
    OP(p, q);                                                                                  \
    FILESEC__C20_TIE(p)

/* Two quarter rounds: of a, b, c, d and of p, q, r, s. */
#define FILESEC__C20_PAIR(a, b, c, d, p, q, r, s)                                              \
    FILESEC__C20_STEP(FILESEC__C20_ADD, a, b, p, q);                                           \
    FILESEC__C20_STEP(FILESEC__C20_XOR, d, a, s, p);                                           \
    FILESEC__C20_STEP(FILESEC__C20_BYTES, d, by16, s, by16);                                   \
    FILESEC__C20_STEP(FILESEC__C20_ADD, c, d, r, s);                                           \
    FILESEC__C20_STEP(FILESEC__C20_XOR, b, c, q, r);                                           \
    FILESEC__C20_STEP(FILESEC__C20_ROTATE, b, 12, q, 12);                                      \
    FILESEC__C20_STEP(FILESEC__C20_ADD, a, b, p, q);                                           \
    FILESEC__C20_STEP(FILESEC__C20_XOR, d, a, s, p);                                           \
    FILESEC__C20_STEP(FILESEC__C20_BYTES, d, by8, s, by8);                                     \
    FILESEC__C20_STEP(FILESEC__C20_ADD, c, d, r, s);                                           \
    FILESEC__C20_STEP(FILESEC__C20_XOR, b, c, q, r);                                           \
    FILESEC__C20_STEP(FILESEC__C20_ROTATE, b, 7, q, 7)

/* Words 0 to 15 of the input: x0 to x15 are set to them before the rounds, and get them added
   afterwards, by a second reading of state, as no register is free to keep them. */
#define FILESEC__C20_SET(i) x##i = _mm_set1_epi32((int)state[i])
#define FILESEC__C20_PLUS(i) x##i = _mm_add_epi32(x##i, _mm_set1_epi32((int)state[i]))
#define FILESEC__C20_INPUT(OP)                                                                 \
    OP(0), OP(1), OP(2), OP(3), OP(4), OP(5), OP(6), OP(7), OP(8), OP(9), OP(10), OP(11),      \
        OP(12), OP(13), OP(14), OP(15)

/* Four words of four blocks, word by word, become 16 bytes of each block in w, x, y and z; at:
   where in a block these bytes are. */
#define FILESEC__C20_WRITE(w, x, y, z, at)                                                     \
    t = _mm_unpacklo_epi32(w, x);                                                              \
    u = _mm_unpackhi_epi32(w, x);                                                              \
    x = _mm_unpacklo_epi32(y, z);                                                              \
    z = _mm_unpackhi_epi32(y, z);                                                              \
    FILESEC__C20_PUT(at, _mm_unpacklo_epi64(t, x));                                            \
    FILESEC__C20_PUT((at) + 64, _mm_unpackhi_epi64(t, x));                                     \
    FILESEC__C20_PUT((at) + 128, _mm_unpacklo_epi64(u, z));                                    \
    FILESEC__C20_PUT((at) + 192, _mm_unpackhi_epi64(u, z))

/* nblocks is a multiple of 4. */
static FILESEC__TARGET_X86_SSSE3 void filesec__chacha20_fours_x86_ssse3(uint32_t state[16],
                                                                        unsigned char *out,
                                                                        const unsigned char *in,
                                                                        size_t nblocks)
{
    FILESEC__C20_MASKS;

    for (; nblocks != 0; nblocks -= 4, in += 256, out += 256) {
        const __m128i ahead = _mm_setr_epi32(0, 1, 2, 3);
        __m128i FILESEC__C20_INPUT(FILESEC__C20_SET), t, u;
        int i;

        FILESEC__C20_ADD(x12, ahead);
        for (i = 0; i < 10; i++) {
            FILESEC__C20_PAIR(x0, x4, x8, x12, x1, x5, x9, x13);
            FILESEC__C20_PAIR(x2, x6, x10, x14, x3, x7, x11, x15);
            FILESEC__C20_PAIR(x0, x5, x10, x15, x1, x6, x11, x12);
            FILESEC__C20_PAIR(x2, x7, x8, x13, x3, x4, x9, x14);
        }
        FILESEC__C20_INPUT(FILESEC__C20_PLUS);
        FILESEC__C20_ADD(x12, ahead);
        FILESEC__C20_WRITE(x0, x1, x2, x3, 0);
        FILESEC__C20_WRITE(x4, x5, x6, x7, 16);
        FILESEC__C20_WRITE(x8, x9, x10, x11, 32);
        FILESEC__C20_WRITE(x12, x13, x14, x15, 48);
        state[12] += 4;
    }
}

/* ---- horizontal ------------------------------------------------------------------------ */

/* Four quarter rounds of block k; then its rows turn until diagonals are columns, or back. Row
   b, the last to be ready, stays where it is. */
#define FILESEC__C20_ROUND(k, turn_a, turn_c)                                                  \
    if (nblocks > (k)) {                                                                       \
        FILESEC__C20_ADD(a##k, b##k);                                                          \
        FILESEC__C20_XOR(d##k, a##k);                                                          \
        FILESEC__C20_BYTES(d##k, by16);                                                        \
        FILESEC__C20_ADD(c##k, d##k);                                                          \
        FILESEC__C20_XOR(b##k, c##k);                                                          \
        FILESEC__C20_ROTATE(b##k, 12);                                                         \
        FILESEC__C20_ADD(a##k, b##k);                                                          \
        FILESEC__C20_XOR(d##k, a##k);                                                          \
        FILESEC__C20_BYTES(d##k, by8);                                                         \
        FILESEC__C20_ADD(c##k, d##k);                                                          \
        FILESEC__C20_XOR(b##k, c##k);                                                          \
        FILESEC__C20_ROTATE(b##k, 7);                                                          \
        a##k = _mm_shuffle_epi32(a##k, turn_a);                                                \
        d##k = _mm_shuffle_epi32(d##k, 0x4e);                                                  \
        c##k = _mm_shuffle_epi32(c##k, turn_c);                                                \
    }

/* Row i of the input of block k. */
#define FILESEC__C20_ROW(i, k)                                                                 \
    _mm_add_epi32(_mm_loadu_si128((const __m128i *)(const void *)(state + 4 * (i))),           \
                  _mm_setr_epi32((i) == 3 ? (k) : 0, 0, 0, 0))
#define FILESEC__C20_ROWS(k)                                                                   \
    a##k = FILESEC__C20_ROW(0, k), b##k = FILESEC__C20_ROW(1, k),                              \
    c##k = FILESEC__C20_ROW(2, k), d##k = FILESEC__C20_ROW(3, k)

#define FILESEC__C20_WRITE_ROWS(k)                                                             \
    if (nblocks > (k)) {                                                                       \
        FILESEC__C20_PUT(64 * (k), _mm_add_epi32(a##k, FILESEC__C20_ROW(0, k)));               \
        FILESEC__C20_PUT(64 * (k) + 16, _mm_add_epi32(b##k, FILESEC__C20_ROW(1, k)));          \
        FILESEC__C20_PUT(64 * (k) + 32, _mm_add_epi32(c##k, FILESEC__C20_ROW(2, k)));          \
        FILESEC__C20_PUT(64 * (k) + 48, _mm_add_epi32(d##k, FILESEC__C20_ROW(3, k)));          \
    }

/* nblocks is a constant from 1 to 3. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_SSSE3 void
filesec__chacha20_rows_x86_ssse3(uint32_t state[16], unsigned char *out,
                                 const unsigned char *in, const unsigned nblocks)
{
    __m128i FILESEC__C20_ROWS(0), FILESEC__C20_ROWS(1), FILESEC__C20_ROWS(2);
    int i;
    FILESEC__C20_MASKS;

    for (i = 0; i < 10; i++) {
        FILESEC__C20_ROUND(0, 0x93, 0x39)
        FILESEC__C20_ROUND(1, 0x93, 0x39)
        FILESEC__C20_ROUND(2, 0x93, 0x39)
        FILESEC__C20_ROUND(0, 0x39, 0x93)
        FILESEC__C20_ROUND(1, 0x39, 0x93)
        FILESEC__C20_ROUND(2, 0x39, 0x93)
    }
    FILESEC__C20_WRITE_ROWS(0)
    FILESEC__C20_WRITE_ROWS(1)
    FILESEC__C20_WRITE_ROWS(2)
    state[12] += nblocks;
}

static FILESEC__TARGET_X86_SSSE3 void filesec__chacha20_x86_ssse3(uint32_t state[16],
                                                                  unsigned char *out,
                                                                  const unsigned char *in,
                                                                  size_t nblocks)
{
    size_t rest = nblocks % 4, whole = nblocks - rest;

    filesec__chacha20_fours_x86_ssse3(state, out, in, whole);
    in += 64 * whole;
    out += 64 * whole;
    if (rest == 3)
        filesec__chacha20_rows_x86_ssse3(state, out, in, 3);
    else if (rest == 2)
        filesec__chacha20_rows_x86_ssse3(state, out, in, 2);
    else if (rest == 1)
        filesec__chacha20_rows_x86_ssse3(state, out, in, 1);
}

#undef FILESEC__C20_TIE
#undef FILESEC__C20_TO_MEMORY
#undef FILESEC__C20_MASKS
#undef FILESEC__C20_ADD
#undef FILESEC__C20_XOR
#undef FILESEC__C20_BYTES
#undef FILESEC__C20_ROTATE
#undef FILESEC__C20_IN
#undef FILESEC__C20_PUT
#undef FILESEC__C20_STEP
#undef FILESEC__C20_PAIR
#undef FILESEC__C20_SET
#undef FILESEC__C20_PLUS
#undef FILESEC__C20_INPUT
#undef FILESEC__C20_WRITE
#undef FILESEC__C20_ROUND
#undef FILESEC__C20_ROW
#undef FILESEC__C20_ROWS
#undef FILESEC__C20_WRITE_ROWS
#endif /* FILESEC__HAS_X86_SSSE3 */

#if FILESEC__HAS_ARM_NEON

/* ==== chacha20/arm_neon.h ==== */
/*
 * chacha20/arm_neon.h: ChaCha20 keystream, ten blocks at a time: eight in vectors, two in words
 *
 * Needs     NEON, of AArch64. Every function carries FILESEC__TARGET_ARM_NEON.
 * Contract  as in chacha20/contract.h, with nothing added.
 *
 * Layout    vertical: xi holds word i of four blocks, one block in each 32-bit lane, zi of four
 *           more; yi is word i of one block.
 *
 *                lane      3     2     1     0       and a general register
 *                x0        c0    c0    c0    c0      y0     c0
 *                x12      n+3   n+2   n+1    n       y12    n+8, then n+9
 *                z12      n+7   n+6   n+5   n+4
 *
 *           Lanes change places only once, in the transposition after round 20.
 * Registers Two sets of 16 vectors are all there are, so compilers keep a few words in memory;
 *           one set alone would wait for its own results half of the time on a CPU with four
 *           vector units. Vector and integer units are separate, so the blocks in words run in
 *           the shadow of the others, at twice their pace: two of them, on a CPU with two
 *           vector units, are what the second set costs there. A single block is done in words
 *           too: a vector instruction takes at least twice as long until its result is there.
 * Bounds    Exactly 64 * nblocks bytes, at any alignment.
 * Not done  a horizontal form for two and three blocks: the vertical one, with the last blocks
 *           left out, takes hardly longer.
 * Secrets   no branch and no address depends on key, counter or data.
 * From      RFC 8439, 2.1 to 2.4.
 */

/* ---- vectors: x <<< 16 and x <<< 8 are shuffles of the bytes of each word ---------------- */

#define FILESEC__C20_BY16(x) x = vreinterpretq_u32_u16(vrev32q_u16(vreinterpretq_u16_u32(x)))
#define FILESEC__C20_BY8(x) x = vreinterpretq_u32_u8(vqtbl1q_u8(vreinterpretq_u8_u32(x), by8))
#define FILESEC__C20_BY(x, n) x = vsriq_n_u32(vshlq_n_u32(x, n), x, 32 - (n))
#define FILESEC__C20_ADD(x, y) x = vaddq_u32(x, y)
#define FILESEC__C20_XOR(x, y) x = veorq_u32(x, y)

/* Two quarter rounds, step by step: of a, b, c, d and of p, q, r, s. */
#define FILESEC__C20_PAIR(a, b, c, d, p, q, r, s)                                              \
    FILESEC__C20_ADD(a, b), FILESEC__C20_ADD(p, q);                                            \
    FILESEC__C20_XOR(d, a), FILESEC__C20_XOR(s, p);                                            \
    FILESEC__C20_BY16(d), FILESEC__C20_BY16(s);                                                \
    FILESEC__C20_ADD(c, d), FILESEC__C20_ADD(r, s);                                            \
    FILESEC__C20_XOR(b, c), FILESEC__C20_XOR(q, r);                                            \
    FILESEC__C20_BY(b, 12), FILESEC__C20_BY(q, 12);                                            \
    FILESEC__C20_ADD(a, b), FILESEC__C20_ADD(p, q);                                            \
    FILESEC__C20_XOR(d, a), FILESEC__C20_XOR(s, p);                                            \
    FILESEC__C20_BY8(d), FILESEC__C20_BY8(s);                                                  \
    FILESEC__C20_ADD(c, d), FILESEC__C20_ADD(r, s);                                            \
    FILESEC__C20_XOR(b, c), FILESEC__C20_XOR(q, r);                                            \
    FILESEC__C20_BY(b, 7), FILESEC__C20_BY(q, 7)

/* The same in the second set. */
#define FILESEC__C20_X(a, b, c, d, p, q, r, s)                                                 \
    FILESEC__C20_PAIR(x##a, x##b, x##c, x##d, x##p, x##q, x##r, x##s)
#define FILESEC__C20_Z(a, b, c, d, p, q, r, s)                                                 \
    FILESEC__C20_PAIR(z##a, z##b, z##c, z##d, z##p, z##q, z##r, z##s)

/* ---- words ------------------------------------------------------------------------------ */

#define FILESEC__C20_QUARTER(a, b, c, d)                                                       \
    a += b, d = filesec__rotl32(d ^ a, 16);                                                    \
    c += d, b = filesec__rotl32(b ^ c, 12);                                                    \
    a += b, d = filesec__rotl32(d ^ a, 8);                                                     \
    c += d, b = filesec__rotl32(b ^ c, 7)

/* ---- both ------------------------------------------------------------------------------- */

#define FILESEC__C20_COLUMNS                                                                   \
    FILESEC__C20_QUARTER(y0, y4, y8, y12);                                                     \
    FILESEC__C20_QUARTER(y1, y5, y9, y13);                                                     \
    FILESEC__C20_QUARTER(y2, y6, y10, y14);                                                    \
    FILESEC__C20_QUARTER(y3, y7, y11, y15)
#define FILESEC__C20_DIAGONALS                                                                 \
    FILESEC__C20_QUARTER(y0, y5, y10, y15);                                                    \
    FILESEC__C20_QUARTER(y1, y6, y11, y12);                                                    \
    FILESEC__C20_QUARTER(y2, y7, y8, y13);                                                     \
    FILESEC__C20_QUARTER(y3, y4, y9, y14)

/* Half a round of the vectors, and a whole one of the words. */
#define FILESEC__C20_HALF(round, a, b, c, d, p, q, r, s)                                       \
    FILESEC__C20_X(a, b, c, d, p, q, r, s);                                                    \
    if (two) {                                                                                 \
        FILESEC__C20_Z(a, b, c, d, p, q, r, s);                                                \
    }                                                                                          \
    if (words) {                                                                               \
        round;                                                                                 \
    }

/* Something about each of the 16 words. */
#define FILESEC__C20_EACH(OP)                                                                  \
    OP(0), OP(1), OP(2), OP(3), OP(4), OP(5), OP(6), OP(7), OP(8), OP(9), OP(10), OP(11),      \
        OP(12), OP(13), OP(14), OP(15)
#define FILESEC__C20_SPREAD(i) x##i = vdupq_n_u32(state[i])
#define FILESEC__C20_PLUS(i) x##i = vaddq_u32(x##i, vdupq_n_u32(state[i]))
#define FILESEC__C20_SPREAD_TOO(i) z##i = vdupq_n_u32(state[i])
#define FILESEC__C20_PLUS_TOO(i) z##i = vaddq_u32(z##i, vdupq_n_u32(state[i]))
#define FILESEC__C20_SET(i) y##i = state[i]
#define FILESEC__C20_PUT_WORD(i)                                                               \
    filesec__store32le(out + 64 * (size_t)next + 4 * i,                                        \
                       filesec__load32le(in + 64 * (size_t)next + 4 * i) ^ (y##i + state[i]))

/* A single block. */
static FILESEC__TARGET_ARM_NEON void filesec__chacha20_one_arm_neon(const uint32_t state[16],
                                                                    unsigned char *out,
                                                                    const unsigned char *in)
{
    uint32_t FILESEC__C20_EACH(FILESEC__C20_SET);
    const uint32_t next = 0;
    int i;

    for (i = 0; i < 10; i++) {
        FILESEC__C20_COLUMNS;
        FILESEC__C20_DIAGONALS;
    }
    FILESEC__C20_EACH(FILESEC__C20_PUT_WORD);
}

/* 16 bytes from at on: out = in XOR x */
#define FILESEC__C20_PUT(at, x)                                                                \
    vst1q_u8(out + (at), veorq_u8(vld1q_u8(in + (at)), vreinterpretq_u8_u32(x)))

/* Words w, x, y, z of four blocks, block by block: 16 bytes of each, from at on. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_ARM_NEON void
filesec__chacha20_write_arm_neon(unsigned char *out, const unsigned char *in, size_t nblocks,
                                 uint32x4_t w, uint32x4_t x, uint32x4_t y, uint32x4_t z)
{
    uint64x2_t a = vreinterpretq_u64_u32(vzip1q_u32(w, x)); /* w0 x0 w1 x1 */
    uint64x2_t b = vreinterpretq_u64_u32(vzip2q_u32(w, x)); /* w2 x2 w3 x3 */
    uint64x2_t c = vreinterpretq_u64_u32(vzip1q_u32(y, z));
    uint64x2_t d = vreinterpretq_u64_u32(vzip2q_u32(y, z));

    FILESEC__C20_PUT(0, vreinterpretq_u32_u64(vzip1q_u64(a, c)));
    if (nblocks > 1)
        FILESEC__C20_PUT(64, vreinterpretq_u32_u64(vzip2q_u64(a, c)));
    if (nblocks > 2)
        FILESEC__C20_PUT(128, vreinterpretq_u32_u64(vzip1q_u64(b, d)));
    if (nblocks > 3)
        FILESEC__C20_PUT(192, vreinterpretq_u32_u64(vzip2q_u64(b, d)));
}

#define FILESEC__C20_EACH_WRITE(OP)                                                            \
    OP(0, 0, 1, 2, 3);                                                                         \
    OP(16, 4, 5, 6, 7);                                                                        \
    OP(32, 8, 9, 10, 11);                                                                      \
    OP(48, 12, 13, 14, 15)
#define FILESEC__C20_WRITE(at, i, j, k, l)                                                     \
    filesec__chacha20_write_arm_neon(out + (at), in + (at), nblocks, x##i, x##j, x##k, x##l)
#define FILESEC__C20_WRITE_TOO(at, i, j, k, l)                                                 \
    filesec__chacha20_write_arm_neon(out + (at), in + (at), nblocks, z##i, z##j, z##k, z##l)

/* One set or two, and two blocks in words: constants. nblocks are those of the last set, 1 to
   4; what is before and after it is whole. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_ARM_NEON void
filesec__chacha20_sets_arm_neon(const uint32_t state[16], unsigned char *out,
                                const unsigned char *in, size_t nblocks, const int two,
                                const int words)
{
    static const uint32_t counters[4] = {0, 1, 2, 3};
    static const uint8_t rotation[16] = {3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14};
    const uint32x4_t ahead = vld1q_u32(counters);
    const uint8x16_t by8 = vld1q_u8(rotation);
    uint32x4_t FILESEC__C20_EACH(FILESEC__C20_SPREAD);
    uint32x4_t FILESEC__C20_EACH(FILESEC__C20_SPREAD_TOO);
    uint32_t next = two ? 8 : 4;
    int i, word;

    FILESEC__C20_ADD(x12, ahead);
    FILESEC__C20_ADD(z12, vaddq_u32(ahead, vdupq_n_u32(4)));
    for (word = 0; word < 2; word++, next++) {
        uint32_t FILESEC__C20_EACH(FILESEC__C20_SET);

        y12 += next;
        for (i = 0; i < 5; i++) {
            FILESEC__C20_HALF(FILESEC__C20_COLUMNS, 0, 4, 8, 12, 1, 5, 9, 13);
            FILESEC__C20_HALF(FILESEC__C20_DIAGONALS, 2, 6, 10, 14, 3, 7, 11, 15);
            FILESEC__C20_HALF(FILESEC__C20_COLUMNS, 0, 5, 10, 15, 1, 6, 11, 12);
            FILESEC__C20_HALF(FILESEC__C20_DIAGONALS, 2, 7, 8, 13, 3, 4, 9, 14);
        }
        if (words) {
            y12 += next;
            FILESEC__C20_EACH(FILESEC__C20_PUT_WORD);
        }
    }
    FILESEC__C20_EACH(FILESEC__C20_PLUS);
    FILESEC__C20_ADD(x12, ahead);
    if (two) {
        size_t last = nblocks;

        nblocks = 4;
        FILESEC__C20_EACH_WRITE(FILESEC__C20_WRITE);
        in += 256;
        out += 256;
        nblocks = last;
        FILESEC__C20_EACH(FILESEC__C20_PLUS_TOO);
        FILESEC__C20_ADD(z12, vaddq_u32(ahead, vdupq_n_u32(4)));
        FILESEC__C20_EACH_WRITE(FILESEC__C20_WRITE_TOO);
    } else {
        FILESEC__C20_EACH_WRITE(FILESEC__C20_WRITE);
    }
}

static FILESEC__TARGET_ARM_NEON void filesec__chacha20_arm_neon(uint32_t state[16],
                                                                unsigned char *out,
                                                                const unsigned char *in,
                                                                size_t nblocks)
{
    for (; nblocks >= 10; nblocks -= 10, in += 640, out += 640) {
        filesec__chacha20_sets_arm_neon(state, out, in, 4, 1, 1);
        state[12] += 10;
    }
    if (nblocks == 6 || nblocks == 9) {
        filesec__chacha20_sets_arm_neon(state, out, in, 4, 0, 1);
        state[12] += 6;
        nblocks -= 6;
        in += 384;
        out += 384;
    }
    if (nblocks > 4)
        filesec__chacha20_sets_arm_neon(state, out, in, nblocks - 4, 1, 0);
    else if (nblocks > 1)
        filesec__chacha20_sets_arm_neon(state, out, in, nblocks, 0, 0);
    else if (nblocks == 1)
        filesec__chacha20_one_arm_neon(state, out, in);
    state[12] += (uint32_t)nblocks;
}

#undef FILESEC__C20_BY16
#undef FILESEC__C20_BY
#undef FILESEC__C20_BY8
#undef FILESEC__C20_ADD
#undef FILESEC__C20_XOR
#undef FILESEC__C20_PAIR
#undef FILESEC__C20_QUARTER
#undef FILESEC__C20_EACH
#undef FILESEC__C20_SPREAD
#undef FILESEC__C20_PLUS
#undef FILESEC__C20_SET
#undef FILESEC__C20_PUT
#undef FILESEC__C20_PUT_WORD
#undef FILESEC__C20_X
#undef FILESEC__C20_Z
#undef FILESEC__C20_HALF
#undef FILESEC__C20_COLUMNS
#undef FILESEC__C20_DIAGONALS
#undef FILESEC__C20_SPREAD_TOO
#undef FILESEC__C20_PLUS_TOO
#undef FILESEC__C20_EACH_WRITE
#undef FILESEC__C20_WRITE
#undef FILESEC__C20_WRITE_TOO
#endif /* FILESEC__HAS_ARM_NEON */

/* ==== chacha20/portable.h ==== */
/*
 * chacha20/portable.h: ChaCha20 keystream in plain C
 *
 * Needs     nothing. Where the compiler has vectors and the baseline has instructions for them,
 *           up to four blocks at a time; else, and for a single block, words one by one.
 * Contract  as in chacha20/contract.h, with nothing added.
 *
 * Layout    Vectors are vertical: xi holds word i of four blocks, one block in each lane; lanes
 *           change places only once, in the transposition after round 20. They never cross a
 *           function call, so how a call passes them does not matter.
 * Registers Left to the compiler.
 * Bounds    Exactly 64 * nblocks bytes, at any alignment.
 * Not done  vectors on a machine without them: every word would go through memory.
 * Secrets   no branch and no address depends on key, counter or data. FILESEC_SMALL has an
 *           array of keystream, and wipes it.
 * From      RFC 8439, 2.1 to 2.4.
 */

/* Vector units that compilers tell of. 32-bit Windows is left out: its stack may be too little
   aligned for spilled vectors. */
#if FILESEC__VECTOR_TYPES && defined(__BYTE_ORDER__) &&                                        \
    (FILESEC__LITTLE || __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) &&                             \
    !(defined(_WIN32) && defined(__i386__)) &&                                                 \
    (defined(__SSE2__) || defined(__ARM_NEON) || defined(__ALTIVEC__) || defined(__VX__) ||    \
     defined(__riscv_vector) || defined(__mips_msa) || defined(__loongarch_sx) ||              \
     defined(__wasm_simd128__))
#define FILESEC__C20_VECTORS 1
#else
#define FILESEC__C20_VECTORS 0
#endif

/* a quarter round, of words or of vectors */
#define FILESEC__C20_QUARTER(a, b, c, d)                                                       \
    a += b, d ^= a, d = FILESEC__C20_ROTATE(d, 16);                                            \
    c += d, b ^= c, b = FILESEC__C20_ROTATE(b, 12);                                            \
    a += b, d ^= a, d = FILESEC__C20_ROTATE(d, 8);                                             \
    c += d, b ^= c, b = FILESEC__C20_ROTATE(b, 7)
#define FILESEC__C20_ROTATE(x, n) ((x) << (n) | (x) >> (32 - (n)))

#ifdef FILESEC_SMALL

static void filesec__chacha20_block_portable(const uint32_t state[16], unsigned char *out,
                                             const unsigned char *in)
{
    uint32_t x[16];
    unsigned i, j;

    memcpy(x, state, sizeof x);
    /* 20 rounds of four quarter rounds each. In every second round, a diagonal one, the words
       that meet x[j] are 1, 2 and 3 places further on in their rows. */
    for (i = 0; i < 80; i++) {
        unsigned turn = i / 4 % 2;
        uint32_t *a, *b, *c, *d;

        j = i % 4;
        a = x + j;
        b = x + 4 + (j + turn) % 4;
        c = x + 8 + (j + 2 * turn) % 4;
        d = x + 12 + (j + 3 * turn) % 4;
        FILESEC__C20_QUARTER(*a, *b, *c, *d);
    }
    for (i = 0; i < 16; i++)
        filesec__store32le(out + 4 * i, filesec__load32le(in + 4 * i) ^ (x[i] + state[i]));
    filesec_wipe(x, sizeof x);
}

#else

#define FILESEC__C20_DOUBLE_ROUND                                                              \
    FILESEC__C20_QUARTER(x0, x4, x8, x12);                                                     \
    FILESEC__C20_QUARTER(x1, x5, x9, x13);                                                     \
    FILESEC__C20_QUARTER(x2, x6, x10, x14);                                                    \
    FILESEC__C20_QUARTER(x3, x7, x11, x15);                                                    \
    FILESEC__C20_QUARTER(x0, x5, x10, x15);                                                    \
    FILESEC__C20_QUARTER(x1, x6, x11, x12);                                                    \
    FILESEC__C20_QUARTER(x2, x7, x8, x13);                                                     \
    FILESEC__C20_QUARTER(x3, x4, x9, x14)

/* something about each of the 16 words */
#define FILESEC__C20_EACH(OP)                                                                  \
    OP(0), OP(1), OP(2), OP(3), OP(4), OP(5), OP(6), OP(7), OP(8), OP(9), OP(10), OP(11),      \
        OP(12), OP(13), OP(14), OP(15)

#define FILESEC__C20_SET(i) x##i = state[i]
#define FILESEC__C20_PUT(i)                                                                    \
    filesec__store32le(out + 4 * i, filesec__load32le(in + 4 * i) ^ (x##i + state[i]))

static void filesec__chacha20_block_portable(const uint32_t state[16], unsigned char *out,
                                             const unsigned char *in)
{
    uint32_t FILESEC__C20_EACH(FILESEC__C20_SET);
    int i;

    for (i = 0; i < 10; i++) {
        FILESEC__C20_DOUBLE_ROUND;
    }
    FILESEC__C20_EACH(FILESEC__C20_PUT);
}

#endif /* FILESEC_SMALL */

#if FILESEC__C20_VECTORS

typedef uint32_t filesec__chacha20_vector_portable __attribute__((vector_size(16)));

/* i, j, k, l: places in a followed by b. gcc learned clang's spelling only in version 12. */
#ifdef __clang__
#define FILESEC__C20_MASK(name, i, j, k, l)                                                    \
    enum { name##0 = i, name##1 = j, name##2 = k, name##3 = l }
#define FILESEC__C20_MIX(a, b, name)                                                           \
    __builtin_shufflevector(a, b, name##0, name##1, name##2, name##3)
#else
#define FILESEC__C20_MASK(name, i, j, k, l)                                                    \
    const filesec__chacha20_vector_portable name = {i, j, k, l}
#define FILESEC__C20_MIX(a, b, name) __builtin_shuffle(a, b, name)
#endif

/* The bytes of each word in the order of the standard, little-endian. */
#if FILESEC__LITTLE
#define FILESEC__C20_ORDER(x) (x)
#else
#define FILESEC__C20_ORDER(x)                                                                  \
    ((FILESEC__C20_ROTATE(x, 8) & 0x00ff00ff) | (FILESEC__C20_ROTATE(x, 24) & 0xff00ff00))
#endif

#define FILESEC__C20_WRITE(at, x)                                                              \
    do {                                                                                       \
        memcpy(&in_words, in + (at), 16);                                                      \
        out_words = FILESEC__C20_ORDER(x) ^ in_words;                                          \
        memcpy(out + (at), &out_words, 16);                                                    \
    } while (0)

/* Words w, x, y, z of four blocks become 16 bytes of each; at: where in a block. */
#define FILESEC__C20_TRANSPOSE(at, w, x, y, z)                                                 \
    do {                                                                                       \
        s = FILESEC__C20_MIX(w, x, low);                                                       \
        t = FILESEC__C20_MIX(w, x, high);                                                      \
        u = FILESEC__C20_MIX(y, z, low);                                                       \
        v = FILESEC__C20_MIX(y, z, high);                                                      \
        w = FILESEC__C20_MIX(s, u, first);                                                     \
        x = FILESEC__C20_MIX(s, u, second);                                                    \
        y = FILESEC__C20_MIX(t, v, first);                                                     \
        z = FILESEC__C20_MIX(t, v, second);                                                    \
        FILESEC__C20_WRITE(at, w);                                                             \
        if (nblocks > 1)                                                                       \
            FILESEC__C20_WRITE((at) + 64, x);                                                  \
        if (nblocks > 2)                                                                       \
            FILESEC__C20_WRITE((at) + 128, y);                                                 \
        if (nblocks > 3)                                                                       \
            FILESEC__C20_WRITE((at) + 192, z);                                                 \
    } while (0)

#define FILESEC__C20_SPREAD(i) x##i = {state[i], state[i], state[i], state[i]}
#define FILESEC__C20_PLUS(i) x##i += state[i]

/* 1 <= nblocks <= 4 */
static void filesec__chacha20_four_portable(const uint32_t state[16], unsigned char *out,
                                            const unsigned char *in, size_t nblocks)
{
    filesec__chacha20_vector_portable FILESEC__C20_EACH(FILESEC__C20_SPREAD);
    filesec__chacha20_vector_portable s, t, u, v, in_words, out_words;
    const filesec__chacha20_vector_portable ahead = {0, 1, 2, 3};
    FILESEC__C20_MASK(low, 0, 4, 1, 5);
    FILESEC__C20_MASK(high, 2, 6, 3, 7);
    FILESEC__C20_MASK(first, 0, 1, 4, 5);
    FILESEC__C20_MASK(second, 2, 3, 6, 7);
    int i;

    x12 += ahead;
    for (i = 0; i < 10; i++) {
        FILESEC__C20_DOUBLE_ROUND;
    }
    FILESEC__C20_EACH(FILESEC__C20_PLUS);
    x12 += ahead;
    FILESEC__C20_TRANSPOSE(0, x0, x1, x2, x3);
    FILESEC__C20_TRANSPOSE(16, x4, x5, x6, x7);
    FILESEC__C20_TRANSPOSE(32, x8, x9, x10, x11);
    FILESEC__C20_TRANSPOSE(48, x12, x13, x14, x15);
}

#endif /* FILESEC__C20_VECTORS */

static void filesec__chacha20_portable(uint32_t state[16], unsigned char *out,
                                       const unsigned char *in, size_t nblocks)
{
#if FILESEC__C20_VECTORS
    for (; nblocks > 1; in += 256, out += 256) {
        size_t n = nblocks < 4 ? nblocks : 4;

        filesec__chacha20_four_portable(state, out, in, n);
        state[12] += (uint32_t)n;
        nblocks -= n;
        if (nblocks == 0)
            return;
    }
#endif
    for (; nblocks > 0; nblocks--, in += 64, out += 64) {
        filesec__chacha20_block_portable(state, out, in);
        state[12]++;
    }
}

#undef FILESEC__C20_VECTORS
#undef FILESEC__C20_QUARTER
#undef FILESEC__C20_ROTATE
#undef FILESEC__C20_DOUBLE_ROUND
#undef FILESEC__C20_EACH
#undef FILESEC__C20_SET
#undef FILESEC__C20_PUT
#undef FILESEC__C20_MASK
#undef FILESEC__C20_MIX
#undef FILESEC__C20_ORDER
#undef FILESEC__C20_WRITE
#undef FILESEC__C20_TRANSPOSE
#undef FILESEC__C20_SPREAD
#undef FILESEC__C20_PLUS

#if FILESEC__HAS_X86_AVX512IFMA

/* ==== poly1305/x86_avx512ifma.h ==== */
/*
 * poly1305/x86_avx512ifma.h: Poly1305, eight blocks side by side, thirty-two for each carry
 *
 * Needs     AVX-512 F, VL, BW, DQ and IFMA, BMI2.
 * Contract  as in poly1305/contract.h, with nothing added.
 * Layout    radix 2^44: limbs of 44, 44 and 42 bits, one in each 64-bit lane, one block in each
 *           lane. Eight blocks come as two vectors and are sorted by unpacking:
 *
 *                lane       7   6   5   4   3   2   1   0
 *                block      7   3   6   2   5   1   4   0
 *
 *           h is eight sums, one for each lane. Four vectors of blocks are
 *
 *                h = h r^32 + m r^24 + m' r^16 + m'' r^8 + m'''   the same powers in every lane
 *
 *           and at the end h [r^1 r^5 r^2 r^6 r^3 r^7 r^4 r^8], lane by lane as above, after
 *           which the sum of the eight lanes is the h of the standard. If the blocks do not
 *           fill the first vector, its first lanes are 0; the h that was there before enters
 *           with the first block. In the state, whose first words are those of
 *           poly1305/limbs64.h:
 *                w[7]       0: no powers yet; 1: up to r^16; 2: all
 *                w[8..31]   three limbs of [r^1 ... r^8], as above
 *                w[32..34]  three limbs of r^16
 *                w[35..40]  three limbs of [r^32 r^24]
 *
 *           Arithmetic is in poly1305/x86_avx512ifma_limbs.h.
 * Registers six sums, three limbs of h, three of m, the multipliers, some of them in memory.
 * Bounds    reads exactly 16 * nblocks bytes of data and tail_len bytes of tail.
 * Secrets   no branch and no address depends on key, data or h; w[7] depends on lengths.
 * From      RFC 8439, 2.5.
 */
#define FILESEC__MULTIPLIER filesec__poly1305_multiplier_x86_avx512ifma
#define FILESEC__EVERYWHERE filesec__poly1305_everywhere_x86_avx512ifma
#define FILESEC__LOAD filesec__poly1305_load_x86_avx512ifma
#define FILESEC__MULTIPLY filesec__poly1305_multiply_x86_avx512ifma
#define FILESEC__BEGIN filesec__poly1305_begin_x86_avx512ifma
#define FILESEC__CARRY filesec__poly1305_carry_x86_avx512ifma

/* h = the first n blocks, 1 <= n <= 8, in the last lanes (of blocks 8 - n to 7), with the h of
   the standard added to the first of them. h[0], h[1] < 2^45, h[2] < 2^43. */
FILESEC__TARGET_X86_AVX512IFMA FILESEC__ALWAYS_INLINE void
filesec__poly1305_start_x86_avx512ifma(__m512i h[3], const uint64_t w[3],
                                       const unsigned char *data, size_t n)
{
    const size_t empty = 8 - n, second = n > 4 ? 64 : 0;
    const unsigned there = 0xffffu >> 2 * empty, words = 0xffffu << 2 * empty & 0xffff;
    const unsigned blocks = 0xffu << empty & 0xff, one = 1u << empty;
    const __mmask8 lanes = (__mmask8)(_pdep_u32(blocks, 0x55) | _pdep_u32(blocks >> 4, 0xaa));
    const __mmask8 lane = (__mmask8)(_pdep_u32(one, 0x55) | _pdep_u32(one >> 4, 0xaa));
    const __m512i from = _mm512_sub_epi64(_mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7),
                                          _mm512_set1_epi64(2 * (long long)empty));
    const __m512i first =
        _mm512_maskz_loadu_epi64((__mmask8)(there & 0xff), (const void *)data);
    const __m512i more =
        _mm512_maskz_loadu_epi64((__mmask8)(there >> 8), (const void *)(data + second));
    const __m512i a = _mm512_maskz_permutexvar_epi64((__mmask8)(words & 0xff), from, first);
    const __m512i b = _mm512_maskz_permutex2var_epi64(
        (__mmask8)(words >> 8), first, _mm512_add_epi64(from, _mm512_set1_epi64(8)), more);
    uint64_t x[3];
    int i;

    filesec__poly1305_to44_x86_avx512ifma(x, w);
    filesec__poly1305_split_x86_avx512ifma(h, a, b);
    h[2] = _mm512_or_si512(h[2], _mm512_maskz_set1_epi64(lanes, (long long)1 << 40));
    for (i = 0; i < 3; i++)
        h[i] = _mm512_add_epi64(h[i], _mm512_maskz_set1_epi64(lane, (long long)x[i]));
}

/* h = h r^(8 k) + m r^(8 (k - 1)) + ... of k vectors, 1 <= k <= 3 */
FILESEC__TARGET_X86_AVX512IFMA FILESEC__ALWAYS_INLINE void
filesec__poly1305_few_x86_avx512ifma(__m512i h[3], const unsigned char *data, size_t k,
                                     const __m512i t24[5], const __m512i t16[5],
                                     const __m512i t8[5])
{
    __m512i d[6];

    FILESEC__BEGIN(d, NULL);
    if (k == 3) {
        FILESEC__MULTIPLY(d, h, t24);
        FILESEC__LOAD(h, data);
        data += 128;
    }
    if (k >= 2) {
        FILESEC__MULTIPLY(d, h, t16);
        FILESEC__LOAD(h, data);
        data += 128;
    }
    FILESEC__MULTIPLY(d, h, t8);
    FILESEC__LOAD(h, data);
    d[0] = _mm512_add_epi64(d[0], h[0]);
    d[1] = _mm512_add_epi64(d[1], h[1]);
    d[2] = _mm512_add_epi64(d[2], h[2]);
    FILESEC__CARRY(h, d);
}

/* nblocks >= 1. Of the vectors behind the first, four at a time if all powers are there. */
FILESEC__TARGET_X86_AVX512IFMA static void
filesec__poly1305_vectors_x86_avx512ifma(filesec__poly1305_state *s, const unsigned char *data,
                                         size_t nblocks)
{
    const int all = s->w[7] == 2;
    __m512i t32[5], t24[5], t16[5], t8[5], h[3], m[3], d[6];
    size_t n = (nblocks + 7) / 8 - 1, k = nblocks - 8 * n;

    filesec__poly1305_start_x86_avx512ifma(h, s->w, data, k);
    data += 16 * k;
    FILESEC__EVERYWHERE(t8, s->w + 8, 8);
    FILESEC__EVERYWHERE(t16, s->w + 32, 1);
    FILESEC__EVERYWHERE(t24, s->w + (all ? 36 : 32), all ? 2 : 1);
    if (all) {
        FILESEC__EVERYWHERE(t32, s->w + 35, 2);
        for (; n >= 4; n -= 4, data += 512) {
            FILESEC__LOAD(m, data + 384);
            FILESEC__BEGIN(d, m);
            FILESEC__LOAD(m, data);
            FILESEC__MULTIPLY(d, m, t24);
            FILESEC__LOAD(m, data + 128);
            FILESEC__MULTIPLY(d, m, t16);
            FILESEC__LOAD(m, data + 256);
            FILESEC__MULTIPLY(d, m, t8);
            FILESEC__MULTIPLY(d, h, t32);
            FILESEC__CARRY(h, d);
        }
    }
    for (; n != 0; n -= k, data += 128 * k) {
        k = n <= 2 || all ? n : 2;
        filesec__poly1305_few_x86_avx512ifma(h, data, k, t24, t16, t8);
    }
    FILESEC__MULTIPLIER(t8, _mm512_loadu_si512((const void *)(s->w + 8)),
                        _mm512_loadu_si512((const void *)(s->w + 16)),
                        _mm512_loadu_si512((const void *)(s->w + 24)));
    FILESEC__BEGIN(d, NULL);
    FILESEC__MULTIPLY(d, h, t8);
    filesec__poly1305_end_x86_avx512ifma(s->w, d);
}

/* r to r^4 one after the other, in two lanes each, of which the lower one is multiplied by r^4;
   then r^16 out of r^8. */
FILESEC__TARGET_X86_AVX512IFMA static void
filesec__poly1305_powers_x86_avx512ifma(filesec__poly1305_state *s)
{
    __m512i v[3], t[5], d[6];
    uint64_t h[3], x[3] = {0, 0, 0};
    int i, j;

    h[0] = s->w[3];
    h[1] = s->w[4];
    h[2] = 0;
    v[0] = v[1] = v[2] = _mm512_setzero_si512();
    for (i = 0; i < 4; i++) {
        if (i != 0) {
            filesec__poly1305_limbs64_multiply(h, s->w[3], s->w[4]);
            filesec__poly1305_limbs64_add(h, filesec__poly1305_limbs64_excess(h), 0, 0);
        }
        filesec__poly1305_to44_x86_avx512ifma(x, h);
        for (j = 0; j < 3; j++)
            v[j] = _mm512_mask_set1_epi64(v[j], (__mmask8)(0xc0 >> 2 * i), (long long)x[j]);
    }
    FILESEC__MULTIPLIER(t, _mm512_mask_set1_epi64(_mm512_set1_epi64(1), 0x55, (long long)x[0]),
                        _mm512_maskz_set1_epi64(0x55, (long long)x[1]),
                        _mm512_maskz_set1_epi64(0x55, (long long)x[2]));
    FILESEC__BEGIN(d, NULL);
    FILESEC__MULTIPLY(d, v, t);
    FILESEC__CARRY(v, d);
    for (j = 0; j < 3; j++)
        _mm512_storeu_si512((void *)(s->w + 8 + 8 * j), v[j]);

    FILESEC__EVERYWHERE(t, s->w + 8, 8);
    FILESEC__BEGIN(d, NULL);
    FILESEC__MULTIPLY(d, t, t);
    FILESEC__CARRY(v, d);
    for (j = 0; j < 3; j++)
        s->w[32 + j] =
            (uint64_t)_mm_cvtsi128_si64(_mm512_maskz_extracti32x4_epi32(0xf, v[j], 0));
    s->w[7] = 1;
}

/* r^32 and r^24: r^16 and r^8 times r^16 */
FILESEC__TARGET_X86_AVX512IFMA static void
filesec__poly1305_more_powers_x86_avx512ifma(filesec__poly1305_state *s)
{
    __m512i v[3], t[5], d[6];
    int j;

    FILESEC__EVERYWHERE(t, s->w + 32, 1);
    for (j = 0; j < 3; j++)
        v[j] = _mm512_mask_set1_epi64(t[j], 2, (long long)s->w[8 + 8 * j]);
    FILESEC__BEGIN(d, NULL);
    FILESEC__MULTIPLY(d, v, t);
    FILESEC__CARRY(v, d);
    for (j = 0; j < 3; j++)
        _mm_storeu_si128((__m128i *)(void *)(s->w + 35 + 2 * j),
                         _mm512_maskz_extracti32x4_epi32(0xf, v[j], 0));
    s->w[7] = 2;
}

static void filesec__poly1305_init_x86_avx512ifma(filesec__poly1305_state *s,
                                                  const unsigned char key[32])
{
    filesec__poly1305_limbs64_init(s, key);
}

/* Below 8 blocks vectors do not pay; where powers must first be made, below 19; and the higher
   powers do from 1 KiB on. */
static FILESEC__TARGET_X86_AVX512IFMA void
filesec__poly1305_blocks_x86_avx512ifma(filesec__poly1305_state *s, const unsigned char *data,
                                        size_t nblocks)
{
    if (nblocks < (s->w[7] != 0 ? 8u : 19u)) {
        filesec__poly1305_limbs64_blocks(s, data, nblocks, 1);
        return;
    }
    if (s->w[7] == 0)
        filesec__poly1305_powers_x86_avx512ifma(s);
    if (s->w[7] == 1 && nblocks >= 64)
        filesec__poly1305_more_powers_x86_avx512ifma(s);
    filesec__poly1305_vectors_x86_avx512ifma(s, data, nblocks);
}

static void filesec__poly1305_finish_x86_avx512ifma(filesec__poly1305_state *s,
                                                    const unsigned char *tail, size_t tail_len,
                                                    unsigned char tag[16])
{
    filesec__poly1305_limbs64_finish(s, tail, tail_len, tag);
}
#undef FILESEC__MULTIPLIER
#undef FILESEC__EVERYWHERE
#undef FILESEC__LOAD
#undef FILESEC__MULTIPLY
#undef FILESEC__BEGIN
#undef FILESEC__CARRY
#endif /* FILESEC__HAS_X86_AVX512IFMA */

#if FILESEC__HAS_X86_AVX2

/* ==== poly1305/x86_avx2.h ==== */
/*
 * poly1305/x86_avx2.h: Poly1305, four blocks side by side, eight for each carry
 *
 * Needs     AVX2, BMI1 and BMI2.
 * Contract  as in poly1305/contract.h, with nothing added.
 * Layout    radix 2^26, one limb in the low half of a 64-bit lane, one block in each lane. Four
 *           blocks come as two vectors and are sorted by unpacking, which exchanges the middle:
 *
 *                lane         3       2       1       0
 *                m[i]       m3_i    m1_i    m2_i    m0_i
 *
 *           h is four sums, one for each lane. A step of eight blocks is
 *
 *                h = (h + m) r^8 + m' r^4          the same powers in every lane
 *
 *           and in the last step lane by lane
 *
 *                h = (h + m) [r^5 r^7 r^6 r^8] + m' [r^1 r^3 r^2 r^4],
 *
 *           after which the sum of the four lanes is the h of the standard. In the state, whose
 *           first words are those of poly1305/limbs64.h:
 *                w[7]       1 when the powers are there
 *                w[8..17]   5 limbs of [r^1 r^3 r^2 r^4], 4 x 32 bits each
 *                w[18..27]  5 limbs of [r^5 r^7 r^6 r^8]
 *
 * Registers five sums, five limbs and scratch; the multipliers are operands in memory.
 * Bounds    reads exactly 16 * nblocks bytes of data and tail_len bytes of tail.
 * Secrets   no branch and no address depends on key, data or h; w[7] depends on lengths.
 * From      RFC 8439, 2.5.
 */
#define FILESEC__ADD(a, b) _mm256_add_epi64(a, b)
#define FILESEC__AND(a, b) _mm256_and_si256(a, b)
#define FILESEC__SHR(a, n) _mm256_srli_epi64(a, n)
#define FILESEC__SHL(a, n) _mm256_slli_epi64(a, n)
/* PIN keeps the sums in registers and each product next to its sum: left alone, gcc and clang
   make many products first and store them. gcc -O2 would leave short loops rolled, and their
   vectors in memory. */
#if FILESEC__GNU
#define FILESEC__PIN() __asm__("" : "+x"(d0), "+x"(d1), "+x"(d2), "+x"(d3), "+x"(d4))
#define FILESEC__UNROLL _Pragma("GCC unroll 5")
#else
#define FILESEC__PIN() ((void)0)
#define FILESEC__UNROLL
#endif

/*
 * Multipliers: t[4 + j] = r_j and t[j - 1] = 5 r_j = s_j, so that limb i of a factor meets
 * t[4 + k - i] in limb k of the product. From the packed limbs at p, lane by lane or, with
 * splat, the power in lane 0 everywhere.
 */
FILESEC__TARGET_X86_AVX2 FILESEC__ALWAYS_INLINE void
filesec__poly1305_table_x86_avx2(__m256i t[9], const uint64_t *p, int splat)
{
    int j;

    FILESEC__UNROLL
    for (j = 0; j < 5; j++) {
        __m128i x = _mm_loadu_si128((const __m128i *)(const void *)(p + 2 * j));
        if (splat)
            x = _mm_shuffle_epi32(x, 0);
        t[4 + j] = _mm256_cvtepu32_epi64(x);
    }
    FILESEC__UNROLL
    for (j = 1; j < 5; j++)
        t[j - 1] = FILESEC__ADD(t[4 + j], FILESEC__SHL(t[4 + j], 2));
}

/* m = five limbs of each of the four blocks at data, with the bit 2^128 */
FILESEC__TARGET_X86_AVX2 FILESEC__ALWAYS_INLINE void
filesec__poly1305_load_x86_avx2(__m256i m[5], const unsigned char *data)
{
    const __m256i m26 = _mm256_set1_epi64x(0x3ffffff);
    __m256i a = _mm256_loadu_si256((const __m256i *)(const void *)data);
    __m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(data + 32));
    __m256i lo = _mm256_unpacklo_epi64(a, b), hi = _mm256_unpackhi_epi64(a, b);

    m[0] = FILESEC__AND(lo, m26);
    m[1] = FILESEC__AND(FILESEC__SHR(lo, 26), m26);
    m[2] = FILESEC__AND(_mm256_or_si256(FILESEC__SHR(lo, 52), FILESEC__SHL(hi, 12)), m26);
    m[3] = FILESEC__AND(FILESEC__SHR(hi, 14), m26);
    m[4] = _mm256_or_si256(FILESEC__SHR(hi, 40), _mm256_set1_epi64x(1 << 24));
}

/* d += m t, 25 products of limbs. Limbs of m < 2^27 + 2^24 and multipliers r_j < 2^26 + 2^24,
   s_j five times that, add less than 2^58 to each sum. */
#define FILESEC__ROW(i)                                                                        \
    d0 = FILESEC__ADD(d0, _mm256_mul_epu32(m[i], t[4 - i]));                                   \
    d1 = FILESEC__ADD(d1, _mm256_mul_epu32(m[i], t[5 - i]));                                   \
    d2 = FILESEC__ADD(d2, _mm256_mul_epu32(m[i], t[6 - i]));                                   \
    d3 = FILESEC__ADD(d3, _mm256_mul_epu32(m[i], t[7 - i]));                                   \
    d4 = FILESEC__ADD(d4, _mm256_mul_epu32(m[i], t[8 - i]));                                   \
    FILESEC__PIN()
FILESEC__TARGET_X86_AVX2 FILESEC__ALWAYS_INLINE void
filesec__poly1305_multiply_x86_avx2(__m256i d[5], const __m256i m[5], const __m256i *t)
{
    __m256i d0 = d[0], d1 = d[1], d2 = d[2], d3 = d[3], d4 = d[4];

    FILESEC__BARRIER(t); /* the table stays in memory */
    FILESEC__ROW(0);
    FILESEC__ROW(1);
    FILESEC__ROW(2);
    FILESEC__ROW(3);
    FILESEC__ROW(4);
    d[0] = d0;
    d[1] = d1;
    d[2] = d2;
    d[3] = d3;
    d[4] = d4;
}
#undef FILESEC__ROW
#undef FILESEC__PIN

FILESEC__TARGET_X86_AVX2 FILESEC__ALWAYS_INLINE void
filesec__poly1305_zero_x86_avx2(__m256i d[5])
{
    d[0] = d[1] = d[2] = d[3] = d[4] = _mm256_setzero_si256();
}

/*
 * h = d with its carries taken, in two chains, 0 1 2 3 and 3 4 0 1, side by side. Sums below
 * 2^60 on entry; at the end limbs 0, 2, 3 < 2^26, limb 1 < 2^26 + 2^12, limb 4 < 2^26 + 2^9.
 */
#define FILESEC__CARRY(from, to)                                                               \
    to = FILESEC__ADD(to, FILESEC__SHR(from, 26));                                             \
    from = FILESEC__AND(from, m26)
FILESEC__TARGET_X86_AVX2 FILESEC__ALWAYS_INLINE void
filesec__poly1305_carry_x86_avx2(__m256i h[5], const __m256i d[5])
{
    const __m256i m26 = _mm256_set1_epi64x(0x3ffffff);
    __m256i h0 = d[0], h1 = d[1], h2 = d[2], h3 = d[3], h4 = d[4], c;

    FILESEC__CARRY(h0, h1);
    FILESEC__CARRY(h3, h4);
    FILESEC__CARRY(h1, h2);
    c = FILESEC__SHR(h4, 26);
    h4 = FILESEC__AND(h4, m26);
    h0 = FILESEC__ADD(h0, FILESEC__ADD(c, FILESEC__SHL(c, 2))); /* 2^130 = 5 */
    FILESEC__CARRY(h2, h3);
    FILESEC__CARRY(h0, h1);
    FILESEC__CARRY(h3, h4);
    h[0] = h0;
    h[1] = h1;
    h[2] = h2;
    h[3] = h3;
    h[4] = h4;
}
#undef FILESEC__CARRY

FILESEC__TARGET_X86_AVX2 FILESEC__ALWAYS_INLINE void
filesec__poly1305_plus_x86_avx2(__m256i a[5], const __m256i b[5])
{
    a[0] = FILESEC__ADD(a[0], b[0]);
    a[1] = FILESEC__ADD(a[1], b[1]);
    a[2] = FILESEC__ADD(a[2], b[2]);
    a[3] = FILESEC__ADD(a[3], b[3]);
    a[4] = FILESEC__ADD(a[4], b[4]);
}

/* The h of the standard in lane 0, with the first block; nothing in the others */
FILESEC__TARGET_X86_AVX2 FILESEC__ALWAYS_INLINE void
filesec__poly1305_start_x86_avx2(__m256i h[5], const uint64_t w[3])
{
    uint32_t x[5];
    int j;

    filesec__poly1305_limbs64_to26(x, w);
    FILESEC__UNROLL
    for (j = 0; j < 5; j++)
        h[j] = _mm256_zextsi128_si256(_mm_cvtsi32_si128((int)x[j]));
}

/* d = (h + m) t8 + m' t4, before the carries. The product that waits for the last step comes
   last, so that the others run beside the carries of that step. */
FILESEC__TARGET_X86_AVX2 FILESEC__ALWAYS_INLINE void
filesec__poly1305_step_x86_avx2(__m256i d[5], const __m256i h[5], const unsigned char *data,
                                const __m256i *t8, const __m256i *t4)
{
    __m256i m[5];

    filesec__poly1305_zero_x86_avx2(d);
    filesec__poly1305_load_x86_avx2(m, data + 64);
    filesec__poly1305_multiply_x86_avx2(d, m, t4);
    filesec__poly1305_load_x86_avx2(m, data);
    filesec__poly1305_plus_x86_avx2(m, h);
    filesec__poly1305_multiply_x86_avx2(d, m, t8);
}

/* 4 * nvectors blocks, nvectors >= 2; an odd one goes first. */
FILESEC__TARGET_X86_AVX2 static void
filesec__poly1305_vectors_x86_avx2(filesec__poly1305_state *s, const unsigned char *data,
                                   size_t nvectors)
{
    __m256i t8[9], t4[9], h[5], d[5];
    uint64_t x[5];
    int j;

    filesec__poly1305_table_x86_avx2(t8, s->w + 18, 1);
    filesec__poly1305_table_x86_avx2(t4, s->w + 8, 1);
    filesec__poly1305_start_x86_avx2(h, s->w);
    if (nvectors % 2 != 0) {
        filesec__poly1305_load_x86_avx2(d, data);
        filesec__poly1305_plus_x86_avx2(h, d);
        filesec__poly1305_zero_x86_avx2(d);
        filesec__poly1305_multiply_x86_avx2(d, h, t4);
        filesec__poly1305_carry_x86_avx2(h, d);
        data += 64;
        nvectors--;
    }
    for (; nvectors > 2; nvectors -= 2, data += 128) {
        filesec__poly1305_step_x86_avx2(d, h, data, t8, t4);
        filesec__poly1305_carry_x86_avx2(h, d);
    }
    filesec__poly1305_table_x86_avx2(t8, s->w + 18, 0);
    filesec__poly1305_table_x86_avx2(t4, s->w + 8, 0);
    filesec__poly1305_step_x86_avx2(d, h, data, t8, t4);
    FILESEC__UNROLL
    for (j = 0; j < 5; j++) {
        __m128i y =
            _mm_add_epi64(_mm256_castsi256_si128(d[j]), _mm256_extracti128_si256(d[j], 1));
        y = _mm_add_epi64(y, _mm_unpackhi_epi64(y, y));
        x[j] = (uint64_t)_mm_cvtsi128_si64(y);
    }
    filesec__poly1305_limbs64_from26(s->w, x);
}

/* r to r^4 one after the other; the next four are these times r^4, in one multiplication. */
FILESEC__TARGET_X86_AVX2 static void
filesec__poly1305_powers_x86_avx2(filesec__poly1305_state *s)
{
    static const unsigned char lane[4] = {3, 1, 2, 0}; /* of r^1, r^2, r^3, r^4 */
    const __m256i even = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
    uint32_t x[5], packed[5][4];
    uint64_t h[3];
    __m256i t[9], r[9], d[5];
    int i, j;

    h[0] = s->w[3];
    h[1] = s->w[4];
    h[2] = 0;
    for (i = 0; i < 4; i++) {
        if (i != 0) {
            filesec__poly1305_limbs64_multiply(h, s->w[3], s->w[4]);
            filesec__poly1305_limbs64_add(h, filesec__poly1305_limbs64_excess(h), 0, 0);
        }
        filesec__poly1305_limbs64_to26(x, h);
        for (j = 0; j < 5; j++)
            packed[j][lane[i]] = x[j];
    }
    memcpy(s->w + 8, packed, sizeof packed);

    filesec__poly1305_table_x86_avx2(t, s->w + 8, 1); /* r^4 in every lane */
    filesec__poly1305_zero_x86_avx2(d);
    filesec__poly1305_table_x86_avx2(r, s->w + 8, 0); /* r^1 to r^4, limbs at r[4..8] */
    filesec__poly1305_multiply_x86_avx2(d, r + 4, t);
    filesec__poly1305_carry_x86_avx2(d, d);
    FILESEC__UNROLL
    for (j = 0; j < 5; j++) {
        __m256i y = _mm256_permutevar8x32_epi32(d[j], even);
        _mm_storeu_si128((__m128i *)(void *)(s->w + 18 + 2 * j), _mm256_castsi256_si128(y));
    }
    s->w[7] = 1;
}

static void filesec__poly1305_init_x86_avx2(filesec__poly1305_state *s,
                                            const unsigned char key[32])
{
    filesec__poly1305_limbs64_init(s, key);
}

/* Below 8 blocks a vector step does not pay; where powers must first be made, below 24. */
static FILESEC__TARGET_X86_AVX2 void
filesec__poly1305_blocks_x86_avx2(filesec__poly1305_state *s, const unsigned char *data,
                                  size_t nblocks)
{
    if (nblocks >= (s->w[7] != 0 ? 8u : 24u)) {
        if (s->w[7] == 0)
            filesec__poly1305_powers_x86_avx2(s);
        filesec__poly1305_vectors_x86_avx2(s, data, nblocks / 4);
        data += nblocks / 4 * 64;
        nblocks %= 4;
    }
    filesec__poly1305_serial_x86_avx2(s, data, nblocks);
}

static void filesec__poly1305_finish_x86_avx2(filesec__poly1305_state *s,
                                              const unsigned char *tail, size_t tail_len,
                                              unsigned char tag[16])
{
    filesec__poly1305_limbs64_finish(s, tail, tail_len, tag);
}
#undef FILESEC__ADD
#undef FILESEC__AND
#undef FILESEC__SHR
#undef FILESEC__SHL
#undef FILESEC__UNROLL
#endif /* FILESEC__HAS_X86_AVX2 */

#if FILESEC__HAS_ARM_NEON

/* ==== poly1305/arm_neon.h ==== */
/*
 * poly1305/arm_neon.h: Poly1305, eight blocks for each carry
 *
 * Needs     NEON on AArch64.
 * Contract  as in poly1305/contract.h, with nothing added.
 * Layout    radix 2^26, one limb in a 32-bit lane, one block in each lane:
 *
 *                lane         3       2       1       0
 *                m[i]       m3_i    m2_i    m1_i    m0_i    likewise n[i] of m4 to m7
 *                r[i]       r^2     r^4     r^6     r^8     limb i, and s = 5 r
 *
 *           h has two lanes, of the even and of the odd blocks:
 *
 *                h = h r^8 + [m1 m0] r^6 + [m3 m2] r^4 + [m5 m4] r^2 + [m7 m6]
 *
 *           each vector times one lane of r. The product of h comes last, so that only a
 *           quarter of the multiplications waits for the carries of the step before. At the
 *           end (h_even r + h_odd) r is the h of the standard; at the beginning h_odd is the
 *           h of the standard plus one block, which is not multiplied yet. In the state,
 *           whose first words are those of poly1305/limbs64.h:
 *
 *                w[7]      1 when the powers are there
 *                w[8..17]  5 limbs of [r^2 r^4 r^6 r^8], 4 x 32 bits each
 *
 * Registers 9 multipliers, 10 limbs of blocks, 5 of h, 5 sums, the mask and scratch, of 32.
 * Bounds    reads exactly 16 * nblocks bytes of data and tail_len bytes of tail.
 * Not done  Poly1305 in general registers beside ChaCha20 in vectors: the two are called one
 *           after the other, and alone the vectors take fewer cycles.
 * Secrets   no branch and no address depends on key, data or h; w[7] depends on lengths.
 * From      RFC 8439, 2.5.
 */

#define FILESEC__FIVE(OP)                                                                      \
    OP(0);                                                                                     \
    OP(1);                                                                                     \
    OP(2);                                                                                     \
    OP(3);                                                                                     \
    OP(4)

/* r[0..4] = limbs of the powers, r[5..8] = 5 r[1..4] */
FILESEC__TARGET_ARM_NEON FILESEC__ALWAYS_INLINE void
filesec__poly1305_table_arm_neon(uint32x4_t r[9], const uint64_t *p)
{
    int j;

    for (j = 0; j < 5; j++)
        r[j] = vreinterpretq_u32_u64(vld1q_u64(p + 2 * j));
    for (j = 1; j < 5; j++)
        r[j + 4] = vaddq_u32(r[j], vshlq_n_u32(r[j], 2));
}

/* m = five limbs of each of the four blocks at data, with the bit 2^128 */
FILESEC__TARGET_ARM_NEON FILESEC__ALWAYS_INLINE void
filesec__poly1305_load_arm_neon(uint32x4_t m[5], const unsigned char *data)
{
    const uint32x4_t m26 = vdupq_n_u32(0x3ffffff);
    uint32x4_t b0 = vreinterpretq_u32_u8(vld1q_u8(data));
    uint32x4_t b1 = vreinterpretq_u32_u8(vld1q_u8(data + 16));
    uint32x4_t b2 = vreinterpretq_u32_u8(vld1q_u8(data + 32));
    uint32x4_t b3 = vreinterpretq_u32_u8(vld1q_u8(data + 48));
    /* words 0 and 2, words 1 and 3, of two blocks each */
    uint64x2_t e0 = vreinterpretq_u64_u32(vtrn1q_u32(b0, b1));
    uint64x2_t o0 = vreinterpretq_u64_u32(vtrn2q_u32(b0, b1));
    uint64x2_t e1 = vreinterpretq_u64_u32(vtrn1q_u32(b2, b3));
    uint64x2_t o1 = vreinterpretq_u64_u32(vtrn2q_u32(b2, b3));
    /* word i of all four */
    uint32x4_t w0 = vreinterpretq_u32_u64(vtrn1q_u64(e0, e1));
    uint32x4_t w1 = vreinterpretq_u32_u64(vtrn1q_u64(o0, o1));
    uint32x4_t w2 = vreinterpretq_u32_u64(vtrn2q_u64(e0, e1));
    uint32x4_t w3 = vreinterpretq_u32_u64(vtrn2q_u64(o0, o1));

    m[0] = vandq_u32(w0, m26);
    m[1] = vandq_u32(vsliq_n_u32(vshrq_n_u32(w0, 26), w1, 6), m26);
    m[2] = vandq_u32(vsliq_n_u32(vshrq_n_u32(w1, 20), w2, 12), m26);
    m[3] = vandq_u32(vsliq_n_u32(vshrq_n_u32(w2, 14), w3, 18), m26);
    m[4] = vorrq_u32(vshrq_n_u32(w3, 8), vdupq_n_u32(UINT32_C(1) << 24));
}

/*
 * d += x y for the limbs x of two blocks and lane l of the limbs of r. x < 2^26 + 2^12, only
 * at the start < 2^27; r_j < 2^26 + 2^24 and s_j five times that: the sum of four such
 * products and a block is < 2^60.
 */
#define FILESEC__LIMB(MUL, x, l, a, b, c, e, f)                                                \
    d[0] = MUL(d[0], x, r[a], l);                                                              \
    d[1] = MUL(d[1], x, r[b], l);                                                              \
    d[2] = MUL(d[2], x, r[c], l);                                                              \
    d[3] = MUL(d[3], x, r[e], l);                                                              \
    d[4] = MUL(d[4], x, r[f], l)
/* the multipliers of x_i: r_(k-i), or s_(k-i+5) = r[k-i+9] */
#define FILESEC__PRODUCT(MUL, x, l)                                                            \
    FILESEC__LIMB(MUL, x(0), l, 0, 1, 2, 3, 4);                                                \
    FILESEC__LIMB(MUL, x(1), l, 8, 0, 1, 2, 3);                                                \
    FILESEC__LIMB(MUL, x(2), l, 7, 8, 0, 1, 2);                                                \
    FILESEC__LIMB(MUL, x(3), l, 6, 7, 8, 0, 1);                                                \
    FILESEC__LIMB(MUL, x(4), l, 5, 6, 7, 8, 0)
#define FILESEC__M01(i) vget_low_u32(m[i])
#define FILESEC__M23(i) m[i]
#define FILESEC__M45(i) vget_low_u32(n[i])
#define FILESEC__H(i) h[i]
#define FILESEC__WIDEN(i) d[i] = vmovl_high_u32(n[i])
/* d = [m1 m0] r^6 + [m3 m2] r^4 + [m5 m4] r^2 + [m7 m6] + h r^8 */
FILESEC__TARGET_ARM_NEON FILESEC__ALWAYS_INLINE void
filesec__poly1305_multiply_arm_neon(uint64x2_t d[5], const uint32x4_t m[5],
                                    const uint32x4_t n[5], const uint32x2_t h[5],
                                    const uint32x4_t r[9])
{
    FILESEC__FIVE(FILESEC__WIDEN);
    FILESEC__PRODUCT(vmlal_laneq_u32, FILESEC__M01, 1);
    FILESEC__PRODUCT(vmlal_high_laneq_u32, FILESEC__M23, 2);
    FILESEC__PRODUCT(vmlal_laneq_u32, FILESEC__M45, 3);
    /* here, whatever the compiler thinks of sums */
    __asm__("" : "+w"(d[0]), "+w"(d[1]), "+w"(d[2]), "+w"(d[3]), "+w"(d[4]));
    FILESEC__PRODUCT(vmlal_laneq_u32, FILESEC__H, 0);
}
#undef FILESEC__LIMB
#undef FILESEC__PRODUCT
#undef FILESEC__M01
#undef FILESEC__M23
#undef FILESEC__M45
#undef FILESEC__H
#undef FILESEC__WIDEN

/*
 * Carries in two chains, 0 1 2 3 and 3 4 0 1, side by side. Sums below 2^60 on entry; at the
 * end limbs 0, 2, 3 < 2^26, limb 1 < 2^26 + 2^12, limb 4 < 2^26 + 2^9.
 */
#define FILESEC__CARRY(from, to)                                                               \
    d[to] = vsraq_n_u64(d[to], d[from], 26);                                                   \
    d[from] = vandq_u64(d[from], m26)
FILESEC__TARGET_ARM_NEON FILESEC__ALWAYS_INLINE void
filesec__poly1305_carry_arm_neon(uint64x2_t d[5])
{
    const uint64x2_t m26 = vdupq_n_u64(0x3ffffff);
    uint64x2_t c;

    FILESEC__CARRY(0, 1);
    FILESEC__CARRY(3, 4);
    FILESEC__CARRY(1, 2);
    c = vshrq_n_u64(d[4], 26);
    d[4] = vandq_u64(d[4], m26);
    d[0] = vaddq_u64(d[0], vaddq_u64(c, vshlq_n_u64(c, 2))); /* 2^130 = 5 */
    FILESEC__CARRY(2, 3);
    FILESEC__CARRY(0, 1);
    FILESEC__CARRY(3, 4);
}
#undef FILESEC__CARRY

/* h = h r (mod p), all carried. */
static inline void filesec__poly1305_times_arm_neon(uint64_t h[3], const uint64_t r[2])
{
    filesec__poly1305_limbs64_multiply(h, r[0], r[1]);
    filesec__poly1305_limbs64_add(h, filesec__poly1305_limbs64_excess(h), 0, 0);
}

#define FILESEC__BEGIN(i)                                                                      \
    h[i] = vset_lane_u32(x26[i], vdup_n_u32(0), 1);                                            \
    d[i] = vmovl_u32(h[i])
#define FILESEC__NARROW(i) h[i] = vmovn_u64(d[i])
#define FILESEC__PART(i)                                                                       \
    even[i] = vgetq_lane_u64(d[i], 0);                                                         \
    odd[i] = vgetq_lane_u64(d[i], 1)
/* One block and 8 * nsteps more. */
FILESEC__TARGET_ARM_NEON static void
filesec__poly1305_vectors_arm_neon(filesec__poly1305_state *s, const unsigned char *data,
                                   size_t nsteps)
{
    uint32x4_t r[9], m[5], n[5];
    uint32x2_t h[5];
    uint64x2_t d[5];
    uint64_t even[5], odd[5], x[3];
    uint32_t x26[5];

    filesec__poly1305_limbs64_add(s->w, filesec__load64le(data), filesec__load64le(data + 8),
                                  1);
    filesec__poly1305_limbs64_to26(x26, s->w);
    FILESEC__FIVE(FILESEC__BEGIN);
    filesec__poly1305_table_arm_neon(r, s->w + 8);
    for (data += 16; nsteps != 0; nsteps--, data += 128) {
        filesec__poly1305_load_arm_neon(m, data);
        filesec__poly1305_load_arm_neon(n, data + 64);
        filesec__poly1305_multiply_arm_neon(d, m, n, h, r);
        filesec__poly1305_carry_arm_neon(d);
        FILESEC__FIVE(FILESEC__NARROW);
    }
    FILESEC__FIVE(FILESEC__PART);
    filesec__poly1305_limbs64_from26(s->w, even);
    filesec__poly1305_limbs64_from26(x, odd);
    filesec__poly1305_times_arm_neon(s->w, s->w + 3);
    filesec__poly1305_limbs64_add(s->w, x[0], x[1], x[2]);
    filesec__poly1305_limbs64_add(s->w, filesec__poly1305_limbs64_excess(s->w), 0, 0);
    filesec__poly1305_times_arm_neon(s->w, s->w + 3);
}

#undef FILESEC__BEGIN
#undef FILESEC__NARROW
#undef FILESEC__PART
#undef FILESEC__FIVE

/* r^2, r^4, r^6, r^8, packed */
static void filesec__poly1305_powers_arm_neon(filesec__poly1305_state *s)
{
    uint32_t x[5], packed[5][4];
    uint64_t h[3];
    int i, j;

    h[0] = s->w[3];
    h[1] = s->w[4];
    h[2] = 0;
    for (i = 3; i >= 0; i--) {
        filesec__poly1305_times_arm_neon(h, s->w + 3);
        filesec__poly1305_limbs64_to26(x, h);
        for (j = 0; j < 5; j++)
            packed[j][i] = x[j];
        filesec__poly1305_times_arm_neon(h, s->w + 3);
    }
    memcpy(s->w + 8, packed, sizeof packed);
    s->w[7] = 1;
}

static void filesec__poly1305_init_arm_neon(filesec__poly1305_state *s,
                                            const unsigned char key[32])
{
    filesec__poly1305_limbs64_init(s, key);
}

/* Two steps pay for their end; four for the powers as well. */
FILESEC__TARGET_ARM_NEON static void
filesec__poly1305_blocks_arm_neon(filesec__poly1305_state *s, const unsigned char *data,
                                  size_t nblocks)
{
    if (nblocks >= (s->w[7] != 0 ? 17u : 33u)) {
        size_t nsteps = (nblocks - 1) / 8;

        if (s->w[7] == 0)
            filesec__poly1305_powers_arm_neon(s);
        filesec__poly1305_vectors_arm_neon(s, data, nsteps);
        data += 128 * nsteps + 16;
        nblocks -= 8 * nsteps + 1;
    }
    filesec__poly1305_limbs64_blocks(s, data, nblocks, 1);
}

static void filesec__poly1305_finish_arm_neon(filesec__poly1305_state *s,
                                              const unsigned char *tail, size_t tail_len,
                                              unsigned char tag[16])
{
    filesec__poly1305_limbs64_finish(s, tail, tail_len, tag);
}
#endif /* FILESEC__HAS_ARM_NEON */

#if FILESEC__HAS_PORTABLE64

/* ==== poly1305/portable64.h ==== */
/*
 * poly1305/portable64.h: Poly1305 with multiplications 64 x 64 -> 128, for 64-bit machines
 *
 * Needs     a compiler with unsigned __int128; no CPU feature.
 * Contract  as in poly1305/contract.h, with nothing added.
 * Layout    radix 2^64, one block at a time: see poly1305/limbs64.h.
 * Bounds    reads exactly 16 * nblocks bytes of data and tail_len bytes of tail.
 * Not done  two blocks at a time with r^2: r^2 is no multiple of 4, so its products do not come
 *           down by shifting, and the extra multiplications cost what the parallel ones save.
 * Secrets   no branch and no address depends on key, data or h.
 * From      RFC 8439, 2.5.
 */
static void filesec__poly1305_init_portable64(filesec__poly1305_state *s,
                                              const unsigned char key[32])
{
    filesec__poly1305_limbs64_init(s, key);
}

static void filesec__poly1305_blocks_portable64(filesec__poly1305_state *s,
                                                const unsigned char *data, size_t nblocks)
{
    filesec__poly1305_limbs64_blocks(s, data, nblocks, 1);
}

static void filesec__poly1305_finish_portable64(filesec__poly1305_state *s,
                                                const unsigned char *tail, size_t tail_len,
                                                unsigned char tag[16])
{
    filesec__poly1305_limbs64_finish(s, tail, tail_len, tag);
}
#endif /* FILESEC__HAS_PORTABLE64 */

/* ==== poly1305/portable.h ==== */
/*
 * poly1305/portable.h: Poly1305 with multiplications 32 x 32 -> 64, for any machine
 *
 * Needs     nothing.
 * Contract  as in poly1305/contract.h, with nothing added.
 * Layout    radix 2^26: h = h0 + h1 2^26 + h2 2^52 + h3 2^78 + h4 2^104, r likewise. A limb has
 *           32 bits, so 6 are free for sums, and 2^130 = 5 (mod p) falls between two limbs. In
 *           the state, of which 7 words are used:
 *
 *             w[0..1]  r, clamped, as a number       w[2]  h1, h0    each in 32 bits
 *             w[5..6]  s, as a number                w[3]  h3, h2
 *                                                    w[4]   0, h4
 *
 * Bounds    reads exactly 16 * nblocks bytes of data and tail_len bytes of tail.
 * Not done  one carry for two blocks: it needs r^2, and the multiplications, which take the
 *           time, stay as many.
 * Secrets   no branch and no address depends on key, data or h. Products are those of
 *           core/bytes.h, whose time does not either on Cortex-M and AVR; on a CPU that is
 *           not named there, and whose instruction is slower for large numbers, it does.
 * From      RFC 8439, 2.5.
 */

/* Five limbs of 26 bits of the number lo + hi 2^64 + top 2^104. */
static inline void filesec__poly1305_split_portable(uint32_t x[5], uint64_t lo, uint64_t hi,
                                                    uint32_t top)
{
    const uint32_t m26 = 0x3ffffff;

    x[0] = (uint32_t)lo & m26;
    x[1] = (uint32_t)(lo >> 26) & m26;
    x[2] = (uint32_t)(lo >> 52 | hi << 12) & m26;
    x[3] = (uint32_t)(hi >> 14) & m26;
    x[4] = (uint32_t)(hi >> 40) | top;
}

#define FILESEC__MUL filesec__mul32
/*
 * h = (h + m) r for each block m, mod p but not fully reduced: a product h_i r_j with i + j > 4
 * lands at 2^130 or above and comes down by 5 = 2^130, so s_j = 5 r_j.
 *
 * Before the products h_i < 2^27 + 2^9 and r_j < 2^26: a sum d_k is < 21 * 2^53 + 2^49 < 2^58
 * and its carry < 2^32. After the carries h0, h2, h3, h4 < 2^26 and h1 < 2^26 + 2^9.
 */
static void filesec__poly1305_add_portable(filesec__poly1305_state *s,
                                           const unsigned char *data, size_t nblocks,
                                           uint32_t top)
{
    const uint64_t m26 = 0x3ffffff;
    uint32_t r[5], m[5], s1, s2, s3, s4;
    uint32_t h0 = (uint32_t)(s->w[2] & 0xffffffff), h1 = (uint32_t)(s->w[2] >> 32);
    uint32_t h2 = (uint32_t)(s->w[3] & 0xffffffff), h3 = (uint32_t)(s->w[3] >> 32);
    uint32_t h4 = (uint32_t)(s->w[4] & 0xffffffff);
    uint64_t d0, d1, d2, d3, d4;

    filesec__poly1305_split_portable(r, s->w[0], s->w[1], 0);
    s1 = 5 * r[1];
    s2 = 5 * r[2];
    s3 = 5 * r[3];
    s4 = 5 * r[4];
    for (; nblocks != 0; nblocks--, data += 16) {
        filesec__poly1305_split_portable(m, filesec__load64le(data),
                                         filesec__load64le(data + 8), top);
        h0 += m[0];
        h1 += m[1];
        h2 += m[2];
        h3 += m[3];
        h4 += m[4];
        d0 = FILESEC__MUL(h0, r[0]) + FILESEC__MUL(h1, s4) + FILESEC__MUL(h2, s3) +
             FILESEC__MUL(h3, s2) + FILESEC__MUL(h4, s1);
        d1 = FILESEC__MUL(h0, r[1]) + FILESEC__MUL(h1, r[0]) + FILESEC__MUL(h2, s4) +
             FILESEC__MUL(h3, s3) + FILESEC__MUL(h4, s2) + (d0 >> 26);
        d2 = FILESEC__MUL(h0, r[2]) + FILESEC__MUL(h1, r[1]) + FILESEC__MUL(h2, r[0]) +
             FILESEC__MUL(h3, s4) + FILESEC__MUL(h4, s3) + (d1 >> 26);
        d3 = FILESEC__MUL(h0, r[3]) + FILESEC__MUL(h1, r[2]) + FILESEC__MUL(h2, r[1]) +
             FILESEC__MUL(h3, r[0]) + FILESEC__MUL(h4, s4) + (d2 >> 26);
        d4 = FILESEC__MUL(h0, r[4]) + FILESEC__MUL(h1, r[3]) + FILESEC__MUL(h2, r[2]) +
             FILESEC__MUL(h3, r[1]) + FILESEC__MUL(h4, r[0]) + (d3 >> 26);
        d0 = (d0 & m26) + FILESEC__MUL((uint32_t)(d4 >> 26), 5); /* the carry: < 2^32 */
        h0 = (uint32_t)(d0 & m26);
        h1 = (uint32_t)((d1 & m26) + (d0 >> 26));
        h2 = (uint32_t)(d2 & m26);
        h3 = (uint32_t)(d3 & m26);
        h4 = (uint32_t)(d4 & m26);
    }
    s->w[2] = h0 | (uint64_t)h1 << 32;
    s->w[3] = h2 | (uint64_t)h3 << 32;
    s->w[4] = h4;
}
#undef FILESEC__MUL

static void filesec__poly1305_init_portable(filesec__poly1305_state *s,
                                            const unsigned char key[32])
{
    /* clamp: the top four bits of each 32-bit word of r and the low two of all but the first */
    s->w[0] = filesec__load64le(key) & UINT64_C(0x0ffffffc0fffffff);
    s->w[1] = filesec__load64le(key + 8) & UINT64_C(0x0ffffffc0ffffffc);
    s->w[2] = s->w[3] = s->w[4] = 0;
    s->w[5] = filesec__load64le(key + 16);
    s->w[6] = filesec__load64le(key + 24);
}

static void filesec__poly1305_blocks_portable(filesec__poly1305_state *s,
                                              const unsigned char *data, size_t nblocks)
{
    filesec__poly1305_add_portable(s, data, nblocks, UINT32_C(1) << 24); /* 2^128 */
}

/*
 * tag = ((h mod p) + s) mod 2^128. h < 2^130 + 2^36 < 2p, so h mod p = h - q p with
 * q = floor((h + 5) / 2^130), which is 0 or 1; and - q p = + 5 q (mod 2^128).
 */
static void filesec__poly1305_finish_portable(filesec__poly1305_state *s,
                                              const unsigned char *tail, size_t tail_len,
                                              unsigned char tag[16])
{
    uint64_t h0, h1, h2, h3, h4, c;

    if (tail_len != 0) {
        unsigned char last[16] = {0};
        memcpy(last, tail, tail_len);
        last[tail_len] = 1;
        filesec__poly1305_add_portable(s, last, 1, 0);
        filesec_wipe(last, sizeof last);
    }
    h0 = s->w[2] & 0xffffffff;
    h1 = s->w[2] >> 32;
    h2 = s->w[3] & 0xffffffff;
    h3 = s->w[3] >> 32;
    h4 = s->w[4];

    c = (h0 + 5) >> 26;
    c = (h1 + c) >> 26;
    c = (h2 + c) >> 26;
    c = (h3 + c) >> 26;
    c = (h4 + c) >> 26; /* q */

    /* h + 5 q + s in words of 32 bits; what lies above 2^128 is dropped */
    c = h0 + UINT32_C(5) * (uint32_t)c + (h1 << 26 & 0xffffffff) + (s->w[5] & 0xffffffff);
    filesec__store32le(tag, (uint32_t)(c & 0xffffffff));
    c = (c >> 32) + (h1 >> 6) + (h2 << 20 & 0xffffffff) + (s->w[5] >> 32);
    filesec__store32le(tag + 4, (uint32_t)(c & 0xffffffff));
    c = (c >> 32) + (h2 >> 12) + (h3 << 14 & 0xffffffff) + (s->w[6] & 0xffffffff);
    filesec__store32le(tag + 8, (uint32_t)(c & 0xffffffff));
    c = (c >> 32) + (h3 >> 18) + (h4 << 8 & 0xffffffff) + (s->w[6] >> 32);
    filesec__store32le(tag + 12, (uint32_t)(c & 0xffffffff));
}

#endif /* FILESEC_NO_CHACHA20POLY1305 */

#ifndef FILESEC_NO_AES256GCM

/* ==== aes256gcm/contract.h ==== */
/*
 * aes256gcm/contract.h: what every AES-256-GCM kernel obeys
 *
 * A kernel is five functions, or six, filesec__aes256gcm_<verb>_<name>, over a key area k of
 * FILESEC__AES256GCM_KEY_LEN bytes at any alignment, which only this kernel reads:
 *
 *   init(k, key)                        round keys, H and whatever else the kernel wants
 *   ctr(k, counter, out, in, nblocks)   out = in ^ GCTR (SP 800-38D, 6.5)
 *   hash(k, y, data, nblocks)           Y = (Y ^ X_i) . H for every block X_i (GHASH, 6.4)
 *   seal(k, counter, y, out, in, nblocks)   ctr from in to out, and hash of what is at out
 *   open(k, counter, y, out, in, nblocks)   hash of what is at in, and ctr from in to out
 *
 * and, if it has a quicker way than these for one whole message with a nonce of 12 bytes,
 *
 *   whole(k, nonce, tag, aad, aad_len, out, in, len, sealing)   tag, and out = in ^ GCTR;
 *       hashed is what is at out if sealing is 1, at in if it is 0
 *
 * with aad_len up to FILESEC__AES256GCM_WHOLE_AAD and len up to the limit of GCM. in, out and
 * aad may be NULL where their length is 0; tag overlaps neither out nor aad, and is written
 * last.
 *
 * Blocks are 16 bytes. counter is the block to encrypt first; on return the one after the
 * last: its last 32 bits, big-endian, have grown by nblocks modulo 2^32 (inc_32). y is a block.
 * nblocks may be 0. out is in or does not overlap it; any alignment; exactly 16 * nblocks bytes
 * of each are touched. No branch and no address depends on key, counter, y or data. Secrets
 * that a kernel puts into its own arrays are wiped; what the compiler spills is not.
 */
typedef void filesec__aes256gcm_init_kernel(unsigned char *k, const unsigned char key[32]);
typedef void filesec__aes256gcm_ctr_kernel(const unsigned char *k, unsigned char counter[16],
                                           unsigned char *out, const unsigned char *in,
                                           size_t nblocks);
typedef void filesec__aes256gcm_hash_kernel(const unsigned char *k, unsigned char y[16],
                                            const unsigned char *data, size_t nblocks);
typedef void filesec__aes256gcm_both_kernel(const unsigned char *k, unsigned char counter[16],
                                            unsigned char y[16], unsigned char *out,
                                            const unsigned char *in, size_t nblocks);
#define FILESEC__AES256GCM_WHOLE_AAD 64
typedef void filesec__aes256gcm_whole_kernel(const unsigned char *k,
                                             const unsigned char nonce[12],
                                             unsigned char tag[16], const unsigned char *aad,
                                             size_t aad_len, unsigned char *out,
                                             const unsigned char *in, size_t len, int sealing);

typedef struct filesec__aes256gcm_row {
    filesec__row row;
    filesec__aes256gcm_init_kernel *init;
    filesec__aes256gcm_ctr_kernel *ctr;
    filesec__aes256gcm_hash_kernel *hash;
    filesec__aes256gcm_both_kernel *seal;
    filesec__aes256gcm_both_kernel *open;
    filesec__aes256gcm_whole_kernel *whole; /* or NULL */
} filesec__aes256gcm_row;

/* ==== aes256gcm/kernels.h ==== */
/*
 * aes256gcm/kernels.h: the table of AES-256-GCM, best first; the last row must run everywhere
 *
 * The last column is 1 if the kernel has a function whole, else 0.
 */
/* clang-format off */
#define FILESEC__AES256GCM_KERNELS(ROW)                                           \
    ROW(aes256gcm, x86_vaes_avx512, X86_VAES_AVX512,                              \
        FILESEC__NEEDS_X86_VAES_AVX512 | FILESEC__CPU_PREFERS_512, 1)             \
    ROW(aes256gcm, x86_vaes_avx2, X86_VAES_AVX2, FILESEC__NEEDS_X86_VAES_AVX2, 1) \
    ROW(aes256gcm, x86_aesni,     X86_AESNI,     FILESEC__NEEDS_X86_AESNI, 1)     \
    ROW(aes256gcm, arm_aes_eor3,  ARM_AES_EOR3,  FILESEC__NEEDS_ARM_AES_EOR3, 1)  \
    ROW(aes256gcm, arm_aes,       ARM_AES,       FILESEC__NEEDS_ARM_AES, 1)       \
    ROW(aes256gcm, portable,      ALWAYS,        0, 0)
/* clang-format on */

#define FILESEC__AES256GCM_WHOLE_0(function) NULL
#define FILESEC__AES256GCM_WHOLE_1(function) function
#define FILESEC__AES256GCM_PROTOTYPE(op, name, gate, needs, whole)                             \
    FILESEC__WHEN(gate)                                                                        \
    (static void filesec__##op##_init_##name(unsigned char *k, const unsigned char key[32]);   \
     static void filesec__##op##_ctr_##name(const unsigned char *k, unsigned char counter[16], \
                                            unsigned char *out, const unsigned char *in,       \
                                            size_t nblocks);                                   \
     static void filesec__##op##_hash_##name(const unsigned char *k, unsigned char y[16],      \
                                             const unsigned char *data, size_t nblocks);       \
     static void filesec__##op##_seal_##name(                                                  \
         const unsigned char *k, unsigned char counter[16], unsigned char y[16],               \
         unsigned char *out, const unsigned char *in, size_t nblocks);                         \
     static void filesec__##op##_open_##name(                                                  \
         const unsigned char *k, unsigned char counter[16], unsigned char y[16],               \
         unsigned char *out, const unsigned char *in, size_t nblocks);                         \
     FILESEC__PASTE(FILESEC__WHEN_, whole)(                                                    \
         static void filesec__##op##_whole_##name(                                             \
             const unsigned char *k, const unsigned char nonce[12], unsigned char tag[16],     \
             const unsigned char *aad, size_t aad_len, unsigned char *out,                     \
             const unsigned char *in, size_t len, int sealing);))
#define FILESEC__AES256GCM_ENTRY(op, name, gate, needs, whole)                                 \
    FILESEC__WHEN(gate)                                                                        \
    ({{#name, needs},                                                                          \
      filesec__##op##_init_##name,                                                             \
      filesec__##op##_ctr_##name,                                                              \
      filesec__##op##_hash_##name,                                                             \
      filesec__##op##_seal_##name,                                                             \
      filesec__##op##_open_##name,                                                             \
      FILESEC__AES256GCM_WHOLE_##whole(filesec__##op##_whole_##name)}, )

FILESEC__AES256GCM_KERNELS(FILESEC__AES256GCM_PROTOTYPE)
static const filesec__aes256gcm_row filesec__aes256gcm_rows[] = {
    FILESEC__AES256GCM_KERNELS(FILESEC__AES256GCM_ENTRY)};

/* ==== aes256gcm/operation.h ==== */
/*
 * aes256gcm/operation.h: AES-256-GCM (SP 800-38D) of a whole message
 *
 *   J0 = IV || 0^31 1                   (7.1, a 96-bit IV)
 *   C  = GCTR(inc32(J0), P)
 *   S  = GHASH(A || pad || C || pad || [len(A)]64 || [len(C)]64)
 *   T  = GCTR(J0, S)
 *
 * Some kernels have a function for all of it. With the others a short message is two calls:
 * one enciphers a block of zeros, for T, and the message behind it; the other hashes
 * everything, put together in one buffer.
 */
#define FILESEC__AES256GCM_MAX ((UINT64_C(1) << 36) - 32)
#define FILESEC__AES256GCM_AAD_MAX ((UINT64_C(1) << 61) - 1)

/* What counts as short: multiples of 16. */
#ifdef FILESEC_SMALL
#define FILESEC__AES256GCM_SHORT 16
#define FILESEC__AES256GCM_SHORT_AAD 16
#else
#define FILESEC__AES256GCM_SHORT 240
#define FILESEC__AES256GCM_SHORT_AAD 64
#endif

static unsigned filesec__aes256gcm_choice;
static const filesec__table filesec__aes256gcm_table = {
    &filesec__aes256gcm_rows[0].row, sizeof filesec__aes256gcm_rows[0],
    sizeof filesec__aes256gcm_rows / sizeof filesec__aes256gcm_rows[0],
    &filesec__aes256gcm_choice};

/* Are these lengths within the limits of SP 800-38D, 5.2.1.1? */
static inline int filesec__aes256gcm_fits(uint64_t aad_len, uint64_t len)
{
    return len <= FILESEC__AES256GCM_MAX && aad_len <= FILESEC__AES256GCM_AAD_MAX;
}

static inline const filesec__aes256gcm_row *filesec__aes256gcm_row_of(unsigned mark)
{
    const void *row = filesec__marked_row(&filesec__aes256gcm_table, mark);
    return (const filesec__aes256gcm_row *)row;
}

FILESEC_API void filesec_aes256gcm_init(filesec_aes256gcm_key *k, const uint8_t key[32])
{
    const filesec__row *row = filesec__current(&filesec__aes256gcm_table);

    k->mark = filesec__row_mark(&filesec__aes256gcm_table, row);
    memset(k->spare, 0, sizeof k->spare);
    filesec__aes256gcm_row_of(k->mark)->init(k->area, key);
}

/* J0 of a 96-bit IV. */
static inline void filesec__aes256gcm_j0(unsigned char j0[16], const unsigned char nonce[12])
{
    memcpy(j0, nonce, 12);
    filesec__store32be(j0 + 12, 1);
}

/* len bytes and zeros up to a multiple of 16; returns how many blocks that is. */
static inline size_t filesec__aes256gcm_padded(unsigned char *to, const unsigned char *from,
                                               size_t len)
{
    size_t nblocks = (len + 15) / 16;

    if (nblocks != 0) {
        memset(to + 16 * (nblocks - 1), 0, 16);
        memcpy(to, from, len);
    }
    return nblocks;
}

/* [len(A)]64 || [len(C)]64, in bits. */
static inline void filesec__aes256gcm_lengths(unsigned char block[16], uint64_t aad_len,
                                              uint64_t len)
{
    filesec__store64be(block, aad_len << 3);
    filesec__store64be(block + 8, len << 3);
}

/* T = GCTR(J0, S); mask is GCTR(J0, 0). */
static inline void filesec__aes256gcm_tag_of(uint8_t tag[16], const unsigned char y[16],
                                             const unsigned char mask[16])
{
    size_t i;

    for (i = 0; i < 16; i++)
        tag[i] = (uint8_t)(y[i] ^ mask[i]);
}

/* One message, after the checks of the arguments. ct is what is hashed: out or in. */
typedef struct filesec__aes256gcm_run {
    const filesec__aes256gcm_row *row;
    const unsigned char *k;
    unsigned char counter[16], y[16];
    unsigned char text[16 + FILESEC__AES256GCM_SHORT];
    unsigned char hashed[FILESEC__AES256GCM_SHORT_AAD + FILESEC__AES256GCM_SHORT + 16];
} filesec__aes256gcm_run;

static void filesec__aes256gcm_short(filesec__aes256gcm_run *r, uint8_t tag[16],
                                     const unsigned char *aad, size_t aad_len,
                                     unsigned char *out, const unsigned char *in, size_t len,
                                     int sealing)
{
    size_t naad = filesec__aes256gcm_padded(r->hashed, aad, aad_len);
    size_t ntext = filesec__aes256gcm_padded(r->text + 16, in, len);

    memset(r->text, 0, 16);
    r->row->ctr(r->k, r->counter, r->text, r->text, 1 + ntext);
    filesec__aes256gcm_padded(r->hashed + 16 * naad, sealing ? r->text + 16 : in, len);
    filesec__copy(out, r->text + 16, len);
    filesec__aes256gcm_lengths(r->hashed + 16 * (naad + ntext), aad_len, len);
    r->row->hash(r->k, r->y, r->hashed, naad + ntext + 1);
    filesec__aes256gcm_tag_of(tag, r->y, r->text);
}

/* The last bytes of a long message, fewer than a block, and the block of the lengths. */
static void filesec__aes256gcm_rest(filesec__aes256gcm_run *r, unsigned char *out,
                                    const unsigned char *in, size_t rest, size_t aad_len,
                                    size_t len, int sealing)
{
    size_t n = filesec__aes256gcm_padded(r->text + 16, in, rest);

    if (n != 0) {
        r->row->ctr(r->k, r->counter, r->text + 16, r->text + 16, 1);
        filesec__aes256gcm_padded(r->hashed, sealing ? r->text + 16 : in, rest);
        memcpy(out, r->text + 16, rest);
    }
    filesec__aes256gcm_lengths(r->hashed + 16 * n, aad_len, len);
    r->row->hash(r->k, r->y, r->hashed, n + 1);
}

static void filesec__aes256gcm_steps(filesec__aes256gcm_run *r, uint8_t tag[16],
                                     const unsigned char *aad, size_t aad_len,
                                     unsigned char *out, const unsigned char *in, size_t len,
                                     int sealing)
{
    size_t whole = len / 16 * 16, aad_whole = aad_len / 16 * 16;

    memset(r->y, 0, 16);
    if (len <= FILESEC__AES256GCM_SHORT && aad_len <= FILESEC__AES256GCM_SHORT_AAD) {
        filesec__aes256gcm_short(r, tag, aad, aad_len, out, in, len, sealing);
        return;
    }
    memset(r->text, 0, 16);
    r->row->ctr(r->k, r->counter, r->text, r->text, 1);
    if (aad_whole != 0)
        r->row->hash(r->k, r->y, aad, aad_whole / 16);
    if (aad_len != aad_whole) {
        filesec__aes256gcm_padded(r->hashed, aad + aad_whole, aad_len - aad_whole);
        r->row->hash(r->k, r->y, r->hashed, 1);
    }
    if (whole != 0) {
        filesec__aes256gcm_both_kernel *both = sealing ? r->row->seal : r->row->open;
        both(r->k, r->counter, r->y, out, in, whole / 16);
        out += whole;
        in += whole;
    }
    filesec__aes256gcm_rest(r, out, in, len - whole, aad_len, len, sealing);
    filesec__aes256gcm_tag_of(tag, r->y, r->text);
}

/* Not inline: what it puts on the stack is wiped only where it was used. */
FILESEC__NEVER_INLINE void
filesec__aes256gcm_by_steps(const filesec__aes256gcm_row *row, const unsigned char *k,
                            const uint8_t nonce[12], uint8_t tag[16], const unsigned char *aad,
                            size_t aad_len, unsigned char *out, const unsigned char *in,
                            size_t len, int sealing)
{
    filesec__aes256gcm_run r;

    r.row = row;
    r.k = k;
    filesec__aes256gcm_j0(r.counter, nonce);
    filesec__aes256gcm_steps(&r, tag, aad, aad_len, out, in, len, sealing);
    filesec_wipe(&r, sizeof r);
}

static inline void filesec__aes256gcm_message(const filesec__aes256gcm_row *row,
                                              const unsigned char *k, const uint8_t nonce[12],
                                              uint8_t tag[16], const void *aad, size_t aad_len,
                                              void *out, const void *in, size_t len,
                                              int sealing)
{
    const unsigned char *a = (const unsigned char *)aad, *from = (const unsigned char *)in;
    unsigned char *to = (unsigned char *)out;

    if (row->whole != NULL && aad_len <= FILESEC__AES256GCM_WHOLE_AAD)
        row->whole(k, nonce, tag, a, aad_len, to, from, len, sealing);
    else
        filesec__aes256gcm_by_steps(row, k, nonce, tag, a, aad_len, to, from, len, sealing);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_aes256gcm_seal(
    const filesec_aes256gcm_key *k, void *ct, uint8_t tag[16], const uint8_t nonce[12],
    const void *aad, size_t aad_len, const void *pt, size_t len)
{
    const filesec__aes256gcm_row *row = filesec__aes256gcm_row_of(k->mark);

    if (!filesec__aes256gcm_fits(aad_len, len))
        return FILESEC_ERR_LIMIT;
    if (row == NULL || !filesec__aead_arguments(ct, tag, nonce, aad, aad_len, pt, len) ||
        filesec__overlap(tag, 16, aad, aad_len))
        return FILESEC_ERR_ARGUMENT;
    filesec__aes256gcm_message(row, k->area, nonce, tag, aad, aad_len, ct, pt, len, 1);
    return FILESEC_OK;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_aes256gcm_open(
    const filesec_aes256gcm_key *k, void *pt, const uint8_t nonce[12], const void *aad,
    size_t aad_len, const void *ct, size_t len, const uint8_t tag[16])
{
    const filesec__aes256gcm_row *row = filesec__aes256gcm_row_of(k->mark);
    uint8_t expected[16];
    int genuine;

    if (!filesec__aes256gcm_fits(aad_len, len))
        return FILESEC_ERR_LIMIT;
    if (row == NULL || !filesec__aead_arguments(pt, tag, nonce, aad, aad_len, ct, len))
        return FILESEC_ERR_ARGUMENT;
    filesec__aes256gcm_message(row, k->area, nonce, expected, aad, aad_len, pt, ct, len, 0);
    genuine = filesec__equal16(expected, tag);
    filesec_wipe(expected, sizeof expected);
    if (!genuine && len != 0)
        memset(pt, 0, len);
    return genuine ? FILESEC_OK : FILESEC_ERR_AUTH;
}

/* ==== aes256gcm/incremental.h ==== */
/*
 * aes256gcm/incremental.h: AES-256-GCM of a message that comes in pieces, with any IV
 *
 * The state holds a copy of the key area, the next counter block, GCTR(J0, 0) for the tag, the
 * GHASH so far, and a block that is not yet whole: its keystream, and what is to be hashed of
 * it (aad_count mod 16 bytes, later count mod 16).
 */
/* J0 of an IV that is not 96 bits: GHASH(IV || pad || 0^64 || [len(IV)]64), 7.1. */
static void filesec__aes256gcm_j0_of_any(const filesec__aes256gcm_row *row,
                                         const unsigned char *k, unsigned char j0[16],
                                         const unsigned char *iv, size_t iv_len)
{
    unsigned char blocks[32];
    size_t n = filesec__aes256gcm_padded(blocks, iv + iv_len / 16 * 16, iv_len % 16);

    memset(j0, 0, 16);
    row->hash(k, j0, iv, iv_len / 16);
    filesec__aes256gcm_lengths(blocks + 16 * n, 0, iv_len);
    row->hash(k, j0, blocks, n + 1);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_aes256gcm_begin(
    filesec_aes256gcm_state *s, const filesec_aes256gcm_key *k, const void *iv, size_t iv_len)
{
    const filesec__aes256gcm_row *row = filesec__aes256gcm_row_of(k->mark);

    memset(s, 0, sizeof *s);
    if (row == NULL || iv == NULL || iv_len == 0)
        return FILESEC_ERR_ARGUMENT;
    if (!filesec__within(0, iv_len, FILESEC__AES256GCM_AAD_MAX))
        return FILESEC_ERR_LIMIT;
    memcpy(s->key, k->area, sizeof s->key);
    if (iv_len == 12)
        filesec__aes256gcm_j0(s->counter, (const unsigned char *)iv);
    else
        filesec__aes256gcm_j0_of_any(row, s->key, s->counter, (const unsigned char *)iv,
                                     iv_len);
    row->ctr(s->key, s->counter, s->mask, s->mask, 1);
    s->mark = k->mark;
    s->phase = FILESEC__PHASE_AAD;
    return FILESEC_OK;
}

/* Zeros behind fill waiting bytes, and hash the block. */
static void filesec__aes256gcm_pad(filesec_aes256gcm_state *s,
                                   const filesec__aes256gcm_row *row,
                                   const unsigned char count[8])
{
    size_t fill = (size_t)(filesec__load64le(count) % 16);

    if (fill != 0) {
        memset(s->pending + fill, 0, 16 - fill);
        row->hash(s->key, s->y, s->pending, 1);
    }
}

FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_aes256gcm_aad(filesec_aes256gcm_state *s,
                                                                    const void *aad, size_t len)
{
    const filesec__aes256gcm_row *row = filesec__aes256gcm_row_of(s->mark);
    const unsigned char *p = (const unsigned char *)aad;
    uint64_t count = filesec__load64le(s->aad_count);
    size_t fill = (size_t)(count % 16);

    if (row == NULL || s->phase != FILESEC__PHASE_AAD)
        return FILESEC_ERR_ARGUMENT;
    if (!filesec__within(count, len, FILESEC__AES256GCM_AAD_MAX))
        return FILESEC_ERR_LIMIT;
    if (filesec__missing(aad, len))
        return FILESEC_ERR_ARGUMENT;
    if (len == 0)
        return FILESEC_OK;
    filesec__store64le(s->aad_count, count + len);
    if (fill != 0) {
        size_t n = 16 - fill < len ? 16 - fill : len;

        memcpy(s->pending + fill, p, n);
        if (fill + n < 16)
            return FILESEC_OK;
        row->hash(s->key, s->y, s->pending, 1);
        p += n;
        len -= n;
    }
    row->hash(s->key, s->y, p, len / 16);
    memcpy(s->pending, p + len / 16 * 16, len % 16);
    return FILESEC_OK;
}

/* n bytes inside one block, behind fill others of it: out = in ^ keystream, and the ciphertext
   side waits in s->pending until the block is whole. */
static void filesec__aes256gcm_part(filesec_aes256gcm_state *s,
                                    const filesec__aes256gcm_row *row, unsigned char *out,
                                    const unsigned char *in, size_t fill, size_t n)
{
    size_t i;

    if (fill == 0) {
        memset(s->stream, 0, 16);
        row->ctr(s->key, s->counter, s->stream, s->stream, 1);
    }
    for (i = 0; i < n; i++) {
        unsigned char from = in[i];
        unsigned char to = (unsigned char)(from ^ s->stream[fill + i]);

        s->pending[fill + i] = s->phase == FILESEC__PHASE_ENCRYPT ? to : from;
        out[i] = to;
    }
    if (fill + n == 16)
        row->hash(s->key, s->y, s->pending, 1);
}

/* encrypt and decrypt. */
static filesec_status filesec__aes256gcm_piece(filesec_aes256gcm_state *s, unsigned char *out,
                                               const unsigned char *in, size_t len,
                                               unsigned phase)
{
    const filesec__aes256gcm_row *row = filesec__aes256gcm_row_of(s->mark);
    uint64_t count = filesec__load64le(s->count);
    size_t fill = (size_t)(count % 16), whole;

    if (row == NULL || !filesec__phase_allows(s->phase, phase))
        return FILESEC_ERR_ARGUMENT;
    if (!filesec__within(count, len, FILESEC__AES256GCM_MAX))
        return FILESEC_ERR_LIMIT;
    if (filesec__missing(out, len) || filesec__missing(in, len) ||
        filesec__partly_overlaps(out, in, len))
        return FILESEC_ERR_ARGUMENT;
    if (s->phase == FILESEC__PHASE_AAD)
        filesec__aes256gcm_pad(s, row, s->aad_count);
    s->phase = (unsigned char)phase;
    if (len == 0)
        return FILESEC_OK;
    filesec__store64le(s->count, count + len);
    if (fill != 0) {
        size_t n = 16 - fill < len ? 16 - fill : len;

        filesec__aes256gcm_part(s, row, out, in, fill, n);
        out += n;
        in += n;
        len -= n;
    }
    whole = len / 16 * 16;
    if (phase == FILESEC__PHASE_ENCRYPT)
        row->seal(s->key, s->counter, s->y, out, in, whole / 16);
    else
        row->open(s->key, s->counter, s->y, out, in, whole / 16);
    if (len != whole)
        filesec__aes256gcm_part(s, row, out + whole, in + whole, 0, len - whole);
    return FILESEC_OK;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_aes256gcm_encrypt(filesec_aes256gcm_state *s, void *ct, const void *pt, size_t len)
{
    return filesec__aes256gcm_piece(s, (unsigned char *)ct, (const unsigned char *)pt, len,
                                    FILESEC__PHASE_ENCRYPT);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_aes256gcm_decrypt(filesec_aes256gcm_state *s, void *pt, const void *ct, size_t len)
{
    return filesec__aes256gcm_piece(s, (unsigned char *)pt, (const unsigned char *)ct, len,
                                    FILESEC__PHASE_DECRYPT);
}

/* The tag, if the calls came in order for phase; the state is wiped in any case. */
static filesec_status filesec__aes256gcm_end(filesec_aes256gcm_state *s, uint8_t tag[16],
                                             unsigned phase)
{
    const filesec__aes256gcm_row *row = filesec__aes256gcm_row_of(s->mark);
    filesec_status status = FILESEC_ERR_ARGUMENT;

    if (row != NULL && tag != NULL && filesec__phase_allows(s->phase, phase)) {
        unsigned char lengths[16];

        filesec__aes256gcm_pad(s, row,
                               s->phase == FILESEC__PHASE_AAD ? s->aad_count : s->count);
        filesec__aes256gcm_lengths(lengths, filesec__load64le(s->aad_count),
                                   filesec__load64le(s->count));
        row->hash(s->key, s->y, lengths, 1);
        filesec__aes256gcm_tag_of(tag, s->y, s->mask);
        status = FILESEC_OK;
    }
    filesec_wipe(s, sizeof *s);
    return status;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_aes256gcm_tag(filesec_aes256gcm_state *s,
                                                                    uint8_t tag[16])
{
    return filesec__aes256gcm_end(s, tag, FILESEC__PHASE_ENCRYPT);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_aes256gcm_verify(filesec_aes256gcm_state *s, const uint8_t tag[16])
{
    uint8_t expected[16];
    filesec_status status = filesec__aes256gcm_end(s, expected, FILESEC__PHASE_DECRYPT);

    if (status == FILESEC_OK && tag == NULL)
        status = FILESEC_ERR_ARGUMENT;
    else if (status == FILESEC_OK && !filesec_equal(expected, tag, 16))
        status = FILESEC_ERR_AUTH;
    filesec_wipe(expected, sizeof expected);
    return status;
}

/* ==== aes256gcm/bitslice.h ==== */
/*
 * aes256gcm/bitslice.h: AES blocks laid out bit by bit, for the portable kernel
 *
 * A block is 4 x 4 bytes; row r of column c is byte 4 c + r (FIPS 197, 3.4). Eight words q[0]
 * to q[7] hold several blocks: q[b] has bit b of every byte of all of them. Where the baseline
 * has registers of 16 bytes a word is one (8 blocks), elsewhere it is a uint64_t (4 blocks).
 * Either is made of fields of 16 bits that belong to one row:
 *
 *   uint64_t   row r at bits 16 r; in it bit 4 c + i, block i (0 to 3)
 *   vector     row r at elements 2 r (blocks 0 to 3) and 2 r + 1 (blocks 4 to 7), as above
 *
 * So "the next row" is a rotation of the word, and "the next column" one of every field by 4.
 */
#if FILESEC__VECTOR_TYPES && FILESEC__LITTLE && (defined(__SSE2__) || defined(__ARM_NEON)) &&  \
    (defined(__clang__) || __GNUC__ >= 12)
#define FILESEC__AES256GCM_WIDE 1
#define FILESEC__AES256GCM_LANES 8 /* blocks at a time */
typedef uint16_t filesec__aes256gcm_word __attribute__((vector_size(16)));
typedef uint8_t filesec__aes256gcm_octets __attribute__((vector_size(16)));
typedef uint32_t filesec__aes256gcm_columns __attribute__((vector_size(16)));
#else
#define FILESEC__AES256GCM_WIDE 0
#define FILESEC__AES256GCM_LANES 4
typedef uint64_t filesec__aes256gcm_word;
#endif

/* What is worth its space inline; FILESEC_SMALL prefers one copy. */
#ifdef FILESEC_SMALL
#define FILESEC__PORTABLE_INLINE FILESEC__NEVER_INLINE
#else
#define FILESEC__PORTABLE_INLINE FILESEC__ALWAYS_INLINE
#endif

/* S for every block of a word: a loop that the compiler leaves rolled keeps q in memory. */
#if FILESEC__AES256GCM_WIDE
#define FILESEC__BLOCKS(S) S(0) S(1) S(2) S(3) S(4) S(5) S(6) S(7)
#else
#define FILESEC__BLOCKS(S) S(0) S(1) S(2) S(3)
#endif

#if FILESEC__AES256GCM_WIDE
/* Vectors a and b side by side, and from those the elements whose numbers are listed. */
#define FILESEC__ZIP(type, a, b, ...) __builtin_shufflevector((type)(a), (type)(b), __VA_ARGS__)

/* Every field is x. */
#define FILESEC__EVERY(x)                                                                      \
    {                                                                                          \
        x, x, x, x, x, x, x, x                                                                 \
    }

/* Row r, column c of the result is row r + n, column c + m modulo 4; n is 1 or 2. */
FILESEC__ALWAYS_INLINE filesec__aes256gcm_word
filesec__aes256gcm_portable_from(filesec__aes256gcm_word x, unsigned n, unsigned m)
{
    x = n == 1 ? FILESEC__ZIP(filesec__aes256gcm_word, x, x, 2, 3, 4, 5, 6, 7, 0, 1)
               : FILESEC__ZIP(filesec__aes256gcm_word, x, x, 4, 5, 6, 7, 0, 1, 2, 3);
    return m % 4 == 0 ? x : x >> (4 * (m % 4)) | x << (16 - 4 * (m % 4));
}

/* Bytes of block i of q; w is its columns, first byte lowest. Ends with ..._bytes_in. */
FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_put(filesec__aes256gcm_word q[8],
                                                            unsigned i, uint32_t w0,
                                                            uint32_t w1, uint32_t w2,
                                                            uint32_t w3)
{
    filesec__aes256gcm_columns w = {w0, w1, w2, w3};

    q[i] = (filesec__aes256gcm_word)w;
}

/*
 * The number of a byte, vector : place in it, is k2 k1 k0 : c1 c0 r1 r0 for block k, column c
 * and row r. Interleaving a pair of vectors 4 apart takes the highest bit of the place to the
 * front and puts k2 at the end. After two such steps it is c0 k1 k0 : r1 r0 k2 c1, the order
 * that the layout above wants; after three more it is what it was.
 */
#define FILESEC__ZIP_PAIR(i)                                                                   \
    do {                                                                                       \
        filesec__aes256gcm_octets a = (filesec__aes256gcm_octets)q[i];                         \
        filesec__aes256gcm_octets b = (filesec__aes256gcm_octets)q[i + 4];                     \
                                                                                               \
        q[i] = (filesec__aes256gcm_word)FILESEC__ZIP(filesec__aes256gcm_octets, a, b, 0, 16,   \
                                                     1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, \
                                                     7, 23);                                   \
        q[i + 4] = (filesec__aes256gcm_word)FILESEC__ZIP(filesec__aes256gcm_octets, a, b, 8,   \
                                                         24, 9, 25, 10, 26, 11, 27, 12, 28,    \
                                                         13, 29, 14, 30, 15, 31);              \
    } while (0)

FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_zip(filesec__aes256gcm_word q[8])
{
    FILESEC__ZIP_PAIR(0);
    FILESEC__ZIP_PAIR(1);
    FILESEC__ZIP_PAIR(2);
    FILESEC__ZIP_PAIR(3);
}

FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_bytes_in(filesec__aes256gcm_word q[8])
{
    filesec__aes256gcm_portable_zip(q);
    filesec__aes256gcm_portable_zip(q);
}

FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_bytes_out(filesec__aes256gcm_word q[8])
{
    filesec__aes256gcm_portable_zip(q);
    filesec__aes256gcm_portable_zip(q);
    filesec__aes256gcm_portable_zip(q);
}

/* out = in ^ block i of q, after ..._bytes_out. */
FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_xor(const filesec__aes256gcm_word q[8],
                                                            unsigned i, unsigned char *out,
                                                            const unsigned char *in)
{
    filesec__aes256gcm_word x;

    memcpy(&x, in, 16);
    x ^= q[i];
    memcpy(out, &x, 16);
}

/*
 * A round key is the same in all blocks: half of every vector (one field of the two that a row
 * has) is enough. Two vectors are packed into 16 bytes and doubled again when they are used.
 */
FILESEC__ALWAYS_INLINE void
filesec__aes256gcm_portable_key_out(unsigned char *k, const filesec__aes256gcm_word q[8])
{
    unsigned i;

    for (i = 0; i < 8; i += 2) {
        filesec__aes256gcm_word x =
            FILESEC__ZIP(filesec__aes256gcm_word, q[i], q[i + 1], 0, 2, 4, 6, 8, 10, 12, 14);
        memcpy(k + 8 * i, &x, 16);
    }
}

#define FILESEC__KEY_PAIR(i)                                                                   \
    do {                                                                                       \
        filesec__aes256gcm_word x;                                                             \
                                                                                               \
        memcpy(&x, k + 8 * (i), 16);                                                           \
        q[i] ^= FILESEC__ZIP(filesec__aes256gcm_word, x, x, 0, 8, 1, 9, 2, 10, 3, 11);         \
        q[(i) + 1] ^= FILESEC__ZIP(filesec__aes256gcm_word, x, x, 4, 12, 5, 13, 6, 14, 7, 15); \
    } while (0)

FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_key_in(filesec__aes256gcm_word q[8],
                                                               const unsigned char *k)
{
    FILESEC__KEY_PAIR(0);
    FILESEC__KEY_PAIR(2);
    FILESEC__KEY_PAIR(4);
    FILESEC__KEY_PAIR(6);
}
#undef FILESEC__KEY_PAIR
#undef FILESEC__ZIP_PAIR
#undef FILESEC__ZIP

#else /* uint64_t */

#define FILESEC__EVERY(x) ((uint64_t)(x)*UINT64_C(0x0001000100010001))

/* Row r, column c of the result is row r + n, column c + m modulo 4; n is 1 or 2. Turning the
   word by n rows and m columns is right for columns that stay inside their field; what has left
   it is one row too far. */
FILESEC__PORTABLE_INLINE uint64_t filesec__aes256gcm_portable_from(uint64_t x, unsigned n,
                                                                   unsigned m)
{
    unsigned by = 16 * n + 4 * (m % 4);
    uint64_t stay = FILESEC__EVERY(0xffffu >> (4 * (m % 4)));

    if (m % 4 == 0)
        return filesec__rotr64(x, by);
    return (filesec__rotr64(x, by) & stay) | (filesec__rotr64(x, by - 16) & ~stay);
}

/* The bytes of x, with room for another after each; and back. */
FILESEC__ALWAYS_INLINE uint64_t filesec__aes256gcm_portable_spread(uint64_t x)
{
    x = (x | x << 16) & UINT64_C(0x0000ffff0000ffff);
    return (x | x << 8) & UINT64_C(0x00ff00ff00ff00ff);
}

FILESEC__ALWAYS_INLINE uint32_t filesec__aes256gcm_portable_gather(uint64_t x)
{
    x &= UINT64_C(0x00ff00ff00ff00ff);
    x = (x | x >> 8) & UINT64_C(0x0000ffff0000ffff);
    return (uint32_t)((x | x >> 16) & 0xffffffff);
}

/* Block i of q, before the exchange of bits: columns 0 and 2 alternate, and so do 1 and 3. */
FILESEC__PORTABLE_INLINE void filesec__aes256gcm_portable_put(uint64_t q[8], unsigned i,
                                                              uint32_t w0, uint32_t w1,
                                                              uint32_t w2, uint32_t w3)
{
    q[i] = filesec__aes256gcm_portable_spread(w0) | filesec__aes256gcm_portable_spread(w2) << 8;
    q[i + 4] = filesec__aes256gcm_portable_spread(w1) | filesec__aes256gcm_portable_spread(w3)
                                                            << 8;
}

FILESEC__ALWAYS_INLINE void
filesec__aes256gcm_portable_bytes_in(const filesec__aes256gcm_word q[8])
{
    (void)q;
}
FILESEC__ALWAYS_INLINE void
filesec__aes256gcm_portable_bytes_out(const filesec__aes256gcm_word q[8])
{
    (void)q;
}

FILESEC__PORTABLE_INLINE void filesec__aes256gcm_portable_xor(const uint64_t q[8], unsigned i,
                                                              unsigned char *out,
                                                              const unsigned char *in)
{
    uint32_t w0 = filesec__aes256gcm_portable_gather(q[i]);
    uint32_t w1 = filesec__aes256gcm_portable_gather(q[i + 4]);
    uint32_t w2 = filesec__aes256gcm_portable_gather(q[i] >> 8);
    uint32_t w3 = filesec__aes256gcm_portable_gather(q[i + 4] >> 8);

    filesec__store32le(out, filesec__load32le(in) ^ w0);
    filesec__store32le(out + 4, filesec__load32le(in + 4) ^ w1);
    filesec__store32le(out + 8, filesec__load32le(in + 8) ^ w2);
    filesec__store32le(out + 12, filesec__load32le(in + 12) ^ w3);
}

FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_key_out(unsigned char *k,
                                                                const uint64_t q[8])
{
    memcpy(k, q, 64);
}

#define FILESEC__ADD(i)                                                                        \
    memcpy(&x, k + 8 * (i), 8);                                                                \
    q[i] ^= x

FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_key_in(uint64_t q[8],
                                                               const unsigned char *k)
{
    uint64_t x;

    FILESEC__ADD(0);
    FILESEC__ADD(1);
    FILESEC__ADD(2);
    FILESEC__ADD(3);
    FILESEC__ADD(4);
    FILESEC__ADD(5);
    FILESEC__ADD(6);
    FILESEC__ADD(7);
}
#undef FILESEC__ADD
#endif

/* Exchange the bits of a at mask << n with those of b at mask. */
#define FILESEC__EXCHANGE(a, b, n, mask)                                                       \
    do {                                                                                       \
        filesec__aes256gcm_word t = ((a) >> (n) ^ (b)) & (mask);                               \
                                                                                               \
        (b) ^= t;                                                                              \
        (a) ^= t << (n);                                                                       \
    } while (0)

/* Bit j of every byte of q[i] changes places with bit i of the same byte of q[j]. */
FILESEC__PORTABLE_INLINE void filesec__aes256gcm_portable_bits(filesec__aes256gcm_word q[8])
{
    const filesec__aes256gcm_word m1 = FILESEC__EVERY(0x5555u);
    const filesec__aes256gcm_word m2 = FILESEC__EVERY(0x3333u);
    const filesec__aes256gcm_word m4 = FILESEC__EVERY(0x0f0fu);

#ifdef FILESEC_SMALL
    unsigned i;

    for (i = 0; i < 8; i += 2)
        FILESEC__EXCHANGE(q[i], q[i + 1], 1, m1);
    for (i = 0; i < 6; i += i == 1 ? 3 : 1)
        FILESEC__EXCHANGE(q[i], q[i + 2], 2, m2);
    for (i = 0; i < 4; i++)
        FILESEC__EXCHANGE(q[i], q[i + 4], 4, m4);
#else
    FILESEC__EXCHANGE(q[0], q[1], 1, m1);
    FILESEC__EXCHANGE(q[2], q[3], 1, m1);
    FILESEC__EXCHANGE(q[4], q[5], 1, m1);
    FILESEC__EXCHANGE(q[6], q[7], 1, m1);
    FILESEC__EXCHANGE(q[0], q[2], 2, m2);
    FILESEC__EXCHANGE(q[1], q[3], 2, m2);
    FILESEC__EXCHANGE(q[4], q[6], 2, m2);
    FILESEC__EXCHANGE(q[5], q[7], 2, m2);
    FILESEC__EXCHANGE(q[0], q[4], 4, m4);
    FILESEC__EXCHANGE(q[1], q[5], 4, m4);
    FILESEC__EXCHANGE(q[2], q[6], 4, m4);
    FILESEC__EXCHANGE(q[3], q[7], 4, m4);
#endif
}
#undef FILESEC__EXCHANGE

/* ==== aes256gcm/rounds.h ==== */
/*
 * aes256gcm/rounds.h: SubBytes and MixColumns of bitsliced blocks, for the portable kernel
 *
 * ShiftRows is never done. Where a round would move row r left by r columns, the rows stay and
 * it is remembered that row r is now r columns behind; after k such rounds, k r columns.
 * SubBytes does not care, MixColumns takes "the next row" from k columns further on, and the
 * round keys are laid out to match. Four rounds later all is back in place (Adomnicai and
 * Peyrin, "Fixslicing AES-like ciphers", 2020).
 */

/*
 * SubBytes without its constant 0x63, which is in the round keys. The circuit of Boyar and
 * Peralta ("A new combinational logic minimization technique with applications to cryptology",
 * 2010, with their later 113-gate form of the last part): a linear layer to a tower of fields,
 * the inversion there, and a linear layer back. 32 of the gates are ANDs.
 */
#if defined(FILESEC_SMALL) && UINTPTR_MAX <= 0xffffffff
#define FILESEC__HALVES 1 /* half a word at a time: half the code for a 32-bit machine */
typedef uint32_t filesec__aes256gcm_circuit_word;
#else
#define FILESEC__HALVES 0
typedef filesec__aes256gcm_word filesec__aes256gcm_circuit_word;
#endif

FILESEC__PORTABLE_INLINE void
filesec__aes256gcm_portable_circuit(filesec__aes256gcm_circuit_word q[8])
{
    typedef filesec__aes256gcm_circuit_word word;
    const word x0 = q[7], x1 = q[6], x2 = q[5], x3 = q[4];
    const word x4 = q[3], x5 = q[2], x6 = q[1], x7 = q[0];

    /* into GF(((2^2)^2)^2), and the sums that its multiplications need */
    const word y14 = x3 ^ x5, y13 = x0 ^ x6, y9 = x0 ^ x3, y8 = x0 ^ x5;
    const word u = x1 ^ x2;
    const word y1 = u ^ x7;
    const word y4 = y1 ^ x3, y2 = y1 ^ x0, y5 = y1 ^ x6;
    const word y12 = y13 ^ y14;
    const word y3 = y5 ^ y8;
    const word v = x4 ^ y12;
    const word y15 = v ^ x5, y20 = v ^ x1;
    const word y6 = y15 ^ x7, y10 = y15 ^ u;
    const word y11 = y20 ^ y9;
    const word y7 = x7 ^ y11, y17 = y10 ^ y11, y19 = y10 ^ y8, y16 = u ^ y11;
    const word y21 = y13 ^ y16, y18 = x0 ^ y16;

    /* the norm: four bits e0 to e3 of GF((2^2)^2) */
    const word a0 = y12 & y15;
    const word a1 = (y3 & y6) ^ a0;
    const word a2 = (y4 & x7) ^ a0;
    const word a3 = y13 & y16;
    const word a4 = (y5 & y1) ^ a3;
    const word a5 = (y2 & y7) ^ a3;
    const word a6 = y9 & y11;
    const word a7 = (y14 & y17) ^ a6;
    const word a8 = (y8 & y10) ^ a6;
    const word e0 = a1 ^ y20 ^ a7;
    const word e1 = a2 ^ a8 ^ y19;
    const word e2 = a4 ^ a7 ^ y21;
    const word e3 = a5 ^ a8 ^ y18;

    /* its inverse: f0 to f3, and the sums of those */
    const word b0 = e0 ^ e1;
    const word b1 = e0 & e2;
    const word b2 = e3 ^ b1;
    const word f0 = (b0 & b2) ^ e1;
    const word b3 = (e2 ^ e3) & (e1 ^ b1);
    const word f1 = b3 ^ e3;
    const word b4 = e3 & (b2 ^ f1);
    const word f2 = b4 ^ e2 ^ f1;
    const word b5 = f0 & (b2 ^ b4);
    const word f3 = b0 ^ b5;
    const word f32 = f3 ^ f2, f01 = f0 ^ f1, f03 = f0 ^ f3, f12 = f1 ^ f2;
    const word f0123 = f01 ^ f32;

    /* times the conjugate */
    const word z0 = f12 & y15, z1 = f2 & y6, z2 = f1 & x7;
    const word z3 = f03 & y16, z4 = f3 & y1, z5 = f0 & y7;
    const word z6 = f01 & y11, z7 = f0123 & y17, z8 = f32 & y10;
    const word z9 = f12 & y12, z10 = f2 & y3, z11 = f1 & y4;
    const word z12 = f03 & y13, z13 = f3 & y5, z14 = f0 & y2;
    const word z15 = f01 & y9, z16 = f0123 & y14, z17 = f32 & y8;

    /* back to GF(2^8), with the matrix of FIPS 197, 5.1.1 */
    const word c0 = z15 ^ z16;
    const word c1 = z10 ^ c0;
    const word c2 = z9 ^ c1;
    const word c3 = z0 ^ z2;
    const word c4 = z1 ^ z0;
    const word c5 = z3 ^ z4;
    const word c6 = z12 ^ c3;
    const word c7 = z7 ^ c5;
    const word c8 = (z8 ^ c6) ^ c7;
    const word c9 = z6 ^ c7;
    const word c10 = c3 ^ z3 ^ z5;
    const word c11 = z13 ^ c0 ^ c10;
    const word c12 = z14 ^ c8;
    const word s3 = c2 ^ c5 ^ c4;

    q[7] = c2 ^ c9;
    q[6] = s3 ^ c9;
    q[5] = c12 ^ z15 ^ c9 ^ z17;
    q[4] = s3;
    q[3] = c10 ^ s3;
    q[2] = c1 ^ z11 ^ c12;
    q[1] = c8 ^ c11;
    q[0] = z12 ^ c11;
}

FILESEC__PORTABLE_INLINE void
filesec__aes256gcm_portable_sub_bytes(filesec__aes256gcm_word q[8])
{
#if FILESEC__HALVES
    uint32_t half[8];
    unsigned i, n;

    for (n = 0; n < 2; n++) { /* turned twice by half, a word is what it was */
        for (i = 0; i < 8; i++)
            half[i] = (uint32_t)(q[i] & 0xffffffff);
        filesec__aes256gcm_portable_circuit(half);
        for (i = 0; i < 8; i++)
            q[i] = q[i] >> 32 | (uint64_t)half[i] << 32;
    }
    filesec_wipe(half, sizeof half);
#else
    filesec__aes256gcm_portable_circuit(q);
#endif
}
#undef FILESEC__HALVES

/*
 * MixColumns (5.1.3) where row r is k r columns behind. With t = a_r + a_r+1 every byte becomes
 * {02} t_r + a_r+1 + t_r+2, and {02} moves bit b to b + 1, bit 7 to bits 0, 1, 3 and 4.
 */
FILESEC__PORTABLE_INLINE void
filesec__aes256gcm_portable_mix_columns(filesec__aes256gcm_word q[8], unsigned k)
{
    filesec__aes256gcm_word a[8], t[8];

#ifdef FILESEC_SMALL
    unsigned i;

    for (i = 0; i < 8; i++) {
        a[i] = filesec__aes256gcm_portable_from(q[i], 1, k);
        t[i] = q[i] ^ a[i];
    }
    for (i = 0; i < 8; i++) {
        q[i] = a[i] ^ filesec__aes256gcm_portable_from(t[i], 2, 2 * k) ^ t[(i + 7) % 8];
        if (i == 1 || i == 3 || i == 4)
            q[i] ^= t[7];
    }
    filesec_wipe(a, sizeof a);
    filesec_wipe(t, sizeof t);
#else
#define FILESEC__NEXT(i)                                                                       \
    a[i] = filesec__aes256gcm_portable_from(q[i], 1, k);                                       \
    t[i] = q[i] ^ a[i]
#define FILESEC__SUM(i) (a[i] ^ filesec__aes256gcm_portable_from(t[i], 2, 2 * k))

    FILESEC__NEXT(7);
    FILESEC__NEXT(0);
    q[0] = FILESEC__SUM(0) ^ t[7];
    FILESEC__NEXT(1);
    q[1] = FILESEC__SUM(1) ^ (t[0] ^ t[7]);
    FILESEC__NEXT(2);
    q[2] = FILESEC__SUM(2) ^ t[1];
    FILESEC__NEXT(3);
    q[3] = FILESEC__SUM(3) ^ (t[2] ^ t[7]);
    FILESEC__NEXT(4);
    q[4] = FILESEC__SUM(4) ^ (t[3] ^ t[7]);
    FILESEC__NEXT(5);
    q[5] = FILESEC__SUM(5) ^ t[4];
    FILESEC__NEXT(6);
    q[6] = FILESEC__SUM(6) ^ t[5];
    q[7] = FILESEC__SUM(7) ^ t[6];
#undef FILESEC__NEXT
#undef FILESEC__SUM
#endif
}

/* ==== aes256gcm/ctmul.h ==== */
/*
 * aes256gcm/ctmul.h: GHASH by integer multiplication, for the portable kernel
 *
 * A block is read as a big-endian number, so the coefficient of x^i is bit 127 - i. The product
 * of two such numbers without carries has x^i at bit 254 - i. H is kept divided by x, which
 * makes that 255 - i: the upper half is the upper half of 256 reflected bits, and
 *
 *   x^128 = 1 + x + x^2 + x^7 (SP 800-38D, 6.3)
 *
 * folds the lower half into it.
 *
 * Multiplication without carries: only every fourth bit of both factors is kept. A bit of the
 * product then is the sum of at most 16 bits (8 for 32-bit factors), and below the top, where
 * the carry leaves the word, of at most 15: it does not reach the next kept bit. The four
 * quarters of one factor times the four of the other, combined with XOR, are the product.
 *
 * This takes constant time where integer multiplication does: on all common 64-bit CPUs, and
 * with filesec__mul32 on Cortex-M and AVR; not on a small CPU whose instruction looks at its
 * factors and that core/bytes.h does not name.
 */

/* Every fourth bit of x, from bit i on. */
#define FILESEC__FOURTH(x, i) ((x) & (UINT64_C(0x1111111111111111) << (i)))

/* The number of h, divided by x: one step to the left; the bit that leaves comes back as x^-1,
   x^127 + x^6 + x + 1. */
static inline void filesec__aes256gcm_portable_divide(const unsigned char h[16],
                                                      uint64_t *upper, uint64_t *lower)
{
    uint64_t u = filesec__load64be(h), l = filesec__load64be(h + 8);
    uint64_t leaves = u >> 63;

    *upper = (u << 1 | l >> 63) ^ leaves << 63 ^ leaves << 62 ^ leaves << 57;
    *lower = l << 1 ^ leaves;
}

/* Fold z3 z2 z1 z0 to 128 bits. */
FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_fold(uint64_t *upper, uint64_t *lower,
                                                             uint64_t z0, uint64_t z1,
                                                             uint64_t z2, uint64_t z3)
{
    z1 ^= z0 << 63 ^ z0 << 62 ^ z0 << 57;
    z2 ^= z0 ^ z0 >> 1 ^ z0 >> 2 ^ z0 >> 7;
    *lower = z2 ^ z1 << 63 ^ z1 << 62 ^ z1 << 57;
    *upper = z3 ^ z1 ^ z1 >> 1 ^ z1 >> 2 ^ z1 >> 7;
}

/* The Karatsuba method makes three products of halves out of four; these are the three. */
#define FILESEC__LOWER 0 /* lower halves */
#define FILESEC__UPPER 1 /* upper halves */
#define FILESEC__CROSS 2 /* sums of both */

#if UINTPTR_MAX > 0xffffffff && !defined(FILESEC_SMALL)
/*
 * 64-bit factors: the machine gives the lower 64 bits of a product. The upper ones are those of
 * the product of the factors turned round (bit 63 first), turned back. The key area keeps the
 * three halves of H both ways, and of H^2 too, because two blocks together need one reduction:
 * Y = (Y ^ X1) H^2 ^ X2 H.
 */

/* z ^= the lower half of x y, each quarter still among bits that do not count. */
FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_add_product(uint64_t z[4], uint64_t x,
                                                                    uint64_t y)
{
    uint64_t x0 = FILESEC__FOURTH(x, 0), x1 = FILESEC__FOURTH(x, 1);
    uint64_t x2 = FILESEC__FOURTH(x, 2), x3 = FILESEC__FOURTH(x, 3);
    uint64_t y0 = FILESEC__FOURTH(y, 0), y1 = FILESEC__FOURTH(y, 1);
    uint64_t y2 = FILESEC__FOURTH(y, 2), y3 = FILESEC__FOURTH(y, 3);

    z[0] ^= x0 * y0 ^ x1 * y3 ^ x2 * y2 ^ x3 * y1;
    z[1] ^= x0 * y1 ^ x1 * y0 ^ x2 * y3 ^ x3 * y2;
    z[2] ^= x0 * y2 ^ x1 * y1 ^ x2 * y0 ^ x3 * y3;
    z[3] ^= x0 * y3 ^ x1 * y2 ^ x2 * y1 ^ x3 * y0;
}

/* x u ^ y v, lower half. */
FILESEC__ALWAYS_INLINE uint64_t filesec__aes256gcm_portable_products(uint64_t x, uint64_t u,
                                                                     uint64_t y, uint64_t v)
{
    uint64_t z[4] = {0, 0, 0, 0};

    filesec__aes256gcm_portable_add_product(z, x, u);
    filesec__aes256gcm_portable_add_product(z, y, v);
    return FILESEC__FOURTH(z[0], 0) | FILESEC__FOURTH(z[1], 1) | FILESEC__FOURTH(z[2], 2) |
           FILESEC__FOURTH(z[3], 3);
}

/* Bit i becomes bit 63 - i: inside the bytes, and then the bytes. */
FILESEC__ALWAYS_INLINE uint64_t filesec__aes256gcm_portable_turned(uint64_t x)
{
    const uint64_t m1 = UINT64_C(0x5555555555555555), m2 = UINT64_C(0x3333333333333333);
    const uint64_t m4 = UINT64_C(0x0f0f0f0f0f0f0f0f);
    unsigned char bytes[8];

    x = (x >> 1 & m1) | (x & m1) << 1;
    x = (x >> 2 & m2) | (x & m2) << 2;
    x = (x >> 4 & m4) | (x & m4) << 4;
    filesec__store64le(bytes, x);
    return filesec__load64be(bytes);
}

/* The six factors of a number: its three halves, and the same turned round. */
typedef struct filesec__aes256gcm_factors {
    uint64_t straight[3], turned[3];
} filesec__aes256gcm_factors;

FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_factors(filesec__aes256gcm_factors *f,
                                                                uint64_t upper, uint64_t lower)
{
    f->straight[FILESEC__LOWER] = lower;
    f->straight[FILESEC__UPPER] = upper;
    f->straight[FILESEC__CROSS] = lower ^ upper;
    f->turned[FILESEC__LOWER] = filesec__aes256gcm_portable_turned(lower);
    f->turned[FILESEC__UPPER] = filesec__aes256gcm_portable_turned(upper);
    f->turned[FILESEC__CROSS] = f->turned[FILESEC__LOWER] ^ f->turned[FILESEC__UPPER];
}

/* GHASH under way: Y, two blocks, the products of their halves. hk: factors of H and H^2. */
typedef struct filesec__aes256gcm_ghash {
    const unsigned char *hk;
    uint64_t upper, lower;
    filesec__aes256gcm_factors first, second, z;
} filesec__aes256gcm_ghash;

/* The next two blocks; Y joins the first. Or the next one, and then the first is nothing. */
FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_take(filesec__aes256gcm_ghash *s,
                                                             const unsigned char *data, int two)
{
    uint64_t upper = s->upper ^ filesec__load64be(data);
    uint64_t lower = s->lower ^ filesec__load64be(data + 8);

    filesec__aes256gcm_portable_factors(&s->first, two ? upper : 0, two ? lower : 0);
    if (two) {
        upper = filesec__load64be(data + 16);
        lower = filesec__load64be(data + 24);
    }
    filesec__aes256gcm_portable_factors(&s->second, upper, lower);
}

/* One kind of halves: first H^2 ^ second H. */
FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_half(filesec__aes256gcm_ghash *s,
                                                             unsigned half)
{
    filesec__aes256gcm_factors h[2];

    memcpy(h, s->hk, sizeof h);
    s->z.straight[half] =
        filesec__aes256gcm_portable_products(s->second.straight[half], h[0].straight[half],
                                             s->first.straight[half], h[1].straight[half]);
    s->z.turned[half] = filesec__aes256gcm_portable_products(
        s->second.turned[half], h[0].turned[half], s->first.turned[half], h[1].turned[half]);
}

/* The products of the halves, put together to 256 bits and reduced. */
FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_join(filesec__aes256gcm_ghash *s)
{
    const uint64_t *low = s->z.straight, *high = s->z.turned;
    uint64_t z0 = low[FILESEC__LOWER], z2 = low[FILESEC__UPPER];
    uint64_t z1 = filesec__aes256gcm_portable_turned(high[FILESEC__LOWER]) >> 1;
    uint64_t z3 = filesec__aes256gcm_portable_turned(high[FILESEC__UPPER]) >> 1;
    uint64_t c0 = low[FILESEC__CROSS];
    uint64_t c1 = filesec__aes256gcm_portable_turned(high[FILESEC__CROSS]) >> 1;

    filesec__aes256gcm_portable_fold(&s->upper, &s->lower, z0, z1 ^ c0 ^ z0 ^ z2,
                                     z2 ^ c1 ^ z1 ^ z3, z3);
}

FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_next(filesec__aes256gcm_ghash *s,
                                                             const unsigned char *data, int two)
{
    filesec__aes256gcm_portable_take(s, data, two);
    filesec__aes256gcm_portable_half(s, FILESEC__LOWER);
    filesec__aes256gcm_portable_half(s, FILESEC__UPPER);
    filesec__aes256gcm_portable_half(s, FILESEC__CROSS);
    filesec__aes256gcm_portable_join(s);
}

static void filesec__aes256gcm_portable_hash(const unsigned char *hk, unsigned char y[16],
                                             const unsigned char *data, size_t nblocks)
{
    filesec__aes256gcm_ghash s;

    s.hk = hk;
    s.upper = filesec__load64be(y);
    s.lower = filesec__load64be(y + 8);
    for (; nblocks >= 2; nblocks -= 2, data += 32)
        filesec__aes256gcm_portable_next(&s, data, 1);
    if (nblocks != 0)
        filesec__aes256gcm_portable_next(&s, data, 0);
    filesec__store64be(y, s.upper);
    filesec__store64be(y + 8, s.lower);
}

static void filesec__aes256gcm_portable_hash_key(unsigned char *hk, const unsigned char h[16])
{
    unsigned char power[16];
    filesec__aes256gcm_factors f;
    unsigned i;

    memcpy(power, h, 16);
    for (i = 0; i < 2; i++) {
        uint64_t upper, lower;

        filesec__aes256gcm_portable_divide(power, &upper, &lower);
        filesec__aes256gcm_portable_factors(&f, upper, lower);
        memcpy(hk + i * sizeof f, &f, sizeof f);
        if (i == 0) { /* 0 H, and from that (0 ^ H) H */
            memset(power, 0, 16);
            filesec__aes256gcm_portable_hash(hk, power, h, 1);
        }
    }
    filesec_wipe(power, sizeof power);
    filesec_wipe(&f, sizeof f);
}

#else
/*
 * 32-bit factors: the whole product fits a uint64_t. The key area keeps the two halves of H.
 */

/* The quarters x0 to x3 times these quarters of y. */
#define FILESEC__SUM(a, b, c, d)                                                               \
    (filesec__mul32(x0, y##a) ^ filesec__mul32(x1, y##b) ^ filesec__mul32(x2, y##c) ^          \
     filesec__mul32(x3, y##d))

FILESEC__PORTABLE_INLINE uint64_t filesec__aes256gcm_portable_mul32(uint32_t x, uint32_t y)
{
    uint32_t x0 = x & 0x11111111, x1 = x & 0x22222222, x2 = x & 0x44444444;
    uint32_t x3 = x & 0x88888888;
    uint32_t y0 = y & 0x11111111, y1 = y & 0x22222222, y2 = y & 0x44444444;
    uint32_t y3 = y & 0x88888888;

    return FILESEC__FOURTH(FILESEC__SUM(0, 3, 2, 1), 0) |
           FILESEC__FOURTH(FILESEC__SUM(1, 0, 3, 2), 1) |
           FILESEC__FOURTH(FILESEC__SUM(2, 1, 0, 3), 2) |
           FILESEC__FOURTH(FILESEC__SUM(3, 2, 1, 0), 3);
}

#undef FILESEC__SUM

/* z[1] z[0] = x y */
static void filesec__aes256gcm_portable_mul64(uint64_t z[2], uint64_t x, uint64_t y)
{
    uint32_t x0 = (uint32_t)(x & 0xffffffff), x1 = (uint32_t)(x >> 32);
    uint32_t y0 = (uint32_t)(y & 0xffffffff), y1 = (uint32_t)(y >> 32);
    uint64_t low = filesec__aes256gcm_portable_mul32(x0, y0);
    uint64_t high = filesec__aes256gcm_portable_mul32(x1, y1);
    uint64_t cross = filesec__aes256gcm_portable_mul32(x0 ^ x1, y0 ^ y1) ^ low ^ high;

    z[0] = low ^ cross << 32;
    z[1] = high ^ cross >> 32;
}

static void filesec__aes256gcm_portable_hash(const unsigned char *hk, unsigned char y[16],
                                             const unsigned char *data, size_t nblocks)
{
    uint64_t upper = filesec__load64be(y), lower = filesec__load64be(y + 8);
    uint64_t h1 = filesec__load64be(hk), h0 = filesec__load64be(hk + 8);
    uint64_t low[2], high[2], cross[2];

    for (; nblocks != 0; nblocks--, data += 16) {
        upper ^= filesec__load64be(data);
        lower ^= filesec__load64be(data + 8);
        filesec__aes256gcm_portable_mul64(low, lower, h0);
        filesec__aes256gcm_portable_mul64(high, upper, h1);
        filesec__aes256gcm_portable_mul64(cross, lower ^ upper, h0 ^ h1);
        cross[0] ^= low[0] ^ high[0];
        cross[1] ^= low[1] ^ high[1];
        filesec__aes256gcm_portable_fold(&upper, &lower, low[0], low[1] ^ cross[0],
                                         high[0] ^ cross[1], high[1]);
    }
    filesec_wipe(low, sizeof low);
    filesec_wipe(high, sizeof high);
    filesec_wipe(cross, sizeof cross);
    filesec__store64be(y, upper);
    filesec__store64be(y + 8, lower);
}

static void filesec__aes256gcm_portable_hash_key(unsigned char *hk, const unsigned char h[16])
{
    uint64_t upper, lower;

    filesec__aes256gcm_portable_divide(h, &upper, &lower);
    filesec__store64be(hk, upper);
    filesec__store64be(hk + 8, lower);
}
#endif
#undef FILESEC__FOURTH
#undef FILESEC__LOWER
#undef FILESEC__UPPER
#undef FILESEC__CROSS

#if FILESEC__HAS_X86_AESNI || FILESEC__HAS_X86_VAES_AVX2 || FILESEC__HAS_X86_VAES_AVX512

/* ==== aes256gcm/x86_aesni_ghash.h ==== */
/*
 * aes256gcm/x86_aesni_ghash.h: GHASH with PCLMULQDQ, block by block, for the x86 kernels
 *
 * Needs PCLMULQDQ, SSSE3 and SSE4.1. In the key area stand
 *
 *     0     15 round keys
 *     240   H^16, H^15, ... H, as many of them as the kernel wants, and a block of zeros
 *     512   for each of these the sum of its halves (Karatsuba), 8 of 16 bytes
 *
 * The bytes of a block are reversed, so that the coefficient of x^i is bit 127 - i. The product
 * of two such numbers has x^i at bit 254 - i; H is kept divided by x, which makes that 255 - i,
 * the order of 256 reflected bits.
 */
#define FILESEC__INLINE FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AESNI
#define FILESEC__KERNEL static FILESEC__TARGET_X86_AESNI void
#define FILESEC__POWER(i) (240 + 16 * (16 - (i)))
#define FILESEC__HALVES(i) (512 + 16 * (16 - (i)))

#define FILESEC__LOAD(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define FILESEC__STORE(p, x) _mm_storeu_si128((__m128i *)(void *)(p), x)
#define FILESEC__LOAD_HALF(p) _mm_loadl_epi64((const __m128i *)(const void *)(p))
#define FILESEC__STORE_HALF(p, x) _mm_storel_epi64((__m128i *)(void *)(p), x)
#define FILESEC__XOR1(a, b) _mm_xor_si128(a, b)
#define FILESEC__EXCHANGED(x) _mm_shuffle_epi32(x, 0x4e) /* the two halves */
#define FILESEC__REVERSED(x)                                                                   \
    _mm_shuffle_epi8(x, _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
#define FILESEC__BLOCK(p) FILESEC__REVERSED(FILESEC__LOAD(p))

/* gcc moves products away from where they are written; clang does not. */
#if FILESEC__GNU && !defined(__clang__)
#define FILESEC__PIN(x, y, z) __asm__ volatile("" : "+x"(x), "+x"(y), "+x"(z))
#else
#define FILESEC__PIN(x, y, z) ((void)0)
#endif

/* A sum of products, 256 bits: low + cross x^64 + high x^128, where cross still lacks the other
   two (Karatsuba). */
typedef struct filesec__aes256gcm_x86_aesni_sum {
    __m128i low, high, cross;
} filesec__aes256gcm_x86_aesni_sum;

FILESEC__INLINE void filesec__aes256gcm_x86_aesni_zero(filesec__aes256gcm_x86_aesni_sum *s)
{
    s->low = s->high = s->cross = _mm_setzero_si128();
}

/* s += x H^i */
FILESEC__INLINE void filesec__aes256gcm_x86_aesni_add(filesec__aes256gcm_x86_aesni_sum *s,
                                                      __m128i x, const unsigned char *k,
                                                      unsigned i)
{
    __m128i h = FILESEC__LOAD(k + FILESEC__POWER(i)), low;
    __m128i cross = FILESEC__XOR1(FILESEC__EXCHANGED(x), x);

    FILESEC__PIN(x, cross, h);
    cross = _mm_clmulepi64_si128(cross, FILESEC__LOAD_HALF(k + FILESEC__HALVES(i)), 0x00);
    low = _mm_clmulepi64_si128(x, h, 0x00);
    x = _mm_clmulepi64_si128(x, h, 0x11);
    s->cross = FILESEC__XOR1(s->cross, cross);
    s->low = FILESEC__XOR1(s->low, low);
    s->high = FILESEC__XOR1(s->high, x);
    FILESEC__PIN(s->cross, s->low, s->high);
}

/* s modulo x^128 + x^7 + x^2 + x + 1, 64 bits at a time: 1 = x^128 + x^127 + x^126 + x^121
   in reflected order, so the lowest 64 bits go 128 up, and 63, 62 and 57 up from there. */
FILESEC__INLINE __m128i
filesec__aes256gcm_x86_aesni_fold(const filesec__aes256gcm_x86_aesni_sum *s)
{
    const __m128i p = _mm_set_epi32(0, 0, (int)UINT32_C(0xc2000000), 0);
    __m128i middle = FILESEC__XOR1(s->cross, FILESEC__XOR1(s->low, s->high));

    middle = FILESEC__XOR1(middle, FILESEC__EXCHANGED(s->low));
    middle = FILESEC__XOR1(middle, _mm_clmulepi64_si128(s->low, p, 0x00));
    return FILESEC__XOR1(FILESEC__XOR1(s->high, FILESEC__EXCHANGED(middle)),
                         _mm_clmulepi64_si128(middle, p, 0x00));
}

/* Y after n blocks, 1 <= n <= 8. */
FILESEC__INLINE __m128i filesec__aes256gcm_x86_aesni_few(const unsigned char *k, __m128i y,
                                                         const unsigned char *data, unsigned n)
{
    filesec__aes256gcm_x86_aesni_sum s;

    filesec__aes256gcm_x86_aesni_zero(&s);
    filesec__aes256gcm_x86_aesni_add(&s, FILESEC__XOR1(y, FILESEC__BLOCK(data)), k, n);
    while (--n != 0) {
        data += 16;
        filesec__aes256gcm_x86_aesni_add(&s, FILESEC__BLOCK(data), k, n);
    }
    return filesec__aes256gcm_x86_aesni_fold(&s);
}

/* Block i of eight. The first comes last: it has to wait for Y. */
#define FILESEC__HASH(i)                                                                       \
    filesec__aes256gcm_x86_aesni_add(&s, FILESEC__BLOCK(data + 16 * (i)), k, 8 - (i))
#define FILESEC__HASH_FIRST                                                                    \
    filesec__aes256gcm_x86_aesni_add(&s, FILESEC__XOR1(y, FILESEC__BLOCK(data)), k, 8)

FILESEC__INLINE __m128i filesec__aes256gcm_x86_aesni_eight(const unsigned char *k, __m128i y,
                                                           const unsigned char *data)
{
    filesec__aes256gcm_x86_aesni_sum s;

    filesec__aes256gcm_x86_aesni_zero(&s);
    FILESEC__HASH(1);
    FILESEC__HASH(2);
    FILESEC__HASH(3);
    FILESEC__HASH(4);
    FILESEC__HASH(5);
    FILESEC__HASH(6);
    FILESEC__HASH(7);
    FILESEC__HASH_FIRST;
    return filesec__aes256gcm_x86_aesni_fold(&s);
}

/* ==== aes256gcm/x86_aesni_key.h ==== */
/*
 * aes256gcm/x86_aesni_key.h: round keys and H from a key, for the x86 kernels
 */
/* x y */
FILESEC__INLINE __m128i filesec__aes256gcm_x86_aesni_times(__m128i x, __m128i y)
{
    filesec__aes256gcm_x86_aesni_sum s;

    s.low = _mm_clmulepi64_si128(x, y, 0x00);
    s.high = _mm_clmulepi64_si128(x, y, 0x11);
    s.cross = _mm_clmulepi64_si128(FILESEC__XOR1(x, FILESEC__EXCHANGED(x)),
                                   FILESEC__XOR1(y, FILESEC__EXCHANGED(y)), 0x00);
    return filesec__aes256gcm_x86_aesni_fold(&s);
}

/* h divided by x: one step to the left. The bit that leaves comes back as x^-1, which is
   x^127 + x^6 + x + 1. */
FILESEC__INLINE __m128i filesec__aes256gcm_x86_aesni_divide(__m128i h)
{
    __m128i leaves = _mm_shuffle_epi32(_mm_srai_epi32(h, 31), 0xff);
    __m128i between = _mm_slli_si128(_mm_srli_epi64(h, 63), 8);

    leaves = _mm_and_si128(leaves, _mm_set_epi32((int)UINT32_C(0xc2000000), 0, 0, 1));
    return FILESEC__XOR1(FILESEC__XOR1(_mm_slli_epi64(h, 1), between), leaves);
}

/* Words w0 w1 w2 w3 become w0, w0 + w1, w0 + w1 + w2, and the sum of all four. */
FILESEC__INLINE __m128i filesec__aes256gcm_x86_aesni_spread(__m128i w)
{
    w = FILESEC__XOR1(w, _mm_slli_si128(w, 4));
    return FILESEC__XOR1(w, _mm_slli_si128(w, 8));
}

/* Two round keys (FIPS 197, 5.2) from the two before; h takes the two rounds that use the pair.
   The instruction gives SubWord of words 1 and 3, plain in lanes 0 and 2, rotated and with rcon
   in lanes 1 and 3. A macro, because rcon is an immediate operand. */
#define FILESEC__KEY_EVEN(r, rcon)                                                             \
    even = FILESEC__XOR1(filesec__aes256gcm_x86_aesni_spread(even),                            \
                         _mm_shuffle_epi32(_mm_aeskeygenassist_si128(odd, rcon), 0xff));       \
    FILESEC__STORE(k + 16 * (r), even)
#define FILESEC__KEY_PAIR(r, rcon)                                                             \
    FILESEC__KEY_EVEN(r, rcon);                                                                \
    odd = FILESEC__XOR1(filesec__aes256gcm_x86_aesni_spread(odd),                              \
                        _mm_shuffle_epi32(_mm_aeskeygenassist_si128(even, 0), 0xaa));          \
    FILESEC__STORE(k + 16 * (r) + 16, odd);                                                    \
    h = _mm_aesenc_si128(_mm_aesenc_si128(h, even), odd)

/* The round keys into the key area; the result is H. */
FILESEC__INLINE __m128i filesec__aes256gcm_x86_aesni_rounds(unsigned char *k,
                                                            const unsigned char key[32])
{
    __m128i even = FILESEC__LOAD(key), odd = FILESEC__LOAD(key + 16), h;

    FILESEC__STORE(k, even);
    FILESEC__STORE(k + 16, odd);
    h = _mm_aesenc_si128(even, odd); /* H = E(0): the first round key alone */
    FILESEC__KEY_PAIR(2, 0x01);
    FILESEC__KEY_PAIR(4, 0x02);
    FILESEC__KEY_PAIR(6, 0x04);
    FILESEC__KEY_PAIR(8, 0x08);
    FILESEC__KEY_PAIR(10, 0x10);
    FILESEC__KEY_PAIR(12, 0x20);
    FILESEC__KEY_EVEN(14, 0x40);
    h = _mm_aesenclast_si128(h, even);
    return filesec__aes256gcm_x86_aesni_divide(FILESEC__REVERSED(h));
}
#undef FILESEC__KEY_EVEN
#undef FILESEC__KEY_PAIR

/* ==== aes256gcm/x86_aesni_short.h ==== */
/*
 * aes256gcm/x86_aesni_short.h: the end of a message, at most 128 bytes of it, in registers: for
 * the x86 kernels
 *
 * GCTR(J0, S) and the text are blocks side by side in the same rounds; the text and the block
 * of the lengths go into one sum of products, with what the caller has put there before. A part
 * of a block goes through two 64-bit words, put together from loads that overlap, because a
 * load of 16 bytes after stores of single ones has to wait for them.
 */
#define FILESEC__SHORT 128 /* bytes */

/* n bytes, 1 <= n <= 15, and zeros. */
FILESEC__INLINE __m128i filesec__aes256gcm_x86_aesni_part(const unsigned char *p, size_t n)
{
    uint64_t low, high = 0;

    if (n >= 8) {
        low = filesec__load64le(p);
        high = filesec__load64le(p + n - 8) >> 8 * (15 - n) >> 8;
    } else if (n >= 4) {
        low = filesec__load32le(p);
        low |= (uint64_t)filesec__load32le(p + n - 4) << 8 * (n - 4);
    } else {
        low = p[0];
        low |= (uint64_t)p[n / 2] << 8 * (n / 2);
        low |= (uint64_t)p[n - 1] << 8 * (n - 1);
    }
    return _mm_set_epi64x((long long)high, (long long)low);
}

/* The first n bytes of x, 1 <= n <= 15, to p. */
FILESEC__INLINE void filesec__aes256gcm_x86_aesni_put(unsigned char *p, __m128i x, size_t n)
{
    uint64_t low = (uint64_t)_mm_cvtsi128_si64(x), high = (uint64_t)_mm_extract_epi64(x, 1);

    if (n >= 8) {
        filesec__store64le(p, low);
        filesec__store64le(p + n - 8, low >> 8 * (n - 8) | high << 1 << (127 - 8 * n));
    } else if (n >= 4) {
        filesec__store32le(p, (uint32_t)(low & 0xffffffff));
        filesec__store32le(p + n - 4, (uint32_t)(low >> 8 * (n - 4) & 0xffffffff));
    } else {
        p[0] = (unsigned char)(low & 0xff);
        p[n / 2] = (unsigned char)(low >> 8 * (n / 2) & 0xff);
        p[n - 1] = (unsigned char)(low >> 8 * (n - 1) & 0xff);
    }
}

/* x with zeros behind its first n bytes. */
FILESEC__INLINE __m128i filesec__aes256gcm_x86_aesni_cut(__m128i x, size_t n)
{
    const __m128i place = _mm_set_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);

    return _mm_and_si128(x, _mm_cmpgt_epi8(_mm_set1_epi8((char)n), place));
}

/* Counter blocks have the last word in the CPU's order until they are enciphered. */
#define FILESEC__TURNED1(x)                                                                    \
    _mm_shuffle_epi8(x, _mm_set_epi8(12, 13, 14, 15, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0))

FILESEC__INLINE __m128i filesec__aes256gcm_x86_aesni_j0(const unsigned char nonce[12])
{
    __m128i j0 = FILESEC__LOAD_HALF(nonce);

    j0 = _mm_insert_epi32(j0, (int)filesec__load32le(nonce + 8), 2);
    return _mm_insert_epi32(j0, 1, 3);
}

/* s += the blocks of aad, of which the last has H^i; at least one byte. */
FILESEC__INLINE void filesec__aes256gcm_x86_aesni_add_aad(filesec__aes256gcm_x86_aesni_sum *s,
                                                          const unsigned char *k,
                                                          const unsigned char *aad,
                                                          size_t aad_len, unsigned i)
{
    i += (unsigned)((aad_len - 1) / 16);
    for (; aad_len >= 16; aad_len -= 16, aad += 16)
        filesec__aes256gcm_x86_aesni_add(s, FILESEC__BLOCK(aad), k, i--);
    if (aad_len != 0) {
        __m128i x = filesec__aes256gcm_x86_aesni_part(aad, aad_len);

        filesec__aes256gcm_x86_aesni_add(s, FILESEC__REVERSED(x), k, i);
    }
}

/* Block 0 is J0, block i text. */
#define FILESEC__AHEAD1(i)                                                                     \
    b[i] = FILESEC__XOR1(                                                                      \
        rk, FILESEC__TURNED1(_mm_add_epi32(counter, _mm_set_epi32((i)-1, 0, 0, 0))))
#define FILESEC__ENC1(i) b[i] = _mm_aesenc_si128(b[i], rk)
#define FILESEC__LAST1(i) b[i] = _mm_aesenclast_si128(b[i], rk)
#define FILESEC__ONE_TEXT(S) S(1)
#define FILESEC__TWO_TEXTS(S)                                                                  \
    S(1);                                                                                      \
    S(2)
#define FILESEC__FOUR_TEXTS(S)                                                                 \
    FILESEC__TWO_TEXTS(S);                                                                     \
    S(3);                                                                                      \
    S(4)
#define FILESEC__SIX_TEXTS(S)                                                                  \
    FILESEC__FOUR_TEXTS(S);                                                                    \
    S(5);                                                                                      \
    S(6)
#define FILESEC__EIGHT_TEXTS(S)                                                                \
    FILESEC__SIX_TEXTS(S);                                                                     \
    S(7);                                                                                      \
    S(8)
#define FILESEC__TOGETHER(TEXTS)                                                               \
    TEXTS(FILESEC__AHEAD1);                                                                    \
    for (r = 1; r < 14; r++) {                                                                 \
        rk = FILESEC__LOAD(k + 16 * r);                                                        \
        FILESEC__ENC1(0);                                                                      \
        TEXTS(FILESEC__ENC1);                                                                  \
    }                                                                                          \
    rk = FILESEC__LOAD(k + 224);                                                               \
    FILESEC__LAST1(0);                                                                         \
    TEXTS(FILESEC__LAST1)

/* GCTR of J0 and n blocks from counter on. More of them may be done. */
FILESEC__INLINE void filesec__aes256gcm_x86_aesni_stream(const unsigned char *k, __m128i b[9],
                                                         __m128i j0, __m128i counter, size_t n)
{
    __m128i rk = FILESEC__LOAD(k);
    unsigned r;

    b[0] = FILESEC__XOR1(rk, FILESEC__TURNED1(j0));
    if (n <= 1) {
        FILESEC__TOGETHER(FILESEC__ONE_TEXT);
    } else if (n <= 2) {
        FILESEC__TOGETHER(FILESEC__TWO_TEXTS);
    } else if (n <= 4) {
        FILESEC__TOGETHER(FILESEC__FOUR_TEXTS);
    } else if (n <= 6) {
        FILESEC__TOGETHER(FILESEC__SIX_TEXTS);
    } else {
        FILESEC__TOGETHER(FILESEC__EIGHT_TEXTS);
    }
}

#define FILESEC__TEXT(i)                                                                       \
    if (len < 16 * (i))                                                                        \
        break;                                                                                 \
    x = FILESEC__LOAD(in + 16 * ((i)-1));                                                      \
    y = FILESEC__XOR1(x, b[i]);                                                                \
    FILESEC__STORE(out + 16 * ((i)-1), y);                                                     \
    x = sealing ? y : x;                                                                       \
    filesec__aes256gcm_x86_aesni_add(&s, FILESEC__REVERSED(x), k, n + 2 - (i));                \
    part = b[(i) < 8 ? (i) + 1 : 8]

/* The last len bytes of a message, len <= FILESEC__SHORT, and its tag. s is the sum of what was
   hashed before, lengths the block of the lengths, reversed. */
FILESEC__INLINE __m128i filesec__aes256gcm_x86_aesni_end(
    const unsigned char *k, filesec__aes256gcm_x86_aesni_sum s, __m128i j0, __m128i counter,
    unsigned char *out, const unsigned char *in, size_t len, __m128i lengths, int sealing)
{
    __m128i b[9], part, x, y;
    unsigned n = (unsigned)((len + 15) / 16);

    filesec__aes256gcm_x86_aesni_add(&s, lengths, k, 1);
    b[1] = b[2] = b[3] = b[4] = b[5] = b[6] = b[7] = b[8] = lengths; /* for the compiler */
    filesec__aes256gcm_x86_aesni_stream(k, b, j0, counter, n);
    part = b[1];
    do {
        FILESEC__TEXT(1);
        FILESEC__TEXT(2);
        FILESEC__TEXT(3);
        FILESEC__TEXT(4);
        FILESEC__TEXT(5);
        FILESEC__TEXT(6);
        FILESEC__TEXT(7);
        FILESEC__TEXT(8);
    } while (0);
    if (len % 16 != 0) {
        size_t whole = len / 16 * 16;

        x = filesec__aes256gcm_x86_aesni_part(in + whole, len % 16);
        y = FILESEC__XOR1(x, part);
        filesec__aes256gcm_x86_aesni_put(out + whole, y, len % 16);
        if (sealing)
            x = filesec__aes256gcm_x86_aesni_cut(y, len % 16);
        filesec__aes256gcm_x86_aesni_add(&s, FILESEC__REVERSED(x), k, 2);
    }
    return FILESEC__XOR1(b[0], FILESEC__REVERSED(filesec__aes256gcm_x86_aesni_fold(&s)));
}

/* A whole message; both is the seal or open of the kernel, powers how many of H it keeps. */
FILESEC__INLINE void filesec__aes256gcm_x86_aesni_whole(
    const unsigned char *k, const unsigned char nonce[12], unsigned char tag[16],
    const unsigned char *aad, size_t aad_len, unsigned char *out, const unsigned char *in,
    size_t len, int sealing, filesec__aes256gcm_both_kernel *both, unsigned powers)
{
    const __m128i lengths = _mm_set_epi64x((long long)(aad_len << 3), (long long)(len << 3));
    __m128i j0 = filesec__aes256gcm_x86_aesni_j0(nonce);
    __m128i counter = _mm_add_epi32(j0, _mm_set_epi32(1, 0, 0, 0));
    size_t bulk = len <= FILESEC__SHORT ? 0 : len / FILESEC__SHORT * FILESEC__SHORT;
    unsigned n = (unsigned)((len - bulk + 15) / 16) + 1; /* blocks to hash after the bulk */
    filesec__aes256gcm_x86_aesni_sum s;

    filesec__aes256gcm_x86_aesni_zero(&s);
    if (bulk == 0 && n + (aad_len + 15) / 16 <= powers) {
        if (aad_len != 0)
            filesec__aes256gcm_x86_aesni_add_aad(&s, k, aad, aad_len, n + 1);
    } else {
        __m128i v = _mm_setzero_si128();

        if (aad_len != 0) {
            filesec__aes256gcm_x86_aesni_add_aad(&s, k, aad, aad_len, 1);
            v = filesec__aes256gcm_x86_aesni_fold(&s);
            filesec__aes256gcm_x86_aesni_zero(&s);
        }
        if (bulk != 0) {
            unsigned char c[16], y[16];

            FILESEC__STORE(c, FILESEC__TURNED1(counter));
            FILESEC__STORE(y, FILESEC__REVERSED(v));
            both(k, c, y, out, in, bulk / 16);
            v = FILESEC__BLOCK(y);
            filesec_wipe(y, sizeof y);
            counter = _mm_add_epi32(
                counter, _mm_set_epi32((int)(uint32_t)(bulk / 16 & 0xffffffff), 0, 0, 0));
            out += bulk;
            in += bulk;
            len -= bulk;
        }
        filesec__aes256gcm_x86_aesni_add(&s, v, k, n);
    }
    if (sealing)
        s.low = filesec__aes256gcm_x86_aesni_end(k, s, j0, counter, out, in, len, lengths, 1);
    else
        s.low = filesec__aes256gcm_x86_aesni_end(k, s, j0, counter, out, in, len, lengths, 0);
    FILESEC__STORE(tag, s.low);
}

#endif
#if FILESEC__HAS_X86_VAES_AVX2

/* ==== aes256gcm/x86_vaes_avx2_ghash.h ==== */
/*
 * aes256gcm/x86_vaes_avx2_ghash.h: GHASH with VPCLMULQDQ, the half of
 * aes256gcm/x86_vaes_avx2.h that multiplies; and the key area
 *
 * Two blocks in a register: what holds of one in aes256gcm/x86_aesni_ghash.h holds of each.
 * Powers of H stand in falling order, so the two for two blocks are one load. Beside the sum of
 * the halves of H^i stands the one of H^(i - 2): that is one load for four blocks.
 */
#define FILESEC__WIDE_INLINE FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_VAES_AVX2
#define FILESEC__WIDE_KERNEL static FILESEC__TARGET_X86_VAES_AVX2 void

#define FILESEC__LOAD2(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define FILESEC__STORE2(p, x) _mm256_storeu_si256((__m256i *)(void *)(p), x)
#define FILESEC__XOR2(a, b) _mm256_xor_si256(a, b)
#define FILESEC__TWICE(x) _mm256_broadcastsi128_si256(x)
#define FILESEC__WITH_ZEROS(x) _mm256_inserti128_si256(_mm256_setzero_si256(), x, 0)
#define FILESEC__REVERSED2(x)                                                                  \
    _mm256_shuffle_epi8(x,                                                                     \
                        _mm256_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,  \
                                        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
#define FILESEC__BLOCK2(p) FILESEC__REVERSED2(FILESEC__LOAD2(p))
#define FILESEC__TIMES2(x, y, which) _mm256_clmulepi64_epi128(x, y, which)

#if FILESEC__GNU
#define FILESEC__PIN2(x, y, z) __asm__ volatile("" : "+x"(x), "+x"(y), "+x"(z))
#else
#define FILESEC__PIN2(x, y, z) ((void)0)
#endif

/* Two sums of products side by side. */
typedef struct filesec__aes256gcm_x86_vaes_avx2_sum {
    __m256i low, high, cross;
} filesec__aes256gcm_x86_vaes_avx2_sum;

FILESEC__WIDE_INLINE void
filesec__aes256gcm_x86_vaes_avx2_zero(filesec__aes256gcm_x86_vaes_avx2_sum *s)
{
    s->low = s->high = s->cross = _mm256_setzero_si256();
}

/* s += x H^i + x' H^(i - 1), where x' is the second block of x */
FILESEC__WIDE_INLINE void
filesec__aes256gcm_x86_vaes_avx2_add(filesec__aes256gcm_x86_vaes_avx2_sum *s, __m256i x,
                                     const unsigned char *k, unsigned i)
{
    __m256i h = FILESEC__LOAD2(k + FILESEC__POWER(i));
    __m256i cross = FILESEC__XOR2(_mm256_shuffle_epi32(x, 0x4e), x);

    cross = FILESEC__TIMES2(cross, FILESEC__LOAD2(k + FILESEC__HALVES(i)), 0x00);
    s->cross = FILESEC__XOR2(s->cross, cross);
    s->low = FILESEC__XOR2(s->low, FILESEC__TIMES2(x, h, 0x00));
    s->high = FILESEC__XOR2(s->high, FILESEC__TIMES2(x, h, 0x11));
}

/* The same of four blocks, the first two in a. */
FILESEC__WIDE_INLINE void
filesec__aes256gcm_x86_vaes_avx2_add4(filesec__aes256gcm_x86_vaes_avx2_sum *s, __m256i a,
                                      __m256i b, const unsigned char *k, unsigned i)
{
    __m256i cross = FILESEC__XOR2(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
    __m256i h = FILESEC__LOAD2(k + FILESEC__HALVES(i)), other;

    FILESEC__PIN2(a, b, cross);
    other = FILESEC__TIMES2(cross, h, 0x11);
    cross = FILESEC__TIMES2(cross, h, 0x00);
    s->cross = FILESEC__XOR2(s->cross, FILESEC__XOR2(cross, other));
    h = FILESEC__LOAD2(k + FILESEC__POWER(i));
    s->low = FILESEC__XOR2(s->low, FILESEC__TIMES2(a, h, 0x00));
    s->high = FILESEC__XOR2(s->high, FILESEC__TIMES2(a, h, 0x11));
    h = FILESEC__LOAD2(k + FILESEC__POWER(i - 2));
    s->low = FILESEC__XOR2(s->low, FILESEC__TIMES2(b, h, 0x00));
    s->high = FILESEC__XOR2(s->high, FILESEC__TIMES2(b, h, 0x11));
    FILESEC__PIN2(s->cross, s->low, s->high);
}

/* Both sums together, modulo the polynomial. */
FILESEC__WIDE_INLINE __m128i
filesec__aes256gcm_x86_vaes_avx2_fold(const filesec__aes256gcm_x86_vaes_avx2_sum *s)
{
    filesec__aes256gcm_x86_aesni_sum one;

#define FILESEC__BOTH_OF(x)                                                                    \
    FILESEC__XOR1(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1))
    one.low = FILESEC__BOTH_OF(s->low);
    one.high = FILESEC__BOTH_OF(s->high);
    one.cross = FILESEC__BOTH_OF(s->cross);
#undef FILESEC__BOTH_OF
    return filesec__aes256gcm_x86_aesni_fold(&one);
}

/* Blocks 4q to 4q + 3 of sixteen. The first come last: they have to wait for Y. */
#define FILESEC__HASH4(q)                                                                      \
    filesec__aes256gcm_x86_vaes_avx2_add4(&s, FILESEC__BLOCK2(data + 64 * (q)),                \
                                          FILESEC__BLOCK2(data + 64 * (q) + 32), k,            \
                                          16 - 4 * (q))
#define FILESEC__HASH4_FIRST                                                                   \
    filesec__aes256gcm_x86_vaes_avx2_add4(                                                     \
        &s, FILESEC__XOR2(FILESEC__WITH_ZEROS(y), FILESEC__BLOCK2(data)),                      \
        FILESEC__BLOCK2(data + 32), k, 16)

FILESEC__WIDE_INLINE __m128i filesec__aes256gcm_x86_vaes_avx2_sixteen(const unsigned char *k,
                                                                      __m128i y,
                                                                      const unsigned char *data)
{
    filesec__aes256gcm_x86_vaes_avx2_sum s;

    filesec__aes256gcm_x86_vaes_avx2_zero(&s);
    FILESEC__HASH4(1);
    FILESEC__HASH4(2);
    FILESEC__HASH4(3);
    FILESEC__HASH4_FIRST;
    return filesec__aes256gcm_x86_vaes_avx2_fold(&s);
}

/* Y after n blocks, 1 <= n <= 16. */
FILESEC__WIDE_INLINE __m128i filesec__aes256gcm_x86_vaes_avx2_few(const unsigned char *k,
                                                                  __m128i y,
                                                                  const unsigned char *data,
                                                                  unsigned n)
{
    filesec__aes256gcm_x86_vaes_avx2_sum s;
    __m256i first = FILESEC__WITH_ZEROS(y);

    filesec__aes256gcm_x86_vaes_avx2_zero(&s);
    for (; n >= 2; n -= 2, data += 32) {
        filesec__aes256gcm_x86_vaes_avx2_add(&s, FILESEC__XOR2(first, FILESEC__BLOCK2(data)), k,
                                             n);
        first = _mm256_setzero_si256();
    }
    if (n != 0)
        filesec__aes256gcm_x86_vaes_avx2_add(
            &s, FILESEC__XOR2(first, FILESEC__WITH_ZEROS(FILESEC__BLOCK(data))), k, 1);
    return filesec__aes256gcm_x86_vaes_avx2_fold(&s);
}

/* ---- the key area ----------------------------------------------------------------------- */

/* Two products. */
FILESEC__WIDE_INLINE __m256i filesec__aes256gcm_x86_vaes_avx2_times(__m256i x, __m256i y)
{
    const __m256i p = FILESEC__TWICE(_mm_set_epi32(0, 0, (int)UINT32_C(0xc2000000), 0));
    __m256i low = FILESEC__TIMES2(x, y, 0x00), high = FILESEC__TIMES2(x, y, 0x11);
    __m256i middle = FILESEC__TIMES2(FILESEC__XOR2(x, _mm256_shuffle_epi32(x, 0x4e)),
                                     FILESEC__XOR2(y, _mm256_shuffle_epi32(y, 0x4e)), 0x00);

    middle = FILESEC__XOR2(middle, FILESEC__XOR2(low, high));
    middle = FILESEC__XOR2(middle, _mm256_shuffle_epi32(low, 0x4e));
    middle = FILESEC__XOR2(middle, FILESEC__TIMES2(low, p, 0x00));
    return FILESEC__XOR2(FILESEC__XOR2(high, _mm256_shuffle_epi32(middle, 0x4e)),
                         FILESEC__TIMES2(middle, p, 0x00));
}

/* h is H^i and H^(i - 1), below the same of i - 2: into the key area, with sums of halves. */
FILESEC__WIDE_INLINE void filesec__aes256gcm_x86_vaes_avx2_keep(unsigned char *k, unsigned i,
                                                                __m256i h, __m256i below)
{
    __m256i sum = FILESEC__XOR2(h, _mm256_shuffle_epi32(h, 0x4e));

    below = FILESEC__XOR2(below, _mm256_shuffle_epi32(below, 0x4e));
    FILESEC__STORE2(k + FILESEC__POWER(i), h);
    FILESEC__STORE2(k + FILESEC__HALVES(i), _mm256_blend_epi32(sum, below, 0xcc));
}

FILESEC__WIDE_KERNEL filesec__aes256gcm_init_x86_vaes_avx2(unsigned char *k,
                                                           const unsigned char key[32])
{
    __m128i h = filesec__aes256gcm_x86_aesni_rounds(k, key);
    __m128i square = filesec__aes256gcm_x86_aesni_times(h, h);
    __m256i h2 = _mm256_inserti128_si256(FILESEC__WITH_ZEROS(square), h, 1);
    __m256i all, h4, h6, h8;

    all = FILESEC__TWICE(square);
    h4 = filesec__aes256gcm_x86_vaes_avx2_times(h2, all);
    all = FILESEC__TWICE(_mm256_castsi256_si128(h4));
    h6 = filesec__aes256gcm_x86_vaes_avx2_times(h2, all);
    h8 = filesec__aes256gcm_x86_vaes_avx2_times(h4, all);
    all = FILESEC__TWICE(_mm256_castsi256_si128(h8));
    filesec__aes256gcm_x86_vaes_avx2_keep(k, 2, h2, _mm256_setzero_si256());
    filesec__aes256gcm_x86_vaes_avx2_keep(k, 4, h4, h2);
    filesec__aes256gcm_x86_vaes_avx2_keep(k, 6, h6, h4);
    filesec__aes256gcm_x86_vaes_avx2_keep(k, 8, h8, h6);
    h2 = filesec__aes256gcm_x86_vaes_avx2_times(h2, all);
    h4 = filesec__aes256gcm_x86_vaes_avx2_times(h4, all);
    h6 = filesec__aes256gcm_x86_vaes_avx2_times(h6, all);
    all = filesec__aes256gcm_x86_vaes_avx2_times(h8, all);
    filesec__aes256gcm_x86_vaes_avx2_keep(k, 10, h2, h8);
    filesec__aes256gcm_x86_vaes_avx2_keep(k, 12, h4, h2);
    filesec__aes256gcm_x86_vaes_avx2_keep(k, 14, h6, h4);
    filesec__aes256gcm_x86_vaes_avx2_keep(k, 16, all, h6);
    FILESEC__STORE(k + FILESEC__POWER(0), _mm_setzero_si128());
    FILESEC__STORE(k + FILESEC__HALVES(0), _mm_setzero_si128());
}

#endif
#if FILESEC__HAS_X86_VAES_AVX512

/* ==== aes256gcm/x86_vaes_avx512_ghash.h ==== */
/*
 * aes256gcm/x86_vaes_avx512_ghash.h: GHASH with VPCLMULQDQ on 512-bit registers, the half of
 * aes256gcm/x86_vaes_avx512.h that multiplies
 *
 * Four blocks in a register: what holds of one in aes256gcm/x86_aesni_ghash.h holds of each. In
 * the key area stand
 *
 *     0     15 round keys
 *     256   H^64, H^63, ... H and three blocks of zeros
 *     1344  for each of these the sum of its halves, and behind it the one of the power four
 *           below (Karatsuba: one load for eight blocks)
 *
 * so that the powers for the last n blocks of anything begin 16 n bytes before the zeros. The
 * lanes of a register that reach past H are multiplied by blocks of zeros.
 */
#define FILESEC__WIDEST_INLINE FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_VAES_AVX512
#define FILESEC__WIDEST_APART FILESEC__NEVER_INLINE FILESEC__TARGET_X86_VAES_AVX512
#define FILESEC__WIDEST_KERNEL static FILESEC__TARGET_X86_VAES_AVX512 void
#define FILESEC__POWER4(i) (256 + 16 * (64 - (i)))
#define FILESEC__TO_HALVES 1088 /* from a power to the sum of its halves */

#define FILESEC__LOAD4(p) _mm512_loadu_si512((const void *)(p))
#define FILESEC__STORE4(p, x) _mm512_storeu_si512((void *)(p), x)
#define FILESEC__XOR4(a, b) _mm512_xor_si512(a, b)
#define FILESEC__SUM4(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0x96)
/* Those without a mask would do, but g++ warns of what is in its own header. */
#define FILESEC__EXCHANGED4(x) _mm512_maskz_shuffle_epi32(0xffff, x, _MM_PERM_BADC)
#define FILESEC__ALL4(x) _mm512_maskz_broadcast_i32x4(0xffff, x)
#define FILESEC__LOWS(x, y) _mm512_maskz_unpacklo_epi64(0xff, x, y)
#define FILESEC__HIGHS(x, y) _mm512_maskz_unpackhi_epi64(0xff, x, y)
#define FILESEC__TWO_OF(x, i) _mm512_maskz_extracti64x4_epi64(0xff, x, i)
#define FILESEC__TIMES4(x, y, which) _mm512_clmulepi64_epi128(x, y, which)
#define FILESEC__REVERSED4(x)                                                                  \
    _mm512_shuffle_epi8(                                                                       \
        x, FILESEC__ALL4(_mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)))
#define FILESEC__BLOCK4(p) FILESEC__REVERSED4(FILESEC__LOAD4(p))
/* x with y added to its first block */
#define FILESEC__WITH_FIRST(x, y) _mm512_mask_xor_epi64(x, 0x03, x, _mm512_castsi128_si512(y))
/* The first n blocks at p, n < 4, and zeros. */
#define FILESEC__BLOCKS_MASK(n) ((__mmask8)((1u << 2 * (n)) - 1))
#define FILESEC__PART4(p, n)                                                                   \
    _mm512_maskz_loadu_epi64(FILESEC__BLOCKS_MASK(n), (const void *)(p))

#if FILESEC__GNU
#define FILESEC__PIN4(x, y, z) __asm__ volatile("" : "+v"(x), "+v"(y), "+v"(z))
#else
#define FILESEC__PIN4(x, y, z) ((void)0)
#endif

/* Four sums of products side by side. */
typedef struct filesec__aes256gcm_x86_vaes_avx512_sum {
    __m512i low, high, cross;
} filesec__aes256gcm_x86_vaes_avx512_sum;

FILESEC__WIDEST_INLINE void
filesec__aes256gcm_x86_vaes_avx512_zero(filesec__aes256gcm_x86_vaes_avx512_sum *s)
{
    s->low = s->high = s->cross = _mm512_setzero_si512();
}

/* s += four blocks times four powers, whose sums of halves are the low ones of halves */
FILESEC__WIDEST_INLINE void
filesec__aes256gcm_x86_vaes_avx512_times(filesec__aes256gcm_x86_vaes_avx512_sum *s, __m512i x,
                                         __m512i h, __m512i halves)
{
    __m512i cross = FILESEC__XOR4(FILESEC__EXCHANGED4(x), x);

    s->cross = FILESEC__XOR4(s->cross, FILESEC__TIMES4(cross, halves, 0x00));
    s->low = FILESEC__XOR4(s->low, FILESEC__TIMES4(x, h, 0x00));
    s->high = FILESEC__XOR4(s->high, FILESEC__TIMES4(x, h, 0x11));
}

/* s += four blocks times the powers at h */
FILESEC__WIDEST_INLINE void
filesec__aes256gcm_x86_vaes_avx512_add4(filesec__aes256gcm_x86_vaes_avx512_sum *s, __m512i x,
                                        const unsigned char *h)
{
    filesec__aes256gcm_x86_vaes_avx512_times(s, x, FILESEC__LOAD4(h),
                                             FILESEC__LOAD4(h + FILESEC__TO_HALVES));
}

/* s += eight blocks times the powers at h */
FILESEC__WIDEST_INLINE void
filesec__aes256gcm_x86_vaes_avx512_add8(filesec__aes256gcm_x86_vaes_avx512_sum *s, __m512i x,
                                        __m512i x4, const unsigned char *h)
{
    __m512i cross = FILESEC__XOR4(FILESEC__LOWS(x, x4), FILESEC__HIGHS(x, x4));
    __m512i halves = FILESEC__LOAD4(h + FILESEC__TO_HALVES);
    __m512i h0 = FILESEC__LOAD4(h), h4 = FILESEC__LOAD4(h + 64);

    s->cross = FILESEC__SUM4(s->cross, FILESEC__TIMES4(cross, halves, 0x00),
                             FILESEC__TIMES4(cross, halves, 0x11));
    s->low = FILESEC__SUM4(s->low, FILESEC__TIMES4(x, h0, 0x00), FILESEC__TIMES4(x4, h4, 0x00));
    s->high =
        FILESEC__SUM4(s->high, FILESEC__TIMES4(x, h0, 0x11), FILESEC__TIMES4(x4, h4, 0x11));
}

/* Each sum modulo the polynomial, as in filesec__aes256gcm_x86_aesni_fold. */
FILESEC__WIDEST_INLINE __m512i
filesec__aes256gcm_x86_vaes_avx512_fold4(const filesec__aes256gcm_x86_vaes_avx512_sum *s)
{
    const __m512i p = FILESEC__ALL4(_mm_set_epi32(0, 0, (int)UINT32_C(0xc2000000), 0));
    __m512i middle = FILESEC__SUM4(s->cross, s->low, s->high);

    middle =
        FILESEC__SUM4(middle, FILESEC__EXCHANGED4(s->low), FILESEC__TIMES4(s->low, p, 0x00));
    return FILESEC__SUM4(s->high, FILESEC__EXCHANGED4(middle),
                         FILESEC__TIMES4(middle, p, 0x00));
}

/* The sum of the four blocks of x. */
FILESEC__WIDEST_INLINE __m128i filesec__aes256gcm_x86_vaes_avx512_one(__m512i x)
{
    __m256i y = _mm256_xor_si256(FILESEC__TWO_OF(x, 0), FILESEC__TWO_OF(x, 1));

    return FILESEC__XOR1(_mm256_castsi256_si128(y), _mm256_extracti128_si256(y, 1));
}

/* All four sums together, modulo the polynomial. */
FILESEC__WIDEST_INLINE __m128i
filesec__aes256gcm_x86_vaes_avx512_fold(const filesec__aes256gcm_x86_vaes_avx512_sum *s)
{
    return filesec__aes256gcm_x86_vaes_avx512_one(filesec__aes256gcm_x86_vaes_avx512_fold4(s));
}

/* Y after 8 * eights blocks, 1 <= eights <= 8. The first come last: they have to wait for Y. */
FILESEC__WIDEST_INLINE __m128i filesec__aes256gcm_x86_vaes_avx512_eights(
    const unsigned char *k, __m128i y, const unsigned char *data, unsigned eights)
{
    const unsigned char *h = k + FILESEC__POWER4(8 * eights);
    filesec__aes256gcm_x86_vaes_avx512_sum s;
    unsigned i;

    filesec__aes256gcm_x86_vaes_avx512_zero(&s);
    for (i = 1; i < eights; i++)
        filesec__aes256gcm_x86_vaes_avx512_add8(&s, FILESEC__BLOCK4(data + 128 * i),
                                                FILESEC__BLOCK4(data + 128 * i + 64),
                                                h + 128 * i);
    filesec__aes256gcm_x86_vaes_avx512_add8(&s, FILESEC__WITH_FIRST(FILESEC__BLOCK4(data), y),
                                            FILESEC__BLOCK4(data + 64), h);
    return filesec__aes256gcm_x86_vaes_avx512_fold(&s);
}

/* Y after n blocks, 1 <= n <= 64. */
FILESEC__WIDEST_INLINE __m128i filesec__aes256gcm_x86_vaes_avx512_few(const unsigned char *k,
                                                                      __m128i y,
                                                                      const unsigned char *data,
                                                                      unsigned n)
{
    filesec__aes256gcm_x86_vaes_avx512_sum s;

    filesec__aes256gcm_x86_vaes_avx512_zero(&s);
    for (; n >= 4; n -= 4, data += 64) {
        filesec__aes256gcm_x86_vaes_avx512_add4(
            &s, FILESEC__WITH_FIRST(FILESEC__BLOCK4(data), y), k + FILESEC__POWER4(n));
        y = _mm_setzero_si128();
    }
    if (n != 0) {
        __m512i x = FILESEC__REVERSED4(FILESEC__PART4(data, n));

        filesec__aes256gcm_x86_vaes_avx512_add4(&s, FILESEC__WITH_FIRST(x, y),
                                                k + FILESEC__POWER4(n));
    }
    return filesec__aes256gcm_x86_vaes_avx512_fold(&s);
}

/* ==== aes256gcm/x86_vaes_avx512_key.h ==== */
/*
 * aes256gcm/x86_vaes_avx512_key.h: the key area of aes256gcm/x86_vaes_avx512.h
 *
 * Up to H^16 each product needs the one before; from there four of them, side by side, go up in
 * steps of sixteen.
 */
/* Four products. */
FILESEC__WIDEST_INLINE __m512i filesec__aes256gcm_x86_vaes_avx512_product(__m512i x, __m512i y)
{
    filesec__aes256gcm_x86_vaes_avx512_sum s;

    s.low = FILESEC__TIMES4(x, y, 0x00);
    s.high = FILESEC__TIMES4(x, y, 0x11);
    s.cross = FILESEC__TIMES4(FILESEC__XOR4(x, FILESEC__EXCHANGED4(x)),
                              FILESEC__XOR4(y, FILESEC__EXCHANGED4(y)), 0x00);
    return filesec__aes256gcm_x86_vaes_avx512_fold4(&s);
}

/* h is H^i to H^(i - 3), below what it is for i - 4: into the key area, with sums of halves. */
FILESEC__WIDEST_INLINE void
filesec__aes256gcm_x86_vaes_avx512_keep(unsigned char *k, unsigned i, __m512i h, __m512i below)
{
    __m512i sum = FILESEC__XOR4(h, FILESEC__EXCHANGED4(h));

    k += FILESEC__POWER4(i);
    below = FILESEC__XOR4(below, FILESEC__EXCHANGED4(below));
    FILESEC__STORE4(k, h);
    FILESEC__STORE4(k + FILESEC__TO_HALVES, _mm512_mask_mov_epi64(sum, 0xaa, below));
}

/* The round keys, and H to H^4, the highest first. */
FILESEC__WIDEST_INLINE __m512i
filesec__aes256gcm_x86_vaes_avx512_start_key(unsigned char *k, const unsigned char key[32])
{
    __m128i h = filesec__aes256gcm_x86_aesni_rounds(k, key);
    __m128i square = filesec__aes256gcm_x86_aesni_times(h, h);
    __m512i h2 = FILESEC__ALL4(square), low = _mm512_inserti64x2(h2, h, 3), high;

    high = filesec__aes256gcm_x86_vaes_avx512_product(low, h2);
    return _mm512_maskz_shuffle_i64x2(0xff, high, low, 0xcc); /* H^4, H^3, H^2, H */
}

FILESEC__WIDEST_KERNEL filesec__aes256gcm_init_x86_vaes_avx512(unsigned char *k,
                                                               const unsigned char key[32])
{
    const __m512i zeros = _mm512_setzero_si512();
    __m512i h4 = filesec__aes256gcm_x86_vaes_avx512_start_key(k, key), h8, h12, h16;
    __m512i all, last = zeros;
    unsigned i;

    FILESEC__STORE(k + 240, _mm_setzero_si128());
    FILESEC__STORE4(k + FILESEC__POWER4(0), zeros);
    _mm512_mask_storeu_epi64(k + FILESEC__POWER4(0) + FILESEC__TO_HALVES, 0x3f, zeros);
#define FILESEC__FIRST_OF(x) _mm512_maskz_shuffle_i64x2(0xff, x, x, 0)
    all = FILESEC__FIRST_OF(h4);
    h8 = filesec__aes256gcm_x86_vaes_avx512_product(h4, all);
    all = FILESEC__FIRST_OF(h8);
    h12 = filesec__aes256gcm_x86_vaes_avx512_product(h4, all);
    h16 = filesec__aes256gcm_x86_vaes_avx512_product(h8, all);
    all = FILESEC__FIRST_OF(h16);
#undef FILESEC__FIRST_OF
    for (i = 0;; i += 16) {
        filesec__aes256gcm_x86_vaes_avx512_keep(k, i + 4, h4, last);
        filesec__aes256gcm_x86_vaes_avx512_keep(k, i + 8, h8, h4);
        filesec__aes256gcm_x86_vaes_avx512_keep(k, i + 12, h12, h8);
        filesec__aes256gcm_x86_vaes_avx512_keep(k, i + 16, h16, h12);
        if (i == 48)
            break;
        last = h16;
        h4 = filesec__aes256gcm_x86_vaes_avx512_product(h4, all);
        h8 = filesec__aes256gcm_x86_vaes_avx512_product(h8, all);
        h12 = filesec__aes256gcm_x86_vaes_avx512_product(h12, all);
        h16 = filesec__aes256gcm_x86_vaes_avx512_product(h16, all);
    }
}

/* ==== aes256gcm/x86_vaes_avx512_groups.h ==== */
/*
 * aes256gcm/x86_vaes_avx512_groups.h: groups of 64 blocks for aes256gcm/x86_vaes_avx512.h,
 * enciphered while 64 others are hashed
 *
 * After every half round, of eight registers, stands a step of the hash: for eight blocks one
 * prepares, one multiplies, six products in a row, and one adds up. Each empty asm statement
 * claims to change what it names, which keeps compilers from moving all of the hash before the
 * rounds, and products from among the others.
 *
 * Counters are added, and turned to big-endian; but where the first is known to be 2 modulo 64,
 * which it is after an IV of 12 bytes, only the low six bits differ inside a group but for its
 * last two blocks: then they come by XOR with constants.
 */
#define FILESEC__EIGHT4(S, first)                                                              \
    S((first));                                                                                \
    S((first) + 1);                                                                            \
    S((first) + 2);                                                                            \
    S((first) + 3);                                                                            \
    S((first) + 4);                                                                            \
    S((first) + 5);                                                                            \
    S((first) + 6);                                                                            \
    S((first) + 7)

#if FILESEC__GNU
#define FILESEC__PIN_EIGHT(b, i)                                                               \
    __asm__ volatile(""                                                                        \
                     : "+v"((b)[(i)]), "+v"((b)[(i) + 1]), "+v"((b)[(i) + 2]),                 \
                       "+v"((b)[(i) + 3]), "+v"((b)[(i) + 4]), "+v"((b)[(i) + 5]),             \
                       "+v"((b)[(i) + 6]), "+v"((b)[(i) + 7]))
#define FILESEC__PIN_SIX(p)                                                                    \
    __asm__ volatile(""                                                                        \
                     : "+v"((p)[0]), "+v"((p)[1]), "+v"((p)[2]), "+v"((p)[3]), "+v"((p)[4]),   \
                       "+v"((p)[5]))
#else
#define FILESEC__PIN_EIGHT(b, i) ((void)0)
#define FILESEC__PIN_SIX(p) ((void)0)
#endif

/* The last four bytes of each block in the other order. */
#define FILESEC__TURNED4(x)                                                                    \
    _mm512_shuffle_epi8(                                                                       \
        x, FILESEC__ALL4(_mm_set_epi8(12, 13, 14, 15, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)))
#define FILESEC__NUMBERS4(a, b, c, d)                                                          \
    _mm512_set_epi32(d, 0, 0, 0, c, 0, 0, 0, b, 0, 0, 0, a, 0, 0, 0)
/* The last bytes of register i of the first group: counters from 2 on, modulo 64. */
#define FILESEC__LOW(i, lane) ((4 * (i) + 2 + (lane)) % 64 << 24)
#define FILESEC__PLACE(i)                                                                      \
    FILESEC__NUMBERS4(FILESEC__LOW(i, 0), FILESEC__LOW(i, 1), FILESEC__LOW(i, 2),              \
                      FILESEC__LOW(i, 3))

/* Four counter blocks from the first on, their last four bytes as numbers of the machine. */
#define FILESEC__COUNTERS(first)                                                               \
    _mm512_add_epi32(FILESEC__ALL4(first), FILESEC__NUMBERS4(0, 1, 2, 3))
#define FILESEC__PLUS1(first, n)                                                               \
    _mm_add_epi32(first, _mm_set_epi32((int)(uint32_t)((n)&0xffffffff), 0, 0, 0))

#define FILESEC__ROUND_KEY4(r) FILESEC__ALL4(FILESEC__LOAD(k + 16 * (r)))
/* One more register of counter blocks plus a round key. */
#define FILESEC__AHEAD4(i)                                                                     \
    b[i] = FILESEC__XOR4(rk, FILESEC__TURNED4(c));                                             \
    c = _mm512_add_epi32(c, FILESEC__NUMBERS4(4, 4, 4, 4))
#define FILESEC__ENC4(i) b[i] = _mm512_aesenc_epi128(b[i], rk)
/* The last round key and the text together are one XOR fewer in a row. */
#define FILESEC__LAST4(i)                                                                      \
    b[i] = _mm512_aesenclast_epi128(b[i], FILESEC__XOR4(rk, FILESEC__LOAD4(in + 64 * (i))));   \
    FILESEC__STORE4(out + 64 * (i), b[i])

/* Blocks 8q to 8q + 7 of 64, in three steps. */
#define FILESEC__PREPARE(q)                                                                    \
    x = FILESEC__BLOCK4(data + 128 * (q));                                                     \
    x4 = FILESEC__BLOCK4(data + 128 * (q) + 64);                                               \
    if ((q) == 0)                                                                              \
        x = FILESEC__WITH_FIRST(x, y);                                                         \
    cross = FILESEC__XOR4(FILESEC__LOWS(x, x4), FILESEC__HIGHS(x, x4));                        \
    FILESEC__PIN4(x, x4, cross)
#define FILESEC__MULTIPLY(q)                                                                   \
    h = FILESEC__LOAD4(k + FILESEC__POWER4(64 - 8 * (q)) + FILESEC__TO_HALVES);                \
    p[0] = FILESEC__TIMES4(cross, h, 0x00);                                                    \
    p[1] = FILESEC__TIMES4(cross, h, 0x11);                                                    \
    h = FILESEC__LOAD4(k + FILESEC__POWER4(64 - 8 * (q)));                                     \
    p[2] = FILESEC__TIMES4(x, h, 0x00);                                                        \
    p[3] = FILESEC__TIMES4(x, h, 0x11);                                                        \
    h = FILESEC__LOAD4(k + FILESEC__POWER4(60 - 8 * (q)));                                     \
    p[4] = FILESEC__TIMES4(x4, h, 0x00);                                                       \
    p[5] = FILESEC__TIMES4(x4, h, 0x11);                                                       \
    FILESEC__PIN_SIX(p)
#define FILESEC__ADD_UP                                                                        \
    s.cross = FILESEC__SUM4(s.cross, p[0], p[1]);                                              \
    s.low = FILESEC__SUM4(s.low, p[2], p[4]);                                                  \
    s.high = FILESEC__SUM4(s.high, p[3], p[5]);                                                \
    FILESEC__PIN4(s.cross, s.low, s.high)

#define FILESEC__HALF4(first, work)                                                            \
    FILESEC__EIGHT4(FILESEC__ENC4, first);                                                     \
    FILESEC__PIN_EIGHT(b, first);                                                              \
    if (hashing) {                                                                             \
        work;                                                                                  \
    }
#define FILESEC__ROUND4(r, work, more)                                                         \
    rk = FILESEC__ROUND_KEY4(r);                                                               \
    FILESEC__HALF4(0, work)                                                                    \
    FILESEC__HALF4(8, more)

/* b is 64 counter blocks plus a round key: GCTR of as many at in; with hashing, meanwhile GHASH
   of 64 at data, from y. */
FILESEC__WIDEST_INLINE __m128i filesec__aes256gcm_x86_vaes_avx512_both(
    const unsigned char *k, __m512i b[16], __m128i y, unsigned char *out,
    const unsigned char *in, const unsigned char *data, int hashing)
{
    __m512i rk, x, x4, cross, h, p[6], middle;
    filesec__aes256gcm_x86_vaes_avx512_sum s;

    filesec__aes256gcm_x86_vaes_avx512_zero(&s);
    FILESEC__ROUND4(1, FILESEC__PREPARE(1), FILESEC__MULTIPLY(1));
    FILESEC__ROUND4(2, FILESEC__ADD_UP, FILESEC__PREPARE(2));
    FILESEC__ROUND4(3, FILESEC__MULTIPLY(2), FILESEC__ADD_UP);
    FILESEC__ROUND4(4, FILESEC__PREPARE(3), FILESEC__MULTIPLY(3));
    FILESEC__ROUND4(5, FILESEC__ADD_UP, FILESEC__PREPARE(4));
    FILESEC__ROUND4(6, FILESEC__MULTIPLY(4), FILESEC__ADD_UP);
    FILESEC__ROUND4(7, FILESEC__PREPARE(5), FILESEC__MULTIPLY(5));
    FILESEC__ROUND4(8, FILESEC__ADD_UP, FILESEC__PREPARE(6));
    FILESEC__ROUND4(9, FILESEC__MULTIPLY(6), FILESEC__ADD_UP);
    FILESEC__ROUND4(10, FILESEC__PREPARE(7), FILESEC__MULTIPLY(7));
    FILESEC__ROUND4(11, FILESEC__ADD_UP, FILESEC__PREPARE(0));
    FILESEC__ROUND4(12, FILESEC__MULTIPLY(0), FILESEC__ADD_UP);
    FILESEC__ROUND4(13, middle = filesec__aes256gcm_x86_vaes_avx512_fold4(&s),
                    y = filesec__aes256gcm_x86_vaes_avx512_one(middle));
    rk = FILESEC__ROUND_KEY4(14);
    FILESEC__EIGHT4(FILESEC__LAST4, 0);
    FILESEC__EIGHT4(FILESEC__LAST4, 8);
    return y;
}

/* GCTR of n groups; the last four bytes of counter are a number of the machine. */
FILESEC__WIDEST_APART void
filesec__aes256gcm_x86_vaes_avx512_stream(const unsigned char *k, __m128i counter,
                                          unsigned char *out, const unsigned char *in, size_t n)
{
    __m512i c = FILESEC__COUNTERS(counter);

    for (; n != 0; n--, in += 1024, out += 1024) {
        __m512i b[16], rk = FILESEC__ROUND_KEY4(0);

        FILESEC__EIGHT4(FILESEC__AHEAD4, 0);
        FILESEC__EIGHT4(FILESEC__AHEAD4, 8);
        filesec__aes256gcm_x86_vaes_avx512_both(k, b, _mm_setzero_si128(), out, in, in, 0);
    }
}

/* The same, and the result is Y after n groups at data. */
FILESEC__WIDEST_APART __m128i filesec__aes256gcm_x86_vaes_avx512_groups(
    const unsigned char *k, __m128i counter, __m128i y, unsigned char *out,
    const unsigned char *in, const unsigned char *data, size_t n)
{
    __m512i c = FILESEC__COUNTERS(counter);

    for (; n != 0; n--, in += 1024, out += 1024, data += 1024) {
        __m512i b[16], rk = FILESEC__ROUND_KEY4(0);

        FILESEC__EIGHT4(FILESEC__AHEAD4, 0);
        FILESEC__EIGHT4(FILESEC__AHEAD4, 8);
        y = filesec__aes256gcm_x86_vaes_avx512_both(k, b, y, out, in, data, 1);
    }
    return y;
}

#define FILESEC__PLACED_NOW(i) b[i] = FILESEC__XOR4(now, FILESEC__PLACE(i))

/* The same, and counter is 2 modulo 64. */
FILESEC__WIDEST_APART __m128i filesec__aes256gcm_x86_vaes_avx512_groups_at_2(
    const unsigned char *k, __m128i counter, __m128i y, unsigned char *out,
    const unsigned char *in, const unsigned char *data, size_t n)
{
    __m512i c = FILESEC__ALL4(FILESEC__PLUS1(counter, 0xfffffffe));
    __m512i now = FILESEC__XOR4(FILESEC__ROUND_KEY4(0), FILESEC__TURNED4(c));

    for (; n != 0; n--, in += 1024, out += 1024, data += 1024) {
        __m512i b[16];

        FILESEC__EIGHT4(FILESEC__PLACED_NOW, 0);
        FILESEC__EIGHT4(FILESEC__PLACED_NOW, 8);
        c = _mm512_add_epi32(c, FILESEC__NUMBERS4(64, 64, 64, 64));
        now = FILESEC__XOR4(FILESEC__ROUND_KEY4(0), FILESEC__TURNED4(c));
        b[15] = _mm512_mask_xor_epi64(b[15], 0xf0, now, FILESEC__PLACE(15));
        y = filesec__aes256gcm_x86_vaes_avx512_both(k, b, y, out, in, data, 1);
    }
    return y;
}

/* ==== aes256gcm/x86_vaes_avx512_short.h ==== */
/*
 * aes256gcm/x86_vaes_avx512_short.h: the end of a message, at most 512 bytes of it, in
 * registers: for aes256gcm/x86_vaes_avx512.h
 *
 * GCTR(J0, S) and the text are chains side by side in the same rounds. What is hashed before
 * the text, at most three blocks, and the block of the lengths share a register; all products
 * go into one sum, with one reduction. Masks cut the last register of the text to its length,
 * in memory, too: what lies behind is not touched.
 *
 * Counters come by XOR: the number of blocks before is a multiple of 32, so only the low five
 * bits differ, but for the last two blocks of 32.
 */
#define FILESEC__SHORT4 512 /* bytes */

typedef struct filesec__aes256gcm_x86_vaes_avx512_end {
    __m512i before;  /* what is hashed first, reversed; the block of the lengths in lane 3 */
    unsigned powers; /* of H, for the first block of before */
    __m512i base;    /* the counter block two before the text, plus the first round key */
    __m128i carry;   /* what blocks 30 and 31 have else */
    __m128i j0;      /* with the first round key */
    unsigned char *out;
    const unsigned char *in;
    size_t len;
} filesec__aes256gcm_x86_vaes_avx512_end;

/* Not through memory, where a load of 16 bytes would wait for the stores; turned. */
FILESEC__WIDEST_INLINE __m128i
filesec__aes256gcm_x86_vaes_avx512_j0(const unsigned char nonce[12])
{
    const uint64_t last = UINT64_C(1) << 32 | filesec__load32le(nonce + 8);

    return _mm_unpacklo_epi64(FILESEC__LOAD_HALF(nonce), _mm_cvtsi64_si128((long long)last));
}

/* len bytes, at most 64, and zeros, reversed. */
FILESEC__WIDEST_INLINE __m512i filesec__aes256gcm_x86_vaes_avx512_aad(const unsigned char *aad,
                                                                      size_t len)
{
    const __mmask64 m = (__mmask64)_bzhi_u64(~UINT64_C(0), (unsigned)len);

    if (len == 0)
        return _mm512_setzero_si512();
    return FILESEC__REVERSED4(_mm512_maskz_loadu_epi8(m, (const void *)aad));
}

/* Y after the n blocks of x, n <= 4, and no others. */
FILESEC__WIDEST_INLINE __m128i filesec__aes256gcm_x86_vaes_avx512_only(const unsigned char *k,
                                                                       __m512i x, unsigned n)
{
    filesec__aes256gcm_x86_vaes_avx512_sum s;

    filesec__aes256gcm_x86_vaes_avx512_zero(&s);
    filesec__aes256gcm_x86_vaes_avx512_add4(&s, x, k + FILESEC__POWER4(n));
    return filesec__aes256gcm_x86_vaes_avx512_fold(&s);
}

/* S(i) for each of the registers of the text, of which there are n. */
#define FILESEC__TEXTS4(S)                                                                     \
    do {                                                                                       \
        S(0);                                                                                  \
        if (n > 1)                                                                             \
            S(1);                                                                              \
        if (n > 2)                                                                             \
            S(2);                                                                              \
        if (n > 3)                                                                             \
            S(3);                                                                              \
        if (n > 4)                                                                             \
            S(4);                                                                              \
        if (n > 5)                                                                             \
            S(5);                                                                              \
        if (n > 6)                                                                             \
            S(6);                                                                              \
        if (n > 7)                                                                             \
            S(7);                                                                              \
    } while (0)
#define FILESEC__PLACED(i) b[i] = FILESEC__XOR4(e->base, FILESEC__PLACE(i))
#define FILESEC__READ(i)                                                                       \
    x[i] = (i) + 1 < n ? FILESEC__LOAD4(e->in + 64 * (i))                                      \
                       : _mm512_maskz_loadu_epi8(part, (const void *)(e->in + 64 * (i)))
#define FILESEC__WRITE(i)                                                                      \
    do {                                                                                       \
        b[i] = _mm512_aesenclast_epi128(b[i], FILESEC__XOR4(rk, x[i]));                        \
        if ((i) + 1 < n)                                                                       \
            FILESEC__STORE4(e->out + 64 * (i), b[i]);                                          \
        else                                                                                   \
            _mm512_mask_storeu_epi8((void *)(e->out + 64 * (i)), part, b[i]);                  \
    } while (0)
#define FILESEC__TOGETHER4(r)                                                                  \
    rk = FILESEC__ROUND_KEY4(r);                                                               \
    j0 = _mm_aesenc_si128(j0, FILESEC__LOAD(k + 16 * (r)));                                    \
    FILESEC__TEXTS4(FILESEC__ENC4)

/* s += the n registers at x times the powers at h */
FILESEC__WIDEST_INLINE void
filesec__aes256gcm_x86_vaes_avx512_texts(filesec__aes256gcm_x86_vaes_avx512_sum *s,
                                         const __m512i x[8], const unsigned char *h, unsigned n)
{
#define FILESEC__PAIR(i)                                                                       \
    if ((i) + 1 < n)                                                                           \
        filesec__aes256gcm_x86_vaes_avx512_add8(s, FILESEC__REVERSED4(x[i]),                   \
                                                FILESEC__REVERSED4(x[(i) + 1]), h + 64 * (i)); \
    else if ((i) < n)                                                                          \
    filesec__aes256gcm_x86_vaes_avx512_add4(s, FILESEC__REVERSED4(x[i]), h + 64 * (i))
    FILESEC__PAIR(0);
    FILESEC__PAIR(2);
    FILESEC__PAIR(4);
    FILESEC__PAIR(6);
#undef FILESEC__PAIR
}

/* The sum of what is hashed before the text, and the lengths. */
FILESEC__WIDEST_INLINE void
filesec__aes256gcm_x86_vaes_avx512_before(filesec__aes256gcm_x86_vaes_avx512_sum *s,
                                          const unsigned char *k,
                                          const filesec__aes256gcm_x86_vaes_avx512_end *e)
{
    const unsigned char *h = k + FILESEC__POWER4(e->powers), *one = k + FILESEC__POWER4(1);

    filesec__aes256gcm_x86_vaes_avx512_zero(s);
    filesec__aes256gcm_x86_vaes_avx512_times(
        s, e->before, _mm512_inserti64x2(FILESEC__LOAD4(h), FILESEC__LOAD(one), 3),
        _mm512_inserti64x2(FILESEC__LOAD4(h + FILESEC__TO_HALVES),
                           FILESEC__LOAD(one + FILESEC__TO_HALVES), 3));
}

/* The tag; the text in n registers. */
FILESEC__WIDEST_INLINE __m128i filesec__aes256gcm_x86_vaes_avx512_text(
    const unsigned char *k, const filesec__aes256gcm_x86_vaes_avx512_end *e, unsigned n,
    int sealing)
{
    const unsigned char *h = k + FILESEC__POWER4((unsigned)((e->len + 15) / 16) + 1);
    const __mmask64 part = (__mmask64)_bzhi_u64(~UINT64_C(0), (unsigned)e->len - 64 * (n - 1));
    filesec__aes256gcm_x86_vaes_avx512_sum s;
    __m512i b[8], x[8], rk;
    __m128i j0 = e->j0;

    FILESEC__TEXTS4(FILESEC__PLACED);
    if (n == 8)
        b[7] = _mm512_mask_xor_epi64(b[7], 0xf0, b[7], FILESEC__ALL4(e->carry));
    FILESEC__TEXTS4(FILESEC__READ);
    filesec__aes256gcm_x86_vaes_avx512_before(&s, k, e);
    if (!sealing)
        filesec__aes256gcm_x86_vaes_avx512_texts(&s, x, h, n);
    FILESEC__TOGETHER4(1);
    FILESEC__TOGETHER4(2);
    FILESEC__TOGETHER4(3);
    FILESEC__TOGETHER4(4);
    FILESEC__TOGETHER4(5);
    FILESEC__TOGETHER4(6);
    FILESEC__TOGETHER4(7);
    FILESEC__TOGETHER4(8);
    FILESEC__TOGETHER4(9);
    FILESEC__TOGETHER4(10);
    FILESEC__TOGETHER4(11);
    FILESEC__TOGETHER4(12);
    FILESEC__TOGETHER4(13);
    rk = FILESEC__ROUND_KEY4(14);
    j0 = _mm_aesenclast_si128(j0, FILESEC__LOAD(k + 224));
    FILESEC__TEXTS4(FILESEC__WRITE);
    if (sealing) {
        b[n - 1] = _mm512_maskz_mov_epi8(part, b[n - 1]);
        filesec__aes256gcm_x86_vaes_avx512_texts(&s, b, h, n);
    }
    return FILESEC__XOR1(j0, FILESEC__REVERSED(filesec__aes256gcm_x86_vaes_avx512_fold(&s)));
}

/* The same for any length. */
FILESEC__WIDEST_INLINE __m128i filesec__aes256gcm_x86_vaes_avx512_end_of(
    const unsigned char *k, const filesec__aes256gcm_x86_vaes_avx512_end *e, int sealing)
{
#define FILESEC__FOR(n)                                                                        \
    case n:                                                                                    \
        return filesec__aes256gcm_x86_vaes_avx512_text(k, e, n, sealing)
    switch ((e->len + 63) / 64) {
        FILESEC__FOR(2);
        FILESEC__FOR(3);
        FILESEC__FOR(4);
        FILESEC__FOR(5);
        FILESEC__FOR(6);
        FILESEC__FOR(7);
        FILESEC__FOR(8);
    default:
        return filesec__aes256gcm_x86_vaes_avx512_text(k, e, 1, sealing);
    }
#undef FILESEC__FOR
}

/* ==== aes256gcm/x86_vaes_avx512_long.h ==== */
/*
 * aes256gcm/x86_vaes_avx512_long.h: what of a message is too long for
 * aes256gcm/x86_vaes_avx512_short.h: groups of 64 blocks, and 32 blocks where more are left
 */
/* GCTR of 32 blocks. */
FILESEC__WIDEST_INLINE void filesec__aes256gcm_x86_vaes_avx512_half(const unsigned char *k,
                                                                    __m512i c,
                                                                    unsigned char *out,
                                                                    const unsigned char *in)
{
    __m512i b[8], rk = FILESEC__ROUND_KEY4(0);
    unsigned r;

    FILESEC__EIGHT4(FILESEC__AHEAD4, 0);
    for (r = 1; r < 14; r++) {
        rk = FILESEC__ROUND_KEY4(r);
        FILESEC__EIGHT4(FILESEC__ENC4, 0);
    }
    rk = FILESEC__ROUND_KEY4(14);
    FILESEC__EIGHT4(FILESEC__LAST4, 0);
}

/* How many groups of 1024 bytes: none of 1024 alone, of which the two halves overlap better. */
#define FILESEC__GROUPS4(len) ((len) > 1024 ? (len) / 1024 : 0)

/* GCTR of as many groups and, if more than FILESEC__SHORT4 bytes are left, of as many; Y after
   them. c is J0, its last four bytes a number of the machine. */
FILESEC__WIDEST_APART __m128i filesec__aes256gcm_x86_vaes_avx512_bulk(const unsigned char *k,
                                                                      __m128i c, __m128i y,
                                                                      unsigned char *out,
                                                                      const unsigned char *in,
                                                                      size_t len, int sealing)
{
    const size_t n = FILESEC__GROUPS4(len);

    c = FILESEC__PLUS1(c, 1);
    if (n != 0 && sealing) {
        filesec__aes256gcm_x86_vaes_avx512_stream(k, c, out, in, 1);
        if (n > 1)
            y = filesec__aes256gcm_x86_vaes_avx512_groups_at_2(
                k, FILESEC__PLUS1(c, 64), y, out + 1024, in + 1024, out, n - 1);
        y = filesec__aes256gcm_x86_vaes_avx512_eights(k, y, out + 1024 * (n - 1), 8);
    } else if (n != 0) {
        y = filesec__aes256gcm_x86_vaes_avx512_groups_at_2(k, c, y, out, in, in, n);
    }
    out += 1024 * n;
    in += 1024 * n;
    if (len - 1024 * n > FILESEC__SHORT4) {
        c = FILESEC__PLUS1(c, 64 * n);
        if (!sealing)
            y = filesec__aes256gcm_x86_vaes_avx512_eights(k, y, in, 4);
        filesec__aes256gcm_x86_vaes_avx512_half(k, FILESEC__COUNTERS(c), out, in);
        if (sealing)
            y = filesec__aes256gcm_x86_vaes_avx512_eights(k, y, out, 4);
    }
    return y;
}

/* Takes from the message what is longer than FILESEC__SHORT4; Y after it. */
FILESEC__WIDEST_INLINE __m128i filesec__aes256gcm_x86_vaes_avx512_shorten(
    filesec__aes256gcm_x86_vaes_avx512_end *e, const unsigned char *k, __m128i j0, __m128i y,
    int sealing)
{
    const size_t groups = 1024 * FILESEC__GROUPS4(e->len);
    const size_t done = groups + (e->len - groups > FILESEC__SHORT4 ? FILESEC__SHORT4 : 0);
    const __m128i c = FILESEC__PLUS1(j0, done / 16 - 1);
    const __m128i first = FILESEC__TURNED1(c);
    const __m128i later = FILESEC__TURNED1(FILESEC__PLUS1(c, 32));

    y = filesec__aes256gcm_x86_vaes_avx512_bulk(k, j0, y, e->out, e->in, e->len, sealing);
    e->base = FILESEC__ALL4(FILESEC__XOR1(first, FILESEC__LOAD(k)));
    e->carry = FILESEC__XOR1(FILESEC__XOR1(first, later), _mm_set_epi32(32 << 24, 0, 0, 0));
    e->out += done;
    e->in += done;
    e->len -= done;
    return y;
}

#endif
#if FILESEC__HAS_ARM_AES

/* ==== aes256gcm/arm_aes_ghash.h ==== */
/*
 * aes256gcm/arm_aes_ghash.h: GHASH with PMULL, for the ARM kernels
 *
 * In the key area stand
 *
 *     0     15 round keys
 *     240   H^10, H^9, ... H, turned; 16 bytes each
 *     400   for each of these the sum of its halves (Karatsuba), 8 bytes each
 *
 * The bits of every byte are turned round: then the coefficient of x^i is bit i of the
 * register, and a product needs no shift.
 *
 * What the kernels share is inlined into functions of either. Where three terms are added, the
 * two additions stand side by side, on one vector type: of these compilers make EOR3 in the
 * functions of the kernel that may use it.
 */
#define FILESEC__INLINE FILESEC__ALWAYS_INLINE FILESEC__TARGET_ARM_AES
#define FILESEC__POWERS 10
#define FILESEC__POWER(i) (240 + 16 * (FILESEC__POWERS - (i)))
#define FILESEC__HALVES(i) (240 + 16 * FILESEC__POWERS + 8 * (FILESEC__POWERS - (i)))

#define FILESEC__XOR3(a, b, c) veorq_u8(veorq_u8(b, c), a)
#define FILESEC__PIN(x) __asm__("" : "+w"(x))
/* A block as bits x^0, x^1, ... x^127, and back. */
#define FILESEC__TURNED(p) vrbitq_u8(vld1q_u8(p))
#define FILESEC__TURN_OUT(p, x) vst1q_u8(p, vrbitq_u8(x))
/* Lower and upper halves of two vectors. */
#define FILESEC__LOWS(a, b)                                                                    \
    vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(b)))
#define FILESEC__HIGHS(a, b)                                                                   \
    vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(b)))
/* Products of lower halves, and of upper halves. */
#define FILESEC__LOW_HALF(a) ((poly64_t)vgetq_lane_u64(vreinterpretq_u64_u8(a), 0))
#define FILESEC__LOWER(a, b)                                                                   \
    vreinterpretq_u8_p128(vmull_p64(FILESEC__LOW_HALF(a), FILESEC__LOW_HALF(b)))
#define FILESEC__UPPER(a, b)                                                                   \
    vreinterpretq_u8_p128(vmull_high_p64(vreinterpretq_p64_u8(a), vreinterpretq_p64_u8(b)))

/* A sum of products, 256 bits: low + cross x^64 + high x^128, where cross still lacks the other
   two (Karatsuba). */
typedef struct filesec__aes256gcm_arm_aes_sum {
    uint8x16_t low, high, cross;
} filesec__aes256gcm_arm_aes_sum;

FILESEC__INLINE void filesec__aes256gcm_arm_aes_zero(filesec__aes256gcm_arm_aes_sum *s)
{
    s->low = s->high = s->cross = vdupq_n_u8(0);
}

/* The sum of the halves of x, twice. */
FILESEC__INLINE uint8x16_t filesec__aes256gcm_arm_aes_halves(uint8x16_t x)
{
    return veorq_u8(x, vextq_u8(x, x, 8));
}

/* s += x H^i */
FILESEC__INLINE void filesec__aes256gcm_arm_aes_add(filesec__aes256gcm_arm_aes_sum *s,
                                                    uint8x16_t x, const unsigned char *k,
                                                    unsigned i)
{
    uint8x16_t h = vld1q_u8(k + FILESEC__POWER(i));
    uint8x8_t halves = vld1_u8(k + FILESEC__HALVES(i));

    s->low = veorq_u8(s->low, FILESEC__LOWER(x, h));
    s->high = veorq_u8(s->high, FILESEC__UPPER(x, h));
    s->cross = veorq_u8(s->cross, FILESEC__LOWER(filesec__aes256gcm_arm_aes_halves(x),
                                                 vcombine_u8(halves, halves)));
}

/* s += x H^i + y H^(i-1) */
FILESEC__INLINE void filesec__aes256gcm_arm_aes_add2(filesec__aes256gcm_arm_aes_sum *s,
                                                     uint8x16_t x, uint8x16_t y,
                                                     const unsigned char *k, unsigned i)
{
    uint8x16_t g = vld1q_u8(k + FILESEC__POWER(i)), h = vld1q_u8(k + FILESEC__POWER(i - 1));
    uint8x16_t gh = vld1q_u8(k + FILESEC__HALVES(i)); /* of both */
    uint8x16_t xy = veorq_u8(FILESEC__LOWS(x, y), FILESEC__HIGHS(x, y));

    FILESEC__PIN(xy); /* clang would take it apart: five instructions for three */
    s->low = FILESEC__XOR3(s->low, FILESEC__LOWER(x, g), FILESEC__LOWER(y, h));
    s->high = FILESEC__XOR3(s->high, FILESEC__UPPER(x, g), FILESEC__UPPER(y, h));
    s->cross = FILESEC__XOR3(s->cross, FILESEC__LOWER(xy, gh), FILESEC__UPPER(xy, gh));
}

/* s modulo x^128 + x^7 + x^2 + x + 1: 64 bits at a time, what is at x^128 and above is
   multiplied by x^7 + x^2 + x + 1 and goes 128 down. */
FILESEC__INLINE uint8x16_t
filesec__aes256gcm_arm_aes_fold(const filesec__aes256gcm_arm_aes_sum *s)
{
    const uint8x16_t p = vreinterpretq_u8_u64(vdupq_n_u64(0x87));
    uint8x16_t middle = FILESEC__XOR3(s->cross, s->low, s->high); /* x^64 to x^191 */

    middle = FILESEC__XOR3(middle, vextq_u8(s->low, s->high, 8), FILESEC__UPPER(s->high, p));
    return veorq_u8(FILESEC__LOWS(s->low, middle), FILESEC__UPPER(middle, p));
}

/* Blocks i and i + 1 of eight. The first two come last: they have to wait for Y. */
#define FILESEC__HASH2(i)                                                                      \
    filesec__aes256gcm_arm_aes_add2(&s, FILESEC__TURNED(data + 16 * (i)),                      \
                                    FILESEC__TURNED(data + 16 * (i) + 16), k, 8 - (i))
#define FILESEC__HASH2_FIRST                                                                   \
    filesec__aes256gcm_arm_aes_add2(&s, veorq_u8(y, FILESEC__TURNED(data)),                    \
                                    FILESEC__TURNED(data + 16), k, 8)

/* Y after n blocks, 1 <= n <= 8. */
FILESEC__INLINE uint8x16_t filesec__aes256gcm_arm_aes_few(const unsigned char *k, uint8x16_t y,
                                                          const unsigned char *data, unsigned n)
{
    filesec__aes256gcm_arm_aes_sum s;

    filesec__aes256gcm_arm_aes_zero(&s);
    for (; n >= 2; n -= 2, data += 32) {
        filesec__aes256gcm_arm_aes_add2(&s, veorq_u8(y, FILESEC__TURNED(data)),
                                        FILESEC__TURNED(data + 16), k, n);
        y = vdupq_n_u8(0);
    }
    if (n != 0)
        filesec__aes256gcm_arm_aes_add(&s, veorq_u8(y, FILESEC__TURNED(data)), k, 1);
    return filesec__aes256gcm_arm_aes_fold(&s);
}

/* Y after eight blocks. */
FILESEC__INLINE uint8x16_t filesec__aes256gcm_arm_aes_eight(const unsigned char *k,
                                                            uint8x16_t y,
                                                            const unsigned char *data)
{
    filesec__aes256gcm_arm_aes_sum s;

    filesec__aes256gcm_arm_aes_zero(&s);
    FILESEC__HASH2(2);
    FILESEC__HASH2(4);
    FILESEC__HASH2(6);
    FILESEC__HASH2_FIRST;
    return filesec__aes256gcm_arm_aes_fold(&s);
}

/* Y after any number of blocks. */
FILESEC__INLINE uint8x16_t filesec__aes256gcm_arm_aes_hash(const unsigned char *k, uint8x16_t y,
                                                           const unsigned char *data,
                                                           size_t nblocks)
{
    for (; nblocks >= 8; nblocks -= 8, data += 128)
        y = filesec__aes256gcm_arm_aes_eight(k, y, data);
    if (nblocks != 0)
        y = filesec__aes256gcm_arm_aes_few(k, y, data, (unsigned)nblocks);
    return y;
}

/* ==== aes256gcm/arm_aes_key.h ==== */
/*
 * aes256gcm/arm_aes_key.h: round keys and powers of H from a key, for the ARM kernels
 */
/* SubWord: AES without its key and with four equal columns, which ShiftRows leaves equal. */
FILESEC__INLINE uint32_t filesec__aes256gcm_arm_aes_sub_word(uint32_t w)
{
    uint8x16_t x = vaeseq_u8(vreinterpretq_u8_u32(vdupq_n_u32(w)), vdupq_n_u8(0));
    return vgetq_lane_u32(vreinterpretq_u32_u8(x), 0);
}

/* The round keys into the key area; the result is H. */
FILESEC__INLINE uint8x16_t filesec__aes256gcm_arm_aes_rounds(unsigned char *k,
                                                             const unsigned char key[32])
{
    uint8x16_t e = vdupq_n_u8(0);
    uint32_t t, rcon = 1;
    unsigned i;

    memcpy(k, key, 32);
    t = filesec__load32le(k + 28);
    for (i = 8; i < 60; i++) { /* FIPS 197, 5.2 */
        if (i % 8 == 0) {
            t = filesec__aes256gcm_arm_aes_sub_word(filesec__rotl32(t, 24)) ^ rcon;
            rcon <<= 1;
        } else if (i % 8 == 4) {
            t = filesec__aes256gcm_arm_aes_sub_word(t);
        }
        t ^= filesec__load32le(k + 4 * i - 32);
        filesec__store32le(k + 4 * i, t);
    }
    for (i = 0; i < 13; i++)
        e = vaesmcq_u8(vaeseq_u8(e, vld1q_u8(k + 16 * i)));
    return veorq_u8(vaeseq_u8(e, vld1q_u8(k + 208)), vld1q_u8(k + 224)); /* H = E(0) */
}

/* h is H^i: into the key area, and the sum of its halves. */
FILESEC__INLINE void filesec__aes256gcm_arm_aes_keep(unsigned char *k, unsigned i, uint8x16_t h)
{
    vst1q_u8(k + FILESEC__POWER(i), h);
    vst1_u8(k + FILESEC__HALVES(i), vget_low_u8(filesec__aes256gcm_arm_aes_halves(h)));
}

/* h H^i */
FILESEC__INLINE uint8x16_t filesec__aes256gcm_arm_aes_times(uint8x16_t h,
                                                            const unsigned char *k, unsigned i)
{
    filesec__aes256gcm_arm_aes_sum s;

    filesec__aes256gcm_arm_aes_zero(&s);
    filesec__aes256gcm_arm_aes_add(&s, h, k, i);
    return filesec__aes256gcm_arm_aes_fold(&s);
}

/* Odd and even powers are two chains side by side. */
FILESEC__INLINE void filesec__aes256gcm_arm_aes_init(unsigned char *k,
                                                     const unsigned char key[32])
{
    uint8x16_t odd = vrbitq_u8(filesec__aes256gcm_arm_aes_rounds(k, key)), even;
    unsigned i;

    filesec__aes256gcm_arm_aes_keep(k, 1, odd);
    even = filesec__aes256gcm_arm_aes_times(odd, k, 1);
    filesec__aes256gcm_arm_aes_keep(k, 2, even);
    for (i = 3; i < FILESEC__POWERS; i += 2) {
        odd = filesec__aes256gcm_arm_aes_times(odd, k, 2);
        even = filesec__aes256gcm_arm_aes_times(even, k, 2);
        filesec__aes256gcm_arm_aes_keep(k, i, odd);
        filesec__aes256gcm_arm_aes_keep(k, i + 1, even);
    }
}

/* ==== aes256gcm/arm_aes_blocks.h ==== */
/*
 * aes256gcm/arm_aes_blocks.h: GCTR with the AES instructions, and GHASH in its shadow, for the
 * ARM kernels
 *
 * Eight blocks side by side, and after every second round two blocks to hash. An empty asm
 * statement, which claims to change the blocks or the sums, keeps the order of the source: the
 * two instructions of a round are to stay neighbours, which most CPUs make one of, and the
 * products among the rounds, for CPUs that do not look far ahead.
 */
#define FILESEC__FOUR(S)                                                                       \
    S(0);                                                                                      \
    S(1);                                                                                      \
    S(2);                                                                                      \
    S(3)
#define FILESEC__EIGHT(S)                                                                      \
    FILESEC__FOUR(S);                                                                          \
    S(4);                                                                                      \
    S(5);                                                                                      \
    S(6);                                                                                      \
    S(7)
#define FILESEC__PIN_BLOCKS(b)                                                                 \
    __asm__ volatile(""                                                                        \
                     : "+w"((b)[0]), "+w"((b)[1]), "+w"((b)[2]), "+w"((b)[3]), "+w"((b)[4]),   \
                       "+w"((b)[5]), "+w"((b)[6]), "+w"((b)[7]))
#define FILESEC__PIN_SUM(s)                                                                    \
    __asm__ volatile("" : "+w"((s).low), "+w"((s).high), "+w"((s).cross))

/* Counter blocks with each word as a number: the last one counts, and wraps as inc_32 does. */
FILESEC__INLINE uint32x4_t filesec__aes256gcm_arm_aes_counter(const unsigned char counter[16])
{
    return vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(counter)));
}

FILESEC__INLINE uint32x4_t filesec__aes256gcm_arm_aes_ahead(uint32x4_t c, uint32_t n)
{
    return vaddq_u32(c, vsetq_lane_u32(n, vdupq_n_u32(0), 3));
}

FILESEC__INLINE void filesec__aes256gcm_arm_aes_count(unsigned char counter[16], uint32x4_t c)
{
    vst1q_u8(counter, vrev32q_u8(vreinterpretq_u8_u32(c)));
}

#define FILESEC__START(i)                                                                      \
    b[i] = vrev32q_u8(vreinterpretq_u8_u32(filesec__aes256gcm_arm_aes_ahead(c, i)))
/* The same where one register is better spent than time saved. */
#define FILESEC__START_NEXT(i)                                                                 \
    b[i] = vrev32q_u8(vreinterpretq_u8_u32(*c));                                               \
    *c = vaddq_u32(*c, one);                                                                   \
    FILESEC__PIN(*c)
#define FILESEC__ENC(i) b[i] = vaesmcq_u8(vaeseq_u8(b[i], rk))
#define FILESEC__LAST(i)                                                                       \
    b[i] = FILESEC__XOR3(vaeseq_u8(b[i], rk), last, vld1q_u8(in + 16 * (i)));                  \
    vst1q_u8(out + 16 * (i), b[i])
#define FILESEC__LAST_IF(i)                                                                    \
    do {                                                                                       \
        if ((i) < n) {                                                                         \
            FILESEC__LAST(i);                                                                  \
        }                                                                                      \
    } while (0)

/* GCTR of the next eight blocks, those at in; with hashing, meanwhile GHASH of eight at data,
   from y. The instruction adds the round key first, so rounds count from 0. */
FILESEC__INLINE uint8x16_t filesec__aes256gcm_arm_aes_both(
    const unsigned char *k, uint32x4_t *c, uint8x16_t y, unsigned char *out,
    const unsigned char *in, const unsigned char *data, int hashing)
{
    const uint32x4_t one = vsetq_lane_u32(1, vdupq_n_u32(0), 3);
    filesec__aes256gcm_arm_aes_sum s;
    uint8x16_t b[8], rk, last;

    filesec__aes256gcm_arm_aes_zero(&s);
    FILESEC__EIGHT(FILESEC__START_NEXT);
#define FILESEC__ROUND(r)                                                                      \
    rk = vld1q_u8(k + 16 * (r));                                                               \
    FILESEC__EIGHT(FILESEC__ENC);                                                              \
    FILESEC__PIN_BLOCKS(b)
#define FILESEC__STEP(r, work)                                                                 \
    FILESEC__ROUND(r);                                                                         \
    if (hashing) {                                                                             \
        work;                                                                                  \
        FILESEC__PIN_SUM(s);                                                                   \
    }
    FILESEC__ROUND(0);
    FILESEC__STEP(1, FILESEC__HASH2(2));
    FILESEC__ROUND(2);
    FILESEC__STEP(3, FILESEC__HASH2(4));
    FILESEC__ROUND(4);
    FILESEC__STEP(5, FILESEC__HASH2(6));
    FILESEC__ROUND(6);
    FILESEC__STEP(7, FILESEC__HASH2_FIRST);
    FILESEC__ROUND(8);
    FILESEC__ROUND(9);
    FILESEC__STEP(10, y = filesec__aes256gcm_arm_aes_fold(&s));
    FILESEC__ROUND(11);
    FILESEC__ROUND(12);
#undef FILESEC__STEP
#undef FILESEC__ROUND
    rk = vld1q_u8(k + 208);
    last = vld1q_u8(k + 224);
    FILESEC__EIGHT(FILESEC__LAST);
    return y;
}

/* GCTR of the last n blocks, 1 <= n <= 7: one, four or eight side by side. */
FILESEC__INLINE void filesec__aes256gcm_arm_aes_rest(const unsigned char *k, uint32x4_t c,
                                                     unsigned char *out,
                                                     const unsigned char *in, unsigned n)
{
    uint8x16_t b[8], rk, last = vld1q_u8(k + 224);
    unsigned r;

#define FILESEC__ROUNDS(width, S)                                                              \
    for (r = 0; r < 13; r++) {                                                                 \
        rk = vld1q_u8(k + 16 * r);                                                             \
        width(S);                                                                              \
    }                                                                                          \
    rk = vld1q_u8(k + 208)
#define FILESEC__ONE(S) S(0)
    if (n == 1) {
        FILESEC__START(0);
        FILESEC__ROUNDS(FILESEC__ONE, FILESEC__ENC);
        FILESEC__LAST(0);
    } else if (n <= 4) {
        FILESEC__FOUR(FILESEC__START);
        FILESEC__ROUNDS(FILESEC__FOUR, FILESEC__ENC);
        FILESEC__FOUR(FILESEC__LAST_IF);
    } else {
        FILESEC__EIGHT(FILESEC__START);
        FILESEC__ROUNDS(FILESEC__EIGHT, FILESEC__ENC);
        FILESEC__EIGHT(FILESEC__LAST_IF);
    }
#undef FILESEC__ROUNDS
#undef FILESEC__ONE
}

FILESEC__INLINE void filesec__aes256gcm_arm_aes_ctr(const unsigned char *k,
                                                    unsigned char counter[16],
                                                    unsigned char *out, const unsigned char *in,
                                                    size_t nblocks)
{
    uint32x4_t c = filesec__aes256gcm_arm_aes_counter(counter);

    filesec__aes256gcm_arm_aes_count(
        counter, filesec__aes256gcm_arm_aes_ahead(c, (uint32_t)(nblocks & 0xffffffff)));
    for (; nblocks >= 8; nblocks -= 8, in += 128, out += 128)
        filesec__aes256gcm_arm_aes_both(k, &c, vdupq_n_u8(0), out, in, in, 0);
    if (nblocks != 0)
        filesec__aes256gcm_arm_aes_rest(k, c, out, in, (unsigned)nblocks);
}

/* What is hashed is eight blocks behind what is enciphered. */
FILESEC__INLINE void filesec__aes256gcm_arm_aes_seal(const unsigned char *k,
                                                     unsigned char counter[16],
                                                     unsigned char y[16], unsigned char *out,
                                                     const unsigned char *in, size_t nblocks)
{
    uint32x4_t c = filesec__aes256gcm_arm_aes_counter(counter);
    uint8x16_t v = FILESEC__TURNED(y);
    const unsigned char *data = out;
    size_t left = nblocks;

    filesec__aes256gcm_arm_aes_count(
        counter, filesec__aes256gcm_arm_aes_ahead(c, (uint32_t)(nblocks & 0xffffffff)));
    if (left >= 8) {
        filesec__aes256gcm_arm_aes_both(k, &c, v, out, in, in, 0);
        in += 128;
        out += 128;
        left -= 8;
    }
    for (; left >= 8; left -= 8, in += 128, out += 128, data += 128)
        v = filesec__aes256gcm_arm_aes_both(k, &c, v, out, in, data, 1);
    if (left != 0)
        filesec__aes256gcm_arm_aes_rest(k, c, out, in, (unsigned)left);
    v = filesec__aes256gcm_arm_aes_hash(k, v, data, data == out ? left : left + 8);
    FILESEC__TURN_OUT(y, v);
}

FILESEC__INLINE void filesec__aes256gcm_arm_aes_open(const unsigned char *k,
                                                     unsigned char counter[16],
                                                     unsigned char y[16], unsigned char *out,
                                                     const unsigned char *in, size_t nblocks)
{
    uint32x4_t c = filesec__aes256gcm_arm_aes_counter(counter);
    uint8x16_t v = FILESEC__TURNED(y);

    filesec__aes256gcm_arm_aes_count(
        counter, filesec__aes256gcm_arm_aes_ahead(c, (uint32_t)(nblocks & 0xffffffff)));
    for (; nblocks >= 8; nblocks -= 8, in += 128, out += 128)
        v = filesec__aes256gcm_arm_aes_both(k, &c, v, out, in, in, 1);
    if (nblocks != 0) {
        v = filesec__aes256gcm_arm_aes_few(k, v, in, (unsigned)nblocks);
        filesec__aes256gcm_arm_aes_rest(k, c, out, in, (unsigned)nblocks);
    }
    FILESEC__TURN_OUT(y, v);
}

/* ==== aes256gcm/arm_aes_short.h ==== */
/*
 * aes256gcm/arm_aes_short.h: a whole message, its last 128 bytes in registers: for the ARM
 * kernels
 *
 * GCTR(J0, S) and the text are blocks side by side in the same rounds; the text and the block
 * of the lengths go into one sum of products, with what was hashed before. A part of a block is
 * put together in general registers from loads that overlap: a load of 16 bytes after stores of
 * single ones would have to wait for them.
 */
#define FILESEC__SHORT 128 /* bytes */

/* n bytes, 1 <= n <= 15, and zeros. */
FILESEC__INLINE uint8x16_t filesec__aes256gcm_arm_aes_part(const unsigned char *p, size_t n)
{
    uint64_t low, high = 0;

    if (n >= 8) {
        low = filesec__load64le(p);
        high = filesec__load64le(p + n - 8) >> 8 * (15 - n) >> 8;
    } else if (n >= 4) {
        low = filesec__load32le(p);
        low |= (uint64_t)filesec__load32le(p + n - 4) << 8 * (n - 4);
    } else {
        low = p[0];
        low |= (uint64_t)p[n / 2] << 8 * (n / 2);
        low |= (uint64_t)p[n - 1] << 8 * (n - 1);
    }
    return vcombine_u8(vcreate_u8(low), vcreate_u8(high));
}

/* The first n bytes of x, 1 <= n <= 15, to p. */
FILESEC__INLINE void filesec__aes256gcm_arm_aes_put(unsigned char *p, uint8x16_t x, size_t n)
{
    uint64_t low = vgetq_lane_u64(vreinterpretq_u64_u8(x), 0);
    uint64_t high = vgetq_lane_u64(vreinterpretq_u64_u8(x), 1);

    if (n >= 8) {
        filesec__store64le(p, low);
        filesec__store64le(p + n - 8, low >> 8 * (n - 8) | high << 1 << (127 - 8 * n));
    } else if (n >= 4) {
        filesec__store32le(p, (uint32_t)(low & 0xffffffff));
        filesec__store32le(p + n - 4, (uint32_t)(low >> 8 * (n - 4) & 0xffffffff));
    } else {
        p[0] = (unsigned char)(low & 0xff);
        p[n / 2] = (unsigned char)(low >> 8 * (n / 2) & 0xff);
        p[n - 1] = (unsigned char)(low >> 8 * (n - 1) & 0xff);
    }
}

/* x with zeros behind its first n bytes. */
FILESEC__INLINE uint8x16_t filesec__aes256gcm_arm_aes_cut(uint8x16_t x, size_t n)
{
    const uint8x16_t place = vcombine_u8(vcreate_u8(UINT64_C(0x0706050403020100)),
                                         vcreate_u8(UINT64_C(0x0f0e0d0c0b0a0908)));

    return vandq_u8(x, vcltq_u8(place, vdupq_n_u8((uint8_t)n)));
}

/* J0, with each word as a number. */
FILESEC__INLINE uint32x4_t filesec__aes256gcm_arm_aes_j0(const unsigned char nonce[12])
{
    uint64_t high = filesec__load32le(nonce + 8) | UINT64_C(1) << 56;

    return vreinterpretq_u32_u8(vrev32q_u8(vcombine_u8(vld1_u8(nonce), vcreate_u8(high))));
}

/* The block of the lengths, turned. */
FILESEC__INLINE uint8x16_t filesec__aes256gcm_arm_aes_lengths(size_t aad_len, size_t len)
{
    uint64x2_t bits =
        vcombine_u64(vcreate_u64((uint64_t)aad_len << 3), vcreate_u64((uint64_t)len << 3));

    return vrbitq_u8(vrev64q_u8(vreinterpretq_u8_u64(bits)));
}

/* s += the blocks of aad, of which the last has H^i; at least one byte. */
FILESEC__INLINE void filesec__aes256gcm_arm_aes_add_aad(filesec__aes256gcm_arm_aes_sum *s,
                                                        const unsigned char *k,
                                                        const unsigned char *aad,
                                                        size_t aad_len, unsigned i)
{
    i += (unsigned)((aad_len - 1) / 16);
    for (; aad_len >= 16; aad_len -= 16, aad += 16)
        filesec__aes256gcm_arm_aes_add(s, FILESEC__TURNED(aad), k, i--);
    if (aad_len != 0) {
        uint8x16_t x = filesec__aes256gcm_arm_aes_part(aad, aad_len);

        filesec__aes256gcm_arm_aes_add(s, vrbitq_u8(x), k, i);
    }
}

/* Block 0 is J0, block i text. */
#define FILESEC__TOGETHER(TEXTS)                                                               \
    b[0] = vrev32q_u8(vreinterpretq_u8_u32(j0));                                               \
    TEXTS(FILESEC__START);                                                                     \
    for (r = 0; r < 13; r++) {                                                                 \
        rk = vld1q_u8(k + 16 * r);                                                             \
        FILESEC__ENC(0);                                                                       \
        TEXTS(FILESEC__ENC);                                                                   \
    }                                                                                          \
    rk = vld1q_u8(k + 208);                                                                    \
    FILESEC__MASK(0);                                                                          \
    TEXTS(FILESEC__MASK)
#define FILESEC__MASK(i) b[i] = veorq_u8(vaeseq_u8(b[i], rk), last)
#define FILESEC__ONE_TEXT(S) S(1)
#define FILESEC__TWO_TEXTS(S)                                                                  \
    S(1);                                                                                      \
    S(2)
#define FILESEC__FOUR_TEXTS(S)                                                                 \
    FILESEC__TWO_TEXTS(S);                                                                     \
    S(3);                                                                                      \
    S(4)
#define FILESEC__EIGHT_TEXTS(S)                                                                \
    FILESEC__FOUR_TEXTS(S);                                                                    \
    S(5);                                                                                      \
    S(6);                                                                                      \
    S(7);                                                                                      \
    S(8)

/* GCTR of J0 and of n blocks; c is the counter of the block before these. More of them may be
   done. */
FILESEC__INLINE void filesec__aes256gcm_arm_aes_stream(const unsigned char *k, uint8x16_t b[9],
                                                       uint32x4_t j0, uint32x4_t c, size_t n)
{
    uint8x16_t rk, last = vld1q_u8(k + 224);
    unsigned r;

    if (n <= 1) {
        FILESEC__TOGETHER(FILESEC__ONE_TEXT);
    } else if (n <= 2) {
        FILESEC__TOGETHER(FILESEC__TWO_TEXTS);
    } else if (n <= 4) {
        FILESEC__TOGETHER(FILESEC__FOUR_TEXTS);
    } else {
        FILESEC__TOGETHER(FILESEC__EIGHT_TEXTS);
    }
}

#define FILESEC__TEXT(i)                                                                       \
    if (len < 16 * (i))                                                                        \
        break;                                                                                 \
    x = vld1q_u8(in + 16 * ((i)-1));                                                           \
    y = veorq_u8(x, b[i]);                                                                     \
    vst1q_u8(out + 16 * ((i)-1), y);                                                           \
    filesec__aes256gcm_arm_aes_add(&s, vrbitq_u8(sealing ? y : x), k, n + 2 - (i));            \
    part = b[(i) < 8 ? (i) + 1 : 8]

/* The last len bytes of a message, len <= FILESEC__SHORT, and its tag. s is the sum of what was
   hashed before, lengths the block of the lengths, turned. */
FILESEC__INLINE uint8x16_t filesec__aes256gcm_arm_aes_end(
    const unsigned char *k, filesec__aes256gcm_arm_aes_sum s, uint32x4_t j0, uint32x4_t c,
    unsigned char *out, const unsigned char *in, size_t len, uint8x16_t lengths, int sealing)
{
    uint8x16_t b[9], part, x, y;
    unsigned n = (unsigned)((len + 15) / 16);

    filesec__aes256gcm_arm_aes_add(&s, lengths, k, 1);
    b[1] = b[2] = b[3] = b[4] = b[5] = b[6] = b[7] = b[8] = lengths; /* for the compiler */
    filesec__aes256gcm_arm_aes_stream(k, b, j0, c, n);
    part = b[1];
    do {
        FILESEC__TEXT(1);
        FILESEC__TEXT(2);
        FILESEC__TEXT(3);
        FILESEC__TEXT(4);
        FILESEC__TEXT(5);
        FILESEC__TEXT(6);
        FILESEC__TEXT(7);
        FILESEC__TEXT(8);
    } while (0);
    if (len % 16 != 0) {
        size_t whole = len / 16 * 16;

        x = filesec__aes256gcm_arm_aes_part(in + whole, len % 16);
        y = veorq_u8(x, part);
        filesec__aes256gcm_arm_aes_put(out + whole, y, len % 16);
        if (sealing)
            x = filesec__aes256gcm_arm_aes_cut(y, len % 16);
        filesec__aes256gcm_arm_aes_add(&s, vrbitq_u8(x), k, 2);
    }
    return veorq_u8(b[0], vrbitq_u8(filesec__aes256gcm_arm_aes_fold(&s)));
}

/* A whole message; both is the seal or open of the kernel. */
FILESEC__INLINE void
filesec__aes256gcm_arm_aes_whole(const unsigned char *k, const unsigned char nonce[12],
                                 unsigned char tag[16], const unsigned char *aad,
                                 size_t aad_len, unsigned char *out, const unsigned char *in,
                                 size_t len, int sealing, filesec__aes256gcm_both_kernel *both)
{
    const uint8x16_t lengths = filesec__aes256gcm_arm_aes_lengths(aad_len, len);
    const uint32x4_t j0 = filesec__aes256gcm_arm_aes_j0(nonce);
    size_t bulk = len <= FILESEC__SHORT ? 0 : len / FILESEC__SHORT * FILESEC__SHORT;
    unsigned n = (unsigned)((len - bulk + 15) / 16) + 1; /* blocks to hash after the bulk */
    int one_sum = bulk == 0 && n + (aad_len + 15) / 16 <= FILESEC__POWERS;
    filesec__aes256gcm_arm_aes_sum s;
    uint32x4_t c = j0;

    filesec__aes256gcm_arm_aes_zero(&s);
    if (aad_len != 0)
        filesec__aes256gcm_arm_aes_add_aad(&s, k, aad, aad_len, one_sum ? n + 1 : 1);
    if (!one_sum) {
        uint8x16_t v = filesec__aes256gcm_arm_aes_fold(&s);

        if (bulk != 0) {
            unsigned char counter[16], y[16];

            filesec__aes256gcm_arm_aes_count(counter, filesec__aes256gcm_arm_aes_ahead(c, 1));
            FILESEC__TURN_OUT(y, v);
            both(k, counter, y, out, in, bulk / 16);
            v = FILESEC__TURNED(y);
            filesec_wipe(y, sizeof y);
            c = filesec__aes256gcm_arm_aes_ahead(c, (uint32_t)(bulk / 16 & 0xffffffff));
            out += bulk;
            in += bulk;
            len -= bulk;
        }
        filesec__aes256gcm_arm_aes_zero(&s);
        filesec__aes256gcm_arm_aes_add(&s, v, k, n);
    }
    if (sealing)
        s.low = filesec__aes256gcm_arm_aes_end(k, s, j0, c, out, in, len, lengths, 1);
    else
        s.low = filesec__aes256gcm_arm_aes_end(k, s, j0, c, out, in, len, lengths, 0);
    vst1q_u8(tag, s.low);
}

#endif

#if FILESEC__HAS_X86_VAES_AVX512

/* ==== aes256gcm/x86_vaes_avx512.h ==== */
/*
 * aes256gcm/x86_vaes_avx512.h: AES-256-GCM with VAES and VPCLMULQDQ on 512-bit registers, 64
 * blocks at a time
 *
 * Needs     AVX-512 F, VL, BW and DQ, BMI2, AES-NI, PCLMULQDQ, VAES, VPCLMULQDQ. Every function
 *           here carries FILESEC__TARGET_X86_VAES_AVX512.
 * Contract  as in aes256gcm/contract.h, with nothing added.
 *
 * Layout    four blocks in a register, one after the other. AES has the bytes as they are,
 *           GHASH has those of each block reversed. The key area is described in
 *           aes256gcm/x86_vaes_avx512_ghash.h.
 *
 * Registers sixteen of counter blocks and a round key; three sums of products; two of blocks to
 *           hash and their halves, later six products; the order of the bytes, and Y: 30 of 32
 *           (aes256gcm/x86_vaes_avx512_groups.h). Messages up to 512 bytes: one function for
 *           each number of registers (aes256gcm/x86_vaes_avx512_short.h).
 * Bounds    reads and writes exactly 16 * nblocks bytes, or len, at any alignment; masked loads
 *           and stores where that ends inside a register.
 * Not done  rounds from tables; stores past the cache; prefetching.
 * Secrets   no branch and no address depends on key, counter, y or data. The counter is no
 *           secret after an IV of 12 bytes, but after any other it is GHASH of the IV: only
 *           whole, which has the nonce, looks at what it is modulo 64.
 * From      FIPS 197, 5.1 and 5.2; SP 800-38D, 6.3 to 6.5.
 */
#define FILESEC__FOUR4(S)                                                                      \
    S(0);                                                                                      \
    S(1);                                                                                      \
    S(2);                                                                                      \
    S(3)
/* Register i of the last n blocks, if there is one. */
#define FILESEC__LAST4_IF(i)                                                                   \
    do {                                                                                       \
        if (n >= 4 * (i) + 4) {                                                                \
            FILESEC__LAST4(i);                                                                 \
        } else if (n > 4 * (i)) {                                                              \
            const __mmask8 m = FILESEC__BLOCKS_MASK(n % 4);                                    \
            const __m512i x = _mm512_maskz_loadu_epi64(m, (const void *)(in + 64 * (i)));      \
            b[i] = _mm512_aesenclast_epi128(b[i], FILESEC__XOR4(rk, x));                       \
            _mm512_mask_storeu_epi64((void *)(out + 64 * (i)), m, b[i]);                       \
        }                                                                                      \
    } while (0)

/* GCTR of n blocks, 0 <= n <= 63, sixteen by sixteen. */
FILESEC__WIDEST_INLINE void
filesec__aes256gcm_x86_vaes_avx512_rest(const unsigned char *k, __m512i c, unsigned char *out,
                                        const unsigned char *in, unsigned n)
{
    for (;; n -= 16, in += 256, out += 256) {
        __m512i b[4], rk = FILESEC__ROUND_KEY4(0);
        unsigned r;

        if (n == 0)
            break;
        FILESEC__FOUR4(FILESEC__AHEAD4);
        for (r = 1; r < 14; r++) {
            rk = FILESEC__ROUND_KEY4(r);
            FILESEC__FOUR4(FILESEC__ENC4);
        }
        rk = FILESEC__ROUND_KEY4(14);
        FILESEC__FOUR4(FILESEC__LAST4_IF);
        if (n <= 16)
            break;
    }
}

/* Read in the pieces in which callers write it: a load of 16 bytes would wait for them. */
FILESEC__WIDEST_INLINE __m128i
filesec__aes256gcm_x86_vaes_avx512_counter_of(const unsigned char counter[16])
{
    const uint64_t last = (uint64_t)filesec__load32be(counter + 12) << 32;

    return _mm_unpacklo_epi64(
        FILESEC__LOAD_HALF(counter),
        _mm_cvtsi64_si128((long long)(last | filesec__load32le(counter + 8))));
}

/* inc_32, nblocks times. */
FILESEC__WIDEST_INLINE void
filesec__aes256gcm_x86_vaes_avx512_advance(unsigned char counter[16], size_t nblocks)
{
    filesec__store32be(counter + 12,
                       filesec__load32be(counter + 12) + (uint32_t)(nblocks & 0xffffffff));
}

FILESEC__WIDEST_KERNEL filesec__aes256gcm_ctr_x86_vaes_avx512(const unsigned char *k,
                                                              unsigned char counter[16],
                                                              unsigned char *out,
                                                              const unsigned char *in,
                                                              size_t nblocks)
{
    const __m128i c = filesec__aes256gcm_x86_vaes_avx512_counter_of(counter);
    const size_t n = nblocks / 64;

    if (n != 0)
        filesec__aes256gcm_x86_vaes_avx512_stream(k, c, out, in, n);
    filesec__aes256gcm_x86_vaes_avx512_rest(k, FILESEC__COUNTERS(FILESEC__PLUS1(c, 64 * n)),
                                            out + 1024 * n, in + 1024 * n,
                                            (unsigned)(nblocks % 64));
    filesec__aes256gcm_x86_vaes_avx512_advance(counter, nblocks);
}

FILESEC__WIDEST_KERNEL filesec__aes256gcm_hash_x86_vaes_avx512(const unsigned char *k,
                                                               unsigned char y[16],
                                                               const unsigned char *data,
                                                               size_t nblocks)
{
    __m128i v = FILESEC__BLOCK(y);

    for (; nblocks >= 64; nblocks -= 64, data += 1024)
        v = filesec__aes256gcm_x86_vaes_avx512_eights(k, v, data, 8);
    if (nblocks != 0)
        v = filesec__aes256gcm_x86_vaes_avx512_few(k, v, data, (unsigned)nblocks);
    FILESEC__STORE(y, FILESEC__REVERSED(v));
}

/* What is hashed is a group behind what is enciphered. */
FILESEC__WIDEST_KERNEL
filesec__aes256gcm_seal_x86_vaes_avx512(const unsigned char *k, unsigned char counter[16],
                                        unsigned char y[16], unsigned char *out,
                                        const unsigned char *in, size_t nblocks)
{
    const __m128i c = filesec__aes256gcm_x86_vaes_avx512_counter_of(counter);
    const size_t n = nblocks / 64, rest = nblocks % 64;
    __m128i v = FILESEC__BLOCK(y);

    if (n != 0)
        filesec__aes256gcm_x86_vaes_avx512_stream(k, c, out, in, 1);
    if (n > 1)
        v = filesec__aes256gcm_x86_vaes_avx512_groups(k, FILESEC__PLUS1(c, 64), v, out + 1024,
                                                      in + 1024, out, n - 1);
    out += 1024 * n;
    in += 1024 * n;
    filesec__aes256gcm_x86_vaes_avx512_rest(k, FILESEC__COUNTERS(FILESEC__PLUS1(c, 64 * n)),
                                            out, in, (unsigned)rest);
    if (n != 0)
        v = filesec__aes256gcm_x86_vaes_avx512_eights(k, v, out - 1024, 8);
    if (rest != 0)
        v = filesec__aes256gcm_x86_vaes_avx512_few(k, v, out, (unsigned)rest);
    FILESEC__STORE(y, FILESEC__REVERSED(v));
    filesec__aes256gcm_x86_vaes_avx512_advance(counter, nblocks);
}

FILESEC__WIDEST_KERNEL
filesec__aes256gcm_open_x86_vaes_avx512(const unsigned char *k, unsigned char counter[16],
                                        unsigned char y[16], unsigned char *out,
                                        const unsigned char *in, size_t nblocks)
{
    const __m128i c = filesec__aes256gcm_x86_vaes_avx512_counter_of(counter);
    const size_t n = nblocks / 64, rest = nblocks % 64;
    __m128i v = FILESEC__BLOCK(y);

    if (n != 0)
        v = filesec__aes256gcm_x86_vaes_avx512_groups(k, c, v, out, in, in, n);
    out += 1024 * n;
    in += 1024 * n;
    if (rest != 0)
        v = filesec__aes256gcm_x86_vaes_avx512_few(k, v, in, (unsigned)rest);
    filesec__aes256gcm_x86_vaes_avx512_rest(k, FILESEC__COUNTERS(FILESEC__PLUS1(c, 64 * n)),
                                            out, in, (unsigned)rest);
    FILESEC__STORE(y, FILESEC__REVERSED(v));
    filesec__aes256gcm_x86_vaes_avx512_advance(counter, nblocks);
}

FILESEC__WIDEST_KERNEL
filesec__aes256gcm_whole_x86_vaes_avx512(const unsigned char *k, const unsigned char nonce[12],
                                         unsigned char tag[16], const unsigned char *aad,
                                         size_t aad_len, unsigned char *out,
                                         const unsigned char *in, size_t len, int sealing)
{
    const __m128i lengths = _mm_set_epi64x((long long)(aad_len << 3), (long long)(len << 3));
    const __m128i j0 = filesec__aes256gcm_x86_vaes_avx512_j0(nonce);
    const unsigned naad = (unsigned)((aad_len + 15) / 16);
    filesec__aes256gcm_x86_vaes_avx512_end e;

    e.j0 = FILESEC__XOR1(FILESEC__TURNED1(j0), FILESEC__LOAD(k));
    e.base = FILESEC__ALL4(FILESEC__XOR1(e.j0, _mm_set_epi32(1 << 24, 0, 0, 0)));
    e.carry = _mm_setzero_si128();
    e.out = out;
    e.in = in;
    e.len = len;
    e.powers = 1;
    e.before = filesec__aes256gcm_x86_vaes_avx512_aad(aad, aad_len);
    if (naad <= 3 && len <= FILESEC__SHORT4) {
        e.powers += naad;
    } else {
        __m128i y = filesec__aes256gcm_x86_vaes_avx512_only(k, e.before, naad);

        if (len > FILESEC__SHORT4)
            y = filesec__aes256gcm_x86_vaes_avx512_shorten(&e, k, j0, y, sealing);
        e.before = FILESEC__WITH_FIRST(_mm512_setzero_si512(), y);
    }
    if (e.len == 0) { /* at these addresses, no bytes */
        e.in = k;
        e.out = tag;
    }
    e.powers += (unsigned)((e.len + 15) / 16);
    e.before = _mm512_inserti64x2(e.before, lengths, 3);
    if (sealing)
        e.j0 = filesec__aes256gcm_x86_vaes_avx512_end_of(k, &e, 1);
    else
        e.j0 = filesec__aes256gcm_x86_vaes_avx512_end_of(k, &e, 0);
    FILESEC__STORE(tag, e.j0);
}
#undef FILESEC__WIDEST_INLINE
#undef FILESEC__WIDEST_APART
#undef FILESEC__WIDEST_KERNEL
#undef FILESEC__POWER4
#undef FILESEC__TO_HALVES
#undef FILESEC__LOAD4
#undef FILESEC__STORE4
#undef FILESEC__XOR4
#undef FILESEC__SUM4
#undef FILESEC__EXCHANGED4
#undef FILESEC__ALL4
#undef FILESEC__LOWS
#undef FILESEC__HIGHS
#undef FILESEC__TWO_OF
#undef FILESEC__TIMES4
#undef FILESEC__REVERSED4
#undef FILESEC__BLOCK4
#undef FILESEC__WITH_FIRST
#undef FILESEC__BLOCKS_MASK
#undef FILESEC__PART4
#undef FILESEC__PIN4
#undef FILESEC__EIGHT4
#undef FILESEC__PIN_EIGHT
#undef FILESEC__PIN_SIX
#undef FILESEC__TURNED4
#undef FILESEC__NUMBERS4
#undef FILESEC__LOW
#undef FILESEC__PLACE
#undef FILESEC__COUNTERS
#undef FILESEC__PLUS1
#undef FILESEC__ROUND_KEY4
#undef FILESEC__AHEAD4
#undef FILESEC__ENC4
#undef FILESEC__LAST4
#undef FILESEC__PREPARE
#undef FILESEC__MULTIPLY
#undef FILESEC__ADD_UP
#undef FILESEC__HALF4
#undef FILESEC__ROUND4
#undef FILESEC__PLACED_NOW
#undef FILESEC__GROUPS4
#undef FILESEC__SHORT4
#undef FILESEC__TEXTS4
#undef FILESEC__PLACED
#undef FILESEC__READ
#undef FILESEC__WRITE
#undef FILESEC__TOGETHER4
#undef FILESEC__FOUR4
#undef FILESEC__LAST4_IF
#endif /* FILESEC__HAS_X86_VAES_AVX512 */

#if FILESEC__HAS_X86_VAES_AVX2

/* ==== aes256gcm/x86_vaes_avx2.h ==== */
/*
 * aes256gcm/x86_vaes_avx2.h: AES-256-GCM with VAES and VPCLMULQDQ on 256-bit registers, sixteen
 * blocks at a time
 *
 * Needs     AVX2, AES-NI, PCLMULQDQ, VAES, VPCLMULQDQ; no AVX-512. Every function here carries
 *           FILESEC__TARGET_X86_VAES_AVX2.
 * Contract  as in aes256gcm/contract.h, with nothing added.
 *
 * Layout    two blocks in a register, one after the other. AES has the bytes as they are, GHASH
 *           has those of each block reversed (aes256gcm/x86_vaes_avx2_ghash.h). Sixteen powers
 *           of H in the key area (aes256gcm/x86_aesni_ghash.h).
 *
 * Registers eight pairs of blocks and a round key; three sums of products; two pairs to hash,
 *           what becomes of them, and powers of H: 16. The order of the source is a good one
 *           for both units, AES and multiplication; an empty asm statement, which claims to
 *           change the blocks or the sums, keeps compilers from doing all of the one before the
 *           other.
 * Bounds    reads and writes exactly 16 * nblocks bytes, at any alignment.
 * Not done  counters by XOR with a constant, which takes knowing the first one modulo 16.
 * Secrets   no branch and no address depends on key, counter, y or data. The counter is no
 *           secret after an IV of 12 bytes, but after any other it is GHASH of the IV.
 * From      FIPS 197, 5.1 and 5.2; SP 800-38D, 6.3 to 6.5.
 */
#define FILESEC__TWO(S)                                                                        \
    S(0);                                                                                      \
    S(1)
#define FILESEC__EIGHT(S)                                                                      \
    FILESEC__TWO(S);                                                                           \
    S(2);                                                                                      \
    S(3);                                                                                      \
    S(4);                                                                                      \
    S(5);                                                                                      \
    S(6);                                                                                      \
    S(7)

#if FILESEC__GNU
#define FILESEC__PIN_BLOCKS(b)                                                                 \
    __asm__ volatile(""                                                                        \
                     : "+x"((b)[0]), "+x"((b)[1]), "+x"((b)[2]), "+x"((b)[3]), "+x"((b)[4]),   \
                       "+x"((b)[5]), "+x"((b)[6]), "+x"((b)[7]))
#else
#define FILESEC__PIN_BLOCKS(b) ((void)0)
#endif

/* The next two counter blocks, their last four bytes as numbers of the machine; and the first
   of these numbers. */
typedef struct filesec__aes256gcm_x86_vaes_avx2_counter {
    __m256i blocks;
    uint32_t n;
} filesec__aes256gcm_x86_vaes_avx2_counter;

/* The last four bytes of each block in the other order. */
#define FILESEC__TURNED(x)                                                                     \
    _mm256_shuffle_epi8(x,                                                                     \
                        _mm256_set_epi8(12, 13, 14, 15, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0,  \
                                        12, 13, 14, 15, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0))
#define FILESEC__PLUS(x, i) _mm256_add_epi32(x, _mm256_set_epi32(i, 0, 0, 0, i, 0, 0, 0))

/* Read in the pieces in which callers write it: a load of 16 bytes would wait for them. */
FILESEC__WIDE_INLINE filesec__aes256gcm_x86_vaes_avx2_counter
filesec__aes256gcm_x86_vaes_avx2_counter_of(const unsigned char counter[16])
{
    filesec__aes256gcm_x86_vaes_avx2_counter c;
    __m128i first = FILESEC__LOAD_HALF(counter);

    c.n = filesec__load32be(counter + 12);
    first = _mm_insert_epi32(first, (int)filesec__load32le(counter + 8), 2);
    first = _mm_insert_epi32(first, (int)c.n, 3);
    c.blocks = FILESEC__TWICE(first);
    c.blocks = _mm256_add_epi32(c.blocks, _mm256_set_epi32(1, 0, 0, 0, 0, 0, 0, 0));
    return c;
}

#define FILESEC__AHEAD(i)                                                                      \
    b[i] = FILESEC__XOR2(rk, FILESEC__TURNED(FILESEC__PLUS(c->blocks, 2 * (i))))

/* The next sixteen counter blocks plus a round key. */
FILESEC__WIDE_INLINE void
filesec__aes256gcm_x86_vaes_avx2_start(__m256i b[8],
                                       filesec__aes256gcm_x86_vaes_avx2_counter *c, __m256i rk)
{
    FILESEC__EIGHT(FILESEC__AHEAD);
    c->blocks = FILESEC__PLUS(c->blocks, 16);
    c->n += 16;
}

#define FILESEC__ROUND_KEY(r) FILESEC__TWICE(FILESEC__LOAD(k + 16 * (r)))
#define FILESEC__ENC(i) b[i] = _mm256_aesenc_epi128(b[i], rk)
#define FILESEC__ROUND(r)                                                                      \
    rk = FILESEC__ROUND_KEY(r);                                                                \
    FILESEC__EIGHT(FILESEC__ENC);                                                              \
    FILESEC__PIN_BLOCKS(b)
/* The last round key and the text together are one XOR fewer in a row. */
#define FILESEC__LAST(i)                                                                       \
    b[i] = _mm256_aesenclast_epi128(b[i], FILESEC__XOR2(rk, FILESEC__LOAD2(in + 32 * (i))));   \
    FILESEC__STORE2(out + 32 * (i), b[i])

/* GCTR of sixteen blocks at in; with hashing, meanwhile GHASH of sixteen at data, from y. */
FILESEC__WIDE_INLINE __m128i filesec__aes256gcm_x86_vaes_avx2_both(
    const unsigned char *k, filesec__aes256gcm_x86_vaes_avx2_counter *c, __m128i y,
    unsigned char *out, const unsigned char *in, const unsigned char *data, int hashing)
{
    __m256i b[8], rk = FILESEC__ROUND_KEY(0);
    filesec__aes256gcm_x86_vaes_avx2_sum s;

    filesec__aes256gcm_x86_vaes_avx2_zero(&s);
    filesec__aes256gcm_x86_vaes_avx2_start(b, c, rk);
#define FILESEC__STEP(r, work)                                                                 \
    FILESEC__ROUND(r);                                                                         \
    if (hashing)                                                                               \
    work
    FILESEC__ROUND(1);
    FILESEC__STEP(2, FILESEC__HASH4(1));
    FILESEC__ROUND(3);
    FILESEC__STEP(4, FILESEC__HASH4(2));
    FILESEC__ROUND(5);
    FILESEC__STEP(6, FILESEC__HASH4(3));
    FILESEC__ROUND(7);
    FILESEC__STEP(8, FILESEC__HASH4_FIRST);
    FILESEC__ROUND(9);
    FILESEC__ROUND(10);
    FILESEC__STEP(11, y = filesec__aes256gcm_x86_vaes_avx2_fold(&s));
    FILESEC__ROUND(12);
    FILESEC__ROUND(13);
#undef FILESEC__STEP
    rk = FILESEC__ROUND_KEY(14);
    FILESEC__EIGHT(FILESEC__LAST);
    return y;
}

/* Block pair i of the last n blocks, if there is one. */
#define FILESEC__LAST_IF(i)                                                                    \
    do {                                                                                       \
        if (2 * (i) + 1 < n) {                                                                 \
            FILESEC__LAST(i);                                                                  \
        } else if (2 * (i) < n) {                                                              \
            b[i] = _mm256_aesenclast_epi128(b[i], rk);                                         \
            FILESEC__STORE(out + 32 * (i), FILESEC__XOR1(_mm256_castsi256_si128(b[i]),         \
                                                         FILESEC__LOAD(in + 32 * (i))));       \
        }                                                                                      \
    } while (0)

/* GCTR of the last n blocks, 1 <= n <= 15: four or sixteen side by side. */
FILESEC__WIDE_INLINE void
filesec__aes256gcm_x86_vaes_avx2_rest(const unsigned char *k,
                                      filesec__aes256gcm_x86_vaes_avx2_counter *c,
                                      unsigned char *out, const unsigned char *in, unsigned n)
{
    __m256i b[8], rk = FILESEC__ROUND_KEY(0);
    unsigned r;

    if (n <= 4) {
        FILESEC__TWO(FILESEC__AHEAD);
        for (r = 1; r < 14; r++) {
            rk = FILESEC__ROUND_KEY(r);
            FILESEC__TWO(FILESEC__ENC);
        }
        rk = FILESEC__ROUND_KEY(14);
        FILESEC__TWO(FILESEC__LAST_IF);
    } else {
        FILESEC__EIGHT(FILESEC__AHEAD);
        for (r = 1; r < 14; r++) {
            rk = FILESEC__ROUND_KEY(r);
            FILESEC__EIGHT(FILESEC__ENC);
        }
        rk = FILESEC__ROUND_KEY(14);
        FILESEC__EIGHT(FILESEC__LAST_IF);
    }
    c->n += n;
}

FILESEC__WIDE_KERNEL filesec__aes256gcm_ctr_x86_vaes_avx2(const unsigned char *k,
                                                          unsigned char counter[16],
                                                          unsigned char *out,
                                                          const unsigned char *in,
                                                          size_t nblocks)
{
    filesec__aes256gcm_x86_vaes_avx2_counter c =
        filesec__aes256gcm_x86_vaes_avx2_counter_of(counter);

    for (; nblocks >= 16; nblocks -= 16, in += 256, out += 256)
        filesec__aes256gcm_x86_vaes_avx2_both(k, &c, _mm_setzero_si128(), out, in, in, 0);
    if (nblocks != 0)
        filesec__aes256gcm_x86_vaes_avx2_rest(k, &c, out, in, (unsigned)nblocks);
    filesec__store32be(counter + 12, c.n);
}

FILESEC__WIDE_KERNEL filesec__aes256gcm_hash_x86_vaes_avx2(const unsigned char *k,
                                                           unsigned char y[16],
                                                           const unsigned char *data,
                                                           size_t nblocks)
{
    __m128i v = FILESEC__BLOCK(y);

    for (; nblocks >= 16; nblocks -= 16, data += 256)
        v = filesec__aes256gcm_x86_vaes_avx2_sixteen(k, v, data);
    if (nblocks != 0)
        v = filesec__aes256gcm_x86_vaes_avx2_few(k, v, data, (unsigned)nblocks);
    FILESEC__STORE(y, FILESEC__REVERSED(v));
}

/* What is hashed is sixteen blocks behind what is enciphered. */
FILESEC__WIDE_KERNEL
filesec__aes256gcm_seal_x86_vaes_avx2(const unsigned char *k, unsigned char counter[16],
                                      unsigned char y[16], unsigned char *out,
                                      const unsigned char *in, size_t nblocks)
{
    filesec__aes256gcm_x86_vaes_avx2_counter c =
        filesec__aes256gcm_x86_vaes_avx2_counter_of(counter);
    __m128i v = FILESEC__BLOCK(y);
    unsigned char *first = out;

    for (; nblocks >= 16; nblocks -= 16, in += 256, out += 256) {
        if (out == first)
            filesec__aes256gcm_x86_vaes_avx2_both(k, &c, v, out, in, in, 0);
        else
            v = filesec__aes256gcm_x86_vaes_avx2_both(k, &c, v, out, in, out - 256, 1);
    }
    if (nblocks != 0)
        filesec__aes256gcm_x86_vaes_avx2_rest(k, &c, out, in, (unsigned)nblocks);
    if (out != first)
        v = filesec__aes256gcm_x86_vaes_avx2_sixteen(k, v, out - 256);
    if (nblocks != 0)
        v = filesec__aes256gcm_x86_vaes_avx2_few(k, v, out, (unsigned)nblocks);
    FILESEC__STORE(y, FILESEC__REVERSED(v));
    filesec__store32be(counter + 12, c.n);
}

FILESEC__WIDE_KERNEL
filesec__aes256gcm_open_x86_vaes_avx2(const unsigned char *k, unsigned char counter[16],
                                      unsigned char y[16], unsigned char *out,
                                      const unsigned char *in, size_t nblocks)
{
    filesec__aes256gcm_x86_vaes_avx2_counter c =
        filesec__aes256gcm_x86_vaes_avx2_counter_of(counter);
    __m128i v = FILESEC__BLOCK(y);

    for (; nblocks >= 16; nblocks -= 16, in += 256, out += 256)
        v = filesec__aes256gcm_x86_vaes_avx2_both(k, &c, v, out, in, in, 1);
    if (nblocks != 0) {
        v = filesec__aes256gcm_x86_vaes_avx2_few(k, v, in, (unsigned)nblocks);
        filesec__aes256gcm_x86_vaes_avx2_rest(k, &c, out, in, (unsigned)nblocks);
    }
    FILESEC__STORE(y, FILESEC__REVERSED(v));
    filesec__store32be(counter + 12, c.n);
}

FILESEC__WIDE_KERNEL
filesec__aes256gcm_whole_x86_vaes_avx2(const unsigned char *k, const unsigned char nonce[12],
                                       unsigned char tag[16], const unsigned char *aad,
                                       size_t aad_len, unsigned char *out,
                                       const unsigned char *in, size_t len, int sealing)
{
    filesec__aes256gcm_x86_aesni_whole(k, nonce, tag, aad, aad_len, out, in, len, sealing,
                                       sealing ? filesec__aes256gcm_seal_x86_vaes_avx2
                                               : filesec__aes256gcm_open_x86_vaes_avx2,
                                       16);
}
#undef FILESEC__WIDE_INLINE
#undef FILESEC__WIDE_KERNEL
#undef FILESEC__LOAD2
#undef FILESEC__STORE2
#undef FILESEC__XOR2
#undef FILESEC__TWICE
#undef FILESEC__WITH_ZEROS
#undef FILESEC__REVERSED2
#undef FILESEC__BLOCK2
#undef FILESEC__TIMES2
#undef FILESEC__PIN2
#undef FILESEC__HASH4
#undef FILESEC__HASH4_FIRST
#undef FILESEC__TWO
#undef FILESEC__EIGHT
#undef FILESEC__PIN_BLOCKS
#undef FILESEC__TURNED
#undef FILESEC__PLUS
#undef FILESEC__AHEAD
#undef FILESEC__ROUND_KEY
#undef FILESEC__ENC
#undef FILESEC__ROUND
#undef FILESEC__LAST
#undef FILESEC__LAST_IF
#endif /* FILESEC__HAS_X86_VAES_AVX2 */

#if FILESEC__HAS_X86_AESNI

/* ==== aes256gcm/x86_aesni.h ==== */
/*
 * aes256gcm/x86_aesni.h: AES-256-GCM with AES-NI and PCLMULQDQ, eight blocks at a time
 *
 * Needs     AES-NI, PCLMULQDQ, SSSE3, SSE4.1; no AVX. Every function here carries
 *           FILESEC__TARGET_X86_AESNI.
 * Contract  as in aes256gcm/contract.h, with nothing added.
 *
 * Layout    one block, one register. AES has the bytes as they are, GHASH has them reversed
 *           (aes256gcm/x86_aesni_ghash.h, with the layout of the key area). Nine powers of H.
 *
 * Registers eight blocks and a round key; three sums of products; a block to hash, what becomes
 *           of it, and a power of H: 16. The order of the source is a good one for both units,
 *           AES and multiplication; an empty asm statement, which claims to change the blocks
 *           or the sums, keeps compilers from doing all of the one before the other.
 * Bounds    reads and writes exactly 16 * nblocks bytes, at any alignment.
 * Not done  one reduction for more than eight blocks: no faster. Counters by XOR with a
 *           constant, which takes knowing the first one modulo 8. VEX encoding: other paths.
 * Secrets   no branch and no address depends on key, counter, y or data. The counter is no
 *           secret after an IV of 12 bytes, but after any other it is GHASH of the IV.
 * From      FIPS 197, 5.1 and 5.2; SP 800-38D, 6.3 to 6.5.
 */
/* h is H^i: into the key area, and the sum of its halves. */
FILESEC__INLINE void filesec__aes256gcm_x86_aesni_keep(unsigned char *k, unsigned i, __m128i h)
{
    FILESEC__STORE(k + FILESEC__POWER(i), h);
    FILESEC__STORE_HALF(k + FILESEC__HALVES(i), FILESEC__XOR1(h, FILESEC__EXCHANGED(h)));
}

FILESEC__KERNEL filesec__aes256gcm_init_x86_aesni(unsigned char *k, const unsigned char key[32])
{
    __m128i h = filesec__aes256gcm_x86_aesni_rounds(k, key), h2, h3, h4;

    h2 = filesec__aes256gcm_x86_aesni_times(h, h);
    h3 = filesec__aes256gcm_x86_aesni_times(h2, h);
    h4 = filesec__aes256gcm_x86_aesni_times(h2, h2);
    filesec__aes256gcm_x86_aesni_keep(k, 1, h);
    filesec__aes256gcm_x86_aesni_keep(k, 2, h2);
    filesec__aes256gcm_x86_aesni_keep(k, 3, h3);
    filesec__aes256gcm_x86_aesni_keep(k, 4, h4);
    filesec__aes256gcm_x86_aesni_keep(k, 6, filesec__aes256gcm_x86_aesni_times(h4, h2));
    filesec__aes256gcm_x86_aesni_keep(k, 7, filesec__aes256gcm_x86_aesni_times(h4, h3));
    h = filesec__aes256gcm_x86_aesni_times(h4, h);
    filesec__aes256gcm_x86_aesni_keep(k, 5, h);
    filesec__aes256gcm_x86_aesni_keep(k, 8, filesec__aes256gcm_x86_aesni_times(h4, h4));
    filesec__aes256gcm_x86_aesni_keep(k, 9, filesec__aes256gcm_x86_aesni_times(h4, h));
}

#define FILESEC__FOUR(S)                                                                       \
    S(0);                                                                                      \
    S(1);                                                                                      \
    S(2);                                                                                      \
    S(3)
#define FILESEC__EIGHT(S)                                                                      \
    FILESEC__FOUR(S);                                                                          \
    S(4);                                                                                      \
    S(5);                                                                                      \
    S(6);                                                                                      \
    S(7)

#if FILESEC__GNU
#define FILESEC__PIN_BLOCKS(b)                                                                 \
    __asm__ volatile(""                                                                        \
                     : "+x"((b)[0]), "+x"((b)[1]), "+x"((b)[2]), "+x"((b)[3]), "+x"((b)[4]),   \
                       "+x"((b)[5]), "+x"((b)[6]), "+x"((b)[7]))
#else
#define FILESEC__PIN_BLOCKS(b) ((void)0)
#endif

/* The next counter block, its last four bytes as a number of the machine; and that number. */
typedef struct filesec__aes256gcm_x86_aesni_counter {
    __m128i block;
    uint32_t n;
} filesec__aes256gcm_x86_aesni_counter;

/* Read in the pieces in which callers write it: a load of 16 bytes would wait for them. */
FILESEC__INLINE filesec__aes256gcm_x86_aesni_counter
filesec__aes256gcm_x86_aesni_counter_of(const unsigned char counter[16])
{
    filesec__aes256gcm_x86_aesni_counter c;

    c.n = filesec__load32be(counter + 12);
    c.block = FILESEC__LOAD_HALF(counter);
    c.block = _mm_insert_epi32(c.block, (int)filesec__load32le(counter + 8), 2);
    c.block = _mm_insert_epi32(c.block, (int)c.n, 3);
    return c;
}

/* The counter block i after c: the last four bytes are turned back to big-endian. */
FILESEC__INLINE __m128i
filesec__aes256gcm_x86_aesni_ahead(const filesec__aes256gcm_x86_aesni_counter *c, int i)
{
    const __m128i turn = _mm_set_epi8(12, 13, 14, 15, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    return _mm_shuffle_epi8(_mm_add_epi32(c->block, _mm_set_epi32(i, 0, 0, 0)), turn);
}

#define FILESEC__AHEAD(i) b[i] = FILESEC__XOR1(rk, filesec__aes256gcm_x86_aesni_ahead(c, i))

/* The next eight counter blocks plus a round key. */
FILESEC__INLINE void filesec__aes256gcm_x86_aesni_start(__m128i b[8],
                                                        filesec__aes256gcm_x86_aesni_counter *c,
                                                        __m128i rk)
{
    FILESEC__EIGHT(FILESEC__AHEAD);
    c->block = _mm_add_epi32(c->block, _mm_set_epi32(8, 0, 0, 0));
    c->n += 8;
}

#define FILESEC__ENC(i) b[i] = _mm_aesenc_si128(b[i], rk)
#define FILESEC__ROUND(r)                                                                      \
    rk = FILESEC__LOAD(k + 16 * (r));                                                          \
    FILESEC__EIGHT(FILESEC__ENC);                                                              \
    FILESEC__PIN_BLOCKS(b)
/* The last round key and the text together are one XOR fewer in a row. */
#define FILESEC__LAST(i)                                                                       \
    b[i] = _mm_aesenclast_si128(b[i], FILESEC__XOR1(rk, FILESEC__LOAD(in + 16 * (i))));        \
    FILESEC__STORE(out + 16 * (i), b[i])
#define FILESEC__LAST_IF(i)                                                                    \
    do {                                                                                       \
        if ((i) < n) {                                                                         \
            FILESEC__LAST(i);                                                                  \
        }                                                                                      \
    } while (0)

/* GCTR of eight blocks at in; with hashing, meanwhile GHASH of eight at data, from y. */
FILESEC__INLINE __m128i filesec__aes256gcm_x86_aesni_both(
    const unsigned char *k, filesec__aes256gcm_x86_aesni_counter *c, __m128i y,
    unsigned char *out, const unsigned char *in, const unsigned char *data, int hashing)
{
    __m128i b[8], rk = FILESEC__LOAD(k);
    filesec__aes256gcm_x86_aesni_sum s;

    filesec__aes256gcm_x86_aesni_zero(&s);
    filesec__aes256gcm_x86_aesni_start(b, c, rk);
#define FILESEC__STEP(r, work)                                                                 \
    FILESEC__ROUND(r);                                                                         \
    if (hashing)                                                                               \
    work
    FILESEC__ROUND(1);
    FILESEC__STEP(2, FILESEC__HASH(1));
    FILESEC__STEP(3, FILESEC__HASH(2));
    FILESEC__STEP(4, FILESEC__HASH(3));
    FILESEC__STEP(5, FILESEC__HASH(4));
    FILESEC__STEP(6, FILESEC__HASH(5));
    FILESEC__STEP(7, FILESEC__HASH(6));
    FILESEC__STEP(8, FILESEC__HASH(7));
    FILESEC__STEP(9, FILESEC__HASH_FIRST);
    FILESEC__ROUND(10);
    FILESEC__STEP(11, y = filesec__aes256gcm_x86_aesni_fold(&s));
    FILESEC__ROUND(12);
    FILESEC__ROUND(13);
#undef FILESEC__STEP
    rk = FILESEC__LOAD(k + 224);
    FILESEC__EIGHT(FILESEC__LAST);
    return y;
}

/* GCTR of the last n blocks, 1 <= n <= 7: one, four or eight side by side. */
FILESEC__INLINE void filesec__aes256gcm_x86_aesni_rest(const unsigned char *k,
                                                       filesec__aes256gcm_x86_aesni_counter *c,
                                                       unsigned char *out,
                                                       const unsigned char *in, unsigned n)
{
    __m128i b[8], rk = FILESEC__LOAD(k);
    unsigned r;

    if (n == 1) {
        FILESEC__AHEAD(0);
        for (r = 1; r < 14; r++)
            b[0] = _mm_aesenc_si128(b[0], FILESEC__LOAD(k + 16 * r));
        rk = FILESEC__LOAD(k + 224);
        FILESEC__LAST(0);
    } else if (n <= 4) {
        FILESEC__FOUR(FILESEC__AHEAD);
        for (r = 1; r < 14; r++) {
            rk = FILESEC__LOAD(k + 16 * r);
            FILESEC__FOUR(FILESEC__ENC);
        }
        rk = FILESEC__LOAD(k + 224);
        FILESEC__FOUR(FILESEC__LAST_IF);
    } else {
        FILESEC__EIGHT(FILESEC__AHEAD);
        for (r = 1; r < 14; r++) {
            rk = FILESEC__LOAD(k + 16 * r);
            FILESEC__EIGHT(FILESEC__ENC);
        }
        rk = FILESEC__LOAD(k + 224);
        FILESEC__EIGHT(FILESEC__LAST_IF);
    }
    c->n += n;
}

FILESEC__KERNEL filesec__aes256gcm_ctr_x86_aesni(const unsigned char *k,
                                                 unsigned char counter[16], unsigned char *out,
                                                 const unsigned char *in, size_t nblocks)
{
    filesec__aes256gcm_x86_aesni_counter c = filesec__aes256gcm_x86_aesni_counter_of(counter);

    for (; nblocks >= 8; nblocks -= 8, in += 128, out += 128)
        filesec__aes256gcm_x86_aesni_both(k, &c, c.block, out, in, in, 0);
    if (nblocks != 0)
        filesec__aes256gcm_x86_aesni_rest(k, &c, out, in, (unsigned)nblocks);
    filesec__store32be(counter + 12, c.n);
}

FILESEC__KERNEL filesec__aes256gcm_hash_x86_aesni(const unsigned char *k, unsigned char y[16],
                                                  const unsigned char *data, size_t nblocks)
{
    __m128i v = FILESEC__BLOCK(y);

    for (; nblocks >= 8; nblocks -= 8, data += 128)
        v = filesec__aes256gcm_x86_aesni_eight(k, v, data);
    if (nblocks != 0)
        v = filesec__aes256gcm_x86_aesni_few(k, v, data, (unsigned)nblocks);
    FILESEC__STORE(y, FILESEC__REVERSED(v));
}

/* What is hashed is eight blocks behind what is enciphered. */
FILESEC__KERNEL filesec__aes256gcm_seal_x86_aesni(const unsigned char *k,
                                                  unsigned char counter[16],
                                                  unsigned char y[16], unsigned char *out,
                                                  const unsigned char *in, size_t nblocks)
{
    filesec__aes256gcm_x86_aesni_counter c = filesec__aes256gcm_x86_aesni_counter_of(counter);
    __m128i v = FILESEC__BLOCK(y);
    unsigned char *first = out;

    for (; nblocks >= 8; nblocks -= 8, in += 128, out += 128) {
        if (out == first)
            filesec__aes256gcm_x86_aesni_both(k, &c, v, out, in, in, 0);
        else
            v = filesec__aes256gcm_x86_aesni_both(k, &c, v, out, in, out - 128, 1);
    }
    if (nblocks != 0)
        filesec__aes256gcm_x86_aesni_rest(k, &c, out, in, (unsigned)nblocks);
    if (out != first)
        v = filesec__aes256gcm_x86_aesni_eight(k, v, out - 128);
    if (nblocks != 0)
        v = filesec__aes256gcm_x86_aesni_few(k, v, out, (unsigned)nblocks);
    FILESEC__STORE(y, FILESEC__REVERSED(v));
    filesec__store32be(counter + 12, c.n);
}

FILESEC__KERNEL filesec__aes256gcm_open_x86_aesni(const unsigned char *k,
                                                  unsigned char counter[16],
                                                  unsigned char y[16], unsigned char *out,
                                                  const unsigned char *in, size_t nblocks)
{
    filesec__aes256gcm_x86_aesni_counter c = filesec__aes256gcm_x86_aesni_counter_of(counter);
    __m128i v = FILESEC__BLOCK(y);

    for (; nblocks >= 8; nblocks -= 8, in += 128, out += 128)
        v = filesec__aes256gcm_x86_aesni_both(k, &c, v, out, in, in, 1);
    if (nblocks != 0) {
        v = filesec__aes256gcm_x86_aesni_few(k, v, in, (unsigned)nblocks);
        filesec__aes256gcm_x86_aesni_rest(k, &c, out, in, (unsigned)nblocks);
    }
    FILESEC__STORE(y, FILESEC__REVERSED(v));
    filesec__store32be(counter + 12, c.n);
}

FILESEC__KERNEL filesec__aes256gcm_whole_x86_aesni(const unsigned char *k,
                                                   const unsigned char nonce[12],
                                                   unsigned char tag[16],
                                                   const unsigned char *aad, size_t aad_len,
                                                   unsigned char *out, const unsigned char *in,
                                                   size_t len, int sealing)
{
    filesec__aes256gcm_x86_aesni_whole(
        k, nonce, tag, aad, aad_len, out, in, len, sealing,
        sealing ? filesec__aes256gcm_seal_x86_aesni : filesec__aes256gcm_open_x86_aesni, 9);
}
#undef FILESEC__FOUR
#undef FILESEC__EIGHT
#undef FILESEC__PIN_BLOCKS
#undef FILESEC__AHEAD
#undef FILESEC__ENC
#undef FILESEC__ROUND
#undef FILESEC__LAST
#undef FILESEC__LAST_IF
#endif /* FILESEC__HAS_X86_AESNI */

#if FILESEC__HAS_ARM_AES_EOR3

/* ==== aes256gcm/arm_aes_eor3.h ==== */
/*
 * aes256gcm/arm_aes_eor3.h: AES-256-GCM with AES, PMULL and EOR3
 *
 * Needs     AES and PMULL, and SHA3 for the exclusive-or of three terms. Every function here
 *           carries FILESEC__TARGET_ARM_AES_EOR3.
 * Contract  as in aes256gcm/contract.h, with nothing added.
 *
 * Layout    that of aes256gcm/arm_aes.h, whose parts are inlined here. EOR3 adds two products
 *           to a sum, the last round key and the text to a block, and in the reduction.
 *
 * Registers as there.
 * Bounds    reads and writes exactly 16 * nblocks bytes, at any alignment.
 * Not done  EOR3 where the compiler does not optimise: it makes one of two additions.
 * Secrets   no branch and no address depends on key, counter, y or data.
 * From      FIPS 197, 5.1 and 5.2; SP 800-38D, 6.3 to 6.5.
 */
#define FILESEC__KERNEL static FILESEC__TARGET_ARM_AES_EOR3 void

FILESEC__KERNEL filesec__aes256gcm_init_arm_aes_eor3(unsigned char *k,
                                                     const unsigned char key[32])
{
    filesec__aes256gcm_arm_aes_init(k, key);
}

FILESEC__KERNEL filesec__aes256gcm_ctr_arm_aes_eor3(const unsigned char *k,
                                                    unsigned char counter[16],
                                                    unsigned char *out, const unsigned char *in,
                                                    size_t nblocks)
{
    filesec__aes256gcm_arm_aes_ctr(k, counter, out, in, nblocks);
}

FILESEC__KERNEL filesec__aes256gcm_hash_arm_aes_eor3(const unsigned char *k,
                                                     unsigned char y[16],
                                                     const unsigned char *data, size_t nblocks)
{
    FILESEC__TURN_OUT(y, filesec__aes256gcm_arm_aes_hash(k, FILESEC__TURNED(y), data, nblocks));
}

FILESEC__KERNEL filesec__aes256gcm_seal_arm_aes_eor3(const unsigned char *k,
                                                     unsigned char counter[16],
                                                     unsigned char y[16], unsigned char *out,
                                                     const unsigned char *in, size_t nblocks)
{
    filesec__aes256gcm_arm_aes_seal(k, counter, y, out, in, nblocks);
}

FILESEC__KERNEL filesec__aes256gcm_open_arm_aes_eor3(const unsigned char *k,
                                                     unsigned char counter[16],
                                                     unsigned char y[16], unsigned char *out,
                                                     const unsigned char *in, size_t nblocks)
{
    filesec__aes256gcm_arm_aes_open(k, counter, y, out, in, nblocks);
}

FILESEC__KERNEL
filesec__aes256gcm_whole_arm_aes_eor3(const unsigned char *k, const unsigned char nonce[12],
                                      unsigned char tag[16], const unsigned char *aad,
                                      size_t aad_len, unsigned char *out,
                                      const unsigned char *in, size_t len, int sealing)
{
    filesec__aes256gcm_arm_aes_whole(k, nonce, tag, aad, aad_len, out, in, len, sealing,
                                     sealing ? filesec__aes256gcm_seal_arm_aes_eor3
                                             : filesec__aes256gcm_open_arm_aes_eor3);
}
#undef FILESEC__KERNEL
#endif /* FILESEC__HAS_ARM_AES_EOR3 */

#if FILESEC__HAS_ARM_AES

/* ==== aes256gcm/arm_aes.h ==== */
/*
 * aes256gcm/arm_aes.h: AES-256-GCM with the AES and PMULL instructions of ARMv8
 *
 * Needs     AES and PMULL. Every function here carries FILESEC__TARGET_ARM_AES.
 * Contract  as in aes256gcm/contract.h, with nothing added.
 *
 * Layout    one block, one register. AES has the bytes as they are, GHASH has the bits of
 *           each turned round. Key area and products: aes256gcm/arm_aes_ghash.h. Rounds:
 *           aes256gcm/arm_aes_blocks.h. Short messages: aes256gcm/arm_aes_short.h.
 *
 * Registers eight blocks, a round key, three sums of products, two blocks to hash and their
 *           products, of 32.
 * Bounds    reads and writes exactly 16 * nblocks bytes, at any alignment.
 * Not done  counters by XOR with a constant; products of four terms (schoolbook), which would
 *           be fewer instructions, but more for the units that multiply.
 * Secrets   no branch and no address depends on key, counter, y or data.
 * From      FIPS 197, 5.1 and 5.2; SP 800-38D, 6.3 to 6.5.
 */
#define FILESEC__KERNEL static FILESEC__TARGET_ARM_AES void

FILESEC__KERNEL filesec__aes256gcm_init_arm_aes(unsigned char *k, const unsigned char key[32])
{
    filesec__aes256gcm_arm_aes_init(k, key);
}

FILESEC__KERNEL filesec__aes256gcm_ctr_arm_aes(const unsigned char *k,
                                               unsigned char counter[16], unsigned char *out,
                                               const unsigned char *in, size_t nblocks)
{
    filesec__aes256gcm_arm_aes_ctr(k, counter, out, in, nblocks);
}

FILESEC__KERNEL filesec__aes256gcm_hash_arm_aes(const unsigned char *k, unsigned char y[16],
                                                const unsigned char *data, size_t nblocks)
{
    FILESEC__TURN_OUT(y, filesec__aes256gcm_arm_aes_hash(k, FILESEC__TURNED(y), data, nblocks));
}

FILESEC__KERNEL filesec__aes256gcm_seal_arm_aes(const unsigned char *k,
                                                unsigned char counter[16], unsigned char y[16],
                                                unsigned char *out, const unsigned char *in,
                                                size_t nblocks)
{
    filesec__aes256gcm_arm_aes_seal(k, counter, y, out, in, nblocks);
}

FILESEC__KERNEL filesec__aes256gcm_open_arm_aes(const unsigned char *k,
                                                unsigned char counter[16], unsigned char y[16],
                                                unsigned char *out, const unsigned char *in,
                                                size_t nblocks)
{
    filesec__aes256gcm_arm_aes_open(k, counter, y, out, in, nblocks);
}

FILESEC__KERNEL filesec__aes256gcm_whole_arm_aes(const unsigned char *k,
                                                 const unsigned char nonce[12],
                                                 unsigned char tag[16],
                                                 const unsigned char *aad, size_t aad_len,
                                                 unsigned char *out, const unsigned char *in,
                                                 size_t len, int sealing)
{
    filesec__aes256gcm_arm_aes_whole(k, nonce, tag, aad, aad_len, out, in, len, sealing,
                                     sealing ? filesec__aes256gcm_seal_arm_aes
                                             : filesec__aes256gcm_open_arm_aes);
}
#undef FILESEC__KERNEL
#endif /* FILESEC__HAS_ARM_AES */

/* ==== aes256gcm/portable.h ==== */
/*
 * aes256gcm/portable.h: AES-256-GCM in plain C, without a table
 *
 * Needs     nothing. 64-bit arithmetic, and vectors of 16 bytes where the baseline has them.
 * Contract  as in aes256gcm/contract.h, with nothing added.
 *
 * Layout    blocks are bitsliced, 8 or 4 at a time: aes256gcm/bitslice.h. The cipher runs on
 *           them: aes256gcm/rounds.h. GHASH: aes256gcm/ctmul.h. Of the key area
 *
 *             0     15 round keys, bitsliced, 64 bytes each (FILESEC_SMALL: as bytes, 16 each)
 *             960   what ctmul.h wants of H (FILESEC_SMALL: at 240)
 *
 *           Round key r is laid out for rows that are k = (r + 2) mod 4 times behind
 *           (rounds.h): after the 14th round k is 0, and the output needs no ShiftRows. The
 *           input begins with k = 2; it is only ever counter blocks, which are made that way.
 *
 * Registers the circuit of SubBytes has about 25 words alive; what a machine lacks, it spills.
 * Bounds    reads and writes exactly 16 * nblocks bytes, at any alignment.
 * Not done  fewer than 8 (4) blocks at a time: not faster. GHASH between the rounds: it gained
 *           little with one compiler and lost with another.
 * Secrets   no branch and no address depends on key, counter or data.
 * From      FIPS 197, 5.1 and 5.2; SP 800-38D, 6.3 to 6.5.
 */
#ifdef FILESEC_SMALL
#define FILESEC__ROUND_KEY_LEN 16
#else
#define FILESEC__ROUND_KEY_LEN 64
#endif
#define FILESEC__HASH_KEY (15 * FILESEC__ROUND_KEY_LEN)

/* The same block in all places; w is its columns, first byte lowest. */
static void filesec__aes256gcm_portable_slice(filesec__aes256gcm_word q[8], const uint32_t w[4])
{
#define FILESEC__SAME(i) filesec__aes256gcm_portable_put(q, i, w[0], w[1], w[2], w[3]);
    FILESEC__BLOCKS(FILESEC__SAME)
#undef FILESEC__SAME
    filesec__aes256gcm_portable_bytes_in(q);
    filesec__aes256gcm_portable_bits(q);
}

#ifdef FILESEC_SMALL
/* AddRoundKey: the key is bitsliced when it is needed. */
static void filesec__aes256gcm_portable_add_key(filesec__aes256gcm_word q[8],
                                                const unsigned char *k)
{
    filesec__aes256gcm_word x[8];
    uint32_t w[4];
    unsigned i;

    for (i = 0; i < 4; i++)
        w[i] = filesec__load32le(k + 4 * i);
    filesec__aes256gcm_portable_slice(x, w);
    for (i = 0; i < 8; i++)
        q[i] ^= x[i];
    filesec_wipe(w, sizeof w);
    filesec_wipe(x, sizeof x);
}

static void filesec__aes256gcm_portable_encrypt(filesec__aes256gcm_word q[8],
                                                const unsigned char *k)
{
    unsigned r;

    filesec__aes256gcm_portable_add_key(q, k);
    for (r = 1; r <= 14; r++) {
        filesec__aes256gcm_portable_sub_bytes(q);
        if (r < 14)
            filesec__aes256gcm_portable_mix_columns(q, (r + 2) & 3);
        filesec__aes256gcm_portable_add_key(q, k + 16 * r);
    }
}
#else
/* Rounds 1 to 13, of which the rows are behind times behind before MixColumns. */
FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_round(filesec__aes256gcm_word q[8],
                                                              const unsigned char *k,
                                                              unsigned behind)
{
    filesec__aes256gcm_portable_sub_bytes(q);
    filesec__aes256gcm_portable_mix_columns(q, behind);
    filesec__aes256gcm_portable_key_in(q, k);
}

FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_encrypt(filesec__aes256gcm_word q[8],
                                                                const unsigned char *k)
{
    unsigned r;

    filesec__aes256gcm_portable_key_in(q, k);
    for (r = 1;; r += 4) {
        filesec__aes256gcm_portable_round(q, k + 64 * r, 3);
        if (r == 13)
            break;
        filesec__aes256gcm_portable_round(q, k + 64 * r + 64, 0);
        filesec__aes256gcm_portable_round(q, k + 64 * r + 128, 1);
        filesec__aes256gcm_portable_round(q, k + 64 * r + 192, 2);
    }
    filesec__aes256gcm_portable_sub_bytes(q);
    filesec__aes256gcm_portable_key_in(q, k + 64 * 14);
}
#endif

/*
 * Counter blocks, as the cipher wants them: rows 1 and 3 (every second byte) are two columns
 * away from their place. w: the columns without the counter, c: the counter.
 */
typedef struct filesec__aes256gcm_counter {
    uint32_t w[4], c;
} filesec__aes256gcm_counter;

#define FILESEC__ROWS_02 UINT32_C(0x00ff00ff)
#define FILESEC__ROWS_13 UINT32_C(0xff00ff00)

FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_counter(filesec__aes256gcm_counter *n,
                                                                const unsigned char counter[16])
{
    uint32_t w0 = filesec__load32le(counter), w1 = filesec__load32le(counter + 4);
    uint32_t w2 = filesec__load32le(counter + 8);

    n->w[0] = (w0 & FILESEC__ROWS_02) | (w2 & FILESEC__ROWS_13);
    n->w[1] = w1 & FILESEC__ROWS_02;
    n->w[2] = (w2 & FILESEC__ROWS_02) | (w0 & FILESEC__ROWS_13);
    n->w[3] = w1 & FILESEC__ROWS_13;
    n->c = filesec__load32be(counter + 12);
}

/* The counter block i after n. */
FILESEC__ALWAYS_INLINE void
filesec__aes256gcm_portable_put_counter(filesec__aes256gcm_word q[8],
                                        const filesec__aes256gcm_counter *n, unsigned i)
{
    unsigned char bytes[4];
    uint32_t w3;

    filesec__store32be(bytes, n->c + i);
    w3 = filesec__load32le(bytes);
    filesec__aes256gcm_portable_put(q, i, n->w[0], n->w[1] | (w3 & FILESEC__ROWS_13), n->w[2],
                                    n->w[3] | (w3 & FILESEC__ROWS_02));
}

#define FILESEC__COUNTER(i) filesec__aes256gcm_portable_put_counter(q, &n, i);
#define FILESEC__XOR(i)                                                                        \
    if ((i) < m)                                                                               \
        filesec__aes256gcm_portable_xor(q, i, out + 16 * (i), in + 16 * (i));

static void filesec__aes256gcm_ctr_portable(const unsigned char *k, unsigned char counter[16],
                                            unsigned char *out, const unsigned char *in,
                                            size_t nblocks)
{
    filesec__aes256gcm_counter n;
    filesec__aes256gcm_word q[8];

    filesec__aes256gcm_portable_counter(&n, counter);
    while (nblocks != 0) {
        unsigned m =
            nblocks < FILESEC__AES256GCM_LANES ? (unsigned)nblocks : FILESEC__AES256GCM_LANES;

        FILESEC__BLOCKS(FILESEC__COUNTER)
        filesec__aes256gcm_portable_bytes_in(q);
        filesec__aes256gcm_portable_bits(q);
        filesec__aes256gcm_portable_encrypt(q, k);
        filesec__aes256gcm_portable_bits(q);
        filesec__aes256gcm_portable_bytes_out(q);
        FILESEC__BLOCKS(FILESEC__XOR)
        n.c += m;
        out += 16 * m;
        in += 16 * m;
        nblocks -= m;
    }
#ifdef FILESEC_SMALL
    filesec_wipe(q, sizeof q); /* elsewhere it is in registers */
#endif
    filesec__store32be(counter + 12, n.c);
}
#undef FILESEC__COUNTER
#undef FILESEC__XOR

static void filesec__aes256gcm_hash_portable(const unsigned char *k, unsigned char y[16],
                                             const unsigned char *data, size_t nblocks)
{
    filesec__aes256gcm_portable_hash(k + FILESEC__HASH_KEY, y, data, nblocks);
}

static void filesec__aes256gcm_seal_portable(const unsigned char *k, unsigned char counter[16],
                                             unsigned char y[16], unsigned char *out,
                                             const unsigned char *in, size_t nblocks)
{
    filesec__aes256gcm_ctr_portable(k, counter, out, in, nblocks);
    filesec__aes256gcm_hash_portable(k, y, out, nblocks);
}

static void filesec__aes256gcm_open_portable(const unsigned char *k, unsigned char counter[16],
                                             unsigned char y[16], unsigned char *out,
                                             const unsigned char *in, size_t nblocks)
{
    filesec__aes256gcm_hash_portable(k, y, in, nblocks);
    filesec__aes256gcm_ctr_portable(k, counter, out, in, nblocks);
}

/* SubWord (FIPS 197, 5.2), the four bytes side by side in the lowest place of q. */
static uint32_t filesec__aes256gcm_portable_sub_word(uint32_t x)
{
    filesec__aes256gcm_word q[8], v = FILESEC__EVERY(0);
    const filesec__aes256gcm_word ones = FILESEC__EVERY(0x0101u);
    unsigned i;

    memcpy(&v, &x, sizeof x); /* byte order does not matter: it comes back the same way */
    for (i = 0; i < 8; i++)
        q[i] = v >> i & ones;
    filesec__aes256gcm_portable_sub_bytes(q);
    v ^= v;
    for (i = 0; i < 8; i++)
        v |= (q[i] & ones) << i;
    memcpy(&x, &v, sizeof x);
    filesec_wipe(q, sizeof q);
    return x ^ UINT32_C(0x63636363);
}

/*
 * Round key r, for rows that are k = (r + 2) mod 4 times behind: row i of column c is what
 * belongs to column c - k i. The constant of SubBytes goes along.
 */
static void filesec__aes256gcm_portable_lay_out(unsigned char *k, const uint32_t w[60],
                                                unsigned r)
{
    unsigned behind = (r + 2) & 3, i, c;
    uint32_t v[4] = {0, 0, 0, 0};

    for (c = 0; c < 4; c++) {
        for (i = 0; i < 4; i++)
            v[c] |= w[4 * r + ((c - behind * i) & 3)] & UINT32_C(0xff) << (8 * i);
        if (r != 0)
            v[c] ^= UINT32_C(0x63636363);
    }
#ifdef FILESEC_SMALL
    for (c = 0; c < 4; c++)
        filesec__store32le(k + 16 * r + 4 * c, v[c]);
#else
    {
        filesec__aes256gcm_word q[8];

        filesec__aes256gcm_portable_slice(q, v);
        filesec__aes256gcm_portable_key_out(k + 64 * r, q);
        filesec_wipe(q, sizeof q);
    }
#endif
    filesec_wipe(v, sizeof v);
}

static void filesec__aes256gcm_init_portable(unsigned char *k, const unsigned char key[32])
{
    uint32_t w[60], rcon = 1;
    unsigned char zero[16] = {0}, h[16] = {0};
    unsigned i;

    for (i = 0; i < 8; i++)
        w[i] = filesec__load32le(key + 4 * i);
    for (i = 8; i < 60; i++) {
        uint32_t t = w[i - 1];

        if (i % 8 == 0) { /* RotWord: the first byte becomes the last */
            t = filesec__aes256gcm_portable_sub_word(filesec__rotl32(t, 24)) ^ rcon;
            rcon <<= 1;
        } else if (i % 8 == 4) {
            t = filesec__aes256gcm_portable_sub_word(t);
        }
        w[i] = w[i - 8] ^ t;
    }
    for (i = 0; i < 15; i++)
        filesec__aes256gcm_portable_lay_out(k, w, i);
    filesec_wipe(w, sizeof w);
    filesec__aes256gcm_ctr_portable(k, zero, h, h, 1); /* H = E(0) */
    filesec__aes256gcm_portable_hash_key(k + FILESEC__HASH_KEY, h);
    filesec_wipe(h, sizeof h);
}
#undef FILESEC__PORTABLE_INLINE
#undef FILESEC__BLOCKS
#undef FILESEC__ROUND_KEY_LEN
#undef FILESEC__HASH_KEY
#undef FILESEC__ROWS_02
#undef FILESEC__ROWS_13
#undef FILESEC__EVERY
#undef FILESEC__AES256GCM_WIDE
#undef FILESEC__AES256GCM_LANES

#if FILESEC__HAS_X86_AESNI || FILESEC__HAS_X86_VAES_AVX2 || FILESEC__HAS_X86_VAES_AVX512

/* ==== aes256gcm/x86_aesni_end.h ==== */
/*
 * aes256gcm/x86_aesni_end.h: after the x86 kernels, the end of the macros that they share
 */
#undef FILESEC__INLINE
#undef FILESEC__KERNEL
#undef FILESEC__POWER
#undef FILESEC__HALVES
#undef FILESEC__LOAD
#undef FILESEC__STORE
#undef FILESEC__LOAD_HALF
#undef FILESEC__STORE_HALF
#undef FILESEC__XOR1
#undef FILESEC__EXCHANGED
#undef FILESEC__REVERSED
#undef FILESEC__BLOCK
#undef FILESEC__PIN
#undef FILESEC__HASH
#undef FILESEC__HASH_FIRST
#undef FILESEC__SHORT
#undef FILESEC__TURNED1
#undef FILESEC__AHEAD1
#undef FILESEC__ENC1
#undef FILESEC__LAST1
#undef FILESEC__ONE_TEXT
#undef FILESEC__TWO_TEXTS
#undef FILESEC__FOUR_TEXTS
#undef FILESEC__SIX_TEXTS
#undef FILESEC__EIGHT_TEXTS
#undef FILESEC__TOGETHER
#undef FILESEC__TEXT

#endif
#if FILESEC__HAS_ARM_AES

/* ==== aes256gcm/arm_aes_end.h ==== */
/*
 * aes256gcm/arm_aes_end.h: after the ARM kernels, the end of the macros that they share
 */
#undef FILESEC__INLINE
#undef FILESEC__POWERS
#undef FILESEC__POWER
#undef FILESEC__HALVES
#undef FILESEC__XOR3
#undef FILESEC__PIN
#undef FILESEC__TURNED
#undef FILESEC__TURN_OUT
#undef FILESEC__LOWS
#undef FILESEC__HIGHS
#undef FILESEC__LOW_HALF
#undef FILESEC__LOWER
#undef FILESEC__UPPER
#undef FILESEC__HASH2
#undef FILESEC__HASH2_FIRST
#undef FILESEC__FOUR
#undef FILESEC__EIGHT
#undef FILESEC__PIN_BLOCKS
#undef FILESEC__PIN_SUM
#undef FILESEC__START
#undef FILESEC__START_NEXT
#undef FILESEC__ENC
#undef FILESEC__LAST
#undef FILESEC__LAST_IF
#undef FILESEC__SHORT
#undef FILESEC__TOGETHER
#undef FILESEC__MASK
#undef FILESEC__ONE_TEXT
#undef FILESEC__TWO_TEXTS
#undef FILESEC__FOUR_TEXTS
#undef FILESEC__EIGHT_TEXTS
#undef FILESEC__TEXT

#endif
#endif /* FILESEC_NO_AES256GCM */

#if FILESEC__CONTAINER

/* ==== container/header.h ==== */
/*
 * container/header.h: the 160 bytes in front (docs/format.md, "Header"): fields and bounds
 *
 *    0 "filesec" 1    8 suite    9 chunk_log2    10 kdf    11 0    12 metadata length
 *   16 three costs   28 key id  32 kdf salt      64 file salt
 *   96 commitment   128 header tag
 */
#define FILESEC__CONTAINER_FIELDS 96 /* what keys are derived from */
#define FILESEC__CONTAINER_PBKDF2_MAX UINT32_C(10000000)
#define FILESEC__CONTAINER_PBKDF2_CAP UINT32_C(2000000)
#define FILESEC__CONTAINER_PBKDF2_LEAST UINT32_C(210000)
#define FILESEC__CONTAINER_MEMORY_MAX UINT32_C(4194304) /* KiB */
#define FILESEC__CONTAINER_MEMORY_LEAST UINT32_C(65536)

/* Does this build have the cipher? */
static inline int filesec__container_has(unsigned suite)
{
#ifndef FILESEC_NO_AES256GCM
    if (suite == FILESEC_CONTAINER_AES256GCM)
        return 1;
#endif
#ifndef FILESEC_NO_CHACHA20POLY1305
    if (suite == FILESEC_CONTAINER_CHACHA20POLY1305)
        return 1;
#endif
    return 0;
}

/* Are the costs of the KDF within the bounds of the format? What a KDF does not use is 0. */
static int filesec__container_costs_fit(unsigned kdf, const uint32_t cost[3])
{
    uint32_t least;

    switch (kdf) {
    case FILESEC_CONTAINER_KDF_NONE:
        return (cost[0] | cost[1] | cost[2]) == 0;
    case FILESEC_CONTAINER_KDF_PBKDF2:
        return cost[0] >= 1 && cost[0] <= FILESEC__CONTAINER_PBKDF2_MAX &&
               (cost[1] | cost[2]) == 0;
    case FILESEC_CONTAINER_KDF_ARGON2ID:
        if (cost[1] < 1 || cost[1] > 64 || cost[2] < 1 || cost[2] > 16)
            return 0;
        least = 8 * cost[2]; /* 8 blocks of 1 KiB a lane: RFC 9106, 3.1 */
        return cost[0] >= least && cost[0] <= FILESEC__CONTAINER_MEMORY_MAX;
    default:
        return 0;
    }
}

/* Are all fields within the bounds of the format, the cipher apart? */
static int filesec__container_fits(const filesec_container_info *info)
{
    uint8_t any = 0;
    size_t i;

    if (info->chunk_log2 < 10 || info->chunk_log2 > 24 || info->reserved != 0 ||
        info->meta_len > FILESEC_CONTAINER_META_MAX)
        return 0;
    for (i = 0; i < sizeof info->kdf_salt; i++)
        any |= info->kdf_salt[i];
    if (info->kdf == FILESEC_CONTAINER_KDF_NONE && any != 0)
        return 0;
    return filesec__container_costs_fit(info->kdf, info->cost);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_peek(filesec_container_info *info, const uint8_t header[160])
{
    filesec_container_info found;
    size_t i;

    if (memcmp(header, "filesec", 7) != 0)
        return FILESEC_ERR_FORMAT;
    found.suite = header[8];
    found.chunk_log2 = header[9];
    found.kdf = header[10];
    found.reserved = header[11];
    found.meta_len = filesec__load32le(header + 12);
    for (i = 0; i < 3; i++)
        found.cost[i] = filesec__load32le(header + 16 + 4 * i);
    found.key_id = filesec__load32le(header + 28);
    memcpy(found.kdf_salt, header + 32, 32);
    memcpy(found.file_salt, header + 64, 32);
    if (header[7] != 1 || !filesec__container_has(found.suite) ||
        !filesec__container_fits(&found))
        return FILESEC_ERR_UNSUPPORTED;
    *info = found;
    return FILESEC_OK;
}

/* The fields of a new header, or why not. */
static filesec_status filesec__container_fields(uint8_t fields[FILESEC__CONTAINER_FIELDS],
                                                const filesec_container_params *p,
                                                const uint8_t file_salt[32])
{
    filesec_container_info info;
    size_t i;

    info.suite = p->suite;
    info.chunk_log2 = p->chunk_log2;
    info.kdf = p->kdf;
    info.reserved = p->reserved;
    info.meta_len = p->meta_len;
    memcpy(info.cost, p->cost, sizeof info.cost);
    memcpy(info.kdf_salt, p->kdf_salt, 32);
    if (p->meta_len > FILESEC_CONTAINER_META_MAX)
        return FILESEC_ERR_LIMIT;
    if (!filesec__container_fits(&info) || filesec__missing(p->context, p->context_len) ||
        (p->suite != FILESEC_CONTAINER_AES256GCM &&
         p->suite != FILESEC_CONTAINER_CHACHA20POLY1305))
        return FILESEC_ERR_ARGUMENT;
    if ((p->kdf == FILESEC_CONTAINER_KDF_PBKDF2 &&
         p->cost[0] < FILESEC__CONTAINER_PBKDF2_LEAST) ||
        (p->kdf == FILESEC_CONTAINER_KDF_ARGON2ID &&
         (p->cost[0] < FILESEC__CONTAINER_MEMORY_LEAST || p->cost[1] < 3)))
        return FILESEC_ERR_ARGUMENT;
    if (!filesec__container_has(p->suite))
        return FILESEC_ERR_UNSUPPORTED;
    memcpy(fields, "filesec\1", 8);
    fields[8] = p->suite;
    fields[9] = p->chunk_log2;
    fields[10] = p->kdf;
    fields[11] = 0;
    filesec__store32le(fields + 12, p->meta_len);
    for (i = 0; i < 3; i++)
        filesec__store32le(fields + 16 + 4 * i, p->cost[i]);
    filesec__store32le(fields + 28, p->key_id);
    memcpy(fields + 32, p->kdf_salt, 32);
    memcpy(fields + 64, file_salt, 32);
    return FILESEC_OK;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_password_key(
    uint8_t key[32], const filesec_container_info *info, const void *password, size_t len)
{
    if (info->kdf != FILESEC_CONTAINER_KDF_PBKDF2)
        return FILESEC_ERR_UNSUPPORTED;
    if (info->cost[0] > FILESEC__CONTAINER_PBKDF2_CAP)
        return FILESEC_ERR_LIMIT;
    if (password == NULL || len == 0)
        return FILESEC_ERR_ARGUMENT;
    return filesec_pbkdf2_hmac_sha512(key, 32, password, len, info->kdf_salt, 32,
                                      info->cost[0]);
}

/* ==== container/keys.h ==== */
/*
 * container/keys.h: the keys of one container (docs/format.md, "Keys")
 *
 *   prk           = HKDF-Extract(file salt, key)
 *   K("commit")   = HKDF-Expand(prk, "filesec v1 commit")
 *   K(label)      = HKDF-Expand(prk, "filesec v1 " || label || fields || SHA-512(context))
 *
 * The commitment is a function of key and file salt alone: no header fits two keys. All other
 * keys depend on every field and on the context.
 */
#define FILESEC__CONTAINER_LABEL_MAX 12 /* "data" and eight bytes */

/* out_len bytes of K(label). */
static void filesec__container_derive(const filesec_container *c, void *out, size_t out_len,
                                      const void *label, size_t label_len)
{
    unsigned char info[11 + FILESEC__CONTAINER_LABEL_MAX + FILESEC__CONTAINER_FIELDS + 64];
    unsigned char *p = info;

    memcpy(p, "filesec v1 ", 11);
    p += 11;
    memcpy(p, label, label_len);
    p += label_len;
    memcpy(p, c->header, FILESEC__CONTAINER_FIELDS);
    p += FILESEC__CONTAINER_FIELDS;
    memcpy(p, c->context, 64);
    p += 64;
    filesec__hkdf_expand(out, out_len, c->prk, sizeof c->prk, info, (size_t)(p - info));
}

/* Set the cipher's key up. */
static void filesec__container_cipher_init(filesec__container_key *k, unsigned suite,
                                           const uint8_t key[32])
{
#ifndef FILESEC_NO_AES256GCM
    if (suite == FILESEC_CONTAINER_AES256GCM)
        filesec_aes256gcm_init(&k->aes256gcm, key);
#endif
#ifndef FILESEC_NO_CHACHA20POLY1305
    if (suite == FILESEC_CONTAINER_CHACHA20POLY1305)
        filesec_chacha20poly1305_init(&k->chacha20poly1305, key);
#endif
}

/* K(label) as a key of the cipher. */
static void filesec__container_cipher_key(const filesec_container *c, filesec__container_key *k,
                                          const void *label, size_t label_len)
{
    uint8_t key[32];

    filesec__container_derive(c, key, sizeof key, label, label_len);
    filesec__container_cipher_init(k, c->header[8], key);
    filesec_wipe(key, sizeof key);
}

/* The key of a segment: K("data" || segment). */
static void filesec__container_segment_key(const filesec_container *c,
                                           filesec__container_key *k, uint64_t segment)
{
    unsigned char label[12];

    memcpy(label, "data", 4);
    filesec__store64be(label + 4, segment);
    filesec__container_cipher_key(c, k, label, sizeof label);
}

/* Everything that depends on the fields at c->header: c's keys, the commitment and the tag. */
static void filesec__container_keys(filesec_container *c, uint8_t commitment[32],
                                    uint8_t tag[32], const uint8_t key[32], const void *context,
                                    size_t context_len)
{
    uint8_t header_key[64], mac[64];
    filesec_hmac_sha512_state s;

    filesec_sha512(c->context, context, context_len);
    filesec__hkdf_extract(c->prk, c->header + 64, 32, key, 32);
    filesec__hkdf_expand(commitment, 32, c->prk, sizeof c->prk, "filesec v1 commit", 17);
    filesec__container_derive(c, header_key, sizeof header_key, "header", 6);
    filesec_hmac_sha512_init(&s, header_key, sizeof header_key);
    filesec_hmac_sha512_update(&s, c->header, FILESEC__CONTAINER_FIELDS);
    filesec_hmac_sha512_update(&s, commitment, 32);
    filesec_hmac_sha512_final(&s, mac);
    memcpy(tag, mac, 32);
    memset(c->segment, 0, sizeof c->segment);
    filesec__container_segment_key(c, &c->key, 0);
    filesec_wipe(header_key, sizeof header_key);
    filesec_wipe(mac, sizeof mac);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_seal_init(
    filesec_container *c, uint8_t header[160], const filesec_container_params *p,
    const uint8_t key[32], const uint8_t file_salt[32])
{
    filesec_status status;

    memset(c, 0, sizeof *c);
    status = filesec__container_fields(c->header, p, file_salt);
    if (status != FILESEC_OK) {
        filesec_wipe(c, sizeof *c);
        return status;
    }
    filesec__container_keys(c, header + 96, header + 128, key, p->context, p->context_len);
    memcpy(header, c->header, FILESEC__CONTAINER_FIELDS);
    c->mark = 1;
    return FILESEC_OK;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_open_init(filesec_container *c, const uint8_t header[160],
                            const uint8_t key[32], const void *context, size_t context_len)
{
    filesec_container_info info;
    uint8_t commitment[32], tag[32];
    filesec_status status = filesec_container_peek(&info, header);

    memset(c, 0, sizeof *c);
    if (status != FILESEC_OK)
        return status;
    if (filesec__missing(context, context_len))
        return FILESEC_ERR_ARGUMENT;
    memcpy(c->header, header, FILESEC__CONTAINER_FIELDS);
    filesec__container_keys(c, commitment, tag, key, context, context_len);
    if (!filesec_equal(commitment, header + 96, 32))
        status = FILESEC_ERR_KEY;
    else if (!filesec_equal(tag, header + 128, 32))
        status = FILESEC_ERR_HEADER;
    c->mark = 1;
    if (status != FILESEC_OK)
        filesec_wipe(c, sizeof *c);
    filesec_wipe(tag, sizeof tag);
    return status;
}

/* ==== container/chunks.h ==== */
/*
 * container/chunks.h: sizes, and the sealed pieces (docs/format.md, "Chunks" and "Metadata")
 *
 * Chunk i has the nonce i, as 11 bytes big-endian, and one byte: 1 for the final chunk, else 0.
 */
#define FILESEC__CONTAINER_SEGMENT_LOG2 35
#define FILESEC__CONTAINER_CONTENT_LOG2 62

FILESEC_API size_t filesec_container_chunk_size(const filesec_container *c)
{
    return c->mark != 0 ? (size_t)1 << c->header[9] : 0;
}

FILESEC_API size_t filesec_container_meta_size(const filesec_container *c)
{
    return c->mark != 0 ? (size_t)filesec__load32le(c->header + 12) : 0;
}

/* Bytes in front of the first chunk. */
static inline uint64_t filesec__container_front(const filesec_container *c)
{
    uint64_t meta = filesec__load32le(c->header + 12);

    return FILESEC_CONTAINER_HEADER_LEN + (meta != 0 ? meta + 16 : 0);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_sealed_size(const filesec_container *c, uint64_t plain, uint64_t *sealed)
{
    uint64_t nchunks;

    if (plain > FILESEC_CONTAINER_CONTENT_MAX)
        return FILESEC_ERR_LIMIT;
    if (c->mark == 0)
        return FILESEC_ERR_ARGUMENT;
    nchunks = plain != 0 ? ((plain - 1) >> c->header[9]) + 1 : 1;
    *sealed = filesec__container_front(c) + plain + 16 * nchunks;
    return FILESEC_OK;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_plain_size(const filesec_container *c, uint64_t sealed, uint64_t *plain)
{
    uint64_t front, chunk, nfull, rest, found;

    if (c->mark == 0)
        return FILESEC_ERR_ARGUMENT;
    front = filesec__container_front(c);
    if (sealed < front + 16)
        return FILESEC_ERR_TRUNCATED;
    chunk = UINT64_C(1) << c->header[9];
    nfull = (sealed - front) / (chunk + 16);
    rest = (sealed - front) % (chunk + 16);
    if ((rest != 0 && rest < 16) || (rest == 16 && nfull != 0))
        return FILESEC_ERR_TRUNCATED;
    found = nfull * chunk + (rest != 0 ? rest - 16 : 0);
    if (found > FILESEC_CONTAINER_CONTENT_MAX)
        return FILESEC_ERR_LIMIT;
    *plain = found;
    return FILESEC_OK;
}

/* len bytes from in to out, and the tag behind them. */
static filesec_status filesec__container_seal(const filesec__container_key *k, unsigned suite,
                                              unsigned char *out, const uint8_t nonce[12],
                                              const void *in, size_t len)
{
#ifndef FILESEC_NO_AES256GCM
    if (suite == FILESEC_CONTAINER_AES256GCM)
        return filesec_aes256gcm_seal(&k->aes256gcm, out, out + len, nonce, NULL, 0, in, len);
#endif
#ifndef FILESEC_NO_CHACHA20POLY1305
    if (suite == FILESEC_CONTAINER_CHACHA20POLY1305)
        return filesec_chacha20poly1305_seal(&k->chacha20poly1305, out, out + len, nonce, NULL,
                                             0, in, len);
#endif
    return FILESEC_ERR_UNSUPPORTED;
}

/* len bytes from in to out, if the tag behind them is theirs. */
static filesec_status filesec__container_open(const filesec__container_key *k, unsigned suite,
                                              void *out, const uint8_t nonce[12],
                                              const unsigned char *in, size_t len)
{
    uint8_t tag[16]; /* a copy: out may be in, and cover the place of no tag */

    memcpy(tag, in + len, 16);
#ifndef FILESEC_NO_AES256GCM
    if (suite == FILESEC_CONTAINER_AES256GCM)
        return filesec_aes256gcm_open(&k->aes256gcm, out, nonce, NULL, 0, in, len, tag);
#endif
#ifndef FILESEC_NO_CHACHA20POLY1305
    if (suite == FILESEC_CONTAINER_CHACHA20POLY1305)
        return filesec_chacha20poly1305_open(&k->chacha20poly1305, out, nonce, NULL, 0, in, len,
                                             tag);
#endif
    return FILESEC_ERR_UNSUPPORTED;
}

/* Both buffers are there, and share no byte but by beginning at the same place. */
static inline int filesec__container_buffers(const void *sealed, const void *plain, size_t len)
{
    if (sealed == NULL || filesec__missing(plain, len))
        return 0;
    return sealed == plain || !filesec__overlap(sealed, len + 16, plain, len);
}

/* The record of metadata has a key of its own and the nonce 0. */
static filesec_status filesec__container_meta(const filesec_container *c, unsigned char *out,
                                              const unsigned char *in, size_t len, int sealing)
{
    static const uint8_t nonce[12] = {0};
    filesec__container_key k;
    filesec_status status;

    if (c->mark == 0 || len == 0 || len != filesec_container_meta_size(c) ||
        !filesec__container_buffers(sealing ? out : in, sealing ? in : out, len))
        return FILESEC_ERR_ARGUMENT;
    filesec__container_cipher_key(c, &k, "meta", 4);
    status = sealing ? filesec__container_seal(&k, c->header[8], out, nonce, in, len)
                     : filesec__container_open(&k, c->header[8], out, nonce, in, len);
    filesec_wipe(&k, sizeof k);
    return status == FILESEC_ERR_AUTH ? FILESEC_ERR_METADATA : status;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_seal_meta(const filesec_container *c, void *out, const void *meta, size_t len)
{
    return filesec__container_meta(c, (unsigned char *)out, (const unsigned char *)meta, len,
                                   1);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_open_meta(
    const filesec_container *c, void *meta, const void *in, size_t sealed_len)
{
    if (sealed_len < 16)
        return FILESEC_ERR_ARGUMENT;
    return filesec__container_meta(c, (unsigned char *)meta, (const unsigned char *)in,
                                   sealed_len - 16, 0);
}

/* One chunk, len bytes of content. */
static filesec_status filesec__container_chunk(const filesec_container *c, uint64_t index,
                                               int final, unsigned char *out,
                                               const unsigned char *in, size_t len, int sealing)
{
    const filesec__container_key *k = &c->key;
    filesec__container_key other;
    uint64_t segment;
    uint8_t nonce[12];
    filesec_status status;
    size_t chunk = filesec_container_chunk_size(c);

    if (chunk == 0)
        return FILESEC_ERR_ARGUMENT;
    if (index >> (FILESEC__CONTAINER_CONTENT_LOG2 - c->header[9]) != 0)
        return FILESEC_ERR_LIMIT;
    if (len > chunk || (!final && len != chunk) || (len == 0 && index != 0) ||
        !filesec__container_buffers(sealing ? out : in, sealing ? in : out, len))
        return FILESEC_ERR_ARGUMENT;
    segment = index >> (FILESEC__CONTAINER_SEGMENT_LOG2 - c->header[9]);
    memset(nonce, 0, 3);
    filesec__store64be(nonce + 3, index);
    nonce[11] = final != 0;
    if (segment != filesec__load64le(c->segment)) {
        filesec__container_segment_key(c, &other, segment);
        k = &other;
    }
    status = sealing ? filesec__container_seal(k, c->header[8], out, nonce, in, len)
                     : filesec__container_open(k, c->header[8], out, nonce, in, len);
    if (k == &other)
        filesec_wipe(&other, sizeof other);
    return status;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_seal_chunk(const filesec_container *c, uint64_t index, int final, void *out,
                             const void *in, size_t len)
{
    return filesec__container_chunk(c, index, final, (unsigned char *)out,
                                    (const unsigned char *)in, len, 1);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_open_chunk(const filesec_container *c, uint64_t index, int final, void *out,
                             const void *in, size_t sealed_len)
{
    if (sealed_len < 16)
        return FILESEC_ERR_ARGUMENT;
    return filesec__container_chunk(c, index, final, (unsigned char *)out,
                                    (const unsigned char *)in, sealed_len - 16, 0);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_set_segment(filesec_container *c, uint64_t segment)
{
    if (segment >> (FILESEC__CONTAINER_CONTENT_LOG2 - FILESEC__CONTAINER_SEGMENT_LOG2) != 0)
        return FILESEC_ERR_LIMIT;
    if (c->mark == 0)
        return FILESEC_ERR_ARGUMENT;
    if (segment != filesec__load64le(c->segment)) {
        filesec__store64le(c->segment, segment);
        filesec__container_segment_key(c, &c->key, segment);
    }
    return FILESEC_OK;
}

/* ==== container/metadata.h ==== */
/*
 * container/metadata.h: the records inside the metadata (docs/format.md, "Metadata")
 *
 *   type [1] || length [2] || value [length], types strictly ascending
 */

/* Does the value obey what the format says of its type? 1: yes; 0: no; -1: the type is unknown
   and must not be skipped. */
static int filesec__container_record(unsigned type, const unsigned char *value, size_t len)
{
    size_t i;

    switch (type) {
    case FILESEC_CONTAINER_META_NAME:
        if (len < 1 || len > 255)
            return 0;
        if (value[0] == '.' && (len == 1 || (len == 2 && value[1] == '.')))
            return 0;
        for (i = 0; i < len; i++)
            if (value[i] == '/' || value[i] == 0)
                return 0;
        return 1;
    case FILESEC_CONTAINER_META_SIZE:
    case FILESEC_CONTAINER_META_MTIME:
        return len == 8;
    case FILESEC_CONTAINER_META_MODE:
        return len == 2 && value[1] < 0x10; /* 07777 */
    case FILESEC_CONTAINER_META_USER:
        return 1;
    default:
        return type >= 128 ? 1 : type == 0 ? 0 : -1;
    }
}

FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_meta_check(const void *meta,
                                                                           size_t len)
{
    const unsigned char *p = (const unsigned char *)meta;
    unsigned before = 0;

    while (len != 0) {
        size_t n;
        int good;

        if (len < 3)
            return FILESEC_ERR_METADATA;
        n = p[1] | (size_t)p[2] << 8;
        if (p[0] <= before || n > len - 3)
            return FILESEC_ERR_METADATA;
        good = filesec__container_record(p[0], p + 3, n);
        if (good <= 0)
            return good < 0 ? FILESEC_ERR_UNSUPPORTED : FILESEC_ERR_METADATA;
        before = p[0];
        p += 3 + n;
        len -= 3 + n;
    }
    return FILESEC_OK;
}

FILESEC_API const uint8_t *filesec_container_meta_find(const void *meta, size_t len,
                                                       unsigned type, size_t *value_len)
{
    const unsigned char *p = (const unsigned char *)meta;

    while (len >= 3) {
        size_t n = p[1] | (size_t)p[2] << 8;

        if (n > len - 3)
            break;
        if (p[0] == type) {
            *value_len = n;
            return p + 3;
        }
        p += 3 + n;
        len -= 3 + n;
    }
    return NULL;
}

/* ==== container/sealer.h ==== */
/*
 * container/sealer.h: sealing the chunks in order, without an array of them
 *
 * Whether a chunk is the final one is known when one more byte, or the end, has come: so the
 * work buffer holds a sealed chunk, and that byte waits in the state.
 */

/* Begin; status, or why not. */
static filesec_status filesec__container_stream(filesec_container *c, const void *work,
                                                size_t work_len)
{
    size_t chunk = filesec_container_chunk_size(c);

    if (chunk == 0 || work == NULL)
        return FILESEC_ERR_ARGUMENT;
    return work_len < chunk + 17 ? FILESEC_ERR_LIMIT : FILESEC_OK;
}

/* Move bytes from in to work until there are `full`, and then one to next. Returns how many
   were taken. */
static size_t filesec__container_take(unsigned char *work, size_t *have, size_t full,
                                      unsigned char *next, unsigned char *has_next,
                                      const unsigned char *in, size_t len)
{
    size_t n;

    if (*has_next) {
        work[0] = *next;
        *have = 1;
        *has_next = 0;
    }
    n = full - *have < len ? full - *have : len;
    filesec__copy(work + *have, in, n);
    *have += n;
    if (n < len) {
        *next = in[n];
        *has_next = 1;
        n++;
    }
    return n;
}

/* Before chunk index is worked on: the key of its segment. */
static filesec_status filesec__container_reach(filesec_container *c, uint64_t index)
{
    return filesec_container_set_segment(
        c, index >> (FILESEC__CONTAINER_SEGMENT_LOG2 - c->header[9]));
}

FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_sealer_begin(
    filesec_container_sealer *s, filesec_container *c, void *work, size_t work_len)
{
    memset(s, 0, sizeof *s);
    s->c = c;
    s->work = (unsigned char *)work;
    s->status = (int)filesec__container_stream(c, work, work_len);
    return (filesec_status)s->status;
}

/* Seal what is in work. */
static filesec_status filesec__container_sealer_chunk(filesec_container_sealer *s, int final,
                                                      const void **out, size_t *out_len)
{
    filesec_status status = filesec__container_reach(s->c, s->index);

    if (status == FILESEC_OK)
        status = filesec_container_seal_chunk(s->c, s->index, final, s->work, s->work, s->have);
    s->status = (int)status;
    if (status != FILESEC_OK)
        return status;
    *out = s->work;
    *out_len = s->have + 16;
    s->have = 0;
    s->index++;
    return FILESEC_OK;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_sealer_update(filesec_container_sealer *s, const void *in, size_t len,
                                size_t *used, const void **out, size_t *out_len)
{
    filesec_status status;
    size_t n;

    *used = 0;
    *out = NULL;
    *out_len = 0;
    if (s->status != (int)FILESEC_OK)
        return (filesec_status)s->status;
    if (s->ended || filesec__missing(in, len))
        return FILESEC_ERR_ARGUMENT;
    if (len == 0)
        return FILESEC_OK;
    n = filesec__container_take(s->work, &s->have, filesec_container_chunk_size(s->c), &s->next,
                                &s->has_next, (const unsigned char *)in, len);
    if (s->has_next) {
        status = filesec__container_sealer_chunk(s, 0, out, out_len);
        if (status != FILESEC_OK)
            return status;
    }
    *used = n;
    return FILESEC_OK;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_sealer_finish(filesec_container_sealer *s, const void **out, size_t *out_len)
{
    *out = NULL;
    *out_len = 0;
    if (s->status != (int)FILESEC_OK)
        return (filesec_status)s->status;
    if (s->ended)
        return FILESEC_ERR_ARGUMENT;
    s->ended = 1;
    (void)filesec__container_take(s->work, &s->have, filesec_container_chunk_size(s->c),
                                  &s->next, &s->has_next, NULL, 0);
    return filesec__container_sealer_chunk(s, 1, out, out_len);
}

/* ==== container/opener.h ==== */
/*
 * container/opener.h: opening the chunks in order (docs/format.md, "What a reader must do")
 *
 * As container/sealer.h does, it holds one block until a byte follows it or the end has come.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_opener_begin(
    filesec_container_opener *s, filesec_container *c, void *work, size_t work_len)
{
    memset(s, 0, sizeof *s);
    s->c = c;
    s->work = (unsigned char *)work;
    s->expected = UINT64_MAX;
    s->status = (int)filesec__container_stream(c, work, work_len);
    return (filesec_status)s->status;
}

FILESEC_API void filesec_container_opener_expect(filesec_container_opener *s, uint64_t plain)
{
    /* UINT64_MAX says that nothing is expected; no content is so long, nor one byte less. */
    s->expected = plain != UINT64_MAX ? plain : UINT64_MAX - 1;
}

FILESEC_API uint64_t filesec_container_opener_failed_chunk(const filesec_container_opener *s)
{
    return s->index;
}

/* clang-format off */
/*
 * Open len bytes at work, and the tag behind them, in place; if they are not genuine put the
 * ciphertext back, for another try: a stream cipher undoes itself.
 */
#define FILESEC__CONTAINER_TRY(aead)                                                           \
    static filesec_status filesec__container_try_##aead(const filesec_##aead##_key *k,         \
                                                        const uint8_t nonce[12],               \
                                                        unsigned char *work, size_t len)       \
    {                                                                                          \
        filesec_##aead##_state s;                                                              \
        filesec_status status = FILESEC__CONTAINER_BEGIN_##aead(&s, k, nonce);                 \
                                                                                               \
        if (status == FILESEC_OK)                                                              \
            status = filesec_##aead##_decrypt(&s, work, work, len);                            \
        if (status == FILESEC_OK)                                                              \
            status = filesec_##aead##_verify(&s, work + len);                                  \
        if (status == FILESEC_ERR_AUTH) {                                                      \
            filesec_status again = FILESEC__CONTAINER_BEGIN_##aead(&s, k, nonce);              \
                                                                                               \
            if (again == FILESEC_OK)                                                           \
                again = filesec_##aead##_encrypt(&s, work, work, len);                         \
            filesec_wipe(&s, sizeof s);                                                        \
            if (again != FILESEC_OK)                                                           \
                return again;                                                                  \
        }                                                                                      \
        return status;                                                                         \
    }
#define FILESEC__CONTAINER_BEGIN_aes256gcm(s, k, nonce) filesec_aes256gcm_begin(s, k, nonce, 12)
#define FILESEC__CONTAINER_BEGIN_chacha20poly1305(s, k, nonce)                                 \
    filesec_chacha20poly1305_begin(s, k, nonce)
/* clang-format on */
#ifndef FILESEC_NO_AES256GCM
FILESEC__CONTAINER_TRY(aes256gcm)
#endif
#ifndef FILESEC_NO_CHACHA20POLY1305
FILESEC__CONTAINER_TRY(chacha20poly1305)
#endif
#undef FILESEC__CONTAINER_TRY
#undef FILESEC__CONTAINER_BEGIN_aes256gcm
#undef FILESEC__CONTAINER_BEGIN_chacha20poly1305

/* Is work, len bytes and a tag, chunk s->index of the file? Then it is content, else it is as
   it was. */
static filesec_status filesec__container_try(filesec_container_opener *s, int final, size_t len)
{
    uint8_t nonce[12] = {0};

    filesec__store64be(nonce + 3, s->index);
    nonce[11] = final != 0;
#ifndef FILESEC_NO_AES256GCM
    if (s->c->header[8] == FILESEC_CONTAINER_AES256GCM)
        return filesec__container_try_aes256gcm(&s->c->key.aes256gcm, nonce, s->work, len);
#endif
#ifndef FILESEC_NO_CHACHA20POLY1305
    if (s->c->header[8] == FILESEC_CONTAINER_CHACHA20POLY1305)
        return filesec__container_try_chacha20poly1305(&s->c->key.chacha20poly1305, nonce,
                                                       s->work, len);
#endif
    return FILESEC_ERR_UNSUPPORTED;
}

/* A full block, and more follows it. */
static filesec_status filesec__container_opener_chunk(filesec_container_opener *s,
                                                      const void **out, size_t *out_len)
{
    size_t chunk = filesec_container_chunk_size(s->c);
    filesec_status status = filesec__container_reach(s->c, s->index);

    if (status == FILESEC_OK)
        status = filesec__container_try(s, 0, chunk);
    if (status == FILESEC_ERR_AUTH && filesec__container_try(s, 1, chunk) == FILESEC_OK)
        status = FILESEC_ERR_TRAILING;
    if (status != FILESEC_OK) {
        filesec_wipe(s->work, chunk + 16);
        s->status = (int)status;
        return status;
    }
    *out = s->work;
    *out_len = chunk;
    s->have = 0;
    s->index++;
    return FILESEC_OK;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_opener_update(filesec_container_opener *s, const void *in, size_t len,
                                size_t *used, const void **out, size_t *out_len)
{
    filesec_status status;
    size_t n;

    *used = 0;
    *out = NULL;
    *out_len = 0;
    if (s->status != (int)FILESEC_OK)
        return (filesec_status)s->status;
    if (s->ended || filesec__missing(in, len))
        return FILESEC_ERR_ARGUMENT;
    if (len == 0)
        return FILESEC_OK;
    n = filesec__container_take(s->work, &s->have, filesec_container_chunk_size(s->c) + 16,
                                &s->next, &s->has_next, (const unsigned char *)in, len);
    if (s->has_next) {
        status = filesec__container_opener_chunk(s, out, out_len);
        if (status != FILESEC_OK)
            return status;
    }
    *used = n;
    return FILESEC_OK;
}

/* Why is the last block no final chunk? With the expected length more can be said. */
static filesec_status filesec__container_why(filesec_container_opener *s)
{
    size_t chunk = filesec_container_chunk_size(s->c), len;
    uint64_t start = s->index * chunk;

    if (s->have == chunk + 16 && filesec__container_try(s, 0, chunk) == FILESEC_OK)
        return FILESEC_ERR_TRUNCATED;
    if (s->expected == UINT64_MAX)
        return FILESEC_ERR_AUTH;
    if (s->expected > start + (s->have - 16))
        return FILESEC_ERR_TRUNCATED;
    if (s->expected < start || s->expected - start == s->have - 16)
        return FILESEC_ERR_AUTH;
    len = (size_t)(s->expected - start);
    if ((len != 0 || s->index == 0) && filesec__container_try(s, 1, len) == FILESEC_OK)
        return FILESEC_ERR_TRAILING;
    return FILESEC_ERR_AUTH;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_opener_finish(filesec_container_opener *s, const void **out, size_t *out_len)
{
    size_t full, len;
    filesec_status status;

    *out = NULL;
    *out_len = 0;
    if (s->status != (int)FILESEC_OK)
        return (filesec_status)s->status;
    if (s->ended)
        return FILESEC_ERR_ARGUMENT;
    s->ended = 1;
    full = filesec_container_chunk_size(s->c) + 16;
    (void)filesec__container_take(s->work, &s->have, full, &s->next, &s->has_next, NULL, 0);
    if (s->have < 16 || (s->have == 16 && s->index != 0)) {
        s->status = (int)FILESEC_ERR_TRUNCATED;
        return FILESEC_ERR_TRUNCATED;
    }
    len = s->have - 16;
    status = filesec__container_reach(s->c, s->index);
    if (status == FILESEC_OK)
        status = filesec__container_try(s, 1, len);
    if (status == FILESEC_ERR_AUTH)
        status = filesec__container_why(s);
    else if (status == FILESEC_OK && s->expected != UINT64_MAX &&
             s->expected != s->index * (uint64_t)(full - 16) + len)
        status = FILESEC_ERR_METADATA;
    s->status = (int)status;
    if (status != FILESEC_OK) {
        filesec_wipe(s->work, full);
        return status;
    }
    *out = s->work;
    *out_len = len;
    return FILESEC_OK;
}

#endif

/* ==== core/directory.h ==== */
/*
 * core/directory.h: all tables in one list, for core/inspect.h and the tests
 */
static inline const filesec__table *filesec__table_of(filesec_primitive p)
{
    switch (p) {
#ifndef FILESEC_NO_SHA512
    case FILESEC_SHA512:
        return &filesec__sha512_table;
    case FILESEC_SHA512_MANY:
        return &filesec__sha512_many_table;
#endif
#ifndef FILESEC_NO_MURMUR3
    case FILESEC_MURMUR3:
        return &filesec__murmur3_table;
    case FILESEC_MURMUR3_MANY:
        return &filesec__murmur3_many_table;
#endif
#ifndef FILESEC_NO_CHACHA20POLY1305
    case FILESEC_CHACHA20POLY1305:
        return &filesec__chacha20poly1305_table;
#endif
#ifndef FILESEC_NO_AES256GCM
    case FILESEC_AES256GCM:
        return &filesec__aes256gcm_table;
#endif
    default:
        return NULL; /* no primitive, or not in this build */
    }
}

/* ==== core/inspect.h ==== */
/*
 * core/inspect.h: names, versions, and the calls that list, ask about and force paths
 */
FILESEC_API const char *filesec_status_text(filesec_status s)
{
    switch (s) {
    case FILESEC_OK:
        return "success";
    case FILESEC_ERR_AUTH:
        return "authentication failed: forged, damaged, or the wrong key";
    case FILESEC_ERR_LIMIT:
        return "past the limit of the algorithm";
    case FILESEC_ERR_ARGUMENT:
        return "bad argument";
    case FILESEC_ERR_FORMAT:
        return "not a filesec container";
    case FILESEC_ERR_UNSUPPORTED:
        return "not supported by this build or this CPU";
    case FILESEC_ERR_KEY:
        return "wrong key";
    case FILESEC_ERR_HEADER:
        return "damaged header";
    case FILESEC_ERR_METADATA:
        return "damaged metadata";
    case FILESEC_ERR_TRUNCATED:
        return "truncated";
    case FILESEC_ERR_TRAILING:
        return "trailing data";
    }
    return "unknown status";
}

FILESEC_API const char *filesec_version(void)
{
    return FILESEC_VERSION;
}

FILESEC_API const char *filesec_primitive_name(filesec_primitive p)
{
    switch (p) {
    case FILESEC_SHA512:
        return "sha512";
    case FILESEC_SHA512_MANY:
        return "sha512_many";
    case FILESEC_MURMUR3:
        return "murmur3";
    case FILESEC_CHACHA20POLY1305:
        return "chacha20poly1305";
    case FILESEC_AES256GCM:
        return "aes256gcm";
    case FILESEC_MURMUR3_MANY:
        return "murmur3_many";
    case FILESEC_PRIMITIVE_COUNT:
        break;
    }
    return NULL;
}

FILESEC_API size_t filesec_path_count(filesec_primitive p)
{
    const filesec__table *t = filesec__table_of(p);

    return t != NULL ? t->count : 0;
}

/* Row i of p, or NULL. */
static const filesec__row *filesec__path(filesec_primitive p, size_t i)
{
    return i < filesec_path_count(p) ? filesec__row_at(filesec__table_of(p), i) : NULL;
}

FILESEC_API const char *filesec_path_name(filesec_primitive p, size_t i)
{
    const filesec__row *row = filesec__path(p, i);

    return row != NULL ? row->name : NULL;
}

FILESEC_API int filesec_path_usable(filesec_primitive p, size_t i)
{
    const filesec__row *row = filesec__path(p, i);

    return row != NULL && filesec__row_runs(row, filesec__cpu_probe());
}

FILESEC_API size_t filesec_path_current(filesec_primitive p)
{
    const filesec__table *t = filesec__table_of(p);

    return t != NULL ? filesec__row_index(t, filesec__current(t)) : 0;
}

FILESEC_API filesec_status filesec_path_use(filesec_primitive p, size_t i)
{
    const filesec__row *row = filesec__path(p, i);

    if (row == NULL)
        return FILESEC_ERR_ARGUMENT;
    if (!filesec__row_runs(row, filesec__cpu_probe()))
        return FILESEC_ERR_UNSUPPORTED;
    FILESEC__ATOMIC_STORE(filesec__table_of(p)->choice, filesec__mark(i) | FILESEC__FORCED);
    return FILESEC_OK;
}

/* What each tier allows. */
typedef struct filesec__tier {
    const char *name;
    uint32_t bits;
} filesec__tier;

#define FILESEC__TIER_X86_SSE2 FILESEC__NEEDS_X86_SSE2
#define FILESEC__TIER_X86_SSSE3 (FILESEC__TIER_X86_SSE2 | FILESEC__NEEDS_X86_SSSE3)
#define FILESEC__TIER_X86_AESNI (FILESEC__TIER_X86_SSSE3 | FILESEC__NEEDS_X86_AESNI)
#define FILESEC__TIER_X86_AVX2 (FILESEC__TIER_X86_AESNI | FILESEC__NEEDS_X86_AVX2)
#define FILESEC__TIER_X86_VAES_AVX2 (FILESEC__TIER_X86_AVX2 | FILESEC__NEEDS_X86_VAES_AVX2)
#define FILESEC__TIER_X86_AVX512 (FILESEC__TIER_X86_VAES_AVX2 | FILESEC__NEEDS_X86_AVX512)
#define FILESEC__TIER_X86_AVX512IFMA (FILESEC__TIER_X86_AVX512 | FILESEC__NEEDS_X86_AVX512IFMA)
#define FILESEC__TIER_X86_VAES_AVX512                                                          \
    (FILESEC__TIER_X86_AVX512IFMA | FILESEC__NEEDS_X86_VAES_AVX512)
#define FILESEC__TIER_X86_SHA512 (FILESEC__TIER_X86_VAES_AVX512 | FILESEC__NEEDS_X86_SHA512)
#define FILESEC__TIER_ARM_NEON FILESEC__NEEDS_ARM_NEON
#define FILESEC__TIER_ARM_AES (FILESEC__TIER_ARM_NEON | FILESEC__NEEDS_ARM_AES)
#define FILESEC__TIER_ARM_AES_EOR3 (FILESEC__TIER_ARM_AES | FILESEC__NEEDS_ARM_AES_EOR3)
#define FILESEC__TIER_ARM_SHA512 (FILESEC__TIER_ARM_AES_EOR3 | FILESEC__NEEDS_ARM_SHA512)

static const filesec__tier filesec__tiers[] = {
    {"any", UINT32_MAX},
    {"portable", 0},
    {"x86_sse2", FILESEC__TIER_X86_SSE2},
    {"x86_ssse3", FILESEC__TIER_X86_SSSE3},
    {"x86_aesni", FILESEC__TIER_X86_AESNI},
    {"x86_avx2", FILESEC__TIER_X86_AVX2},
    {"x86_vaes_avx2", FILESEC__TIER_X86_VAES_AVX2},
    {"x86_avx512", FILESEC__TIER_X86_AVX512},
    {"x86_avx512ifma", FILESEC__TIER_X86_AVX512IFMA},
    {"x86_vaes_avx512", FILESEC__TIER_X86_VAES_AVX512},
    {"x86_sha512", FILESEC__TIER_X86_SHA512},
    {"arm_neon", FILESEC__TIER_ARM_NEON},
    {"arm_aes", FILESEC__TIER_ARM_AES},
    {"arm_aes_eor3", FILESEC__TIER_ARM_AES_EOR3},
    {"arm_sha512", FILESEC__TIER_ARM_SHA512}};

FILESEC_API filesec_status filesec_path_limit(const char *tier)
{
    size_t ntiers = sizeof filesec__tiers / sizeof filesec__tiers[0], i;
    uint32_t bits;
    int p;

    if (tier == NULL)
        return FILESEC_ERR_ARGUMENT;
    for (i = 0; i < ntiers && strcmp(filesec__tiers[i].name, tier) != 0; i++)
        continue;
    if (i == ntiers)
        return FILESEC_ERR_ARGUMENT;
    bits = filesec__cpu_probe() & (filesec__tiers[i].bits | FILESEC__CPU_PREFERENCES);
    for (p = 0; p < (int)FILESEC_PRIMITIVE_COUNT; p++) {
        const filesec__table *t = filesec__table_of((filesec_primitive)p);

        if (t != NULL)
            FILESEC__ATOMIC_STORE(t->choice, filesec__mark(filesec__pick(t, bits)));
    }
    return FILESEC_OK;
}

#ifdef __cplusplus
}
#endif
#endif /* FILESEC_IMPLEMENTATION */
