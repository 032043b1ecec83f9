"""Keys that carry their time."""

import uuid

from hypothesis import given
from hypothesis import strategies as st
from muster.jobs.values.keys import RANDOM_BYTES, time_of, timed_key


@given(st.integers(0, (1 << 44) - 1), st.binary(min_size=RANDOM_BYTES, max_size=RANDOM_BYTES))
def test_a_timed_key_is_a_uuid_of_version_7_with_its_time(now_ms: int, chance: bytes) -> None:
    key = uuid.UUID(timed_key(now_ms, chance))
    assert (key.version, key.variant) == (7, uuid.RFC_4122)
    assert time_of(str(key)) == time_of(str(key).upper()) == now_ms
    assert key.int & (1 << 62) - 1 == int.from_bytes(chance, "big") & (1 << 62) - 1, "the chance is in it"


@given(st.uuids(version=4).map(str) | st.text())
def test_other_keys_have_no_time(key: str) -> None:
    assert time_of(key) is None
