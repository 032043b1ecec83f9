"""Examples in the help of commands that read the stack of this machine, run on one as they are printed.

tests/contracts/test_help_examples.py runs those of all other commands.
"""

from __future__ import annotations

import shlex
from typing import Final

import pytest
from muster.testkit.api.command import every_command
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

RUN: Final = (
    "muster status",
    "muster status -o json",
    "muster capacity",
    "muster events topics",
    "muster audit verify",
    "muster audit verify --from-snapshot -o json",
    "muster projections status",
    "muster projections status -o json",
    "muster reactors ls",
    "muster identity token ann --role submitter --team vision --expires 8h",
    "muster identity grant ann --tenant acme --team vision",
    "muster identity revoke ann --tenant acme --reason 'left the company'",
    "muster logs scheduler",
    "muster top --once --by node -o json",
)
"""Not among them: what starts or stops servers, computes for minutes, follows for ever, or needs a record or
file of its own."""


def test_every_example_run_here_is_in_a_help() -> None:
    helps = "\n".join(str(command.help) for _, command in every_command())
    printed = {line.strip() for line in helps.splitlines()}
    assert set(RUN) <= printed


@pytest.mark.parametrize("line", RUN)
def test_the_example_runs_on_a_stack_as_printed(product: Product, line: str) -> None:
    ended = product.muster(*shlex.split(line)[1:])
    assert ended.returncode == 0, ended.stderr
