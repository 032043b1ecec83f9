"""Answers that were paid for, on Postgres."""

from __future__ import annotations

import uuid
from collections.abc import Generator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from muster.scoring.calling.paid_answer import PaidAnswer
from muster.scoring.kept_answers import Answers

pytestmark = pytest.mark.stack


@pytest.fixture
def connection(endpoints: Mapping[str, str]) -> Generator[psycopg.Connection[Any]]:
    with psycopg.connect(endpoints["MUSTER_POSTGRES_DSN"], autocommit=True) as opened:
        yield opened


def answer(key: str, run: str, text: str = "42") -> PaidAnswer:
    return PaidAnswer(key=key, run=run, text=text, tokens_in=7, tokens_out=3, latency_ms=80)


def test_the_first_answer_stays_and_names_who_paid(connection: psycopg.Connection[Any]) -> None:
    answers = Answers(connection, f"t{uuid.uuid4().hex[:8]}")
    answers.keep([answer("a", "first"), answer("b", "first", "41")])
    answers.keep([answer("a", "second", "other")])
    assert answers.find(["a", "b", "c"]) == {"a": answer("a", "first"), "b": answer("b", "first", "41")}


def test_answers_of_another_organisation_are_not_known(connection: psycopg.Connection[Any]) -> None:
    mine, others = (Answers(connection, f"t{uuid.uuid4().hex[:8]}") for _ in range(2))
    mine.keep([answer("a", "first")])
    assert others.find(["a"]) == {}


def test_many_that_begin_at_the_same_time_make_one_table(endpoints: Mapping[str, str]) -> None:
    def begin(tenant: str) -> None:
        with psycopg.connect(endpoints["MUSTER_POSTGRES_DSN"], autocommit=True) as opened:
            Answers(opened, tenant).keep([answer("a", "first")])

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(begin, [f"t{uuid.uuid4().hex[:8]}" for _ in range(8)]))
