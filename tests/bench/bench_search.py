"""Duration of a search among many models: `find_repositories`, as used by /v1/search and list_models.

    MUSTER_TEST_ENDPOINTS=... python tests/bench/bench_search.py [--models 1000000]

Models are made up: names of three words, cards of forty words drawn as in natural text (the k-th word 1/k as
often as the first), 100 organisations, a quarter of the models public. Both stores are the real ones that
`muster up` starts; views of this run's own are dropped at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import statistics
import sys
import time
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice
from pathlib import Path
from typing import Any, Final

import psycopg
from muster.registry.core.access import Who
from muster.registry.core.documents import REPOSITORIES, parts_of
from muster.registry.edge.projections import SEARCH, TABLES
from muster.registry.edge.searching import Criteria, facets, find_repositories, search_of
from muster.views.reading.tables import Tables
from muster.views.rows import Merge
from muster.views.view import Unavailable, View

BATCH: Final = 1_000
"""Models written at once."""
WORDS: Final = 20_000
ORGANISATIONS: Final = 100
ROUNDS: Final = 30
LIBRARIES: Final = ("transformers", "diffusers", "gguf", "sentence-transformers", "timm")
PIPELINES: Final = ("text-generation", "text-classification", "image-to-text", "feature-extraction")
LICENCES: Final = ("apache-2.0", "mit", "llama3", "cc-by-4.0", "")


@dataclass(frozen=True)
class Stores:
    """Addresses of the stores."""

    postgres_dsn: str
    elasticsearch_url: str
    neo4j_url: str = ""
    neo4j_user: str = ""
    neo4j_password: str = ""


class Models:
    """Generated models, the same ones each time.

    Args:
        count: Number of models.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._chance = random.Random(7)
        letters = "aeioubdfghklmnprstvz"
        self._words = [
            "".join(self._chance.choices(letters, k=self._chance.randint(3, 9))) for _ in range(WORDS)
        ]
        self._weights = list(accumulate(1 / rank for rank in range(1, WORDS + 1)))

    def words(self, count: int) -> list[str]:
        return self._chance.choices(self._words, cum_weights=self._weights, k=count)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for number in range(self._count):
            tenant = f"org{self._chance.randrange(ORGANISATIONS)}"
            licence, library = self._chance.choice(LICENCES), self._chance.choice(LIBRARIES)
            pipeline, tags = self._chance.choice(PIPELINES), self.words(3)
            name = f"{'-'.join(self.words(3))}-{self._chance.choice(('1b', '7b', '70b'))}-{number}"
            named = f"{tenant}/{name}".lower()
            yield {
                "repository": f"repo-{number:07d}",
                "type": "MODEL",
                "tenant": tenant,
                "namespace": tenant,
                "author": tenant,
                "name": name,
                "named": named,
                "parts": parts_of(named),
                "visibility": self._chance.choice(("PUBLIC", "INTERNAL", "INTERNAL", "PRIVATE")),
                "created_by": f"{tenant}/user{self._chance.randrange(100)}",
                "created_at_ms": number,
                "changed_at_ms": self._chance.randrange(10**12),
                "deleted": False,
                "licence": licence,
                "library": library,
                "pipeline": pipeline,
                "tags": [*tags, library, pipeline, *([f"license:{licence}"] if licence else [])],
                "text": " ".join(self.words(40)),
            }


def batches(models: Models) -> Iterator[list[dict[str, Any]]]:
    every = iter(models)
    while batch := list(islice(every, BATCH)):
        yield batch


def fill(stores: Stores, view: str, count: int) -> None:
    """Documents and rows, as the projections write them."""
    tables, search = TABLES.open(stores, view=view), SEARCH.open(stores, view=view)
    for projection in (tables, search):
        projection.view.prepare()
    columns = (
        "repository, type, namespace, name, visibility, tenant, created_by, created_at_ms, changed_at_ms"
    )
    with psycopg.connect(stores.postgres_dsn, options=f"-c search_path={view}") as connection:
        for batch in batches(Models(count)):
            documents = [
                Merge(
                    REPOSITORIES,
                    each["repository"],
                    {k: v for k, v in each.items() if k != "name"},
                    1,
                    whole=True,
                )
                for each in batch
            ]
            _applied(search.view, documents)
            with (
                connection.cursor() as cursor,
                cursor.copy(f"COPY repositories ({columns}, deleted) FROM STDIN") as copy,
            ):
                for each in batch:
                    copy.write_row([*(each[name] for name in columns.split(", ")), False])
        connection.commit()
        connection.execute("ANALYZE repositories")
    for projection in (tables, search):
        projection.view.close()


