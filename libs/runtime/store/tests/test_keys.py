"""Keys of output and checkpoints: in order, never the same twice, and read back as they were made."""

from __future__ import annotations

import pytest
from muster.store.keys import RankObject, checkpoint_key, checkpoint_of, later_chunks, log_key, log_of


def test_a_checkpoint_written_again_under_its_name_does_not_replace_the_first() -> None:
    assert checkpoint_key("job-a", 1, 0, "a" * 64, "f") != checkpoint_key("job-a", 1, 0, "b" * 64, "f")


def test_log_keys_sort_as_chunks_do_and_later_ones_follow() -> None:
    keys = [log_key("job-a", 1, 0, "STDOUT", number) for number in (2, 3, 4, 10)]
    assert keys == sorted(keys)
    assert later_chunks(keys[0], 2) == keys[1:3]
    assert later_chunks(checkpoint_key("job-a", 1, 0, "a" * 64, "f"), 2) == []


def test_a_key_says_whose_it_is() -> None:
    assert log_of(log_key("job-a", 2, 3, "stderr", 4)) == RankObject("job-a", 2, 3)
    assert checkpoint_of(checkpoint_key("job-a", 2, 3, "a" * 64, "w.pt")) == RankObject("job-a", 2, 3)


@pytest.mark.parametrize(
    "key",
    [
        "logs/job-a/1/0/stdout/../../../../files/x",
        "logs/job-a/1/0/stdout/00000000/x",
        "logs/job-a/0/0/stdout/00000000",
        "logs/job-a/1/0/other/00000000",
        "logs//1/0/stdout/00000000",
        "logs/job-a/1/0/stdout/00000000\n",
        "checkpoints/job-a/1/0/aaaaaaaaaaaaaaaa/..",
        "checkpoints/job-a/1/0/short/f",
        "snapshots/default/1",
        "",
    ],
)
def test_any_other_key_is_nobody_s(key: str) -> None:
    assert (log_of(key), checkpoint_of(key)) == (None, None)
