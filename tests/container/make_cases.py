#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""tests/container/make_cases.py FOLDER: writes the whole files (*.fsec) and cases.txt

A case is a file put together from pieces of whole ones, and what reading it must end with. The
expected outcomes are stated here by the rules of docs/format.md, not asked of a reader.

    NAME OUTCOME CHUNK KEY CONTEXT PIECE...

OUTCOME is ok, format, unsupported, key, header, metadata, truncated, trailing or damaged; CHUNK the
number of the damaged chunk, or the length of the content if it is ok, else "-"; KEY 1 or 2; CONTEXT
"-" if it is empty. A PIECE is FILE:OFFSET:LENGTH, or =HEX. FILE:0:FIRST-LAST stands for a case for
each length from FIRST to LAST.
"""
import os
import struct
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import reader  # noqa: E402
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes  # noqa: E402

KEYS = {1: bytes(range(32)), 2: bytes(range(100, 132))}
SALT = bytes(range(200, 232))
FULL = 1040
P = (1 << 130) - 5


def text(n, seed):
    """n bytes without a pattern: a linear congruence (Knuth's MMIX), its high bytes."""
    x, out = seed, bytearray()
    for _ in range(n):
        x = (x * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        out.append(x >> 56)
    return bytes(out)


def record(kind, value):
    return bytes([kind]) + struct.pack("<H", len(value)) + value


# ---- files that open under two keys but for the commitment ---------------------------------------

def gf_mul(x, y):
    """SP 800-38D, 6.3: bit 0 is the most significant one."""
    z = 0
    for i in range(127, -1, -1):
        if x >> i & 1:
            z ^= y
        y = y >> 1 ^ (0xe1 << 120 if y & 1 else 0)
    return z


def gf_pow(x, n):
    z = 1 << 127
    while n:
        if n & 1:
            z = gf_mul(z, x)
        x = gf_mul(x, x)
        n >>= 1
    return z


def both_keys(suite, fields):
    return [reader.Keys(fields, KEYS[k], b"").derive(b"data" + bytes(8)) for k in (1, 2)]


def collide_gcm(fields):
    """Two blocks and a tag that are a final chunk 0 under both keys."""
    nonce = bytes(11) + b"\1"
    h, mask = [], []
    for key in both_keys(1, fields):
        ecb = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
        h.append(int.from_bytes(ecb.update(bytes(16)), "big"))
        mask.append(int.from_bytes(ecb.update(nonce + b"\0\0\0\1"), "big"))
    first = int.from_bytes(text(16, 3), "big")
    length = 256  # bits of ciphertext

    def tag(i, second):
        y = gf_mul(first, h[i])
        y = gf_mul(y ^ second, h[i])
        return gf_mul(y ^ length, h[i]) ^ mask[i]

    # second * (H1^2 ^ H2^2) = the difference of the tags without it
    square = gf_mul(h[0], h[0]) ^ gf_mul(h[1], h[1])
    second = gf_mul(tag(0, 0) ^ tag(1, 0), gf_pow(square, (1 << 128) - 2))
    assert tag(0, second) == tag(1, second)
    return b"".join(x.to_bytes(16, "big") for x in (first, second, tag(0, second)))


def collide_poly1305(fields):
    nonce = bytes(11) + b"\1"
    r, s = [], []
    for key in both_keys(2, fields):
        stream = Cipher(algorithms.ChaCha20(key, bytes(4) + nonce), None).encryptor()
        one_time = stream.update(bytes(32))
        r.append(int.from_bytes(one_time[:16], "little") & 0x0ffffffc0ffffffc0ffffffc0fffffff)
        s.append(int.from_bytes(one_time[16:], "little"))
    bit = 1 << 128
    lengths = bit + (32 << 64)
    for seed in range(1000):
        first = bit + int.from_bytes(text(16, seed), "little")
        # (first r^3 + second r^2 + lengths r) + s, the same for both modulo p, then modulo 2^128
        known = [(first * pow(x, 3, P) + lengths * x) % P for x in r]
        for wrap in range(-4, 5):
            rhs = (known[1] + s[1] - known[0] - s[0] + wrap * bit) % P
            second = rhs * pow(r[0] * r[0] - r[1] * r[1], -1, P) % P
            if second >> 128 != 1:
                continue
            tags = [((k + second * x * x) % P + y) % bit for k, x, y in zip(known, r, s)]
            if tags[0] == tags[1]:
                blocks = (first - bit, second - bit, tags[0])
                return b"".join(x.to_bytes(16, "little") for x in blocks)
    raise AssertionError("no collision found")


# ---- the cases -----------------------------------------------------------------------------------

class Kit:
    def __init__(self, folder):
        self.folder, self.files, self.lines = folder, {}, []

    def whole(self, name, data):
        self.files[name] = data
        with open(os.path.join(self.folder, name + ".fsec"), "wb") as f:
            f.write(data)

    def case(self, name, outcome, *pieces, chunk="-", key=1, context="-"):
        words = []
        for piece in pieces:
            if isinstance(piece, bytes):
                words += ["=" + piece.hex()] if piece else []
            elif piece[2] > 0:
                words.append("%s:%d:%d" % piece)
        self.lines.append(" ".join([name, outcome, str(chunk), str(key), context] + words))

    def all_of(self, name):
        return (name, 0, len(self.files[name]))

    def edit(self, case, outcome, name, at, new, **more):
        data = self.files[name]
        self.case(case, outcome, (name, 0, at), new,
                  (name, at + len(new), len(data) - at - len(new)), **more)


def fields_of(kit, base):
    for at, new, outcome in (
            (0, b"F", "format"), (6, b"\0", "format"), (7, b"\0", "unsupported"),
            (7, b"\2", "unsupported"), (8, b"\0", "unsupported"), (8, b"\3", "unsupported"),
            (9, b"\x09", "unsupported"), (9, b"\x19", "unsupported"), (10, b"\3", "unsupported"),
            (11, b"\1", "unsupported"), (12, struct.pack("<I", 65537), "unsupported"),
            (16, b"\1", "unsupported"), (20, b"\1", "unsupported"), (24, b"\1", "unsupported"),
            (32, b"\1", "unsupported"), (63, b"\1", "unsupported"),
            (9, b"\x0b", "header"), (28, b"\1", "header"),
            (64, b"\0", "key"), (95, b"\0", "key"), (96, b"\0\0", "key"), (126, b"\0\0", "key"),
            (128, b"\0\0", "header"), (158, b"\0\0", "header")):
        kit.edit("field-%d-%s" % (at, new.hex()), outcome, base, at, new)
    for kdf, costs in ((1, (0, 0, 0)), (1, (10000001, 0, 0)), (1, (1, 1, 0)), (1, (1, 0, 1)),
                       (2, (7, 1, 1)), (2, (8, 0, 1)), (2, (8, 65, 1)), (2, (8, 1, 0)),
                       (2, (136, 1, 17)), (2, (4194305, 1, 1)), (2, (127, 1, 16))):
        new = bytes([kdf, 0]) + kit.files[base][12:16] + struct.pack("<3I", *costs)
        kit.edit("cost-%d-%d-%d-%d" % ((kdf,) + costs), "unsupported", base, 10, new)


def cuts(kit, base, body, known):
    """Cut at every byte."""
    runs = []
    for n in range(len(kit.files[base])):
        i, rest = divmod(n - body, FULL) if n > body else (0, 0)
        if n < 7:
            outcome, chunk = "format", "-"
        elif n < body or rest < 16 or (rest == 16 and i > 0) or known:
            outcome, chunk = "truncated", "-"
        else:
            outcome, chunk = "damaged", i
        if not runs or runs[-1][:2] != [outcome, chunk]:
            runs.append([outcome, chunk, n, n])
        runs[-1][3] = n
    for outcome, chunk, first, last in runs:
        kit.lines.append("%s-cut %s %s 1 - %s:0:%d-%d" % (base, outcome, chunk, base, first, last))


def chunks_of(kit, base, other, version):
    size = len(kit.files[base])
    places = [(base, 160 + FULL * i, FULL) for i in range(6)]
    head = (base, 0, 160)
    for i in range(6):
        for j in range(i):
            order = list(places)
            order[i], order[j] = order[j], order[i]
            kit.case("swap-%s-%d-%d" % (base, j, i), "damaged", head, *order, chunk=j)
        kit.case("drop-%s-%d" % (base, i), "truncated" if i == 5 else "damaged", head,
                 *(places[:i] + places[i + 1:]), chunk="-" if i == 5 else i)
        kit.case("double-%s-%d" % (base, i), "trailing" if i == 5 else "damaged", head,
                 *(places[:i + 1] + places[i:]), chunk="-" if i == 5 else i + 1)
        kit.case("zero-%s-%d" % (base, i), "damaged", head, *places[:i], bytes(FULL),
                 *places[i + 1:], chunk=i)
        for name in (other, version):
            kit.case("splice-%s-%s-%d" % (base, name, i), "damaged", head, *places[:i],
                     (name, 160 + FULL * i, FULL), *places[i + 1:], chunk=i)
    kit.case("header-%s-of-%s" % (base, other), "damaged", (other, 0, 160), (base, 160, size - 160),
             chunk=0)


def trailing(kit, base, body, content, known):
    last = (content - 1) // 1024 if content else 0
    rest = content - 1024 * last
    for n in (1, 15, 16, 17, FULL):
        seen = rest == 1024 or (known and rest + 16 + n <= FULL)
        kit.case("%s-and-%d" % (base, n), "trailing" if seen else "damaged", kit.all_of(base),
                 text(n, n), chunk="-" if seen else last)
    kit.case("%s-twice" % base,
             "trailing" if rest == 1024 or
             (known and rest + 16 + len(kit.files[base]) <= FULL) else "damaged",
             kit.all_of(base), kit.all_of(base), chunk="-" if rest == 1024 or
             (known and rest + 16 + len(kit.files[base]) <= FULL) else last)


def metadata(kit, suite):
    good = record(1, b"a name") + record(2, struct.pack("<Q", 5)) + \
        record(3, struct.pack("<q", -1)) + record(4, struct.pack("<H", 0o644)) + \
        record(5, b"anything") + record(200, b"skipped")
    bad = {
        "order": record(2, struct.pack("<Q", 5)) + record(1, b"x"),
        "repeated": record(1, b"x") + record(1, b"y"),
        "short": good[:-1], "half": good + b"\xfa\1", "zero": record(0, b""),
        "slash": record(1, b"a/b"), "nul": record(1, b"a\0b"), "dot": record(1, b"."),
        "dots": record(1, b".."), "unnamed": record(1, b""), "long": record(1, b"x" * 256),
        "size-of-7": record(2, bytes(7)), "mode-of-3": record(4, bytes(3)),
        "mode-bits": record(4, struct.pack("<H", 0o10000)), "time-of-9": record(3, bytes(9)),
        "wrong-size": record(2, struct.pack("<Q", 6)),
    }
    def add(name, meta, outcome, chunk="-"):
        name = "meta-%d-%s" % (suite, name)
        kit.whole(name, reader.seal(suite, 10, KEYS[1], SALT, meta, b"hello"))
        kit.case(name, outcome, kit.all_of(name), chunk=chunk)
    add("good", good, "ok", 5)
    if suite == 1:
        for name, meta in bad.items():
            add(name, meta, "metadata")
        add("unknown", record(6, b""), "unsupported")
    kit.edit("meta-%d-changed" % suite, "metadata", "meta-%d-good" % suite, 170, b"\0\0")


def main(folder):
    kit = Kit(folder)
    for suite in (1, 2):
        s = str(suite)
        for n in (0, 1, 1023, 1024, 1025, 3000):
            name = "plain-%s-%d" % (s, n)
            kit.whole(name, reader.seal(suite, 10, KEYS[1], SALT, b"", text(n, n)))
            kit.case(name, "ok", kit.all_of(name), chunk=n)
            trailing(kit, name, 160, n, False)
        sized = record(2, struct.pack("<Q", 3000))
        kit.whole("sized-" + s, reader.seal(suite, 10, KEYS[1], SALT, sized, text(3000, 1)))
        kit.case("sized-" + s, "ok", kit.all_of("sized-" + s), chunk=3000)
        trailing(kit, "sized-" + s, 160 + 27, 3000, True)
        cuts(kit, "plain-%s-3000" % s, 160, False)
        cuts(kit, "sized-" + s, 160 + 27, True)
        kit.whole("six-" + s, reader.seal(suite, 10, KEYS[1], SALT, b"", text(6144, 6)))
        kit.whole("other-" + s, reader.seal(suite, 10, KEYS[1], SALT[::-1], b"", text(6144, 6)))
        kit.whole("version-" + s, reader.seal(suite, 10, KEYS[1], SALT, b"\x05\0\0",
                                              text(6144, 6)))
        # The body of the version begins behind its metadata: bring it to where the others' is.
        data = kit.files["version-" + s]
        kit.whole("version-" + s, data[:160] + data[160 + 19:])
        chunks_of(kit, "six-" + s, "other-" + s, "version-" + s)
        kit.whole("context-" + s, reader.seal(suite, 10, KEYS[1], SALT, b"", b"x", b"place"))
        kit.case("context-%s-right" % s, "ok", kit.all_of("context-" + s), context="place", chunk=1)
        kit.case("context-%s-none" % s, "header", kit.all_of("context-" + s))
        kit.case("context-%s-other" % s, "header", kit.all_of("context-" + s), context="Place")
        kit.case("key-%s-other" % s, "key", kit.all_of("plain-%s-1" % s), key=2)
        fields = reader.seal(suite, 10, KEYS[1], SALT, b"", b"")[:96]
        chunk = collide_gcm(fields) if suite == 1 else collide_poly1305(fields)
        for k in (1, 2):
            name = "collision-%s-%d" % (s, k)
            keys = reader.Keys(fields, KEYS[k], b"")
            assert keys.open_chunk(0, 1, chunk) is not None
            kit.whole(name, fields + keys.commitment + keys.tag + chunk)
            kit.case(name + "-right", "ok", kit.all_of(name), key=k, chunk=32)
            kit.case(name + "-other", "key", kit.all_of(name), key=3 - k)
        metadata(kit, suite)
    fields_of(kit, "plain-2-1025")
    kit.case("empty", "format")
    with open(os.path.join(folder, "cases.txt"), "w", encoding="ascii") as f:
        f.write("# tests/container/cases.txt: made by make_cases.py, which says what the words "
                "mean\n" + "\n".join(kit.lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
