"""The compiled ranking: integer loops over arrays, made into machine code by numba (ADR 12).

What is decided here is defined elsewhere: the order in heap_ranking.py, the cost in score/balanced.py, its
parts in measures/ (fragmentation.py, stranding.py), what fits in model/node.py, what there is in measures/
(capacity.py, overview.py). This file says the same once more, in the part of Python that numba compiles;
property tests hold the two together.
All numbers are int64 and exact. Whatever could change without this file changing comes in as data, and all of
it is in this one file: numba keeps the machine code on disk and compiles again only when this file is newer.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeVar, cast

import numpy as np
from numba import int64, njit, types  # pyright: ignore[reportUnknownVariableType]
from numpy.typing import NDArray

Integers = NDArray[np.int64]

BORN, NODES, GPU, CPU, MEMORY, MODEL, KIND, CARDS, FIRST_CARD = range(9)
"""A row, one per living group: its serial (0 where nobody lives), how many nodes, what is free on each,
numbers for the GPU model and the kind of node, how many cards; then what is free on each card, ascending, -1
where there is none.
"""

COST, PACK, PLACE, SERIAL = range(4)
"""A row of the heap, one per candidate, dead ones among them: the cost; GPU and CPU free in CPU_BITS; memory
free and the slot (row) in SLOT_BITS; the serial.
"""

CPU_BITS = 24
SLOT_BITS = 31

SIZE, READ = range(2)
"""A ranking's progress: the size of its heap, and the serial up to which it has read."""

NONE_FITS = -1
"""Instead of a slot: no living group fits."""

HEAP_FULL = -2
"""Instead of a slot: give me a longer heap and ask again."""

_SLOT_MASK = (1 << SLOT_BITS) - 1
_GPU_MILLI = 1000


class Asked(NamedTuple):
    """Request of one rank, as in Shape; `accepted` has 1 for each accepted GPU model, else 0."""

    gpu_count: int
    gpu_milli: int
    cpu_milli: int
    memory_mib: int
    accepted: Integers


class Terms(NamedTuple):
    """The outlook in numbers.

    Attributes:
        levels: Fragmentation.levels.
        bands: Per free thousandths of a card, how many of the typical requests for one card it could serve.
        card_weights: Fragmentation.card_weights per model, band and level.
        block_uses: Fragmentation.block_weights per model, whole cards and level, times those cards.
        prices: Per kind of node.
        gpu_mix: Of the average mix, as the next two.
        cpu_mix: Thousandths of a core.
        memory_mix: MiB.
        weight: Fragmentation.weight_total.
        step: Coarseness of the cost.
    """

    levels: Integers
    bands: Integers
    card_weights: Integers
    block_uses: Integers
    prices: Integers
    gpu_mix: int
    cpu_mix: int
    memory_mix: int
    weight: int
    step: int


class Query(NamedTuple):
    """Everything a query works with.

    Attributes:
        rows: The living groups.
        heap: The candidates.
        progress: See SIZE.
        asked: The request.
        terms: The outlook.
    """

    rows: Integers
    heap: Integers
    progress: Integers
    asked: Asked
    terms: Terms


_Function = TypeVar("_Function", bound=Callable[..., object])
_D1, _D2, _D3 = (types.Array(int64, dimensions, "C") for dimensions in (1, 2, 3))  # pyright: ignore


def _compiled(*signature: object) -> Callable[[_Function], _Function]:
    """Machine code for a function: made at once and kept on disk with a signature, else made for its callers.

    No array is made here, so `_nrt` may be off: counting references to arrays took most of the time. Only
    arrays and integers may stand in a signature: what is kept names its types, and a class may be renamed.
    """
    kept = bool(signature)
    return cast(
        "Callable[[_Function], _Function]",
        njit(*signature, cache=kept, error_model="numpy", _nrt=False),  # pyright: ignore
    )


# -- one group -------------------------------------------------------------------------------------------


@_compiled()
def _fits(rows: Integers, slot: int, asked: Asked) -> bool:
    """node.fits."""
    if rows[slot, CPU] < asked.cpu_milli or rows[slot, MEMORY] < asked.memory_mib:
        return False
    if not asked.gpu_count:
        return True
    model: int = rows[slot, MODEL]
    spare = rows[slot, CARDS] - asked.gpu_count
    return spare >= 0 and rows[slot, FIRST_CARD + spare] >= asked.gpu_milli and asked.accepted[model] == 1


@_compiled()
def _level(terms: Terms, cpu_milli: int) -> int:
    """Fragmentation.level."""
    low, high = 0, len(terms.levels)
    while low < high:
        middle = (low + high) >> 1
        if cpu_milli < terms.levels[middle]:
            high = middle
        else:
            low = middle + 1
    return low


