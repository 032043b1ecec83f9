"""The MIG table against an independent reading of it, and the allocator against brute force."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.cluster.model.errors import CapacityError, ClusterError
from muster.cluster.model.mig import CardGeometry, describe
from muster.cluster.model.mig_table import MIG_MODELS, MigInstance, MigModel

MODELS = ("A100-40GB", "A100-80GB", "H100-80GB", "H200-141GB", "A30-24GB")
Layout = tuple[MigInstance, ...]


def memory_of(model: MigModel, instance: MigInstance) -> set[int]:
    profile = model.profiles[instance.profile]
    return set(range(instance.start, instance.start + profile.memory_slices))


def layouts(model: MigModel, *, with_double_memory: bool) -> set[Layout]:
    """Every set of instances at allowed starts, no two on one memory slice: all subsets, tried one by one."""
    drawn = {i.profile for row in model.configurations for i in row}
    placements = sorted(
        MigInstance(start, profile.name)
        for profile in model.profiles.values()
        if with_double_memory or profile.name in drawn
        for start in profile.starts
    )
    found: set[Layout] = {()}
    for size in range(1, model.compute_slices + 1):
        smaller = {layout for layout in found if len(layout) == size - 1}
        for layout in smaller:
            taken = set[int]().union(*(memory_of(model, i) for i in layout))
            found |= {tuple(sorted((*layout, i))) for i in placements if not taken & memory_of(model, i)}
    return found


def test_nvidia_smi_prints_these_starts_for_seven_slices() -> None:
    # nvidia-smi mig -lgipp, A100 and H100: {starts}:size, largest first
    for name in MODELS[:4]:
        printed = [(p.starts, p.memory_slices) for p in MIG_MODELS[name].profiles.values()]
        assert printed == [
            ((0,), 8),
            ((0,), 4),
            ((0, 4), 4),
            ((0, 2, 4), 2),
            ((0, 2, 4, 6), 2),
            ((0, 1, 2, 3, 4, 5, 6), 1),
        ]


@pytest.mark.parametrize(("name", "rows"), [*((m, 19) for m in MODELS[:4]), ("A30-24GB", 5)])
def test_the_published_configurations_are_all_that_the_starts_allow(name: str, rows: int) -> None:
    model = MIG_MODELS[name]
    valid = layouts(model, with_double_memory=False)
    used_up = {a for a in valid if not any(set(a) < set(b) for b in valid)}
    assert len(set(model.configurations)) == len(model.configurations) == rows
    assert used_up == set(model.configurations)
    parts = {
        part for row in model.configurations for n in range(len(row) + 1) for part in combinations(row, n)
    }
    assert valid == parts


@pytest.mark.parametrize("name", MODELS)
def test_no_layout_needs_more_slices_than_a_card_has(name: str) -> None:
    model = MIG_MODELS[name]
    for layout in layouts(model, with_double_memory=True):
        compute = sum(model.profiles[i.profile].compute_slices for i in layout)
        memory = [s for i in layout for s in memory_of(model, i)]
        assert compute <= model.compute_slices
        assert len(memory) == len(set(memory)) <= model.memory_slices
        assert all(slice_ < model.memory_slices for slice_ in memory)
        assert CardGeometry(model, layout).instances == layout


@pytest.mark.parametrize("name", MODELS)
def test_as_many_of_one_profile_fit_as_the_table_says(name: str) -> None:
    model = MIG_MODELS[name]
    for profile in model.profiles.values():
        card = CardGeometry(model)
        while card.can_place(profile.name):
            card = card.place(profile.name)
        assert len(card.instances) == profile.count_max


@pytest.mark.parametrize("name", ["A100-40GB", "A30-24GB"])
def test_placing_keeps_the_most_of_the_largest_profile_placeable(name: str) -> None:
    """For every reachable card, every profile and every start; the others of seven slices are cut alike."""
    model = MIG_MODELS[name]

    def most(card: CardGeometry, profile: str) -> int:
        """Most further instances of one profile: its starts never overlap, so all that are free."""
        taken = set[int]().union(*(memory_of(model, i) for i in card.instances))
        starts = model.profiles[profile].starts
        return sum(not taken & memory_of(model, MigInstance(start, profile)) for start in starts)

    for layout in layouts(model, with_double_memory=True):
        card = CardGeometry(model, layout)
        for profile in model.profiles:
            outcomes: list[tuple[list[int], int, CardGeometry]] = []
            for start in model.profiles[profile].starts:
                try:
                    after = card.place(profile, start)
                except ClusterError:
                    continue
                outcomes.append(([most(after, p) for p in model.profiles], -start, after))
            assert card.can_place(profile) == bool(outcomes)
            if outcomes:
                assert card.place(profile) == max(outcomes, key=lambda o: (o[0], o[1]))[2]


def test_small_instances_fill_an_a100_from_where_they_cost_the_least() -> None:
    card = CardGeometry(MIG_MODELS["A100-40GB"])
    for _ in range(3):
        card = card.place("1g.5gb")
    assert describe(card.instances) == "1g.5gb@4 1g.5gb@5 1g.5gb@6"
    assert card.can_place("4g.20gb")
    card = card.place("1g.5gb")
    assert describe(card.instances) == "1g.5gb@0 1g.5gb@4 1g.5gb@5 1g.5gb@6"
    assert card.place("2g.10gb").can_place("1g.5gb")


def test_a_4g_and_a_3g_share_a_card_whichever_comes_first() -> None:
    empty = CardGeometry(MIG_MODELS["H100-80GB"])
    both = (MigInstance(0, "4g.40gb"), MigInstance(4, "3g.40gb"))
    assert empty.place("3g.40gb").place("4g.40gb").instances == both
    assert empty.place("4g.40gb").place("3g.40gb").instances == both


@pytest.mark.parametrize(
    ("instances", "message"),
    [
        ([(0, "1g.7gb")], "profile of A100-40GB is '1g.7gb'; allowed: 7g.40gb, 4g.20gb, "),
        ([(0, "1g.5gb+me")], r"profile of A100-40GB is '1g.5gb\+me'; allowed: "),
        ([(4, "4g.20gb")], "start of 4g.20gb on A100-40GB is 4; allowed: 0$"),
        ([(6, "2g.10gb")], "start of 2g.10gb on A100-40GB is 6; allowed: 0, 2, 4$"),
        ([(7, "1g.5gb")], "start of 1g.5gb on A100-40GB is 7; allowed: "),
        (
            [(0, "3g.20gb"), (2, "2g.10gb")],
            "instances of A100-40GB are 3g.20gb@0 2g.10gb@2; allowed: part of one of 7g.40gb@0 | ",
        ),
        ([(4, "3g.20gb"), (0, "3g.20gb")], "instances are 3g.20gb@4 3g.20gb@0; allowed: ascending by start"),
    ],
)
def test_an_impossible_geometry_is_refused(instances: list[tuple[int, str]], message: str) -> None:
    with pytest.raises(CapacityError, match=message):
        CardGeometry(MIG_MODELS["A100-40GB"], tuple(MigInstance(*i) for i in instances))


def test_a_step_the_card_cannot_take_is_refused() -> None:
    card = CardGeometry(MIG_MODELS["A30-24GB"]).place("2g.12gb").place("2g.12gb")
    with pytest.raises(ClusterError, match=r"1g\.6gb does not fit beside 2g\.12gb@0 2g\.12gb@2"):
        card.place("1g.6gb")
    with pytest.raises(ClusterError, match=r"2g\.12gb@2 does not fit beside"):
        card.place("2g.12gb", 2)
    with pytest.raises(ClusterError, match=r"1g\.6gb@0 is not among 2g\.12gb@0 2g\.12gb@2"):
        card.remove(MigInstance(0, "1g.6gb"))
    with pytest.raises(CapacityError, match=r"profile of A30-24GB is '3g\.18gb'; allowed: 4g\.24gb"):
        card.can_place("3g.18gb")


@given(st.sampled_from(MODELS), st.lists(st.tuples(st.booleans(), st.integers(0, 63)), max_size=40))
def test_any_history_of_instances_stays_within_the_card(name: str, steps: list[tuple[bool, int]]) -> None:
    model = MIG_MODELS[name]
    profiles = tuple(model.profiles)
    card = CardGeometry(model)
    for placing, number in steps:
        before = card
        if placing:
            profile = profiles[number % len(profiles)]
            if not card.can_place(profile):
                continue
            card = card.place(profile)
            (new,) = set(card.instances) - set(before.instances)
            assert card.remove(new) == before
        elif card.instances:
            gone = card.instances[number % len(card.instances)]
            card = card.remove(gone)
            assert card.place(gone.profile, gone.start) == before
        memory = [s for i in card.instances for s in memory_of(model, i)]
        compute = sum(model.profiles[i.profile].compute_slices for i in card.instances)
        assert len(memory) == len(set(memory)) <= model.memory_slices
        assert compute <= model.compute_slices
        assert card.occupied == sum(1 << s for s in memory)
