/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TESTS_INCLUDE_UNITS_H
#define FILESEC_TESTS_INCLUDE_UNITS_H
/*
 * tests/include/units.h: what the units of the small programs call of each other
 */
#ifdef __cplusplus
extern "C" {
#endif
int plain_unit(void);          /* plain.c, also built as C++ */
int implementation_unit(void); /* implementation.c or static.c */
int second_unit(void);         /* static.c, built a second time */
size_t implementation_sizes(size_t i);
#ifdef __cplusplus
}
#endif

#endif
