/* SPDX-License-Identifier: 0BSD */
/*
 * src_impl/filesec.h: table of contents, and the only place that states the order
 *
 * tools/amalgamate turns this file into filesec.h. A name in quotes is emitted there, once; the
 * pragma emits the kernels that the rows of a table name, each inside its gate.
 */
#include "api/intro.h"
#ifndef FILESEC_H
#define FILESEC_H
#include "api/config.h"
#ifdef __cplusplus
extern "C" {
#endif
#include "api/status.h"
#include "api/wipe.h"
#include "api/sha512.h"
#include "api/murmur3.h"
#include "api/chacha20poly1305.h"
#include "api/aes256gcm.h"
#include "api/container.h"
#include "api/container_stream.h"
#include "api/inspect.h"
#ifdef __cplusplus
}
#endif
#endif /* FILESEC_H */

#if defined(FILESEC_IMPLEMENTATION) && !defined(FILESEC__IMPLEMENTED)
#define FILESEC__IMPLEMENTED
#include "core/system.h"
#ifdef __cplusplus
extern "C" {
#endif
#include "core/bytes.h"
#include "core/secret.h"
#include "core/cpu.h"
#include "core/rows.h"
#include "core/choose.h"
#include "core/aead.h"

#ifndef FILESEC_NO_SHA512
#include "sha512/contract.h"
#include "sha512/kernels.h"
#include "sha512/operation.h"
#include "hkdf/hmac.h"
#include "hkdf/hkdf.h"
#include "hkdf/pbkdf2.h"
#include "sha512_many/contract.h"
#include "sha512_many/kernels.h"
#include "sha512_many/alike.h"
#include "sha512_many/lanes.h"
#include "sha512_many/operation.h"
#include "sha512/x86_pairs.h"
#pragma filesec kernels(sha512)
#include "sha512/x86_pairs_end.h"
#pragma filesec kernels(sha512_many)
#endif /* FILESEC_NO_SHA512 */

#ifndef FILESEC_NO_MURMUR3
#include "murmur3/contract.h"
#include "murmur3/kernels.h"
#include "murmur3/formula.h"
#include "murmur3/end.h"
#include "murmur3/direct.h"
#include "murmur3/operation.h"
#include "murmur3/incremental.h"
#include "murmur3_many/contract.h"
#include "murmur3_many/kernels.h"
#include "murmur3_many/operation.h"
#if FILESEC__HAS_PORTABLE_REORDERED || FILESEC__HAS_X86_SSE2
#include "murmur3/reordered.h"
#endif
#if FILESEC__HAS_X86_AVX2 || FILESEC__HAS_X86_AVX512
#include "murmur3/chains.h"
#endif
#pragma filesec kernels(murmur3)
#pragma filesec kernels(murmur3_many)
#endif /* FILESEC_NO_MURMUR3 */

#ifndef FILESEC_NO_CHACHA20POLY1305
#include "chacha20/contract.h"
#include "chacha20/kernels.h"
#include "poly1305/contract.h"
#include "poly1305/kernels.h"
#include "chacha20poly1305/kernels.h"
#include "chacha20poly1305/message.h"
#include "chacha20poly1305/operation.h"
#include "chacha20poly1305/incremental.h"
#if FILESEC__HAS_X86_AVX512
#include "chacha20/x86_avx512_rows.h"
#include "chacha20/x86_avx512_pairs.h"
#include "chacha20/x86_avx512_rounds.h"
#include "chacha20poly1305/x86_avx512.h"
#endif
#include "poly1305/limbs64.h"
#if FILESEC__HAS_X86_AVX512IFMA
#include "poly1305/x86_avx512ifma_limbs.h"
#endif
#if FILESEC__HAS_X86_AVX2
#include "poly1305/x86_avx2_block.h"
#include "chacha20/x86_avx2_rounds.h"
#include "chacha20poly1305/x86_avx2.h"
#endif
#pragma filesec kernels(chacha20)
#pragma filesec kernels(poly1305)
#endif /* FILESEC_NO_CHACHA20POLY1305 */

#ifndef FILESEC_NO_AES256GCM
#include "aes256gcm/contract.h"
#include "aes256gcm/kernels.h"
#include "aes256gcm/operation.h"
#include "aes256gcm/incremental.h"
#include "aes256gcm/bitslice.h"
#include "aes256gcm/rounds.h"
#include "aes256gcm/ctmul.h"
#if FILESEC__HAS_X86_AESNI || FILESEC__HAS_X86_VAES_AVX2 || FILESEC__HAS_X86_VAES_AVX512
#include "aes256gcm/x86_aesni_ghash.h"
#include "aes256gcm/x86_aesni_key.h"
#include "aes256gcm/x86_aesni_short.h"
#endif
#if FILESEC__HAS_X86_VAES_AVX2
#include "aes256gcm/x86_vaes_avx2_ghash.h"
#endif
#if FILESEC__HAS_X86_VAES_AVX512
#include "aes256gcm/x86_vaes_avx512_ghash.h"
#include "aes256gcm/x86_vaes_avx512_key.h"
#include "aes256gcm/x86_vaes_avx512_groups.h"
#include "aes256gcm/x86_vaes_avx512_short.h"
#include "aes256gcm/x86_vaes_avx512_long.h"
#endif
#if FILESEC__HAS_ARM_AES
#include "aes256gcm/arm_aes_ghash.h"
#include "aes256gcm/arm_aes_key.h"
#include "aes256gcm/arm_aes_blocks.h"
#include "aes256gcm/arm_aes_short.h"
#endif
#pragma filesec kernels(aes256gcm)
#if FILESEC__HAS_X86_AESNI || FILESEC__HAS_X86_VAES_AVX2 || FILESEC__HAS_X86_VAES_AVX512
#include "aes256gcm/x86_aesni_end.h"
#endif
#if FILESEC__HAS_ARM_AES
#include "aes256gcm/arm_aes_end.h"
#endif
#endif /* FILESEC_NO_AES256GCM */

#if FILESEC__CONTAINER
#include "container/header.h"
#include "container/keys.h"
#include "container/chunks.h"
#include "container/metadata.h"
#include "container/sealer.h"
#include "container/opener.h"
#endif

#include "core/directory.h"
#include "core/inspect.h"
#ifdef __cplusplus
}
#endif
#endif /* FILESEC_IMPLEMENTATION */
