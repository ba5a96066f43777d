#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""tests/container/reader.py: a second reader of containers, written from docs/format.md alone.

    reader.py FILE KEYFILE [CONTEXT]

Prints the outcome in one word, then the number of content bytes and their SHA-512 if it is "ok", or
the number of the chunk that is damaged. With --seal it writes: for the tests of the C reader.

    reader.py --seal SUITE CHUNK_LOG2 KEYFILE SALT-HEX METADATA-HEX CONTENT OUT [CONTEXT]
"""
import hashlib
import hmac
import struct
import sys

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, ChaCha20Poly1305

HEADER = 160


class Refused(Exception):
    pass


def expand(prk, info, length):
    """HKDF-Expand, RFC 5869, 2.3."""
    out, block, i = b"", b"", 1
    while len(out) < length:
        block = hmac.new(prk, block + info + bytes([i]), hashlib.sha512).digest()
        out += block
        i += 1
    return out[:length]


class Keys:
    def __init__(self, fields, key, context):
        self.fields = fields
        self.suite, self.chunk_log2 = fields[8], fields[9]
        self.prk = hmac.new(fields[64:96], key, hashlib.sha512).digest()
        self.context = hashlib.sha512(context).digest()
        self.commitment = expand(self.prk, b"filesec v1 commit", 32)
        self.tag = hmac.new(self.derive(b"header", 64), fields + self.commitment,
                            hashlib.sha512).digest()[:32]
        self.ciphers = {}

    def derive(self, label, length=32):
        return expand(self.prk, b"filesec v1 " + label + self.fields + self.context, length)

    def cipher(self, label):
        if label not in self.ciphers:
            kind = AESGCM if self.suite == 1 else ChaCha20Poly1305
            self.ciphers[label] = kind(self.derive(label))
        return self.ciphers[label]

    def place(self, i, final):
        segment = struct.pack(">Q", i >> (35 - self.chunk_log2))
        return self.cipher(b"data" + segment), i.to_bytes(11, "big") + bytes([final])

    def open_chunk(self, i, final, block):
        """The content, or None."""
        cipher, nonce = self.place(i, final)
        try:
            return cipher.decrypt(nonce, block, None)
        except InvalidTag:
            return None


def costs_fit(kdf, costs):
    one, two, three = costs
    if kdf == 0:
        return costs == (0, 0, 0)
    if kdf == 1:
        return 1 <= one <= 10000000 and two == 0 and three == 0
    return 1 <= three <= 16 and 1 <= two <= 64 and 8 * three <= one <= 4194304


def check_fields(data):
    if data[:7] != b"filesec":
        raise Refused("format")
    if len(data) < HEADER:
        raise Refused("truncated")
    version, suite, chunk_log2, kdf, reserved = data[7:12]
    meta_len, one, two, three = struct.unpack("<4I", data[12:28])
    if version != 1 or suite not in (1, 2) or not 10 <= chunk_log2 <= 24:
        raise Refused("unsupported")
    if kdf > 2 or reserved != 0 or meta_len > 65536 or not costs_fit(kdf, (one, two, three)):
        raise Refused("unsupported")
    if kdf == 0 and any(data[32:64]):
        raise Refused("unsupported")
    return meta_len


def records(meta):
    """The records of the metadata by type."""
    found, at, before = {}, 0, 0
    while at < len(meta):
        if at + 3 > len(meta):
            raise Refused("metadata")
        kind, length = meta[at], struct.unpack("<H", meta[at + 1:at + 3])[0]
        value = meta[at + 3:at + 3 + length]
        at += 3 + length
        if kind <= before or len(value) != length:
            raise Refused("metadata")
        if kind == 1 and (not 1 <= length <= 255 or b"/" in value or b"\0" in value or
                          value in (b".", b"..")):
            raise Refused("metadata")
        if kind in (2, 3) and length != 8 or kind == 4 and length != 2:
            raise Refused("metadata")
        if kind == 4 and struct.unpack("<H", value)[0] > 0o7777:
            raise Refused("metadata")
        if 6 <= kind < 128:
            raise Refused("unsupported")
        before = kind
        found[kind] = value
    return found


def last_chunk(keys, i, block, size):
    chunk = 1 << keys.chunk_log2
    if len(block) < 16 or (len(block) == 16 and i > 0):
        raise Refused("truncated")
    content = keys.open_chunk(i, 1, block)
    if content is not None:
        return content
    if len(block) == chunk + 16 and keys.open_chunk(i, 0, block) is not None:
        raise Refused("truncated")
    if size is not None:
        implied = size - i * chunk
        if implied > len(block) - 16:
            raise Refused("truncated")
        if 0 <= implied < len(block) - 16 and (implied > 0 or i == 0):
            if keys.open_chunk(i, 1, block[:implied + 16]) is not None:
                raise Refused("trailing")
    raise Refused("damaged %d" % i)


def read(data, key, context=b""):
    meta_len = check_fields(data)
    at = HEADER + (meta_len + 16 if meta_len else 0)
    if len(data) < at:
        raise Refused("truncated")
    keys = Keys(data[:96], key, context)
    if not hmac.compare_digest(keys.commitment, data[96:128]):
        raise Refused("key")
    if not hmac.compare_digest(keys.tag, data[128:160]):
        raise Refused("header")
    size = None
    if meta_len:
        try:
            meta = keys.cipher(b"meta").decrypt(bytes(12), data[HEADER:at], None)
        except InvalidTag:
            raise Refused("metadata") from None
        size = records(meta).get(2)
        size = struct.unpack("<Q", size)[0] if size is not None else None
    full = (1 << keys.chunk_log2) + 16
    content, i = [], 0
    while len(data) - at > full:
        block = data[at:at + full]
        plain = keys.open_chunk(i, 0, block)
        if plain is None:
            final = keys.open_chunk(i, 1, block) is not None
            raise Refused("trailing" if final else "damaged %d" % i)
        content.append(plain)
        at += full
        i += 1
    content.append(last_chunk(keys, i, data[at:], size))
    content = b"".join(content)
    if size is not None and size != len(content):
        raise Refused("metadata")
    return content


def seal(suite, chunk_log2, key, salt, meta, content, context=b""):
    fields = b"filesec\1" + bytes([suite, chunk_log2, 0, 0]) + struct.pack("<I", len(meta))
    fields += bytes(16) + bytes(32) + salt
    keys = Keys(fields, key, context)
    out = [fields, keys.commitment, keys.tag]
    if meta:
        out.append(keys.cipher(b"meta").encrypt(bytes(12), meta, None))
    chunk = 1 << chunk_log2
    last = (len(content) - 1) // chunk if content else 0
    for i in range(last + 1):
        cipher, nonce = keys.place(i, i == last)
        out.append(cipher.encrypt(nonce, content[i * chunk:(i + 1) * chunk], None))
    return b"".join(out)


def contents(path):
    with open(path, "rb") as f:
        return f.read()


def main(args):
    if args and args[0] == "--seal":
        suite, chunk_log2, key, salt, meta, content, out = args[1:8]
        context = args[8].encode() if len(args) > 8 else b""
        data = seal(int(suite), int(chunk_log2), contents(key), bytes.fromhex(salt),
                    bytes.fromhex(meta), contents(content), context)
        with open(out, "wb") as f:
            f.write(data)
        return 0
    if not 2 <= len(args) <= 3:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        content = read(contents(args[0]), contents(args[1]),
                       args[2].encode() if len(args) > 2 else b"")
    except Refused as refused:
        print(refused)
        return 1
    print("ok", len(content), hashlib.sha512(content).hexdigest())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
