"""Maps a key to a partition by murmur2, as Kafka's Java client does, so that all clients agree.

Source: org.apache.kafka.common.utils.Utils.murmur2 and toPositive; the hash is Austin Appleby's MurmurHash2.
"""

from __future__ import annotations

_M = 0x5BD1E995
_SEED = 0x9747B28C
_WORD = 0xFFFFFFFF


def partition_of(key: str, partitions: int) -> int:
    """The partition of a key.

    Raises:
        ValueError: partitions is below 1.
    """
    if partitions < 1:
        raise ValueError(f"partitions is {partitions}; must be 1 or more")
    return (murmur2(key.encode()) & 0x7FFFFFFF) % partitions


def murmur2(data: bytes) -> int:
    """The 32-bit hash, unsigned."""
    h = _SEED ^ len(data)
    whole = len(data) & ~3
    for i in range(0, whole, 4):
        k = int.from_bytes(data[i : i + 4], "little") * _M & _WORD
        k ^= k >> 24
        h = (h * _M & _WORD) ^ (k * _M & _WORD)
    if rest := data[whole:]:
        h ^= int.from_bytes(rest, "little")
        h = h * _M & _WORD
    h ^= h >> 13
    h = h * _M & _WORD
    return h ^ (h >> 15)
