/* SPDX-License-Identifier: 0BSD */
#include "main.c"
