"""Connections among a million versions: answers of the service, and of the other store.

    python tests/bench/bench_lineage.py ENDPOINTS.env write FOLDER [--versions N]
    python tests/bench/bench_lineage.py ENDPOINTS.env import FOLDER
    python tests/bench/bench_lineage.py ENDPOINTS.env [--questions N]

`write` fills a schema of Postgres and writes the same edges as CSV; `import` reads the CSV into the stopped
Neo4j of the home that ENDPOINTS.env is in, whose data it replaces: by its own tool, as statements would take
an hour. Start the servers again, then ask. Each question is asked of both stores, and differing answers are
counted. Times are of the whole call in milliseconds; CPU is that of the threads of the server, which other
programs do not disturb.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, LiteralString, cast

import psycopg
from lineage_data import Lineage
from muster.local import artifacts
from muster.local.servers.java import classpath, java
from muster.registry.core.access import Who
from muster.registry.core.lineage.questions import AFFECTED_MAX, ANY_DEPTH_MAX, COMMON_MAX, CROWDED, DEPTH
from muster.registry.core.lineage.rows import DDL
from muster.registry.edge.lineage.connections import Crowded, affected_by, common_of, shortest_paths
from muster.views.graph import GraphView
from muster.views.reading.graph import Graph
from muster.views.reading.tables import Tables
from muster.views.view import TooSlow, Unavailable

VIEW: Final = "bench_lineage"
ACME: Final = Who(tenant="acme", user="ann", teams=frozenset(), roles=frozenset())
"""The caller: of the organisation that all edges belong to."""
LIMIT_S: Final = 10.0
POPULAR: Final = 20
"""Origins with the most derivatives that are asked about."""

PATHS_SQL: Final[LiteralString] = """
WITH RECURSIVE reached (artifact, depth) AS (
    SELECT %(start)s::text, 0
    UNION
    SELECT e.parent, r.depth + 1 FROM reached r CROSS JOIN LATERAL (
        SELECT parent FROM lineage_edges WHERE child = r.artifact AND live
        UNION ALL SELECT node FROM attempt_nodes WHERE attempt = r.artifact
        UNION ALL SELECT job FROM attempt_nodes WHERE attempt = r.artifact
    ) e WHERE r.depth < %(depth)s
),
nearest AS MATERIALIZED (SELECT artifact, min(depth) AS depth FROM reached GROUP BY artifact),
back (path, artifact, depth) AS (
    SELECT ARRAY[artifact], artifact, depth FROM nearest WHERE artifact = %(end)s
    UNION
    SELECT n.artifact || b.path, n.artifact, n.depth FROM back b CROSS JOIN LATERAL (
        SELECT child FROM lineage_edges WHERE parent = b.artifact AND live
        UNION ALL SELECT attempt FROM attempt_nodes WHERE node = b.artifact
        UNION ALL SELECT attempt FROM attempt_nodes WHERE job = b.artifact
    ) e JOIN nearest n ON n.artifact = e.child AND n.depth = b.depth - 1
)
SELECT path FROM back WHERE depth = 0 LIMIT 101
"""
"""Shortest paths upwards in Postgres; downwards is the same with the columns exchanged."""

ANY_SQL: Final[LiteralString] = """
WITH RECURSIVE reached (path, artifact, depth) AS (
    SELECT ARRAY[%(start)s::text], %(start)s::text, 0
    UNION ALL
    SELECT r.path || e.other, e.other, r.depth + 1 FROM reached r CROSS JOIN LATERAL (
        SELECT parent AS other FROM lineage_edges WHERE child = r.artifact AND live
        UNION SELECT child FROM lineage_edges WHERE parent = r.artifact AND live
        UNION SELECT node FROM attempt_nodes WHERE attempt = r.artifact
        UNION SELECT job FROM attempt_nodes WHERE attempt = r.artifact
        UNION SELECT attempt FROM attempt_nodes WHERE node = r.artifact
        UNION SELECT attempt FROM attempt_nodes WHERE job = r.artifact
    ) e
    WHERE r.depth < %(depth)s AND r.artifact <> %(end)s AND e.other <> ALL(r.path)
      AND (r.depth = 0 OR %(crowded)s >= (SELECT count(*) FROM (
          SELECT 1 FROM lineage_edges WHERE parent = r.artifact
          UNION ALL SELECT 1 FROM lineage_edges WHERE child = r.artifact
          UNION ALL SELECT 1 FROM attempt_nodes WHERE node = r.artifact
          UNION ALL SELECT 1 FROM attempt_nodes WHERE job = r.artifact
          LIMIT %(crowded)s + 1) few))
)
SELECT path FROM reached WHERE artifact = %(end)s AND depth = (
    SELECT min(depth) FROM reached WHERE artifact = %(end)s) LIMIT 101
