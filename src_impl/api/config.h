/* SPDX-License-Identifier: 0BSD */
#pragma once
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
