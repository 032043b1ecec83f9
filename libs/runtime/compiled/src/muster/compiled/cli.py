"""`muster compile`."""

from __future__ import annotations

import typer
from muster.terminal.messages import CommandFailed, say

app = typer.Typer()


@app.command("compile")
def compile_() -> None:
    """Compile the scheduler's core for this Python on this machine.

    Optional; needs a C compiler and takes a few minutes. Services started afterwards use the build if it
    matches their sources exactly. Decisions are the same, only faster. MUSTER_COMPILED=off uses plain
    Python. Builds unused for 30 days are removed.

    Examples:
        muster compile
    """
    from muster.compiled.build import CannotBuild, build

    try:
        made = build(report=say)
    except CannotBuild as error:
        raise CommandFailed(str(error), exit_code=1, hint=error.hint) from None
    what = "compiled" if made.is_new else "nothing to do:"
    say(f"{what} {made.modules} modules, build {made.digest} in {made.folder}")
    if made.removed:
        say(f"removed, unused for 30 days: {', '.join(made.removed)}")
