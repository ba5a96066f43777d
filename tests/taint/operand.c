/* SPDX-License-Identifier: 0BSD */
/*
 * tests/taint/operand.c: the memory operand of an x86-64 instruction
 *
 * Intel SDM, volume 2: 2.1 (prefixes, ModR/M, SIB), 2.3 (VEX), 2.7 (EVEX), appendix A (which
 * opcodes have a ModR/M byte). Only as much as an address needs.
 */
#include "operand.h"
#include <stddef.h>

enum map { MAP_ONE_BYTE, MAP_0F, MAP_0F38, MAP_0F3A };

typedef struct opcode {
    const unsigned char *at; /* the opcode's byte; ModR/M, if there is one, comes next */
    unsigned map;
    int is_vector;       /* VEX or EVEX */
    int base_8, index_8; /* the fourth bit of either register */
} opcode;

static int is_legacy_prefix(unsigned char b)
{
    static const unsigned char prefixes[] = {0x66, 0xf2, 0xf3, 0xf0, 0x2e, 0x36,
                                             0x3e, 0x26, 0x64, 0x65, 0x67};
    size_t i;

    for (i = 0; i < sizeof prefixes; i++)
        if (b == prefixes[i])
            return 1;
    return 0;
}

/* VEX in two and three bytes, EVEX: the bits of the registers stand there inverted. */
static opcode read_vector_prefix(const unsigned char *p)
{
    opcode o = {NULL, MAP_0F, 1, 0, 0};

    if (p[0] == 0xc5) {
        o.at = p + 2;
        return o;
    }
    o.map = p[1] & (p[0] == 0xc4 ? 31u : 7u);
    o.index_8 = (p[1] & 0x40) == 0 ? 8 : 0;
    o.base_8 = (p[1] & 0x20) == 0 ? 8 : 0;
    o.at = p + (p[0] == 0xc4 ? 3 : 4);
    return o;
}

static opcode read_prefixes(const unsigned char *p)
{
    opcode o = {NULL, MAP_ONE_BYTE, 0, 0, 0};
    unsigned count = 0;

    while (count++ < 14 && is_legacy_prefix(*p))
        p++;
    if (*p == 0xc5 || *p == 0xc4 || *p == 0x62)
        return read_vector_prefix(p);
    if ((*p & 0xf0) == 0x40) { /* REX */
        o.index_8 = (*p & 2) != 0 ? 8 : 0;
        o.base_8 = (*p & 1) != 0 ? 8 : 0;
        p++;
    }
    if (*p == 0x0f) {
        p++;
        o.map = *p == 0x38 ? MAP_0F38 : *p == 0x3a ? MAP_0F3A : MAP_0F;
        if (o.map != MAP_0F)
            p++;
    }
    o.at = p;
    return o;
}

static int has_modrm(const opcode *o)
{
    unsigned char b = *o->at;

    if (o->is_vector)
        return !(o->map == MAP_0F && b == 0x77); /* VZEROUPPER */
    if (o->map == MAP_0F)
        return !((b >= 0x05 && b <= 0x0b) || b == 0x0e || (b & 0xf8) == 0x30 || b == 0x77 ||
                 (b & 0xf0) == 0x80 || (b >= 0xa0 && b <= 0xa2) || (b >= 0xa8 && b <= 0xaa) ||
                 (b & 0xf8) == 0xc8);
    if (o->map != MAP_ONE_BYTE)
        return 1;
    return (b < 0x40 && (b & 7) < 4) || b == 0x63 || b == 0x69 || b == 0x6b ||
           (b & 0xf0) == 0x80 || b == 0xc0 || b == 0xc1 || b == 0xc6 || b == 0xc7 ||
           (b & 0xfc) == 0xd0 || (b & 0xf8) == 0xd8 || (b & 0xf6) == 0xf6;
}

/* MOVS, CMPS, STOS, LODS, SCAS, INS and OUTS: rsi, rdi or both. */
static operand string_operand(const opcode *o)
{
    operand x = {OPERAND_NONE, -1, -1};
    unsigned b = o->is_vector || o->map != MAP_ONE_BYTE ? 0 : *o->at & 0xfeu;

    if (b == 0xa4 || b == 0xa6 || b == 0xac || b == 0x6e)
        x.base = 6;
    if (b == 0xa4 || b == 0xa6 || b == 0xaa || b == 0xae || b == 0x6c)
        x.index = 7;
    if (x.base >= 0 || x.index >= 0)
        x.kind = OPERAND_MEMORY;
    return x;
}

/* LEA; the hints that read nothing (0F 19 to 1F). */
static int uses_no_memory(const opcode *o)
{
    unsigned char b = *o->at;

    return !o->is_vector && ((o->map == MAP_ONE_BYTE && b == 0x8d) ||
                             (o->map == MAP_0F && b >= 0x19 && b <= 0x1f));
}

/* Gathers, scatters and their prefetches; and the bit string instructions, whose address
   depends on the number of the bit. */
static int has_many_addresses(const opcode *o)
{
    unsigned char b = *o->at;

    if (o->is_vector)
        return o->map == MAP_0F38 &&
               ((b & 0xfc) == 0x90 || (b & 0xfc) == 0xa0 || b == 0xc6 || b == 0xc7);
    return o->map == MAP_0F && (b & 0xe7) == 0xa3; /* BT, BTS, BTR, BTC */
}

operand operand_of(const unsigned char *code)
{
    operand none = {OPERAND_NONE, -1, -1}, x = {OPERAND_MEMORY, -1, -1};
    opcode o = read_prefixes(code);
    unsigned char modrm, sib;

    if (string_operand(&o).kind != OPERAND_NONE)
        return string_operand(&o);
    if (!has_modrm(&o) || uses_no_memory(&o))
        return none;
    modrm = o.at[1];
    if (modrm >> 6 == 3)
        return none;
    if (has_many_addresses(&o)) {
        x.kind = OPERAND_VECTOR;
        return x;
    }
    if ((modrm & 7) != 4) {
        if (modrm >> 6 == 0 && (modrm & 7) == 5) /* relative to rip */
            return none;
        x.base = (modrm & 7) | o.base_8;
        return x;
    }
    sib = o.at[2];
    if (modrm >> 6 != 0 || (sib & 7) != 5)
        x.base = (sib & 7) | o.base_8;
    if ((sib >> 3 & 7) != 4 || o.index_8 != 0)
        x.index = (sib >> 3 & 7) | o.index_8;
    return x.base < 0 && x.index < 0 ? none : x;
}
