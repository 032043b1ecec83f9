"""Diagnosis: the one dominant reason why a gang does not fit, with its counts. O(peaks), see overview.py.

The reasons are tried from the most to the least fundamental (`_dominant`): first those that waiting cannot
cure, then those that opening nodes cures, then those that the end of other jobs cures. sentence.py words the
result.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from muster.cluster.diagnosis.sentence import Case, Survey, sentence
from muster.cluster.measures.capacity import Capacities
from muster.cluster.measures.overview import Overview, gpu_milli_for
from muster.cluster.model.shape import GPU_MILLI, MIG, Shape, shared_by_any
from muster.cluster.model.shortfall import Shortfall, ShortfallCode


@dataclass(frozen=True, slots=True)
class Offer:
    """Resources available for the gang now.

    Attributes:
        opened: The open nodes, by GPU model.
        parts: The free parts of GPUs that it may share, by GPU model.
        closed: The closed nodes, by GPU model.
        ranks_open: Ranks that fit on open nodes; fewer than wanted.
        ranks_closed: Ranks that would fit on closed nodes, counted up to the number wanted.
    """

    opened: Mapping[str, Overview]
    parts: Mapping[str, Overview]
    closed: Mapping[str, Overview]
    ranks_open: int
    ranks_closed: int


def diagnose(shape: Shape, ranks: int, capacities: Capacities, offer: Offer) -> Shortfall:
    """Why `ranks` ranks of this shape do not fit now."""
    survey = Survey(ranks_open=offer.ranks_open, ranks_closed=offer.ranks_closed)
    opened = _matching(offer.opened, shape, capacities)
    survey.nodes_open = sum(one.nodes for one in opened)
    survey.nodes_closed = sum(one.nodes for one in _matching(offer.closed, shape, capacities))
    if shape.sharing != MIG:
        _survey_open(survey, shape, opened)
    _survey_open(survey, shared_by_any(shape), _matching(offer.parts, shape, capacities))
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


def _matching(overviews: Mapping[str, Overview], shape: Shape, capacities: Capacities) -> list[Overview]:
    """The overviews of accepted GPU models."""
    return [one for model, one in overviews.items() if capacities.serves(model, shape)]


def _survey_open(survey: Survey, shape: Shape, overviews: list[Overview]) -> None:
    gpu_milli = gpu_milli_for(shape)
    for one in overviews:
        survey.gpu_milli_free += one.gpu_free_milli
        for peak in one.peaks:
            survey.gpu_block_max = max(survey.gpu_block_max, peak.gpu_milli // GPU_MILLI)
            survey.gpu_card_milli_max = max(survey.gpu_card_milli_max, min(peak.gpu_milli, GPU_MILLI))
            if peak.gpu_milli < gpu_milli:
                continue
            survey.gpus_suffice = True
            survey.cpu_milli_free_max = max(survey.cpu_milli_free_max, peak.cpu_milli)
            if peak.cpu_milli >= shape.cpu_milli:
                survey.cpu_suffices = True
                survey.memory_mib_free_max = max(survey.memory_mib_free_max, peak.memory_mib)


def _dominant(case: Case) -> ShortfallCode:
    """The first reason that applies."""
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
