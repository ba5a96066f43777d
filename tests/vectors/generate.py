#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""Computes tests/vectors/computed_*.txt with other people's code: where those files come from.

Nothing needs this to build or to test. It takes Python's hashlib and the package cryptography
(both of them OpenSSL's libcrypto) and Debian's libmurmurhash, whose path is the argument.
"""
import ctypes
import hashlib
import hmac
import os
import ssl
import sys

import cryptography
from cryptography.hazmat.backends.openssl import backend
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, ChaCha20Poly1305

HERE = os.path.dirname(os.path.abspath(__file__))
M64 = (1 << 64) - 1
MURMUR = ctypes.CDLL(sys.argv[1])
HASHLIB = "Python's hashlib and hmac, over " + ssl.OPENSSL_VERSION
CRYPTOGRAPHY = "Python's cryptography " + cryptography.__version__ + ", over " + \
    backend.openssl_version_text()


def stream(seed, n):
    """SplitMix64, each number little-endian: seeded() of tests/support.c."""
    out = b""
    while len(out) < n:
        seed = (seed + 0x9E3779B97F4A7C15) & M64
        z = seed
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & M64
        z = (z ^ z >> 27) * 0x94D049BB133111EB & M64
        out += (z ^ z >> 31).to_bytes(8, "little")
    return out[:n]


def fnv(data):
    h = 0xCBF29CE484222325
    for byte in data:
        h = (h ^ byte) * 0x100000001B3 & M64
    return h


def write(name, origin, lines):
    with open(os.path.join(HERE, name), "w", encoding="ascii") as f:
        f.write("# SPDX-License-Identifier: 0BSD\n# Computed by generate.py with\n# %s.\n# Messages are seeded bytes.\n" % origin)
        f.write("# %d vectors\n" % len(lines))
        f.writelines(line + "\n" for line in lines)


def sha512(data):
    return hashlib.sha512(data).digest()


def hmac512(key, data):
    return hmac.new(key, data, hashlib.sha512).digest()


def murmur(variant, data, seed):
    """The canonical bytes: words in order, each little-endian."""
    words, width = {"x86_32": (1, 4), "x86_128": (4, 4), "x64_128": (2, 8)}[variant]
    out = ctypes.create_string_buffer(words * width)
    function = getattr(MURMUR, "MurmurHash3_" + variant)
    function.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.c_uint32, ctypes.c_char_p]
    function.restype = None
    function(data, len(data), seed, out)
    return out.raw


def words(variant, memory):
    """As numbers, most significant digit first."""
    width = 8 if variant == "x64_128" else 4
    return "".join(memory[i:i + width][::-1].hex() for i in range(0, len(memory), width))


def sweeps(name, result, seed):
    """tests/kat_sweep.c says what the lines mean."""
    lines = []
    data = stream(seed, 4300)
    for first in range(0, 1100, 100):
        last = first + 99 if first < 1000 else 1100
        out = b"".join(result(data, n, data[n % 61:n % 61 + n]) for n in range(first, last + 1))
        lines.append("sweep_%s id=%d seed=%x from=%d to=%d fnv=%016x"
                     % (name, first, seed, first, last, fnv(out)))
    return lines


EDGES = [0, 1, 2, 3, 7, 8, 15, 16, 17, 31, 32, 33, 47, 48, 55, 56, 63, 64, 65, 79, 95, 96, 97, 110,
         111, 112, 113, 119, 120, 127, 128, 129, 143, 144, 145, 159, 160, 191, 192, 193, 239, 240,
         241, 255, 256, 257, 319, 320, 367, 368, 383, 384, 385, 511, 512, 513, 640, 767, 768, 1023,
         1024, 1025]


def make_sha512():
    lines = []
    for n in EDGES:
        m = stream(n, n)
        lines.append("sha512 id=len-%d msg=%s md=%s" % (n, m.hex(), sha512(m).hex()))
    for unit, times in ((b"\x00", 1000003), (b"\xff", 262143), (bytes(range(251)), 1000)):
        lines.append("sha512 id=rep-%d msg=rep:%d:%s md=%s"
                     % (times, times, unit.hex(), sha512(unit * times).hex()))
    lines += sweeps("sha512", lambda data, n, m: sha512(m), 512)
    for n in EDGES[::3]:
        key, m = stream(n + 5, (n * 3 + 1) % 200), stream(n, n // 2)
        lines.append("hmacsha512 id=len-%d key=%s msg=%s mac=%s result=ok"
                     % (n, key.hex(), m.hex(), hmac512(key, m).hex()))
    keys = stream(513 + 1, 200)
    lines += sweeps("hmacsha512", lambda data, n, m: hmac512(keys[:n % 200], m), 513)
    write("computed_sha512.txt", HASHLIB, lines)


def hkdf(ikm, salt, info, n):
    prk, t, okm = hmac512(salt or bytes(64), ikm), b"", b""
    while len(okm) < n:
        t = hmac512(prk, t + info + bytes([len(okm) // 64 + 1]))
        okm += t
    return okm[:n]


def make_kdf():
    lines = []
    for i, n in enumerate([1, 32, 63, 64, 65, 128, 200, 1000]):
        ikm, salt, info = stream(i, 11 + 40 * i), stream(i + 50, 23 * i), stream(i + 90, 17 * i)
        lines.append("hkdfsha512 id=len-%d ikm=%s salt=%s info=%s len=%d okm=%s result=ok"
                     % (n, ikm.hex(), salt.hex(), info.hex(), n, hkdf(ikm, salt, info, n).hex()))
    longest = hkdf(b"ikm", b"", b"", 255 * 64)
    lines.append("hkdfsha512 id=longest ikm=%s salt= info= len=%d okm=%s result=ok"
                 % (b"ikm".hex(), len(longest), longest.hex()))
    cases = [("rfc6070-1", b"password", b"salt", 1, 20), ("rfc6070-2", b"password", b"salt", 2, 20),
             ("rfc6070-3", b"password", b"salt", 4096, 20),
             ("rfc6070-5", b"passwordPASSWORDpassword", b"saltSALTsaltSALTsaltSALTsaltSALTsalt",
              4096, 25),
             ("rfc6070-6", b"pass\0word", b"sa\0lt", 4096, 16)]
    for i, (password, salt, n) in enumerate([(0, 16, 64), (1, 1, 65), (127, 16, 128),
                                             (128, 64, 1), (129, 300, 200), (500, 0, 64)]):
        cases.append(("len-%d" % i, stream(i, password), stream(i + 9, salt), 1 + 7 * i, n))
    for name, password, salt, iterations, n in cases:
        dk = hashlib.pbkdf2_hmac("sha512", password, salt, iterations, n)
        lines.append("pbkdf2sha512 id=%s password=%s salt=%s iterations=%d dk=%s"
                     % (name, password.hex(), salt.hex(), iterations, dk.hex()))
    write("computed_kdf.txt", HASHLIB + ".\n# rfc6070-* are the inputs of RFC 6070, "
          "whose own values are for SHA-1", lines)


def make_murmur3():
    lines = []
    for variant in ("x86_32", "x86_128", "x64_128"):
        name = "murmur3_" + variant
        for n in EDGES[:36]:
            m, seed = stream(n, n), n * 2654435761 & 0xFFFFFFFF
            lines.append("%s id=len-%d seed=%08x msg=%s h=%s"
                         % (name, n, seed, m.hex(), words(variant, murmur(variant, m, seed))))
        for n in range(1, 35):
            m = b"\xff" * n
            lines.append("%s id=ones-%d seed=ffffffff msg=%s h=%s"
                         % (name, n, m.hex(), words(variant, murmur(variant, m, 0xFFFFFFFF))))
        m = bytes(range(251)) * 4000
        lines.append("%s id=long seed=9747b28c msg=rep:4000:%s h=%s"
                     % (name, bytes(range(251)).hex(),
                        words(variant, murmur(variant, m, 0x9747B28C))))
        lines += sweeps(name, lambda data, n, m, v=variant:
                        murmur(v, m, n * 2654435761 & 0xFFFFFFFF), 0x3A)
    write("computed_murmur3.txt", "libmurmurhash 1.5 (Debian)", lines)


def aead_line(kind, name, key, iv, aad, pt):
    sealed = {"aes256gcm": AESGCM, "chacha20poly1305": ChaCha20Poly1305}[kind](key).encrypt(
        iv, pt, aad)
    return "%s id=%s key=%s iv=%s aad=%s pt=%s ct=%s tag=%s result=ok" \
        % (kind, name, key.hex(), iv.hex(), aad.hex(), pt.hex(), sealed[:-16].hex(),
           sealed[-16:].hex())


def aead_lines(kind, cipher):
    lines = []
    for i, n in enumerate(EDGES[:-7] + [1024]):
        aad_len = EDGES[(i * 7 + 3) % 24]
        lines.append(aead_line(kind, "len-%d" % n, stream(n, 32), stream(n + 1, 12),
                               stream(n + 2, aad_len), stream(n + 3, n)))
    lines.append(aead_line(kind, "len-4099", stream(5, 32), stream(6, 12), b"", stream(7, 4099)))
    seed = 0x60 if kind == "aes256gcm" else 0x70
    key = stream(seed + 1, 32)
    return lines + sweeps(kind, lambda data, n, m: cipher(key).encrypt(
        stream(seed + 2 + n, 12), m, data[n % 7:n % 7 + 5 * n % 97]), seed)


def gf_multiply(x, y):
    """SP 800-38D, 6.3."""
    z, v = 0, y
    for bit in range(128):
        if x >> (127 - bit) & 1:
            z ^= v
        v = v >> 1 ^ (0xE1 << 120 if v & 1 else 0)
    return z


def gf_inverse(x):
    result, power = 1 << 127, x
    for _ in range(127):
        power = gf_multiply(power, power)
        result = gf_multiply(result, power)
    return result


def iv_for(key, j0):
    """The 16-byte IV whose first counter block is j0: J0 = (IV . H ^ 128) . H."""
    encryptor = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
    inverse = gf_inverse(int.from_bytes(encryptor.update(bytes(16)), "big"))
    y = gf_multiply(int.from_bytes(j0, "big"), inverse) ^ 128
    return gf_multiply(y, inverse).to_bytes(16, "big")


def make_aes256gcm():
    kind = "aes256gcm"
    lines = aead_lines(kind, AESGCM)
    for n in list(range(8, 36)) + [47, 48, 64, 100, 127, 128]:
        lines.append(aead_line(kind, "iv-%d" % n, stream(n, 32), stream(n + 1, n), stream(3, n),
                               stream(n + 4, 70)))
    for i, low in enumerate([0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFF9, 0xFFFFFFF0, 0xFFFFFFE5,
                             0x00FFFFFE, 0x0000FFF8, 0x000000FA, 0x7FFFFFFF, 0]):
        key = stream(i, 32)
        iv = iv_for(key, stream(i + 1, 12) + low.to_bytes(4, "big"))
        lines.append(aead_line(kind, "counter-%08x" % low, key, iv, b"", stream(i + 2, 600)))
    write("computed_aes256gcm.txt", CRYPTOGRAPHY, lines)


def make_chacha20poly1305():
    kind = "chacha20poly1305"
    lines = aead_lines(kind, ChaCha20Poly1305)
    for i, (n, counter) in enumerate([(1, 0), (64, 1), (65, 7), (500, 2), (1000, 0xFFFFFF00),
                                      (64, 0xFFFFFFFF), (130, 0xFFFFFFFD)]):
        key, iv, pt = stream(i, 32), stream(i + 1, 12), stream(i + 2, n)
        full = counter.to_bytes(4, "little") + iv
        ct = Cipher(algorithms.ChaCha20(key, full), mode=None).encryptor().update(pt)
        lines.append("chacha20 id=stream-%d key=%s iv=%s ctr=%d pt=%s ct=%s"
                     % (i, key.hex(), iv.hex(), counter, pt.hex(), ct.hex()))
    write("computed_chacha20poly1305.txt", CRYPTOGRAPHY, lines)


make_sha512()
make_kdf()
make_murmur3()
make_aes256gcm()
make_chacha20poly1305()
