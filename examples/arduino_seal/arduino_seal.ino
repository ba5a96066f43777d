/* SPDX-License-Identifier: 0BSD */
/*
 * arduino_seal: seal a reading with ChaCha20-Poly1305, open it again, show both
 *
 * Build:  the tree of filesec among the sketchbook's libraries; then File, Examples, filesec
 * Run:    on the board; the serial monitor at 9600 baud shows ciphertext, tag and text
 *
 * A nonce must never come twice under one key: here it is a counter. On a real board keep the
 * counter in memory that survives a reset, or take a new key at each start.
 */
#define FILESEC_SMALL
#define FILESEC_NO_AES256GCM
#define FILESEC_NO_CONTAINER
#define FILESEC_NO_MURMUR3
#define FILESEC_NO_SHA512
#define FILESEC_IMPLEMENTATION
#include <filesec.h>

static const uint8_t secret[32] = {1, 2, 3}; /* yours: random, and on this board alone */
static filesec_chacha20poly1305_key key;
static uint32_t sent;

static void show(const uint8_t *data, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (data[i] < 16)
            Serial.print('0');
        Serial.print(data[i], HEX);
    }
}

void setup()
{
    Serial.begin(9600);
    filesec_chacha20poly1305_init(&key, secret);
}

void loop()
{
    char text[16] = "21.5 degrees";
    uint8_t nonce[12] = {0}, tag[16];

    sent++;
    nonce[8] = (uint8_t)(sent >> 24);
    nonce[9] = (uint8_t)(sent >> 16);
    nonce[10] = (uint8_t)(sent >> 8);
    nonce[11] = (uint8_t)sent;
    if (filesec_chacha20poly1305_seal(&key, text, tag, nonce, NULL, 0, text, 12) !=
        FILESEC_OK)
        return;
    show((uint8_t *)text, 12);
    Serial.print(' ');
    show(tag, 16);
    if (filesec_chacha20poly1305_open(&key, text, nonce, NULL, 0, text, 12, tag) == FILESEC_OK) {
        Serial.print(' ');
        Serial.println(text);
    }
    delay(1000);
}
