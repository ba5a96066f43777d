/* SPDX-License-Identifier: 0BSD */
/*
 * cortex_m/main.c: sealed telemetry from a Cortex-M0 or M3: no system, no heap, no C library
 * but memcpy and its like
 *
 * Build:  examples/cortex_m/build.sh cortex-m0 telemetry.elf        or cortex-m3, cortex-m4
 * Run:    examples/cortex_m/build.sh --run cortex-m0 telemetry.elf  under qemu-system-arm
 *
 * A record has 40 bytes, which fit one LoRaWAN or 802.15.4 frame:
 *
 *    0  4  device number    in the clear, authenticated
 *    4  8  counter          in the clear, authenticated; with the device number it is the nonce
 *   12 12  reading          encrypted
 *   24 16  tag
 *
 * The counter must never go back under one key. A board keeps it in memory that survives a
 * reset: it stores a limit ahead of what was used, for example each 1000 records, and after a
 * reset goes on from that limit; so flash is written once in 1000 records and no nonce is used
 * twice. The receiver takes a record only if its counter is above the last one it took: that
 * refuses records that are sent again.
 *
 * Startup code and linker script are those of the tests: tests/small/port_arm.c and bare.ld.
 * On your board they are the vendor's, and port_write is your radio or serial port.
 */
#define FILESEC_SMALL
#define FILESEC_NO_AES256GCM
#define FILESEC_NO_CONTAINER
#define FILESEC_NO_MURMUR3
#define FILESEC_NO_SHA512
#define FILESEC_IMPLEMENTATION
#include "filesec.h"
#include "port.h"

enum { NONCE = 12, READING = 12, TAG = 16, RECORD = NONCE + READING + TAG };

typedef struct link {
    filesec_chacha20poly1305_key key;
    uint64_t counter; /* sender: the last one used; receiver: the last one taken */
} link;

static void store(uint8_t *p, uint64_t value, unsigned bytes)
{
    while (bytes-- != 0) {
        p[bytes] = (uint8_t)value;
        value >>= 8;
    }
}

static uint64_t load(const uint8_t *p, unsigned bytes)
{
    uint64_t value = 0;

    while (bytes-- != 0)
        value = value << 8 | *p++;
    return value;
}

static filesec_status seal_record(link *l, uint8_t record[RECORD], uint32_t device,
                                  const uint8_t reading[READING])
{
    if (l->counter == UINT64_MAX)
        return FILESEC_ERR_LIMIT;
    l->counter++; /* first: a failure may waste a number, never use one twice */
    store(record, device, 4);
    store(record + 4, l->counter, 8);
    return filesec_chacha20poly1305_seal(&l->key, record + NONCE, record + NONCE + READING,
                                         record, NULL, 0, reading, READING);
}

static filesec_status open_record(link *l, uint8_t reading[READING],
                                  const uint8_t record[RECORD])
{
    uint64_t counter = load(record + 4, 8);
    filesec_status s;

    if (counter <= l->counter) /* an old one, sent again */
        return FILESEC_ERR_AUTH;
    s = filesec_chacha20poly1305_open(&l->key, reading, record, NULL, 0, record + NONCE,
                                      READING, record + NONCE + READING);
    if (s == FILESEC_OK) /* only a genuine record moves the counter */
        l->counter = counter;
    return s;
}

static void print_record(const uint8_t record[RECORD])
{
    static const char digits[] = "0123456789abcdef";
    char text[2 * RECORD + 2];
    unsigned i;

    for (i = 0; i < RECORD; i++) {
        text[2 * i] = digits[record[i] >> 4];
        text[2 * i + 1] = digits[record[i] & 15];
    }
    text[2 * RECORD] = '\n';
    text[2 * RECORD + 1] = '\0';
    port_write(text);
}

/* On a real board: random, one for each device, written when it is made. */
static const uint8_t device_key[32] = {1, 2, 3, 4, 5, 6, 7, 8};

int main(void);
int main(void)
{
    static link sender, receiver;
    static const char reading[READING + 1] = "21.5 C, 46 %";
    uint8_t record[RECORD], opened[READING];
    unsigned i;

    filesec_chacha20poly1305_init(&sender.key, device_key);
    filesec_chacha20poly1305_init(&receiver.key, device_key);
    for (i = 0; i < 3; i++) {
        if (seal_record(&sender, record, 7, (const uint8_t *)reading) != FILESEC_OK)
            return 1;
        print_record(record);
        if (open_record(&receiver, opened, record) != FILESEC_OK)
            return 1;
    }
    if (open_record(&receiver, opened, record) == FILESEC_OK)
        return 1;
    port_write("sent again: refused\n");
    record[11]++; /* the next counter, but not sealed with it */
    if (open_record(&receiver, opened, record) == FILESEC_OK)
        return 1;
    port_write("changed: refused\n");
    filesec_wipe(&sender, sizeof sender);
    filesec_wipe(&receiver, sizeof receiver);
    return 0;
}
