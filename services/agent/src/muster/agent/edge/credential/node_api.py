"""NodeApi: the API's routes for nodes, called with the node's enrolment."""

from __future__ import annotations

import logging
import os
import stat
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from muster.agent.edge.disk.durable import write_durably
from muster.client.errors import Unauthorized
from muster.client.errors import Unavailable as NotReached
from muster.client.sync.transport import Transport
from muster.store.addressed import Address
from muster.store.uses import Use

FORBIDDEN = "/problems/forbidden"
TRIES = 1
"""Callers retry themselves, and do other work in between."""

_log = logging.getLogger(__name__)


class ApiUnavailable(Exception):
    """The API does not answer, or not now; retry later."""


class EnrolmentRefused(Exception):
    """There is no enrolment, or the API rejects it; a person must fix that."""


class NotForThisNode(Exception):
    """The API denies this to the node, permanently."""


class FreshToken(NamedTuple):
    """A token for reports, and the number of seconds for which it is valid."""

    token: str
    expires_in_s: int


class NodeApi:
    """Client of the API; safe to share between threads.

    Args:
        url: Address of the API.
        enrolment_file: Output of `muster node enrol`; read again when it changes.
    """

    def __init__(self, url: str, enrolment_file: Path) -> None:
        self._url = url
        self._file = enrolment_file
        self._lock = threading.Lock()
        self._enrolment = ""
        self._transport: Transport | None = None

    def token(self) -> FreshToken:
        """Request a token for reports. A renewed enrolment in the answer replaces the one in the file.

        Raises:
            ApiUnavailable: retry later.
            EnrolmentRefused: there is no valid enrolment.
            MusterError: another problem; the class follows from the API's answer.
        """
        answer = self.post("/v1/node-tokens", {})
        if renewed := answer.get("enrolment"):
            self._keep(str(renewed))
        return FreshToken(str(answer["token"]), int(answer["expires_in_s"]))

    def addresses(self, job_id: str, attempt: int, uses: Sequence[Use]) -> tuple[list[Address], int]:
        """Addresses for these uses of an attempt's objects, and for how many seconds they are valid.

        Raises:
            NotForThisNode: the objects do not belong to an attempt on this node.
            ApiUnavailable, EnrolmentRefused, MusterError: retry later.
        """
        body = {"job_id": job_id, "attempt": attempt, "uses": [use._asdict() for use in uses]}
        answer = self.post("/v1/node-addresses", body)
        given = [Address(str(each["url"]), str(each["uri"])) for each in answer["addresses"]]
        return given, int(answer["good_for_s"])

    def test_addresses(self, node_id: str) -> tuple[Address, Address]:
        """Addresses at which a node under test writes an object, and reads it.

        Raises:
            NotForThisNode: the node is another's.
            NotFound: the API is too old to have such addresses.
            ApiUnavailable, EnrolmentRefused, MusterError: retry later.
        """
        answer = self.post("/v1/node-test-addresses", {"node_id": node_id})
        put, get = (Address(str(each["url"]), str(each["uri"])) for each in answer["addresses"])
        return put, get

    def failure_rules(self, sha256: str) -> str:
        """The text of the rules of failures with this hash.

        Raises:
            ApiUnavailable, EnrolmentRefused, MusterError: retry later.
        """
        return str(self._call("GET", f"/v1/node-failure-rules/{sha256}")["rules"])

    def post(self, path: str, body: Any) -> Any:
        """The JSON answer to a POST.

        Raises:
            ApiUnavailable: retry later.
            EnrolmentRefused: there is no valid enrolment.
            NotForThisNode: the API does not allow this.
            MusterError: another problem; the class follows from the API's answer.
        """
        return self._call("POST", path, body)

    def _call(self, method: str, path: str, body: Any = None) -> Any:
        try:
            return self._connect().json(method, path, body=body)
        except NotReached as error:
            raise ApiUnavailable(str(error)) from error
        except Unauthorized as error:
            if error.problem_type == FORBIDDEN:
                raise NotForThisNode(str(error)) from error
            raise EnrolmentRefused(f"{self._file}: {error}") from error

    def _keep(self, enrolment: str) -> None:
        """Write a renewed enrolment; if that fails, `muster nodes` warns before the old one expires."""
        try:
            write_durably(self._file, f"{enrolment}\n".encode())
        except OSError as error:
            _log.warning("%s: the renewed enrolment was not written: %s", self._file, error.strerror)
            return
        _log.info("%s: renewed", self._file)

    def _connect(self) -> Transport:
        enrolment = _read(self._file)
        with self._lock:
            if self._transport is None or enrolment != self._enrolment:
                if self._transport is not None:
                    self._transport.close()
                self._enrolment = enrolment
                self._transport = Transport(self._url, enrolment, tries=TRIES)
            return self._transport


def _read(file: Path) -> str:
    """Read the enrolment from a file that no other user may read.

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
        raise EnrolmentRefused(f"{file} has mode {mode:o}; must be 600")
    if not enrolment:
        raise EnrolmentRefused(f"{file} is empty; `muster node enrol` writes one")
    return enrolment
