"""Channel: messages between shim and keeper, one per packet.

    keeper -> shim   Started, CannotBegin, Requested, End (of a rank)
    shim -> keeper   a signal's number

The end of either process is the end of the channel.
"""

from __future__ import annotations

import json
import socket
from dataclasses import asdict, dataclass
from typing import Any

from muster.agent.edge.disk.task_dir import End

_BYTES_MAX = 64 * 1024


@dataclass(frozen=True, slots=True)
class Started:
    """Every rank has a process."""


@dataclass(frozen=True, slots=True)
class CannotBegin:
    """No rank runs, with the reason."""

    why: str


@dataclass(frozen=True, slots=True)
class Requested:
    """Number of processes that were asked for a checkpoint."""

    processes: int


Message = Started | CannotBegin | Requested | End
_KINDS: dict[str, type[Message]] = {kind.__name__: kind for kind in (Started, CannotBegin, Requested, End)}


class Channel:
    """One end of it; `socket` may be selected on."""

    def __init__(self, end: socket.socket) -> None:
        self.socket = end

    def report(self, message: Message) -> None:
        """Tell the shim; without effect once it is gone."""
        self._send({"kind": type(message).__name__, "fields": asdict(message)})

    def reported(self) -> Message | None:
        """The keeper's next message; None once it is gone."""
        data = self._receive()
        return _KINDS[data["kind"]](**data["fields"]) if data else None

    def order(self, signal: int) -> None:
        """Tell the keeper to send its ranks a signal; without effect once it is gone."""
        self._send({"signal": signal})

    def ordered(self) -> int | None:
        """The signal to send; None once the shim is gone."""
        data = self._receive()
        return int(data["signal"]) if data else None

    def _send(self, data: object) -> None:
        try:
            self.socket.send(json.dumps(data).encode())
        except (BrokenPipeError, ConnectionResetError):
            return  # the other end learns nothing any more; this one reads the end of the channel

    def _receive(self) -> dict[str, Any] | None:
        try:
            data = self.socket.recv(_BYTES_MAX)
        except ConnectionResetError:
            return None
        return json.loads(data) if data else None


def channel() -> tuple[Channel, Channel]:
    """Both ends, the shim's first."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    return Channel(ours), Channel(theirs)
