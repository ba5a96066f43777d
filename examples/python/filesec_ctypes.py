#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""filesec from Python by ctypes: hash, seal, open. Nothing but the standard library.

Build:  cc -O2 -shared -fPIC -x c -DFILESEC_IMPLEMENTATION filesec.h -o libfilesec.so
Run:    python3 examples/python/filesec_ctypes.py ./libfilesec.so
Exit:   0 if it agrees with hashlib, and with the package cryptography if that is installed
"""
import contextlib
import ctypes
import hashlib
import os
import sys

OK = 0
KEY_ROOM = 4096  # more than sizeof (filesec_aes256gcm_key), whose members are private


class FilesecError(Exception):
    """The text of a filesec_status."""


class Filesec:
    """The functions of a shared library, with Python's types."""

    def __init__(self, path):
        self.c = ctypes.CDLL(path)
        text, size, buffer = ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p
        self.c.filesec_status_text.restype = text
        self.c.filesec_status_text.argtypes = [ctypes.c_int]
        self.c.filesec_sha512.restype = None
        self.c.filesec_sha512.argtypes = [buffer, text, size]
        self.c.filesec_aes256gcm_init.restype = None
        self.c.filesec_aes256gcm_init.argtypes = [buffer, text]
        self.c.filesec_aes256gcm_seal.argtypes = [
            buffer, buffer, buffer, text, text, size, text, size]
        self.c.filesec_aes256gcm_open.argtypes = [
            buffer, buffer, text, text, size, text, size, text]
        self.c.filesec_wipe.restype = None
        self.c.filesec_wipe.argtypes = [buffer, size]

    def check(self, status):
        if status != OK:
            raise FilesecError(self.c.filesec_status_text(status).decode())

    def sha512(self, data):
        digest = ctypes.create_string_buffer(64)
        self.c.filesec_sha512(digest, data, len(data))
        return digest.raw


class Aes256Gcm:
    """A key. The nonces are random: at most 2^32 messages under one key."""

    def __init__(self, filesec, key):
        if len(key) != 32:
            raise ValueError("a key has 32 bytes")
        self.filesec = filesec
        self.key = ctypes.create_string_buffer(KEY_ROOM)
        filesec.c.filesec_aes256gcm_init(self.key, key)

    def close(self):
        """Wipe the key that was set up; bytes objects, such as the key given, stay in memory."""
        self.filesec.c.filesec_wipe(self.key, KEY_ROOM)

    def seal(self, text, aad=b""):
        """The nonce, the ciphertext and the tag, one behind the other."""
        nonce = os.urandom(12)
        ct, tag = ctypes.create_string_buffer(max(len(text), 1)), ctypes.create_string_buffer(16)
        self.filesec.check(self.filesec.c.filesec_aes256gcm_seal(
            self.key, ct, tag, nonce, aad, len(aad), text, len(text)))
        return nonce + ct.raw[:len(text)] + tag.raw

    def open(self, sealed, aad=b""):
        """The text, or FilesecError: nothing is returned that was not verified."""
        if len(sealed) < 28:
            raise FilesecError("truncated")
        nonce, ct, tag = sealed[:12], sealed[12:-16], sealed[-16:]
        text = ctypes.create_string_buffer(max(len(ct), 1))
        self.filesec.check(self.filesec.c.filesec_aes256gcm_open(
            self.key, text, nonce, aad, len(aad), ct, len(ct), tag))
        return text.raw[:len(ct)]


def main(path):
    filesec = Filesec(path)
    key = os.urandom(32)
    with contextlib.closing(Aes256Gcm(filesec, key)) as aead:
        compare(filesec, key, aead)


def compare(filesec, key, aead):
    for length in (0, 1, 111, 112, 1000, 100000):
        data = os.urandom(length)
        if filesec.sha512(data) != hashlib.sha512(data).digest():
            sys.exit("SHA-512 differs from hashlib")
        sealed = aead.seal(data, b"label")
        if aead.open(sealed, b"label") != data:
            sys.exit("a message does not come back")
        try:
            aead.open(bytes([sealed[0] ^ 1]) + sealed[1:], b"label")
            sys.exit("a changed message was opened")
        except FilesecError as error:
            refusal = error
        try:
            from cryptography.hazmat.primitives.ciphers.aead import AESGCM
        except ImportError:
            peer = "hashlib"
        else:
            peer = "hashlib and cryptography"
            if AESGCM(key).decrypt(sealed[:12], sealed[12:], b"label") != data:
                sys.exit("AES-256-GCM differs from cryptography")
    print(f"agrees with {peer}; a changed message: {refusal}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "./libfilesec.so")
