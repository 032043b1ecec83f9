"""The arguments of simulated agents: a list of nodes from a file, and a speed."""

from __future__ import annotations

import argparse
import math
from pathlib import Path

from muster.agent.core.node_list import ListedNode, parse_nodes


def node_file(name: str) -> tuple[ListedNode, ...]:
    """The nodes of a list.

    Raises:
        argparse.ArgumentTypeError: it cannot be read, or is no list of nodes; names file, line, column, value
            and what is allowed.
    """
    try:
        return parse_nodes(Path(name).read_text())
    except (OSError, ValueError) as error:
        said = error if isinstance(error, OSError) else f"{name}: {error}"
        raise argparse.ArgumentTypeError(str(said)) from error


def speed(text: str) -> float:
    """Parse a factor by which tasks run faster than real time.

    Raises:
        argparse.ArgumentTypeError: it is not a number above 0.
    """
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"speed is {text}; must be above 0")
    return value