@_compiled()
def _stranded(terms: Terms, gpu_milli: int, cpu_milli: int, memory_mib: int) -> int:
    """Stranding.of."""
    fed = gpu_milli
    if terms.cpu_mix:
        fed = min(fed, cpu_milli * terms.gpu_mix // terms.cpu_mix)
    if terms.memory_mix:
        fed = min(fed, memory_mib * terms.gpu_mix // terms.memory_mix)
    return gpu_milli - fed


@_compiled()
def _card_use(terms: Terms, model: int, milli: int, level: int) -> int:
    """Fragmentation's use of one card."""
    return terms.card_weights[model, terms.bands[milli], level] * milli


@_compiled()
def _whole(rows: Integers, slot: int) -> int:
    """Return the number of wholly free cards."""
    whole = 0
    for card in range(FIRST_CARD, FIRST_CARD + rows[slot, CARDS]):
        whole += rows[slot, card] == _GPU_MILLI
    return whole


@_compiled()
def _use(rows: Integers, slot: int, terms: Terms, level: int) -> int:
    """Return the weighted use of a node's cards at a level: the free amount that is not fragmented."""
    model: int = rows[slot, MODEL]
    use = terms.block_uses[model, _whole(rows, slot), level]
    for card in range(FIRST_CARD, FIRST_CARD + rows[slot, CARDS]):
        use += _card_use(terms, model, rows[slot, card], level)
    return use


@_compiled()
def _use_lost(query: Query, slot: int, card_milli: int, level: int) -> int:
    """Return the loss of use of the cards at a level when a fitting rank takes cards with this much free."""
    rows, asked, terms = query.rows, query.asked, query.terms
    model: int = rows[slot, MODEL]
    lost = _card_use(terms, model, card_milli, level)
    lost -= _card_use(terms, model, card_milli - asked.gpu_milli, level)
    lost *= asked.gpu_count
    if card_milli == _GPU_MILLI:
        whole = _whole(rows, slot)
        whole_left = whole - asked.gpu_count
        lost += terms.block_uses[model, whole, level] - terms.block_uses[model, whole_left, level]
    return lost


@_compiled()
def _fixed_cost(query: Query, slot: int) -> tuple[int, int]:
    """The weighted cost whichever card is used, but for the use lost; and the level the CPU left is at."""
    rows, asked, terms = query.rows, query.asked, query.terms
    gpu_free, cpu_free, memory_free = rows[slot, GPU], rows[slot, CPU], rows[slot, MEMORY]
    gpu, cpu_left = asked.gpu_count * asked.gpu_milli, cpu_free - asked.cpu_milli
    kind: int = rows[slot, KIND]
    lost = _stranded(terms, gpu_free - gpu, cpu_left, memory_free - asked.memory_mib)
    lost -= _stranded(terms, gpu_free, cpu_free, memory_free)
    lost += gpu * terms.prices[kind] // _GPU_MILLI
    level, level_before = _level(terms, cpu_left), _level(terms, cpu_free)
    fixed = (lost - gpu) * terms.weight
    if level != level_before:
        fixed += _use(rows, slot, terms, level_before) - _use(rows, slot, terms, level)
    return fixed, level


@_compiled()
def _rate(query: Query, slot: int) -> tuple[int, int]:
    """score_balanced: the least cost over the cards that fit, and the fullest card of that cost."""
    rows, asked, step = query.rows, query.asked, query.terms.step
    fixed, level = _fixed_cost(query, slot)
    if not asked.gpu_count:
        return fixed // step, 0
    if asked.gpu_milli == _GPU_MILLI:
        return (fixed + _use_lost(query, slot, _GPU_MILLI, level)) // step, _GPU_MILLI
    least, best_card = 0, 0
    for card in range(FIRST_CARD, FIRST_CARD + rows[slot, CARDS]):
        milli: int = rows[slot, card]
        if milli < asked.gpu_milli or (card > FIRST_CARD and milli == rows[slot, card - 1]):
            continue
        cost = (fixed + _use_lost(query, slot, milli, level)) // step
        if not best_card or cost < least:
            least, best_card = cost, milli
    return least, best_card


@_compiled()
def _precedes(rows: Integers, slot: int, other: int) -> bool:
    """NodeState's order of two that have equal GPU, CPU and memory free."""
    if rows[slot, MODEL] != rows[other, MODEL]:
        return rows[slot, MODEL] < rows[other, MODEL]
    for card in range(FIRST_CARD, rows.shape[1]):
        if rows[slot, card] != rows[other, card]:
            return rows[slot, card] < rows[other, card]
    return rows[slot, KIND] < rows[other, KIND]


# -- the heap --------------------------------------------------------------------------------------------


@_compiled()
def _is_less(heap: Integers, one: int, other: int) -> bool:
    for part in range(SERIAL):
        if heap[one, part] != heap[other, part]:
            return heap[one, part] < heap[other, part]
    return False


@_compiled()
def _swap(heap: Integers, one: int, other: int) -> None:
    for part in range(SERIAL + 1):
        heap[one, part], heap[other, part] = heap[other, part], heap[one, part]


@_compiled()
def _sift_up(heap: Integers, index: int) -> None:
    while index and _is_less(heap, index, (index - 1) >> 1):
        _swap(heap, index, (index - 1) >> 1)
        index = (index - 1) >> 1


@_compiled()
def _sift_down(heap: Integers, size: int, index: int) -> None:
    while True:
        child = 2 * index + 1
        if child + 1 < size and _is_less(heap, child + 1, child):
            child += 1
        if child >= size or not _is_less(heap, child, index):
            return
        _swap(heap, child, index)
        index = child


@_compiled()
def _pop(heap: Integers, size: int) -> int:
    """Move the top to the end, behind the heap; the heap's size without it."""
    _swap(heap, 0, size - 1)
    _sift_down(heap, size - 1, 0)
    return size - 1


@_compiled()
def _slot(heap: Integers, index: int) -> int:
    return heap[index, PLACE] & _SLOT_MASK


@_compiled()
def _lives(rows: Integers, heap: Integers, index: int) -> bool:
    return rows[_slot(heap, index), BORN] == heap[index, SERIAL]


@_compiled()
def _without_the_dead(rows: Integers, heap: Integers, size: int) -> int:
    """Keep the living of a heap; their number."""
    living = 0
    for index in range(size):
        if _lives(rows, heap, index):
            _swap(heap, living, index)
            living += 1
    for index in range((living >> 1) - 1, -1, -1):
        _sift_down(heap, living, index)
    return living


@_compiled()
def _first_of_equals(rows: Integers, heap: Integers, size: int) -> int:
    """The slot of the best: of those that equal the living top in cost and pack order, the first in order."""
    first, left = _slot(heap, 0), size
    cost, pack, memory = heap[0, COST], heap[0, PACK], heap[0, PLACE] >> SLOT_BITS
    while left and heap[0, COST] == cost and heap[0, PACK] == pack and heap[0, PLACE] >> SLOT_BITS == memory:
        if _lives(rows, heap, 0) and _precedes(rows, _slot(heap, 0), first):
            first = _slot(heap, 0)
        left = _pop(heap, left)
    for index in range(left, size):
        _sift_up(heap, index)
    return first


# -- the query -------------------------------------------------------------------------------------------


@_compiled()
def _consider(query: Query, slot: int) -> bool:
    """Rate a living group that fits and put it into the heap. False when the heap is full."""
    rows, heap, progress = query.rows, query.heap, query.progress
    if progress[SIZE] == len(heap):
        progress[SIZE] = _without_the_dead(rows, heap, progress[SIZE])
        if progress[SIZE] > len(heap) >> 1:
            return False
    last = progress[SIZE]
    heap[last, COST] = _rate(query, slot)[0]
    heap[last, PACK] = rows[slot, GPU] << CPU_BITS | rows[slot, CPU]
    heap[last, PLACE] = rows[slot, MEMORY] << SLOT_BITS | slot
    heap[last, SERIAL] = rows[slot, BORN]
    _sift_up(heap, last)
    progress[SIZE] += 1
    return True


@_compiled()
def _catch_up(query: Query, log: Integers, last_serial: int) -> bool:
    """Consider the births not read yet; all that live when the log has not all of them. False: heap full."""
    rows, progress, asked = query.rows, query.progress, query.asked
    if last_serial - progress[READ] >= len(log):
        progress[SIZE] = 0
        for slot in range(len(rows)):
            if rows[slot, BORN] and _fits(rows, slot, asked) and not _consider(query, slot):
                return False
        progress[READ] = last_serial
    while progress[READ] < last_serial:
        serial = progress[READ] + 1
        place: int = serial & (len(log) - 1)
        slot: int = log[place]
        if rows[slot, BORN] == serial and _fits(rows, slot, asked) and not _consider(query, slot):
            return False
        progress[READ] = serial
    return True


@_compiled(
    types.UniTuple(int64, 2)(_D2, _D1, int64, _D2, _D1, _D1, _D1, _D1, _D1, _D3, _D3, _D1, _D1)  # pyright: ignore
)
def best(  # noqa: PLR0917  (numba unpacks tuples slowly)
    rows: Integers,
    log: Integers,
    last_serial: int,
    heap: Integers,
    progress: Integers,
    asked: Integers,
    accepted: Integers,
    levels: Integers,
    bands: Integers,
    card_weights: Integers,
    block_uses: Integers,
    prices: Integers,
    rest: Integers,
) -> tuple[int, int]:
    """The slot of the best living group and the card to use there; NONE_FITS or HEAP_FULL instead of a slot.

    Args:
        rows: As in Query.
        log: The slot of each birth, by its serial modulo the length, a power of two.
        last_serial: Serial of the youngest group ever born.
        heap: As in Query.
        progress: As in Query.
        asked: The first four fields of Asked.
        accepted: Last field of the request.
        levels: As in Terms, with the next four.
        bands: As in Terms.
        card_weights: As in Terms.
        block_uses: As in Terms.
        prices: As in Terms.
        rest: The last five fields of Terms.
    """
    rank = Asked(asked[0], asked[1], asked[2], asked[3], accepted)
    terms = Terms(
        levels, bands, card_weights, block_uses, prices, rest[0], rest[1], rest[2], rest[3], rest[4]
    )
    query = Query(rows, heap, progress, rank, terms)
    if not _catch_up(query, log, last_serial):
        return HEAP_FULL, 0
    while progress[SIZE] and not _lives(rows, heap, 0):
        progress[SIZE] = _pop(heap, progress[SIZE])
    if not progress[SIZE]:
        return NONE_FITS, 0
    slot = _first_of_equals(rows, heap, progress[SIZE])
    return slot, _rate(query, slot)[1]


# -- all groups ------------------------------------------------------------------------------------------


@_compiled()
def _ranks_in(rows: Integers, slot: int, asked: Asked, card_milli: int, most: int) -> int:
    """capacity.ranks_in."""
    ranks = most
    if asked.cpu_milli:
        ranks = min(ranks, rows[slot, CPU] // asked.cpu_milli)
    if asked.memory_mib:
        ranks = min(ranks, rows[slot, MEMORY] // asked.memory_mib)
    if asked.gpu_count:
        model: int = rows[slot, MODEL]
        slots = 0
        for card in range(FIRST_CARD, FIRST_CARD + rows[slot, CARDS]):
            if rows[slot, card] >= card_milli:
                slots += rows[slot, card] // asked.gpu_milli
        ranks = min(ranks, asked.accepted[model] * slots // asked.gpu_count)
    return ranks


@_compiled(int64(_D2, _D1, _D1, int64, int64))  # pyright: ignore
def room(rows: Integers, asked: Integers, accepted: Integers, card_milli: int, most: int) -> int:
    """StateGroups.room.

    Args:
        rows: The living groups.
        asked: The first four fields of Asked.
        accepted: Last field of the request.
        card_milli: Minimum free amount of a card that can hold any of it.
        most: Limit at which counting stops.
    """
    rank = Asked(asked[0], asked[1], asked[2], asked[3], accepted)
    ranks = 0
    for slot in range(len(rows)):
        if rows[slot, BORN]:
            ranks += _ranks_in(rows, slot, rank, card_milli, most) * rows[slot, NODES]
            if ranks >= most:
                return most
    return ranks


@_compiled()
def _add_peak(peaks: Integers, model: int, size: int, node: tuple[int, int, int]) -> int:
    """Put a node among its model's peaks unless one beats it; how many there are, one too many if too many.

    Args:
        peaks: As in survey.
        model: Number of the GPU model.
        size: Number of peaks.
        node: The fields of Peak.
    """
    kept = 0
    for index in range(size):
        peak = (peaks[model, index, 0], peaks[model, index, 1], peaks[model, index, 2])
        if peak[0] >= node[0] and peak[1] >= node[1] and peak[2] >= node[2]:
            return size
        if peak[0] > node[0] or peak[1] > node[1] or peak[2] > node[2]:
            for part in range(3):
                peaks[model, kept, part] = peak[part]
            kept += 1
    if kept < peaks.shape[1]:
        for part in range(3):
            peaks[model, kept, part] = node[part]
    return kept + 1


@_compiled(types.boolean(_D2, _D3, _D2))  # pyright: ignore
def survey(rows: Integers, peaks: Integers, sums: Integers) -> bool:
    """As overview.overview. False if there are more peaks than rows in `peaks`; the results are then void.

    Args:
        rows: The living groups.
        peaks: To be filled: for each model the fields of its Peaks.
        sums: To be filled, from zeros: for each model the nodes, the GPU free for all, the number of peaks.
    """
    for slot in range(len(rows)):
        if not rows[slot, BORN]:
            continue
        model: int = rows[slot, MODEL]
        sums[model, 0] += rows[slot, NODES]
        for card in range(FIRST_CARD, FIRST_CARD + rows[slot, CARDS]):
            sums[model, 1] += rows[slot, NODES] * rows[slot, card]
        best = rows[slot, FIRST_CARD + rows[slot, CARDS] - 1] if rows[slot, CARDS] else 0
        gpu_milli = best * _whole(rows, slot) if best == _GPU_MILLI else best
        size = _add_peak(peaks, model, sums[model, 2], (gpu_milli, rows[slot, CPU], rows[slot, MEMORY]))
        if size > peaks.shape[1]:
            return False
        sums[model, 2] = size
    return True