"""
"""Shortest paths in any direction in Postgres, from one end."""

_ONE: Final = """
MATCH (v:View {key: $view})
WITH $view + '/' + toString(v.generation) + '/' AS prefix
MATCH (a:Artifact {key: prefix + $one})
"""
COMMON_CYPHER: Final = f"""{_ONE} MATCH (b:Artifact {{key: prefix + $other}})
CALL (a) {{ MATCH p = (a)-[*0..{DEPTH} {{live: true}}]->(x) RETURN collect(DISTINCT x) AS xs }}
MATCH (b)-[*0..{DEPTH} {{live: true}}]->(y) WITH DISTINCT xs, y WHERE y IN xs
RETURN y.id LIMIT {COMMON_MAX + 1}
"""
"""Common ancestors in Neo4j, without their distances."""
AFFECTED_CYPHER: Final = f"""{_ONE}
MATCH (a)<-[*1..100 {{live: true}}]-(x) WITH DISTINCT x LIMIT {AFFECTED_MAX + 1} RETURN collect(x.id)
"""
"""The affected in Neo4j."""

Ask = Callable[..., Awaitable[set[Any] | None]]
"""Answers a question; None: the time limit was reached."""


@dataclass(frozen=True, slots=True)
class Stores:
    """Both stores, each with the ids of the processes that answer."""

    tables: Tables
    graph: Graph
    postgres: int
    neo4j: int

    async def sql(self, statement: LiteralString, parameters: dict[str, Any]) -> list[Any] | None:
        try:
            return [
                next(iter(row.values()))
                for row in await self.tables.rows(dict[str, Any], statement, parameters)
            ]
        except Unavailable:
            return None


def write(dsn: str, folder: Path, versions: int) -> None:
    """Fill the tables, and write the same as CSV."""
    folder.mkdir(parents=True, exist_ok=True)
    with psycopg.connect(dsn, autocommit=True) as connection:
        for statement in (f"DROP SCHEMA IF EXISTS {VIEW} CASCADE", f"CREATE SCHEMA {VIEW}"):
            connection.execute(cast("Any", statement))
        connection.execute(cast("Any", f"SET search_path = {VIEW}; SET work_mem = '256MB'"))
        parts = DDL.split(";")
        connection.execute(cast("Any", ";".join(part for part in parts if "INDEX" not in part)))
        connection.execute("CREATE TABLE positions (topic text, partition int, next_offset bigint)")
        connection.execute("CREATE TEMP TABLE edges (child text, parent text, relation text)")
        with connection.cursor().copy("COPY edges FROM STDIN") as copy:
            for edge in Lineage(versions).edges():
                copy.write_row(edge)
        connection.execute(_FROM_EDGES)
        connection.execute(cast("Any", ";".join(part for part in parts if "INDEX" in part)))
        connection.execute("VACUUM ANALYZE lineage_edges")
        connection.execute("VACUUM ANALYZE attempt_nodes")
        for name, header, select in (("nodes", _NODES_HEADER, _NODES), ("edges", _EDGES_HEADER, _EDGES)):
            with (
                (folder / f"{name}.csv").open("wb") as file,
                connection.cursor().copy(cast("Any", f"COPY ({select}) TO STDOUT (FORMAT csv)")) as copy,
            ):
                file.write(f"{header}\n".encode())
                for data in copy:
                    file.write(data)


def import_into(home: Path, folder: Path) -> None:
    """Replace the data of a stopped Neo4j by the CSV."""
    at = home / "data" / "neo4j"
    opened = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")
    flags = [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in opened]
    command = java("-Xmx1g", *flags, "-cp", classpath(artifacts.jars("neo4j")), "org.neo4j.cli.AdminTool")
    files = [f"--nodes={folder}/nodes.csv", f"--relationships={folder}/edges.csv"]
    subprocess.run(
        [*command, "database", "import", "full", "neo4j", *files, "--overwrite-destination"],
        env={**os.environ, "NEO4J_HOME": str(at), "NEO4J_CONF": str(at / "conf")},
        check=True,
    )


async def ask_all(where: dict[str, str], home: Path, number: int) -> None:
    """Ask every question of both stores, and print the table."""
    _say("| question | store | asked | median found | p50 | p95 | CPU p50 | CPU p95 | over the time limit |")
    _say("|---|---|--:|--:|--:|--:|--:|--:|--:|")
    url, user, password = (where[f"MUSTER_NEO4J_{part}"] for part in ("URL", "USER", "PASSWORD"))
    view = GraphView(url, user=user, password=password, name=VIEW, labels=("Artifact",))
    view.prepare()
    view.close()
    graph = Graph(url, user=user, password=password, view=VIEW)
    await graph.rows("CALL db.awaitIndexes(600)", {}, timeout_s=600)
    async with Tables.connected(where["MUSTER_POSTGRES_DSN"], view=VIEW) as tables:
        stores = Stores(tables, graph, _process(f"{home}/data/postgres"), _process(f"{home}/data/neo4j"))
        questions = await drawn(stores, number)
        for name, (asked, by_postgres, by_neo4j) in asks(stores, questions).items():
            await measured(name, stores, asked, by_postgres, by_neo4j)
    await graph.close()


def asks(
    stores: Stores, questions: dict[str, list[tuple[str, ...]]]
) -> dict[str, tuple[list[tuple[str, ...]], Ask, Ask]]:
    """Return questions by name, with how each store answers them."""

    async def paths_neo4j(start: str, end: str) -> set[Any] | None:
        try:
            found = await shortest_paths(stores.graph, ACME, (start, end), "up", DEPTH)
        except TooSlow:
            return None
        return {path.artifacts for path in found}

    async def paths_postgres(start: str, end: str) -> set[Any] | None:
        rows = await stores.sql(PATHS_SQL, {"start": start, "end": end, "depth": DEPTH})
        return None if rows is None else {tuple(row) for row in rows}

    async def any_neo4j(start: str, end: str) -> set[Any] | None:
        try:
            found = await shortest_paths(stores.graph, ACME, (start, end), "any", ANY_DEPTH_MAX)
        except TooSlow:
            return None
        except Crowded:
            return set()
        return {path.artifacts for path in found}

    async def any_postgres(start: str, end: str) -> set[Any] | None:
        asked = {"start": start, "end": end, "depth": ANY_DEPTH_MAX, "crowded": CROWDED}
        rows = await stores.sql(ANY_SQL, asked)
        return None if rows is None else {tuple(row) for row in rows}

    async def common_postgres(one: str, other: str) -> set[Any] | None:
        return {row.artifact for row in await common_of(stores.tables, ACME, one, other, DEPTH)}

    async def common_neo4j(one: str, other: str) -> set[Any] | None:
        rows = await stores.graph.rows(COMMON_CYPHER, {"one": one, "other": other}, timeout_s=LIMIT_S)
        return {row[0] for row in rows}

    async def affected_postgres(start: str) -> set[Any] | None:
        found, _ = await affected_by(stores.tables, ACME, start, since_ms=0, limit=AFFECTED_MAX)
        return set(found)

    async def affected_neo4j(start: str) -> set[Any] | None:
        rows = await stores.graph.rows(AFFECTED_CYPHER, {"one": start}, timeout_s=LIMIT_S)
        return set(rows[0][0]) if rows else set()

    paths, any_, common = (paths_postgres, paths_neo4j), (any_postgres, any_neo4j), common_postgres
    return {
        "path, one derived from the other": (questions["derived"], *paths),
        "path, unrelated": (questions["unrelated"], *paths),
        "path, any direction, derived": (questions["uncrowded"], *any_),
        "path, any direction, unrelated": (questions["unrelated"], *any_),
        "common ancestors": (questions["unrelated"] + questions["siblings"], common, common_neo4j),
        "affected by a version": (questions["versions"], affected_postgres, affected_neo4j),
        "affected by a data set": (questions["datasets"], affected_postgres, affected_neo4j),
        "affected by a base model": (questions["bases"], affected_postgres, affected_neo4j),
        "affected by a popular origin": (questions["popular"], affected_postgres, affected_neo4j),
        "affected by a node": (questions["nodes"], affected_postgres, affected_neo4j),
    }


async def drawn(stores: Stores, number: int) -> dict[str, list[tuple[str, ...]]]:
    """Draw the questions, the same each time."""
    chance = random.Random(7)

    async def some(select: LiteralString) -> list[str]:
        rows = await stores.sql(select, {"number": number})
        return rows or []

    async def origin(artifact: str, steps: int) -> str:
        for _ in range(steps):
            ups = await stores.sql(_PARENTS, {"artifact": artifact})
            if not ups:
                break
            artifact = chance.choice(ups)
        return artifact

    versions, deployments = await some(_VERSIONS), await some(_DEPLOYMENTS)
    ends = [*deployments[: number // 2], *versions[: number // 2]]
    derived = [(each, await origin(each, chance.randint(1, 15))) for each in ends]
    siblings = await some(_SIBLINGS)
    pairs = [(start, end) for start, end in derived if start != end]
    crowded = set(await some(_CROWDED_ENDS))
    return {
        "derived": pairs,
        "uncrowded": [pair for pair in pairs if not crowded.intersection(pair)],
        "unrelated": list(zip(versions, versions[1:] + versions[:1], strict=True)),
        "siblings": list(zip(siblings, siblings[1:] + siblings[:1], strict=True)),
        "versions": [(each,) for each in versions],
        "datasets": [(each,) for each in await some(_DATASETS)],
        "bases": [(each,) for each in await some(_BASES)],
        "popular": [(each,) for each in (await some(_POPULAR))[:POPULAR]],
        "nodes": [(each,) for each in await some(_NODES_DRAWN)],
    }


async def measured(
    name: str, stores: Stores, questions: Sequence[tuple[str, ...]], by_postgres: Ask, by_neo4j: Ask
) -> None:
    """Ask questions of both stores and print a line for each."""
    answers: list[list[set[Any] | None]] = []
    for store, ask in (("Postgres", by_postgres), ("Neo4j", by_neo4j)):
        for question in questions[:3]:
            await ask(*question)
        took, cpu, found = list[float](), list[float](), list[set[Any] | None]()
        for question in questions:
            before, begun = _cpu_ms(stores, store), time.perf_counter()
            found.append(await ask(*question))
            took.append((time.perf_counter() - begun) * 1_000)
            cpu.append(_cpu_ms(stores, store) - before)
        answers.append(found)
        late = found.count(None)
        sizes = sorted(len(each) for each in found if each is not None) or [0]
        _say(
            f"| {name} | {store} | {len(questions)} | {sizes[len(sizes) // 2]:,} | {_at(took, 50):.1f} |"
            f" {_at(took, 95):.1f} | {_at(cpu, 50):.1f} | {_at(cpu, 95):.1f} | {late} |"
        )
    whole = [
        (one, other)
        for one, other in zip(*answers, strict=True)
        if one is not None and other is not None and max(len(one), len(other)) <= 100
    ]
    differing = sum(one != other for one, other in whole)
    if differing:
        _say(f"  {differing} of {len(whole)} answers differ")


def _cpu_ms(stores: Stores, store: str) -> float:
    """CPU of all threads of a store's processes so far."""
    if store == "Neo4j":
        files = list(Path(f"/proc/{stores.neo4j}/task").glob("*/schedstat"))
    else:
        children = Path(f"/proc/{stores.postgres}/task/{stores.postgres}/children").read_text().split()
        files = [Path(f"/proc/{child}/schedstat") for child in children]
    total_ns = 0
    for file in files:
        with suppress(OSError):
            total_ns += int(file.read_text().split()[0])
    return total_ns / 1e6


