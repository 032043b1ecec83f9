"""Keys go where every other Kafka client would send them."""

from __future__ import annotations

import pytest
from muster.journal.wire.partitioner import murmur2, partition_of


@pytest.mark.parametrize(
    ("data", "signed"),
    [
        (b"21", -973932308),
        (b"foobar", -790332482),
        (b"a-little-bit-long-string", -985981536),
        (b"a-little-bit-longer-string", -1486304829),
        (b"lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", -58897971),
        (b"abc", 479470107),
    ],
)
def test_the_hash_is_javas(data: bytes, signed: int) -> None:
    """The values of Kafka's own UtilsTest.testMurmur2."""
    assert murmur2(data) == signed % 2**32


def test_a_partition_is_one_of_those_there_are() -> None:
    assert {partition_of(f"key-{n}", 4) for n in range(100)} == {0, 1, 2, 3}


def test_no_partitions_is_an_error() -> None:
    with pytest.raises(ValueError, match="partitions is 0; must be 1 or more"):
        partition_of("k", 0)
