"""Diagnosis: the one dominant reason why a gang does not fit, with its counts. O(distinct states).

The reasons are tried from the most to the least fundamental (`_dominant`): what no waiting would cure first,
then what opening nodes would, then what other jobs' ends would. sentence.py puts the outcome into words.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from muster.cluster.capacity import Capacities
from muster.cluster.groups import StateGroups
from muster.cluster.node import NodeState, fits_gpus
from muster.cluster.sentence import Case, Survey, sentence
from muster.cluster.shape import GPU_MILLI, MIG, Shape, among_everybody
from muster.cluster.shortfall import Shortfall, ShortfallCode


@dataclass(frozen=True, slots=True)
class Offer:
    """What there is for the gang now.

    Attributes:
        opened: The open nodes.
        parts: What is left of cards set apart for it; None when there are none.
        closed: The closed nodes.
        ranks_open: Ranks that open nodes hold, counted no further than wanted; fewer than wanted.
        ranks_closed: Ranks that closed nodes would hold, likewise.
    """

    opened: StateGroups
    parts: StateGroups | None
    closed: StateGroups
    ranks_open: int
    ranks_closed: int


def diagnose(shape: Shape, ranks: int, capacities: Capacities, offer: Offer) -> Shortfall:
    """Why `ranks` ranks of this shape do not fit now."""
    survey = Survey(ranks_open=offer.ranks_open, ranks_closed=offer.ranks_closed)
    opened = list(_matching(offer.opened, shape, capacities))
    survey.nodes_open = sum(nodes for _, nodes in opened)
    survey.nodes_closed = sum(nodes for _, nodes in _matching(offer.closed, shape, capacities))
    if shape.sharing != MIG:
        _survey_open(survey, shape, opened)
    if offer.parts:
        _survey_open(survey, among_everybody(shape), _matching(offer.parts, shape, capacities))
    case = Case(shape, ranks, capacities.models, capacities.fit(shape, ranks), survey)
    code = ShortfallCode.NO_NODES if capacities.empty else _dominant(case)
    return Shortfall(
        code=code,
        ranks_wanted=ranks,
        ranks_fit=survey.ranks_open,
        nodes_matching=case.fit.nodes_matching,
        nodes_unschedulable=survey.nodes_closed,
        gpu_milli_free=survey.gpu_milli_free,
        gpu_block_max=survey.gpu_block_max,
        gpu_card_milli_max=survey.gpu_card_milli_max,
        cpu_milli_free_max=survey.cpu_milli_free_max,
        memory_mib_free_max=survey.memory_mib_free_max,
        sentence=sentence(code, case),
    )


def _matching(groups: StateGroups, shape: Shape, capacities: Capacities) -> Iterable[tuple[NodeState, int]]:
    """States of nodes with an accepted GPU model, and how many nodes are in each."""
    for state, group in groups.by_state.items():
        if capacities.serves(state.gpu_model, shape):
            yield state, len(group.node_ids)


def _survey_open(survey: Survey, shape: Shape, states: Iterable[tuple[NodeState, int]]) -> None:
    for state, nodes in states:
        gpus = state.gpus_free_milli
        survey.gpu_milli_free += nodes * state.gpu_free_milli
        survey.gpu_block_max = max(survey.gpu_block_max, gpus.count(GPU_MILLI))
        survey.gpu_card_milli_max = max(survey.gpu_card_milli_max, gpus[-1] if gpus else 0)
        if not fits_gpus(state, shape):
            continue
        survey.gpus_suffice = True
        survey.cpu_milli_free_max = max(survey.cpu_milli_free_max, state.cpu_free_milli)
        if state.cpu_free_milli >= shape.cpu_milli:
            survey.cpu_suffices = True
            survey.memory_mib_free_max = max(survey.memory_mib_free_max, state.memory_free_mib)


def _dominant(case: Case) -> ShortfallCode:
    """The first reason of the list that holds."""
    code, shape, fit, survey = ShortfallCode, case.shape, case.fit, case.survey
    reasons = (
        (not fit.nodes_matching, code.MODEL_ABSENT),
        (not fit.ranks_max, code.TOO_LARGE),
        (not fit.fits, code.CLUSTER_TOO_SMALL),
        (not survey.nodes_open, code.NODES_UNSCHEDULABLE),
        (survey.ranks_open + survey.ranks_closed >= case.ranks, code.NODES_UNSCHEDULABLE),
        (survey.ranks_open > 0, code.GANG_SHORT),
        (survey.cpu_suffices, code.MEMORY_SHORT),
        (survey.gpus_suffice, code.CPU_SHORT),
        (survey.gpu_milli_free < shape.gpu_milli_total, code.GPUS_BUSY),
        (shape.is_fraction, code.FRACTION_FRAGMENTED),
    )
    return next((reason for holds, reason in reasons if holds), code.GPUS_FRAGMENTED)
