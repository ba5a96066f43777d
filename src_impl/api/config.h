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

#ifndef FILESEC_MUST_CHECK
#if defined(__GNUC__)
#define FILESEC_MUST_CHECK __attribute__((warn_unused_result))
#else
#define FILESEC_MUST_CHECK
#endif
#endif
