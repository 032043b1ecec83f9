"""Diagnosis: the one dominant reason why a gang does not fit, with its counts. O(distinct states).

The reasons are tried from the most to the least fundamental (`_dominant`): what no waiting would cure first,
then what opening nodes would, then what other jobs' ends would. sentence.py puts the outcome into words.
"""

from collections.abc import Iterable

from muster.cluster.capacity import Capacities, ranks_in
from muster.cluster.groups import StateGroups
from muster.cluster.node import NodeState, fits_gpus
from muster.cluster.sentence import Case, Survey, sentence
from muster.cluster.shape import GPU_MILLI, Shape
from muster.cluster.shortfall import Shortfall, ShortfallCode


def diagnose(
    shape: Shape, ranks: int, capacities: Capacities, opened: StateGroups, closed: StateGroups
) -> Shortfall | None:
    """Why `ranks` ranks of this shape do not fit now, or None when they do."""
    survey = Survey()
    _survey_open(survey, shape, ranks, _matching(opened, shape))
    if survey.ranks_open >= ranks:
        return None
    _survey_closed(survey, shape, ranks, _matching(closed, shape))
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


def _matching(groups: StateGroups, shape: Shape) -> Iterable[tuple[NodeState, int]]:
    """States of nodes with an accepted GPU model, and how many nodes are in each."""
    for state, group in groups.by_state.items():
        if not shape.gpu_count or (state.gpu_model and shape.accepts(state.gpu_model)):
            yield state, len(group.node_ids)


def _survey_open(survey: Survey, shape: Shape, ranks: int, states: Iterable[tuple[NodeState, int]]) -> None:
    for state, nodes in states:
        gpus = state.gpus_free_milli
        survey.nodes_open += nodes
        survey.ranks_open = min(ranks, survey.ranks_open + nodes * ranks_in(state, shape, ranks))
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


def _survey_closed(survey: Survey, shape: Shape, ranks: int, states: Iterable[tuple[NodeState, int]]) -> None:
    for state, nodes in states:
        survey.nodes_closed += nodes
        survey.ranks_closed += nodes * ranks_in(state, shape, ranks)


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
