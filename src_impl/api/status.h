/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "api/config.h"
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
