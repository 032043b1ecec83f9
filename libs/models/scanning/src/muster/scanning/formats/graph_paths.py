"""Paths of TensorFlow operators that save, restore or read files: the caller's, or the graph's own.

The ordinary saver gets its path from a placeholder and appends the names of shards; tables read the assets of
their SavedModel. A path that the graph brings itself, or computes, is reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Final

from muster.scanning.paths import leaves

Judged = tuple[str, str, int | None]
_WRITES: Final[Mapping[str, tuple[int, ...]]] = {
    "Save": (0,),
    "SaveSlices": (0,),
    "SaveV2": (0,),
    "MergeV2Checkpoints": (0, 1),
    "CacheDataset": (1,),
    "CacheDatasetV2": (1,),
}
"""Operators that write files, and which of their inputs are paths."""
_RESTORES: Final[Mapping[str, tuple[int, ...]]] = {
    "Restore": (0,),
    "RestoreSlice": (0,),
    "RestoreV2": (0,),
    "LoadAndRemapMatrix": (0,),
}
_TABLES: Final[Mapping[str, tuple[int, ...]]] = {
    "InitializeTableFromTextFile": (1,),
    "InitializeTableFromTextFileV2": (1,),
    "GenerateVocabRemapping": (0, 1),
}
"""Operators that read a vocabulary: an asset, or a file beside the graph."""
WITH_PATHS: Final = _WRITES.keys() | _RESTORES.keys() | _TABLES.keys()
CONSTANTS: Final = frozenset(("Const", "HostConst"))
_PLACEHOLDERS: Final = frozenset(("Placeholder", "PlaceholderV2", "_Arg"))
_PASSING: Final[Mapping[str, slice]] = {
    "Identity": slice(0, 1),
    "IdentityN": slice(None),
    "StopGradient": slice(0, 1),
    "Reshape": slice(0, 1),
    "ExpandDims": slice(0, 1),
    "Squeeze": slice(0, 1),
    "Pack": slice(None),
    "ConcatV2": slice(0, -1),
    "ShardedFilename": slice(0, 1),
    "ShardedFilespec": slice(0, 1),
    "Select": slice(1, None),
    "SelectV2": slice(1, None),
    "Switch": slice(0, 1),
    "Merge": slice(None),
}
"""Operators that hand on their inputs, or begin with them."""
_BRANCHES: Final = frozenset(("If", "StatelessIf", "Case", "StatelessCase"))
"""Operators that call functions with all but their first input."""
_STEPS_MAX: Final = 10_000
_GIVEN: Final[None] = None
"""Origin of a path that the caller of the graph chooses."""
_COMPUTED: Final = "a path that the graph computes"
_SEGMENTS: Final = re.compile(r"[/\\]")


@dataclass(slots=True)
class Node:
    """An operator in a graph.

    Attributes:
        operator: Its kind.
        inputs: Names of its inputs.
        texts: Texts of a constant.
        calls: Functions that it calls.
        joined: Text that it puts between the parts of a path.
    """

    operator: str
    inputs: tuple[str, ...] = ()
    texts: list[str] = field(default_factory=list[str])
    calls: list[str] = field(default_factory=list[str])
    joined: str = ""


@dataclass(slots=True)
class Scope:
    """A graph or the body of a function: its nodes by name.

    Attributes:
        name: Name of the function; empty: the graph itself.
        arguments: Arguments of the function.
        nodes: Nodes by their names.
    """

    name: str = ""
    arguments: list[str] = field(default_factory=list[str])
    nodes: dict[str, Node] = field(default_factory=dict[str, Node])


def judged(scopes: Sequence[Scope], assets: Set[str]) -> Iterator[Judged]:
    """Yield paths that a graph chooses itself.

    Args:
        scopes: The graph and its functions.
        assets: Names of nodes that the loader sets to the paths of assets.
    """
    if any(node.operator in WITH_PATHS for scope in scopes for node in scope.nodes.values()):
        yield from _Paths(scopes, assets).judged()


class _Paths:
    def __init__(self, scopes: Sequence[Scope], assets: Set[str]) -> None:
        self.scopes = scopes
        self.assets = assets
        self.callers: dict[str, list[tuple[Scope, tuple[str, ...]]]] = {}
        for scope in scopes:
            for node in scope.nodes.values():
                given = node.inputs[1:] if node.operator in _BRANCHES else node.inputs
                for called in (*node.calls, node.operator):
                    self.callers.setdefault(called, []).append((scope, given))

    def judged(self) -> Iterator[Judged]:
        for scope in self.scopes:
            for node in scope.nodes.values():
                for operators, rule in (
                    (_WRITES, "tensorflow.operator"),
                    (_RESTORES, "tensorflow.path"),
                    (_TABLES, "tensorflow.path"),
                ):
                    for place in operators.get(node.operator, ()):
                        for path in self.own_paths(scope, node, place):
                            is_computed = path == _COMPUTED
                            yield (
                                "tensorflow.path" if is_computed else rule,
                                f"{node.operator} of {path}",
                                None,
                            )

    def own_paths(self, scope: Scope, node: Node, place: int) -> Iterator[str]:
        """Paths that an input may be, other than those of the caller; of tables, only those outside."""
        if place >= len(node.inputs):
            return
        of_table = node.operator in _TABLES
        origins: dict[str | None, None] = dict.fromkeys(self.origins(scope, node.inputs[place]))
        for path in origins:
            if path is None or (node.operator.startswith("CacheDataset") and path == ""):
                continue
            if not of_table or (path != _COMPUTED and leaves(path)):
                yield path

    def origins(self, scope: Scope, name: str) -> Iterator[str | None]:
        """Yield the texts that a tensor may be or begin with; None: its caller chooses it."""
        waiting, seen = [(scope, _node_of(name))], set[tuple[str, str]]()
        while waiting:
            scope, name = waiting.pop()
            if (scope.name, name) in seen:
                continue
            seen.add((scope.name, name))
            if len(seen) > _STEPS_MAX:
                yield _COMPUTED
                return
            node = scope.nodes.get(name)
            if name in scope.arguments:
                place = scope.arguments.index(name)
                callers = self.callers.get(scope.name, [])
                waiting += [(each, _node_of(given[place])) for each, given in callers if place < len(given)]
                if not callers:
                    yield _GIVEN
            elif node is None:
                yield _COMPUTED
            elif node.operator in _PLACEHOLDERS:
                yield _GIVEN
            elif node.operator == "PlaceholderWithDefault":
                yield _GIVEN
                defaults = self.origins(scope, node.inputs[0]) if node.inputs else ()
                yield from (each for each in defaults if each is not None and leaves(each))
            elif node.operator in CONSTANTS:
                yield from () if name in self.assets else node.texts or (_COMPUTED,)
            elif node.operator == "StringJoin" and node.inputs:
                waiting.append((scope, _node_of(node.inputs[0])))
                yield from self.steps_outside(scope, node)
            elif node.operator in _PASSING:
                waiting += [(scope, _node_of(each)) for each in node.inputs[_PASSING[node.operator]]]
            else:
                yield _COMPUTED

    def steps_outside(self, scope: Scope, node: Node) -> Iterator[str]:
        """Parts behind the first one of a path that lead out of the folder, as `/../` does."""
        behind = (text for each in node.inputs[1:] for text in self.origins(scope, each))
        for text in (node.joined, *behind):
            if text is not None and (text == _COMPUTED or ".." in _SEGMENTS.split(text)):
                yield text


def _node_of(name: str) -> str:
    return name.partition(":")[0]
