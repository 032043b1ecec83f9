"""The MIG table: into which instances NVIDIA's cards can be cut, and where. Data; mig.py holds the rule.

A card has compute slices and memory slices. An instance occupies consecutive memory slices from one of its
profile's start positions on, and so the compute slices that belong to them.

Sources:
- profiles, their parts of memory and of SMs, number of instances available: NVIDIA Multi-Instance GPU User
  Guide, page docs.nvidia.com/datacenter/tesla/mig-user-guide/supported-mig-profiles.html
- starts and sizes: the same guide, page getting-started-with-mig.html, output of `nvidia-smi mig -lgipp`; for
  A100 and A30 also github.com/NVIDIA/go-nvml at 2f9e261, pkg/nvml/mock/gpus/a100.go and a30.go. (Its h100.go
  and h200.go list other sizes than the driver prints; the driver's are taken here.)
- configurations: the first page, figures "Profiles on A100" (19 rows; H100 and H200 are cut alike) and
  "Profiles on A30". The figures leave out the 1g profile with twice the memory, and so do the rows.

Left out: profiles with media engines (+me), which are cut like their plain twins, one per card.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, NamedTuple


@dataclass(frozen=True, slots=True)
class MigProfile:
    """One kind of instance.

    Attributes:
        name: Name as `nvidia-smi` writes it: compute slices "g.", memory "gb".
        compute_slices: Compute slices it has.
        memory_slices: Consecutive memory slices it occupies.
        starts: Memory slices it may start at, ascending.
        count_max: Maximum number of them on one card.
    """

    name: str
    compute_slices: int
    memory_slices: int
    starts: tuple[int, ...]
    count_max: int


class MigInstance(NamedTuple):
    """One instance on a card.

    Attributes:
        start: First memory slice of the instance.
        profile: The name of its profile.
    """

    start: int
    profile: str


@dataclass(frozen=True, slots=True, eq=False)
class MigModel:
    """MIG partitionings of the cards of one GPU model.

    Attributes:
        name: The model.
        compute_slices: Compute slices of a card.
        memory_slices: Memory slices of a card.
        profiles: By name, the largest first.
        configurations: The published ways to use up a card; whatever is valid is a part of one of them.
    """

    name: str
    compute_slices: int
    memory_slices: int
    profiles: Mapping[str, MigProfile]
    configurations: tuple[tuple[MigInstance, ...], ...]

    def only(self, instances: tuple[MigInstance, ...]) -> "MigModel":
        """The same cards where just these instances may be made: a site's fixed geometry."""
        starts = {name: tuple(i.start for i in instances if i.profile == name) for name in self.profiles}
        kept = {name: replace(p, starts=starts[name]) for name, p in self.profiles.items() if starts[name]}
        return replace(self, profiles=MappingProxyType(kept))


_SEVEN_SLICES: Final = (
    "7g@0",
    "4g@0 3g@4",
    "4g@0 2g@4 1g@6",
    "4g@0 1g@4 1g@5 1g@6",
    "3g@0 3g@4",
    "3g@0 2g@4 1g@6",
    "3g@0 1g@4 1g@5 1g@6",
    "2g@0 2g@2 3g@4",
    "2g@0 2g@2 2g@4 1g@6",
    "2g@0 2g@2 1g@4 1g@5 1g@6",
    "2g@0 1g@2 1g@3 3g@4",
    "2g@0 1g@2 1g@3 2g@4 1g@6",
    "2g@0 1g@2 1g@3 1g@4 1g@5 1g@6",
    "1g@0 1g@1 2g@2 3g@4",
    "1g@0 1g@1 2g@2 2g@4 1g@6",
    "1g@0 1g@1 2g@2 1g@4 1g@5 1g@6",
    "1g@0 1g@1 1g@2 1g@3 3g@4",
    "1g@0 1g@1 1g@2 1g@3 2g@4 1g@6",
    "1g@0 1g@1 1g@2 1g@3 1g@4 1g@5 1g@6",
)
_FOUR_SLICES: Final = (
    "4g@0",
    "2g@0 2g@2",
    "2g@0 1g@2 1g@3",
    "1g@0 1g@1 2g@2",
    "1g@0 1g@1 1g@2 1g@3",
)


def _model(
    name: str, memory_slices: int, profiles: tuple[MigProfile, ...], configurations: tuple[str, ...]
) -> MigModel:
    # Of the two 1g profiles the rows mean the smaller, which comes last.
    names = {profile.name.partition(".")[0]: profile.name for profile in profiles}
    return MigModel(
        name=name,
        compute_slices=profiles[0].compute_slices,
        memory_slices=memory_slices,
        profiles=MappingProxyType({profile.name: profile for profile in profiles}),
        configurations=tuple(
            tuple(MigInstance(int(item[3:]), names[item[:2]]) for item in row.split())
            for row in configurations
        ),
    )


def _seven_slices(name: str, memory_gb: tuple[int, int, int, int]) -> MigModel:
    """A100, H100 and H200: 7 compute and 8 memory slices. memory_gb is of 1, 2, 4 and 8 memory slices."""
    one, two, four, eight = memory_gb
    profiles = (
        MigProfile(f"7g.{eight}gb", 7, 8, (0,), 1),
        MigProfile(f"4g.{four}gb", 4, 4, (0,), 1),
        MigProfile(f"3g.{four}gb", 3, 4, (0, 4), 2),
        MigProfile(f"2g.{two}gb", 2, 2, (0, 2, 4), 3),
        MigProfile(f"1g.{two}gb", 1, 2, (0, 2, 4, 6), 4),
        MigProfile(f"1g.{one}gb", 1, 1, (0, 1, 2, 3, 4, 5, 6), 7),
    )
    return _model(name, 8, profiles, _SEVEN_SLICES)


def _four_slices(name: str) -> MigModel:
    """A30: 4 compute and 4 memory slices."""
    profiles = (
        MigProfile("4g.24gb", 4, 4, (0,), 1),
        MigProfile("2g.12gb", 2, 2, (0, 2), 2),
        MigProfile("1g.6gb", 1, 1, (0, 1, 2, 3), 4),
    )
    return _model(name, 4, profiles, _FOUR_SLICES)


_A100_40GB: Final = _seven_slices("A100-40GB", (5, 10, 20, 40))
_A100_80GB: Final = _seven_slices("A100-80GB", (10, 20, 40, 80))
_H100_80GB: Final = _seven_slices("H100-80GB", (10, 20, 40, 80))
_H200_141GB: Final = _seven_slices("H200-141GB", (18, 35, 71, 141))
_A30_24GB: Final = _four_slices("A30-24GB")

MIG_MODELS: Final[Mapping[str, MigModel]] = MappingProxyType(
    {model.name: model for model in (_A100_40GB, _A100_80GB, _H100_80GB, _H200_141GB, _A30_24GB)}
    | {
        "A100-SXM4-40GB": _A100_40GB,
        "A100-PCIE-40GB": _A100_40GB,
        "A100-SXM4-80GB": _A100_80GB,
        "A100-PCIE-80GB": _A100_80GB,
        "A100-80GB-PCIe": _A100_80GB,
        "H100-80GB-HBM3": _H100_80GB,
        "H100-PCIe": _H100_80GB,
        "H100-SXM5-80GB": _H100_80GB,
        "H200": _H200_141GB,
        "A30": _A30_24GB,
    }
)
"""MIG models by a node's GPU model, as the table writes it or the driver does (hyphens, no vendor).

A name that leaves the memory open ("A100") is missing: its profiles could not be named.
"""
