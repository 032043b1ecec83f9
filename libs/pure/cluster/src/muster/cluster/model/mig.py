"""CardGeometry: which MIG instances exist on one card, and where the next should go.

Placing is choosing a start position. Every start takes the same slices from the card, but not the same from
what comes after: a 1g at slice 0 of an empty A100 rules out the 4g that may start only there; at slice 6 it
costs a 3g at most. So the start is taken that leaves room for the most instances of the largest profile, then
of the next, and so on; equal starts go to the lowest (ADR 16).

What fits depends on the occupied memory slices alone: each compute slice belongs to a memory slice, and no
set of placements of the table needs more compute slices than a card has (tested over all of them).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from muster.cluster.model.errors import CapacityError, ClusterError
from muster.cluster.model.mig_table import MIG_MODELS, MigInstance, MigModel, MigProfile
from muster.cluster.model.shape import GPU_MILLI

Mask = int
"""A set of memory slices: bit i is slice i."""


@dataclass(frozen=True, slots=True)
class CardGeometry:
    """The instances on one card. A value: placing and removing make another.

    Attributes:
        model: Possible partitionings of the card.
        instances: Existing instances, by start.

    Raises:
        CapacityError: The model has no such profile, it may not start there, or instances overlap.
    """

    model: MigModel
    instances: tuple[MigInstance, ...] = ()

    def __post_init__(self) -> None:
        occupied: Mask = 0
        for start, name in self.instances:
            profile = self._profile(name)
            if start not in profile.starts:
                allowed = ", ".join(map(str, profile.starts))
                raise CapacityError(f"start of {name} on {self.model.name} is {start}; allowed: {allowed}")
            if occupied & slices_of(profile, start):
                allowed = " | ".join(map(describe, self.model.configurations))
                raise CapacityError(
                    f"instances of {self.model.name} are {describe(self.instances)}; "
                    f"allowed: part of one of {allowed}"
                )
            occupied |= slices_of(profile, start)
        if tuple(sorted(self.instances)) != self.instances:
            raise CapacityError(f"instances are {describe(self.instances)}; allowed: ascending by start")

    @property
    def occupied(self) -> Mask:
        """The memory slices that instances have."""
        mask = 0
        for start, name in self.instances:
            mask |= slices_of(self.model.profiles[name], start)
        return mask

    def can_place(self, profile: str) -> bool:
        """Whether one more instance fits. Raises CapacityError when the model has no such profile."""
        self._profile(profile)
        return best_start(self.model, self.occupied, profile) is not None

    def place(self, profile: str, start: int | None = None) -> "CardGeometry":
        """Return the card with one more instance, by default at the start that keeps most open.

        Raises:
            CapacityError: The model has no such profile, or it may not start there.
            ClusterError: The slices are not free.
        """
        wanted = self._profile(profile)
        chosen = best_start(self.model, self.occupied, profile) if start is None else start
        if chosen is None or self.occupied & slices_of(wanted, chosen):
            where = profile if chosen is None else f"{profile}@{chosen}"
            raise ClusterError(f"{where} does not fit beside {describe(self.instances)}")
        return CardGeometry(self.model, tuple(sorted((*self.instances, MigInstance(chosen, profile)))))

    def remove(self, instance: MigInstance) -> "CardGeometry":
        """Return the card without an instance. Raises ClusterError if it has no such instance."""
        if instance not in self.instances:
            raise ClusterError(f"{describe((instance,))} is not among {describe(self.instances)}")
        return CardGeometry(self.model, tuple(i for i in self.instances if i != instance))

    def _profile(self, name: str) -> MigProfile:
        profile = self.model.profiles.get(name)
        if profile is None:
            allowed = ", ".join(self.model.profiles)
            raise CapacityError(f"profile of {self.model.name} is {name!r}; allowed: {allowed}")
        return profile


def describe(instances: tuple[MigInstance, ...]) -> str:
    """Instances in one line: 3g.20gb@0 2g.10gb@4."""
    return " ".join(f"{profile}@{start}" for start, profile in instances) or "none"


@lru_cache(maxsize=8192)
def best_start(model: MigModel, occupied: Mask, profile: str) -> int | None:
    """Return the start that leaves most open beside these slices; None: none is free."""
    wanted = model.profiles[profile]
    outcomes = [
        (room(model, occupied | slices_of(wanted, start)), -start)
        for start in wanted.starts
        if not occupied & slices_of(wanted, start)
    ]
    return -max(outcomes)[1] if outcomes else None


@lru_cache(maxsize=8192)
def room(model: MigModel, occupied: Mask) -> tuple[int, ...]:
    """Return how many instances of each profile fit beside these slices, each profile alone, largest first.

    Starts of one profile never overlap, so it is the number of its free starts.
    """
    return tuple(
        sum(not occupied & slices_of(profile, start) for start in profile.starts)
        for profile in model.profiles.values()
    )


def restricted(geometries: Mapping[str, tuple[MigInstance, ...]]) -> Mapping[str, MigModel]:
    """The MIG table with these GPU models cut in one way only.

    Raises:
        CapacityError: A model has no MIG, or a geometry is not valid for it.
    """
    return {**MIG_MODELS, **{name: fixed_geometry(name, each) for name, each in geometries.items()}}


def fixed_geometry(gpu_model: str, instances: tuple[MigInstance, ...]) -> MigModel:
    """Return a MIG model whose cards always have these instances.

    Raises:
        CapacityError: The model has no MIG, or the instances are none or not valid for it.
    """
    model = MIG_MODELS.get(gpu_model)
    if model is None:
        raise CapacityError(f"gpu_model is {gpu_model!r}; allowed: {', '.join(MIG_MODELS)}")
    if not instances:
        raise CapacityError(f"instances of {model.name} are none; allowed: at least one")
    return model.only(CardGeometry(model, tuple(sorted(instances))).instances)


def share_milli(model: MigModel, profile: MigProfile) -> int:
    """Return the largest fraction of a card that gets this profile, thousandths.

    Its part of the memory; and of the compute, its part of all slices but one, which the memory's cut into
    halves leaves over: half a card is 4 of 8 memory slices and 3 of 7 compute slices (ADR 16).
    """
    memory = GPU_MILLI * profile.memory_slices // model.memory_slices
    compute = GPU_MILLI * profile.compute_slices // (model.compute_slices - 1)
    return min(memory, compute)


@lru_cache(maxsize=8192)
def instance_for(model: MigModel, occupied: Mask, gpu_milli: int) -> MigInstance | None:
    """The smallest instance that serves a fraction beside these slices, or None."""
    suited = [p for p in model.profiles.values() if share_milli(model, p) >= gpu_milli]
    for profile in sorted(suited, key=lambda p: (p.memory_slices, p.compute_slices)):
        start = best_start(model, occupied, profile.name)
        if start is not None:
            return MigInstance(start, profile.name)
    return None


@lru_cache(maxsize=8192)
def count_for(model: MigModel, occupied: Mask, gpu_milli: int) -> int:
    """Return how many equal fractions still get an instance on the card, one after the other."""
    count = 0
    while instance := instance_for(model, occupied, gpu_milli):
        occupied |= slices_of(model.profiles[instance.profile], instance.start)
        count += 1
    return count


@lru_cache(maxsize=8192)
def fraction_milli_max(model: MigModel, occupied: Mask) -> int:
    """Return the largest fraction that still gets an instance; 0: none does."""
    return max(
        (
            share_milli(model, profile)
            for profile in model.profiles.values()
            if best_start(model, occupied, profile.name) is not None
        ),
        default=0,
    )


def slices_of(profile: MigProfile, start: int) -> Mask:
    """The memory slices of one instance."""
    return ((1 << profile.memory_slices) - 1) << start
