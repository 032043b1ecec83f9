"""`muster model diff --tensors`: compare the tensors of two versions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from muster.client.errors import InvalidRequest
from muster.jobs.values.quantities import format_size
from muster.terminal import output
from muster.terminal.messages import say
from muster.terminal.output import Column, Format, View
from muster.terminal.words import agrees, counted

if TYPE_CHECKING:
    from muster.client.transfers.hub import Entry, Hub
    from muster.tensors.families import ModelDiff, TensorDiff

SUFFIXES: Final = (".safetensors", ".gguf")


def show_tensors(hub: Hub, before: str, after: str, how: Format) -> None:
    """Compare the tensors of files that differ; equal ones are counted, not listed.

    Raises:
        InvalidRequest: a file is not a model file, despite its name.
        MusterError: the registry refuses the request.
    """
    from muster.tensors.families import State

    found, same = _compared(hub, before, after)
    changed = [each for each in found.tensors if each.state is not State.EQUAL]
    if not how.for_people:
        output.show(changed, _TENSORS, how)
        return
    output.show(changed, _TENSORS, how)
    equal, every = found.counts[State.EQUAL], counted(len(found.tensors), "tensor")
    say(f"{len(changed)} of {every} differ, {equal} are equal")
    in_equal = f"{format_size(found.equal_bytes)} of {format_size(found.bytes_after)} are in equal tensors"
    say(f"{in_equal}; {counted(same, 'file')} of both versions {agrees(same, 'is', 'are')} the same")


def _compared(hub: Hub, before: str, after: str) -> tuple[ModelDiff, int]:
    """Return the difference and the number of model files that are the same in both versions."""
    from muster.client.transfers.remote import RemoteFile
    from muster.tensors.families import compared, model_of
    from muster.tensors.layouts import LayoutInvalid

    commits = [str(hub.info(revision)["sha"]) for revision in (before, after)]
    was, now = (_model_files(hub, commit) for commit in commits)
    same = {path for path in was.keys() & now.keys() if was[path].sha256 == now[path].sha256}
    if not was and not now:
        raise InvalidRequest(f"neither version has files with tensors ({' or '.join(SUFFIXES)})")
    try:
        models = [
            model_of({p: RemoteFile(hub, commit, entry) for p, entry in files.items() if p not in same})
            for commit, files in zip(commits, (was, now), strict=True)
        ]
    except LayoutInvalid as error:
        raise InvalidRequest(f"a file's content does not match its name: {error}") from None
    return compared(*models), len(same)


def _model_files(hub: Hub, commit: str) -> dict[str, Entry]:
    entries: Sequence[Entry] = hub.entries(commit)
    return {entry.path: entry for entry in entries if entry.path.endswith(SUFFIXES)}


def _raw(diff: TensorDiff) -> dict[str, Any]:
    return asdict(diff)


def _name(diff: TensorDiff) -> str:
    side = diff.after or diff.before
    return side.name if side else ""


def _file(diff: TensorDiff) -> str:
    side = diff.after or diff.before
    return side.file if side else ""


def _form(diff: TensorDiff) -> str:
    """Return data type and shape; before and after if they changed."""
    sides = [f"{each.dtype} {list(each.shape)}" for each in (diff.before, diff.after) if each is not None]
    return " -> ".join(dict.fromkeys(sides))


def _moved(diff: TensorDiff) -> str:
    """Return how far a tensor's numbers moved, relative to their norm."""
    return "" if diff.change is None else f"{diff.change.relative_l2:.2%}"


_STYLES: Final = {"added": "green", "removed": "red", "changed": "yellow"}

_TENSORS: View[TensorDiff] = View(
    columns=(
        Column("STATE", lambda diff: diff.state.value, style=lambda diff: _STYLES.get(diff.state.value, "")),
        Column("TENSOR", _name),
        Column("FORM", _form, drop=1),
        Column("MOVED", _moved, right=True),
        Column(
            "EQUAL", lambda diff: "" if diff.change is None else f"{diff.change.equal_share:.0%}", right=True
        ),
        Column("FILE", _file, wide=True),
    ),
    raw=_raw,
    name=_name,
    empty="all tensors are equal",
)
