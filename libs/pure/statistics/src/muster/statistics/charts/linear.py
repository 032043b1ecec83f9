"""Markov chains as matrices: moves on a lattice, and their linear equations.

Equations are solved in blocks that a BLAS does not hand to several threads: threads that spin for work cost
more CPU than a system of 200 equations, a hundredfold on a busy machine, and their number would decide the
last bits of a result.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from muster.statistics.arrays import FloatArray, IntArray

_BLOCK: Final = 48


def lattice_moves(places: IntArray, parts: FloatArray, chances: FloatArray, width: int) -> FloatArray:
    """Return the matrix of moves that end between two lattice points each, shape (m, width).

    Args:
        places: Lattice point below the end of each move, at most width - 2, shape (m, k).
        parts: Share of the move that goes to the point above, shape (m, k).
        chances: Probability of each move, shape (m, k).
        width: Number of lattice points.
    """
    rows = places.shape[0]
    flat: IntArray = np.ravel(places + width * np.arange(rows, dtype=np.int64)[:, None])
    upper = chances * parts
    matrix = np.bincount(flat, (chances - upper).ravel(), rows * width)
    matrix += np.bincount(flat + 1, upper.ravel(), rows * width)
    return np.asarray(matrix, dtype=np.float64).reshape(rows, width)


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
        inverse = np.asarray(np.linalg.inv(whole[pivot, pivot]), dtype=np.float64)
        whole[pivot, pivot.stop :] = _product(inverse, whole[pivot, pivot.stop :])
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