def _process(folder: str) -> int:
    """Return the process of a server: the first whose command line names its folder."""
    found = subprocess.run(["pgrep", "-o", "-f", folder], capture_output=True, check=True)
    return int(found.stdout)


def _at(values: Sequence[float], percent: int) -> float:
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


_FROM_EDGES: Final = """
INSERT INTO lineage_edges (parent, child, relation, live, standing, content, shared_bytes, tenant, at_ms)
SELECT DISTINCT parent, child, relation, true, 'DECLARED', 'NOT_COMPARED', 0, 'acme', 1
FROM edges WHERE relation NOT IN ('RAN_ON', 'ATTEMPT_OF');
INSERT INTO attempt_nodes
SELECT r.child, r.parent, j.parent, 'acme', 1
FROM edges r JOIN edges j ON j.child = r.child AND j.relation = 'ATTEMPT_OF' WHERE r.relation = 'RAN_ON'
"""
_NODES_HEADER: Final = "ref:ID,key,id,kind,:LABEL"
_NODES: Final = f"""
SELECT DISTINCT a, '{VIEW}/1/' || a, a, split_part(a, '/', 1), 'Artifact;{VIEW}_g1'
FROM (SELECT child AS a FROM edges UNION ALL SELECT parent FROM edges) artifacts
"""
_EDGES_HEADER: Final = ":START_ID,:END_ID,live:boolean,standing,tenant,:TYPE"
_EDGES: Final = "SELECT DISTINCT child, parent, 'true', 'DECLARED', 'acme', relation FROM edges"
_PARENTS: Final[LiteralString] = """
SELECT parent FROM lineage_edges WHERE child = %(artifact)s
UNION SELECT node FROM attempt_nodes WHERE attempt = %(artifact)s
UNION SELECT job FROM attempt_nodes WHERE attempt = %(artifact)s ORDER BY 1
"""
_VERSIONS: Final[LiteralString] = """
SELECT DISTINCT child, md5(child) FROM lineage_edges TABLESAMPLE SYSTEM (0.1) REPEATABLE (7)
WHERE relation = 'REVISION' ORDER BY md5(child) LIMIT %(number)s
"""
_DEPLOYMENTS: Final[LiteralString] = """
SELECT child FROM lineage_edges WHERE relation = 'DEPLOYS' ORDER BY md5(child) LIMIT %(number)s
"""
_SIBLINGS: Final[LiteralString] = """
SELECT child FROM lineage_edges WHERE parent = (
    SELECT parent FROM lineage_edges WHERE relation = 'FINE_TUNE'
    GROUP BY parent ORDER BY count(*) DESC LIMIT 1)
ORDER BY md5(child) LIMIT %(number)s
"""
_DATASETS: Final[LiteralString] = """
SELECT parent FROM (SELECT DISTINCT parent FROM lineage_edges WHERE relation = 'TRAINED_ON') drawn
ORDER BY md5(parent) LIMIT %(number)s
"""
_BASES: Final[LiteralString] = """
SELECT parent FROM (SELECT DISTINCT parent FROM lineage_edges WHERE relation = 'FINE_TUNE') drawn
ORDER BY md5(parent) LIMIT %(number)s
"""
_CROWDED_ENDS: Final[LiteralString] = """
SELECT parent FROM lineage_edges GROUP BY parent HAVING count(*) > 1000
"""
_POPULAR: Final[LiteralString] = """
SELECT parent FROM lineage_edges GROUP BY parent ORDER BY count(*) DESC, parent LIMIT %(number)s
"""
_NODES_DRAWN: Final[LiteralString] = """
SELECT node FROM (SELECT DISTINCT node FROM attempt_nodes) drawn ORDER BY md5(node) LIMIT %(number)s
"""


def main() -> None:
    """Write, import or ask."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("endpoints", type=Path)
    parser.add_argument("step", nargs="?", choices=("write", "import", "ask"), default="ask")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("lineage"))
    parser.add_argument("--versions", type=int, default=1_000_000)
    parser.add_argument("--questions", type=int, default=100)
    given = parser.parse_args()
    home = given.endpoints.resolve().parent
    where = dict(line.split("=", 1) for line in given.endpoints.read_text().split())
    if given.step == "write":
        write(where["MUSTER_POSTGRES_DSN"], given.folder.resolve(), given.versions)
    elif given.step == "import":
        import_into(home, given.folder.resolve())
    else:
        asyncio.run(ask_all(where, home, given.questions))


if __name__ == "__main__":
    main()
