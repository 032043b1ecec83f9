"""The entry point: find the command, run it, exit with its code."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from typing import Annotated, Any, Final, cast

import typer
from muster.client import settings
from muster.client.cli import aliases, connect, registry
from muster.terminal import messages, output
from typer._click.exceptions import ClickException, NoArgsIsHelpError, UsageError
from typer.core import TyperGroup
from typer.main import get_command

INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141
_COMPLETION: Final = "_MUSTER_COMPLETE"
_DEBUG: Final = "MUSTER_DEBUG"
_NO_COMMAND: Final = re.compile(r"No such command '(?P<word>.*)'\.")
"""Typer's message; its own suggestions are turned off in favour of ours."""


class Sections(TyperGroup):
    """Group of commands whose help lists them by subject, then their aliases."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write one section per subject."""
        width = max(len(name) for name in self.commands)
        for panel, commands in registry.by_panel(self.commands.values()):
            with formatter.section(panel):
                formatter.write_dl([(f"{c.name:<{width}}", c.help or "") for c in commands])
        with formatter.section("Aliases"):
            formatter.write_dl([(f"{name:<{width}}", words) for name, words in aliases.listed()])


app = typer.Typer(
    cls=Sections,
    name="muster",
    help="Run machine-learning jobs on a cluster that keeps one log of everything.",
    epilog="First time? `muster up` starts everything on this machine; `muster submit examples/hello.yaml "
    "--wait` runs a job. `muster COMMAND --help` shows examples.",
    no_args_is_help=True,
    suggest_commands=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def options(
    no_color: Annotated[
        bool,
        typer.Option("--no-color", help="Disable colours, like NO_COLOR; also accepted after the command."),
    ] = False,
) -> None:
    """Apply the options that precede the command."""
    if no_color:
        os.environ["NO_COLOR"] = "1"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command line and end the process with its exit code.

    Raises:
        SystemExit: always.
    """
    words = aliases.canonical(output.with_json(sys.argv[1:] if arguments is None else arguments))
    if _COMPLETION in os.environ:
        raise SystemExit(_complete(words))
    words = _without_colour(words)
    code = _run(words)
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        code = _pipe_closed()
    raise SystemExit(code)


def _run(words: Sequence[str]) -> int:
    """Run a command line and return its exit code; report any failure in a message."""
    try:
        return int(_root(words, completing=False).main(list(words), "muster", standalone_mode=False) or 0)
    except ClickException as error:
        return _usage(error, as_json=output.wants_json(words))
    except KeyboardInterrupt:
        return INTERRUPTED
    except typer.Abort:
        messages.say("error: not confirmed; nothing was changed")
        messages.say("hint:  --yes skips the confirmation")
        return 1
    except (BrokenPipeError, SystemExit):  # Typer ends the process itself when the pipe is closed
        return _pipe_closed()
    except Exception as error:
        if os.environ.get(_DEBUG):
            raise
        if hasattr(error, "exit_code"):
            return messages.failed(error, as_json=output.wants_json(words))
        messages.say(f"error: {type(error).__name__}: {error}")
        messages.say(f"hint:  this is a bug in muster; {_DEBUG}=1 shows the traceback")
        return 1
    finally:
        connect.close()


def _root(words: Sequence[str], *, completing: bool) -> TyperGroup:
    _skip_what_the_http_library_does_not_need()
    if not registry.is_own(words):
        _export_endpoints()
    root = cast("TyperGroup", get_command(app))
    for command in registry.commands_for(words, completing=completing):
        root.add_command(command)
    return root


def _complete(words: Sequence[str]) -> int:
    """Complete a line without ever disturbing it: an error completes nothing."""
    with open(os.devnull, "w") as nowhere:
        sys.stderr = nowhere
        try:
            _root(words, completing=True).main(list(words), "muster", complete_var=_COMPLETION)
        except SystemExit as ended:
            return int(ended.code or 0)
        except (Exception, KeyboardInterrupt):
            return 1
        finally:
            sys.stderr = sys.__stderr__
    return 0


def _usage(error: ClickException, *, as_json: bool) -> int:
    """Report an invalid command line and point to the help."""
    context = error.ctx if isinstance(error, UsageError) else None
    if isinstance(error, NoArgsIsHelpError):
        messages.say(error.format_message())
        return error.exit_code
    usage = "" if context is None else f"`{context.command_path} --help` shows the usage"
    hint = "" if context is None else _hint(error, context) or usage
    return messages.failed(
        messages.CommandFailed(error.format_message(), exit_code=error.exit_code, hint=hint), as_json=as_json
    )


def _hint(error: ClickException, context: Any) -> str:
    """Return the hint for a word that names no command; empty for any other error."""
    unknown = _NO_COMMAND.fullmatch(error.format_message())
    if unknown is None:
        return ""
    return aliases.hint(unknown["word"], context.command.commands, top=context.parent is None)


def _pipe_closed() -> int:
    """Stop silently when the reader of the output has gone (`| head`), as other programs do."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return PIPE_CLOSED


def _without_colour(words: Sequence[str]) -> list[str]:
    """Remove --no-color, which is accepted anywhere before `--`, and apply it."""
    end = words.index("--") if "--" in words else len(words)
    kept = [word for word in words[:end] if word != "--no-color"]
    if len(kept) < end:
        os.environ["NO_COLOR"] = "1"
    return [*kept, *words[end:]]


def _export_endpoints() -> None:
    """Export the endpoints written by `muster up`, for plug-ins; variables already set take precedence."""
    for name, value in settings.endpoints(settings.Settings.load().home).items():
        os.environ.setdefault(name, value)


def _skip_what_the_http_library_does_not_need() -> None:
    """Keep `import httpx` from loading its own command line (click, pygments, rich), a third of our start-up.

    httpx allows for that module to be absent; None in sys.modules makes its import fail.
    """
    sys.modules.setdefault("httpx._main", None)  # pyright: ignore[reportArgumentType]
