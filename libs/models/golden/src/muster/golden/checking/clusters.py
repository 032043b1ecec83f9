"""Clusters: one for each group of near-duplicates, and none with held-out cases and others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from muster.golden.checking.duplicates import Group, Sets
from muster.golden.checking.texts import CaseText

CLUSTER_CHARACTERS_MAX: Final = 200
HELD_OUT_ALONE: Final = "a cluster of held-out cases alone"
"""Allowed cluster of a held-out case: others in it would tell what the case asks."""


def mixed_cases(cases: Iterable[tuple[str | None, bool]]) -> list[int]:
    """Return the places of held-out cases that share a cluster with cases that people read, from 0.

    Args:
        cases: Cluster of each case (None: it is alone), and whether the case is held out.
    """
    known = list(cases)
    read = {cluster for cluster, is_held_out in known if not is_held_out} - {None}
    return [place for place, (cluster, is_held_out) in enumerate(known) if is_held_out and cluster in read]


def joined_clusters(cases: Sequence[CaseText], groups: Sequence[Group]) -> Mapping[str, str]:
    """Return the new cluster of each case whose cluster changes.

    Clusters with near-duplicates of each other become one, with all their cases. It has the name of the first
    of these clusters in the set, or that of the first case. Groups that tell a held-out case are left as they
    are: a cluster has held-out cases alone, or none.

    Args:
        cases: The set.
        groups: Its near-duplicates.
    """
    numbers = {case.id: number for number, case in enumerate(cases)}
    sets = Sets(len(cases))
    first: dict[str, int] = {}
    for number, case in enumerate(cases):
        if case.cluster:
            sets.join(first.setdefault(case.cluster, number), number)
    grouped: set[int] = set()
    for group in (each for each in groups if not each.tells):
        for case in group.cases:
            sets.join(numbers[group.cases[0]], numbers[case])
            grouped.add(numbers[case])
    names: dict[int, str] = {}
    for number, case in enumerate(cases):
        if case.cluster:
            names.setdefault(sets.find(number), case.cluster)
    touched = {sets.find(number) for number in grouped}
    found: dict[str, str] = {}
    for number, case in enumerate(cases):
        root = sets.find(number)
        name = names.get(root, f"near-{cases[root].id}"[:CLUSTER_CHARACTERS_MAX])
        if root in touched and case.cluster != name:
            found[case.id] = name
    return found
