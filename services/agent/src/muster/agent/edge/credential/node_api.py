"""NodeApi: the routes that the API has for nodes, asked with the node's enrolment."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path
from typing import Any, NamedTuple

from muster.client.errors import Unauthorized
from muster.client.errors import Unavailable as NotReached
from muster.client.sync.transport import Transport

TRIES = 1
"""Who asks tries again by itself, and looks after other things meanwhile."""


class ApiUnavailable(Exception):
    """The API does not answer, or not now; trying again later is right."""


class EnrolmentRefused(Exception):
    """There is no enrolment, or the API does not accept it; a person has to mend that."""


class FreshToken(NamedTuple):
    """A token for reports, and for how many seconds it is good."""

    token: str
    expires_in_s: int


class NodeApi:
    """Asks the API; any thread may.

    Args:
        url: Address of the API.
        enrolment_file: What `muster node enrol` wrote; read again when it changes.
    """

    def __init__(self, url: str, enrolment_file: Path) -> None:
        self._url = url
        self._file = enrolment_file
        self._lock = threading.Lock()
        self._enrolment = ""
        self._transport: Transport | None = None

    def token(self) -> FreshToken:
        """A new token for reports.

        Raises:
            ApiUnavailable: try again later.
            EnrolmentRefused: there is no good enrolment.
            MusterError: the class of another problem that the API sent.
        """
        answer = self.post("/v1/node-tokens", {})
        return FreshToken(str(answer["token"]), int(answer["expires_in_s"]))

    def post(self, path: str, body: Any) -> Any:
        """The JSON answer to a POST.

        Raises:
            ApiUnavailable: try again later.
            EnrolmentRefused: there is no good enrolment, or it does not allow this.
            MusterError: the class of another problem that the API sent.
        """
        try:
            return self._connected().json("POST", path, body=body)
        except NotReached as error:
            raise ApiUnavailable(str(error)) from error
        except Unauthorized as error:
            raise EnrolmentRefused(f"{self._file}: {error}") from error

    def close(self) -> None:
        """Close the connections."""
        with self._lock:
            if self._transport:
                self._transport.close()
            self._transport, self._enrolment = None, ""

    def _connected(self) -> Transport:
        enrolment = _read(self._file)
        with self._lock:
            if self._transport is None or enrolment != self._enrolment:
                self._enrolment = enrolment
                self._transport = Transport(self._url, enrolment, tries=TRIES)
            return self._transport


def _read(file: Path) -> str:
    """The enrolment in a file that nobody else may read.

    Raises:
        EnrolmentRefused: the file is absent or empty, or others may read it.
    """
    try:
        with file.open() as opened:
            mode = stat.S_IMODE(os.fstat(opened.fileno()).st_mode)
            enrolment = opened.read().strip()
    except OSError as error:
        raise EnrolmentRefused(f"{file}: {error.strerror}; `muster node enrol` writes one") from error
    if mode & 0o077:
        raise EnrolmentRefused(f"{file} has mode {mode:o}; allowed: 600")
    if not enrolment:
        raise EnrolmentRefused(f"{file} is empty; `muster node enrol` writes one")
    return enrolment
