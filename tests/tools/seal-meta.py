#!/usr/bin/env python3
"""seal-meta.py: meta.json on stdin, on stdout with its checksum put right.

The last member of meta.json is the XXH64 (seed 0) of all bytes before it.
This is written from the specification of XXH64, independently of lib/.
"""
import sys

M = (1 << 64) - 1
P1, P2, P3, P4, P5 = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F,
                      0x165667B19E3779F9, 0x85EBCA77C2B2AE63,
                      0x27D4EB2F165667C5)


def rot(x, n):
    return (x << n | x >> (64 - n)) & M


def rnd(acc, lane):
    return rot((acc + lane * P2) & M, 31) * P1 & M


def xxh64(b):
    i, n = 0, len(b)
    if n >= 32:
        v = [(P1 + P2) & M, P2, 0, -P1 & M]
        while n - i >= 32:
            for k in range(4):
                v[k] = rnd(v[k], int.from_bytes(b[i:i + 8], 'little'))
                i += 8
        h = (rot(v[0], 1) + rot(v[1], 7) + rot(v[2], 12) + rot(v[3], 18)) & M
        for x in v:
            h = ((h ^ rnd(0, x)) * P1 + P4) & M
    else:
        h = P5
    h = (h + n) & M
    while n - i >= 8:
        h = (rot(h ^ rnd(0, int.from_bytes(b[i:i + 8], 'little')), 27) * P1 +
             P4) & M
        i += 8
    if n - i >= 4:
        h = (rot(h ^ int.from_bytes(b[i:i + 4], 'little') * P1 & M, 23) * P2 +
             P3) & M
        i += 4
    for c in b[i:]:
        h = rot(h ^ c * P5 & M, 11) * P1 & M
    h = (h ^ h >> 33) * P2 & M
    h = (h ^ h >> 29) * P3 & M
    return h ^ h >> 32


text = sys.stdin.buffer.read()
at = text.rfind(b',"check":')
if at >= 0:
    text = text[:at]
else:
    text = text.rstrip()
sys.stdout.buffer.write(text + b',"check":"%016x"}\n' % xxh64(text))