def _applied(view: View[Merge], documents: Sequence[Merge]) -> None:
    """As a projection does: what the store has no room for now comes again."""
    while True:
        try:
            return view.apply(documents, [])
        except Unavailable as error:
            sys.stderr.write(f"{error}; once more\n")
            time.sleep(1)


async def measure(stores: Stores, view: str, count: int) -> None:
    """Each kind of search, ROUNDS times with words that differ."""
    models = Models(count)
    who = Who(tenant="org7", user="user3", teams=frozenset({"vision"}), roles=frozenset({"submitter"}))
    kinds: Sequence[tuple[str, Any]] = (
        ("two words, by relevance", lambda: Criteria(text=" ".join(models.words(2)))),
        ("a word, by relevance", lambda: Criteria(text=models.words(1)[0])),
        ("a part of a name", lambda: Criteria(text=models.words(1)[0][1:] + "-")),
        (
            "two words and a licence, latest first",
            lambda: Criteria(text=" ".join(models.words(2)), licences=["mit"], sort="changed"),
        ),
        (
            "tags alone, latest first",
            lambda: Criteria(tags=[models.words(1)[0], "license:mit"], sort="changed"),
        ),
        ("everything, latest first", lambda: Criteria(sort="changed")),
    )
    search = search_of(stores.elasticsearch_url, view)
    try:
        async with Tables.connected(stores.postgres_dsn, view=view) as tables:
            for what, wanted in kinds:
                took: list[float] = []
                hits = 0
                for _ in range(ROUNDS + 3):
                    one = wanted()
                    begun = time.perf_counter()
                    page = await find_repositories(tables, search, who, one, 20, None)
                    took.append(1_000 * (time.perf_counter() - begun))
                    hits += len(page.rows)
                report(what, took[3:], hits / (ROUNDS + 3))
            took = []
            for _ in range(ROUNDS):
                one = Criteria(text=models.words(1)[0])
                begun = time.perf_counter()
                await facets(tables, search, who, one)
                took.append(1_000 * (time.perf_counter() - begun))
            report("facets of a word", took, 0)
    finally:
        await search.close()


def report(what: str, took_ms: Sequence[float], hits: float) -> None:
    ordered = sorted(took_ms)
    p95 = ordered[int(0.95 * (len(ordered) - 1))]
    sys.stdout.write(
        f"| {what} | {statistics.median(ordered):.0f} | {p95:.0f} | {ordered[-1]:.0f} | {hits:.1f} |\n"
    )
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=int, default=1_000_000)
    count = parser.parse_args().models
    file = Path(os.environ["MUSTER_TEST_ENDPOINTS"])
    given = dict(line.split("=", 1) for line in file.read_text().splitlines() if "=" in line)
    stores = Stores(given["MUSTER_POSTGRES_DSN"], given["MUSTER_ELASTICSEARCH_URL"])
    view = f"bench_search_{uuid.uuid4().hex[:8]}"
    try:
        begun = time.perf_counter()
        fill(stores, view, count)
        sys.stdout.write(
            f"{count} models written in {time.perf_counter() - begun:.0f} s; load {os.getloadavg()[0]:.0f}\n"
        )
        begun = time.perf_counter()
        sys.stdout.write("\n| search | median ms | 95 % ms | longest ms | found |\n|---|--:|--:|--:|--:|\n")
        asyncio.run(measure(stores, view, count))
        sys.stdout.write(f"\nload at the end {os.getloadavg()[0]:.0f}\n")
    finally:
        for declared in (TABLES, SEARCH):
            with contextlib.closing(declared.open(stores, view=view).view) as opened:
                opened.drop()


if __name__ == "__main__":
    main()
