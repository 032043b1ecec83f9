"""All descendants of a version among a million, in Postgres and in Neo4j, on servers that run already.

    python tests/bench/bench_lineage.py ENDPOINTS.env [--versions N] [--levels N] [--store postgres|neo4j]

Versions lie in levels; each comes from one of the level before or, one in ten, from two: often from one that
many come from already, as base models are. The statements are those of the service.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final, cast

import neo4j
import psycopg
from muster.registry.core.lineage.artifacts import version_of
from muster.registry.core.lineage.rows import DDL
from muster.registry.edge.lineage import graph
from muster.registry.edge.lineage.reading import DESCENDANTS
from muster.views.graph import GraphView

VIEW: Final = "bench_lineage"
SIZES: Final = (10, 100, 1_000, 10_000)
RUNS: Final = 7
_PER_STATEMENT: Final = 20_000
_POPULAR: Final = 200
"""Versions of a level that half of the next level comes from."""

Edges = tuple["array[int]", "array[int]"]


def edges_of(versions: int, levels: int, seed: int = 7) -> Edges:
    """Child and parent of each edge, by number."""
    chance, size = random.Random(seed), versions // levels
    children, parents = array("i"), array("i")
    for child in range(size, size * levels):
        first = (child // size - 1) * size
        for _ in range(2 if chance.random() < 0.1 else 1):
            among = _POPULAR if chance.random() < 0.5 else size
            children.append(child)
            parents.append(first + int(among * chance.random() ** 2))
    return children, parents


def name(number: int) -> str:
    """A version's name, as long as names are."""
    return version_of(f"repo-{number:020d}", f"{number:040x}")


def descendants(edges: Edges, starts: Sequence[int], depth: int) -> dict[int, int]:
    """How many descendants versions have."""
    below: dict[int, list[int]] = {}
    for child, parent in zip(*edges, strict=True):
        below.setdefault(parent, []).append(child)
    counts: dict[int, int] = {}
    for start in starts:
        seen, reached = {start}, [start]
        for _ in range(depth):
            reached = [child for each in reached for child in below.get(each, ()) if child not in seen]
            seen.update(reached)
        counts[start] = len(seen) - 1
    return counts


def in_postgres(dsn: str, edges: Edges) -> Callable[[str, int], int]:
    """Write the edges; what then asks for descendants."""
    connection = psycopg.connect(dsn, autocommit=True)
    connection.execute(f"DROP SCHEMA IF EXISTS {VIEW} CASCADE")
    connection.execute(f"CREATE SCHEMA {VIEW}")
    connection.execute(f"SET search_path = {VIEW}")
    connection.execute(cast("Any", DDL))
    columns = "parent, child, relation, live, standing, content, shared_bytes, tenant, at_ms"
    with connection.cursor().copy(f"COPY lineage_edges ({columns}) FROM STDIN") as copy:
        for child, parent in sorted(set(zip(*edges, strict=True))):
            row = (name(parent), name(child), "FINE_TUNE", True, "DECLARED", "SHARED", 1, "acme", 1)
            copy.write_row(row)
    connection.execute("VACUUM ANALYZE lineage_edges")

    def ask(start: str, depth: int) -> int:
        parameters = {"starts": [start], "depth": depth, "limit": 1_000_000}
        return len(connection.execute(cast("Any", DESCENDANTS), parameters).fetchall())

    return ask


def in_neo4j(access: tuple[str, str, str], edges: Edges) -> Callable[[str, int], int]:
    """The same in Neo4j."""
    url, user, password = access
    view = GraphView(url, user=user, password=password, name=VIEW, labels=("Artifact",))
    view.drop()
    view.prepare()
    driver = cast("Any", neo4j.GraphDatabase).driver(url, auth=(user, password))
    numbers = iter(range(1 + max(edges[0])))
    node = "UNWIND $lines AS line CREATE (n:Artifact {key: $prefix + line, id: line, kind: 'version'})"
    for lines in _batches(name(number) for number in numbers):
        driver.execute_query(node, lines=lines, prefix=f"{VIEW}/1/")
    edge = (
        "UNWIND $lines AS line MATCH (a:Artifact {key: line[0]}) MATCH (b:Artifact {key: line[1]})"
        " CREATE (a)-[:FINE_TUNE {live: true, standing: 'DECLARED'}]->(b)"
    )
    pairs = sorted(set(zip(*edges, strict=True)))
    for lines in _batches([f"{VIEW}/1/{name(c)}", f"{VIEW}/1/{name(p)}"] for c, p in pairs):
        driver.execute_query(edge, lines=lines)
    return lambda start, depth: len(graph.walk(driver, VIEW, start, up=False, depth=depth))


def _batches(lines: Iterator[Any]) -> Iterator[list[Any]]:
    while batch := list(islice(lines, _PER_STATEMENT)):
        yield batch


def measured(ask: Callable[[str, int], int], start: str, depth: int) -> tuple[int, float, float]:
    """How many there are, and the median and the worst time, milliseconds."""
    took_ms: list[float] = []
    found = ask(start, depth)
    for _ in range(RUNS):
        begun = time.perf_counter()
        found = ask(start, depth)
        took_ms.append((time.perf_counter() - begun) * 1_000)
    return found, statistics.median(took_ms), max(took_ms)


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("endpoints", type=Path)
    parser.add_argument("--versions", type=int, default=1_000_000)
    parser.add_argument("--levels", type=int, default=21)
    parser.add_argument("--store", choices=("postgres", "neo4j"), action="append")
    given = parser.parse_args()
    lines = given.endpoints.read_text().split()
    where = dict(line.split("=", 1) for line in lines)
    depth = given.levels - 1
    edges = edges_of(given.versions, given.levels)
    size = given.versions // given.levels
    counts = descendants(edges, [*range(0, size, max(1, size // 2_000)), *range(_POPULAR)], depth)
    starts = [min(counts, key=lambda each: (abs(counts[each] - wanted), each)) for wanted in SIZES]
    for store in given.store or ("postgres", "neo4j"):
        begun = time.perf_counter()
        if store == "postgres":
            ask = in_postgres(where["MUSTER_POSTGRES_DSN"], edges)
        else:
            keys = ("MUSTER_NEO4J_URL", "MUSTER_NEO4J_USER", "MUSTER_NEO4J_PASSWORD")
            ask = in_neo4j((where[keys[0]], where[keys[1]], where[keys[2]]), edges)
        took_s = time.perf_counter() - begun
        _say(f"{store}: {given.versions:,} versions, {len(edges[0]):,} edges, {took_s:.0f} s")
        for start in starts:
            found, median_ms, worst_ms = measured(ask, name(start), depth)
            right = "" if found == counts[start] else f"; {counts[start]:,} were to come"
            _say(f"  {found:>9,} descendants: median {median_ms:.1f} ms, worst {worst_ms:.1f} ms{right}")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
