"""Every route that hands out bytes of a file also asks whether the caller may read it.

Calls are followed through all functions of the edge, but not through methods. Their order is not checked.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from muster.registry import edge

PACKAGE = edge.__name__
EDGE = Path(str(edge.__file__)).parent
HANDS_OUT = {"read_address", "read_addresses", "whole_copy", "put_together", "put_together_all", "pieces"}
"""Functions and methods that return bytes of an object, or an address from which they are read."""
ASKS = {f"{PACKAGE}.versions.guard.readable", f"{PACKAGE}.versions.guard.why_closed"}
"""Functions that ask about the content, which needs the repository."""
EXEMPT = {
    f"{PACKAGE}.routes.sealed.read": "a route that asks has signed its address",
    f"{PACKAGE}.fixed.routes.take": "reads chunks to build a file, and returns none of them",
    f"{PACKAGE}.xet.xorbs.end_grant": "reads an upload back to verify it",
}
"""Routes that need not ask, with the reason."""


@pytest.mark.slow
def test_every_route_that_serves_files_asks_whether_the_caller_may_read_them() -> None:
    used = used_by_routes(sources_of_edge())
    serving = {route for route, names in used.items() if hands_out(names)}
    assert {route for route in serving if not used[route] & ASKS} == EXEMPT.keys()
    packages = {route.removeprefix(f"{PACKAGE}.").partition(".")[0] for route in serving - EXEMPT.keys()}
    assert packages == {"hub", "mlflow", "xet"}, "a new package that serves files is checked, and named here"


ASKING = """
from muster.registry.edge.versions.guard import readable
async def give(context, repository):
    await readable(context, repository, {})
    return await context.read_address("key")
"""
GIVING = """
async def give(context, repository):
    return await context.in_thread(context.services.content.read_address, "key")
"""
OTHERWISE = """
async def give(context, repository):
    found = await locate(context)
    held = found.readable()
    return await put_together(context, held)
"""


@pytest.mark.parametrize(("helper", "asks"), [(ASKING, True), (GIVING, False), (OTHERWISE, False)])
@pytest.mark.parametrize(
    "route",
    [
        "from muster.registry.edge.helper import give as given\n"
        "@router.get('/')\nasync def read(context):\n    return await given(context, None)\n",
        "from muster.registry.edge import helper\n"
        "@router.get('/')\nasync def read(context):\n    return await _answer(context)\n"
        "async def _answer(context):\n    return await helper.give(context, None)\n",
    ],
    ids=["a function", "a module"],
)
def test_a_route_that_serves_files_through_another_module_is_found(
    route: str, helper: str, *, asks: bool
) -> None:
    sources = {f"{PACKAGE}.routes": route, f"{PACKAGE}.helper": helper}
    [(name, used)] = used_by_routes(sources).items()
    assert (name, hands_out(used), bool(used & ASKS)) == (f"{PACKAGE}.routes.read", True, asks)


def sources_of_edge() -> dict[str, str]:
    return {
        ".".join((PACKAGE, *path.relative_to(EDGE).with_suffix("").parts)): path.read_text(encoding="utf-8")
        for path in sorted(EDGE.rglob("*.py"))
    }


def hands_out(used: set[str]) -> bool:
    return any(name.rpartition(".")[2] in HANDS_OUT for name in used)


def used_by_routes(sources: Mapping[str, str]) -> dict[str, set[str]]:
    """Return all names that each route uses, itself and through functions: full names where they are known.

    Args:
        sources: Text of each module, by its full name.
    """
    used: dict[str, set[str]] = {}
    routes: list[str] = []
    for module, text in sources.items():
        tree = ast.parse(text)
        functions = [each for each in tree.body if isinstance(each, ast.AsyncFunctionDef | ast.FunctionDef)]
        known = {
            alias.asname or alias.name: f"{each.module}.{alias.name}"
            for each in tree.body
            if isinstance(each, ast.ImportFrom)
            for alias in each.names
        }
        known |= {function.name: f"{module}.{function.name}" for function in functions}
        for function in functions:
            used[known[function.name]] = set(used_in(function, known))
            if any("router" in ast.unparse(each) for each in function.decorator_list):
                routes.append(known[function.name])
    return {route: reached_from(route, used) for route in routes}


def used_in(function: ast.AST, known: Mapping[str, str]) -> Iterator[str]:
    nodes = list(ast.walk(function))
    local = {each.arg for each in nodes if isinstance(each, ast.arg)}
    local |= {each.id for each in nodes if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    for each in nodes:
        match each:
            case ast.Name(id=name) if name not in local:
                yield known.get(name, name)
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in known:
                yield f"{known[name]}.{attribute}"
            case ast.Attribute(attr=attribute):
                yield attribute
            case _:
                pass


def reached_from(name: str, used: Mapping[str, set[str]]) -> set[str]:
    reached, waiting = set[str](), [name]
    while waiting:
        for each in used.get(waiting.pop(), set()) - reached:
            reached.add(each)
            waiting.append(each)
    return reached
