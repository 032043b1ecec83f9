"""Linear equations of Markov chains, solved in blocks that a BLAS does not hand to several threads.

Threads that spin for work cost more CPU than a system of 200 equations, a hundredfold on a busy machine, and
their number would decide the last bits of a result.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from muster.statistics.arrays import FloatArray

_BLOCK: Final = 48


def solved(matrix: FloatArray, right: FloatArray) -> FloatArray:
    """Return (I - matrix)^-1 right by block elimination.

    Without pivots: rows of probabilities add up to 1 at most, so I - matrix is diagonally dominant.

    Args:
        matrix: Probabilities of moves between states that do not signal, shape (m, m).
        right: Shape (m, k).

    Raises:
        numpy.linalg.LinAlgError: The equations have no single solution.
    """
    size = matrix.shape[0]
    whole = np.concatenate([np.eye(size) - matrix, right], axis=1)
    blocks = _slices(0, size)
    for number, pivot in enumerate(blocks):
        whole[pivot, pivot.stop :] = _product(np.linalg.inv(whole[pivot, pivot]), whole[pivot, pivot.stop :])
        for row in blocks[number + 1 :]:
            whole[row, pivot.stop :] -= _product(whole[row, pivot], whole[pivot, pivot.stop :])
    found = whole[:, size:]
    for number in range(len(blocks) - 1, 0, -1):
        for row in blocks[:number]:
            found[row] -= whole[row, blocks[number]] @ found[blocks[number]]
    return found


def _product(left: FloatArray, right: FloatArray) -> FloatArray:
    found = np.empty((left.shape[0], right.shape[1]))
    for columns in _slices(0, right.shape[1]):
        found[:, columns] = left @ right[:, columns]
    return found


def _slices(begin: int, end: int) -> list[slice]:
    return [slice(at, min(at + _BLOCK, end)) for at in range(begin, end, _BLOCK)]
