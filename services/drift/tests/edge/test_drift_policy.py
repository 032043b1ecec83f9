"""A sampling server takes its policy from the real route: real Postgres, facts in memory."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from muster.drift.config import Settings
from muster.drift.core.documents import canonical, parse_monitor
from muster.drift.edge.http import API
from muster.events.drift_events import MonitorRemoved, MonitorSet
from muster.events.topics import DRIFT_EVENTS
from muster.events.wire.envelope import Envelope
from muster.identity.devkeys import mint
from muster.journal import Outgoing
from muster.sampling.policies import SamplingPolicy
from muster.sampling.polling import PolicyPoller
from muster.testkit.api.declared_api import serve_declared
from muster.testkit.offline import offline
from muster.testkit.patience import until

pytestmark = [pytest.mark.stack]

MODEL: Final = "acme/tiny"
BY_ANN: Final[dict[str, Any]] = {"repository": MODEL, "tenant": "acme", "requested_by": "acme/ann"}


def test_changed_monitor_takes_effect_without_a_restart(endpoints: Mapping[str, str], tmp_path: Path) -> None:
    settings = offline(
        Settings, **{name.removeprefix("MUSTER_").lower(): value for name, value in endpoints.items()}
    )
    home = Path(endpoints["MUSTER_JWT_KEY_FILE"]).parent.parent
    token = mint(home, subject="tiny-server", tenant="acme", roles=["viewer"], ttl_s=600)
    (tmp_path / "token").write_text(token)
    with serve_declared(API, settings, [monitored(one_in=7, bodies=True)]) as url:
        poller = PolicyPoller(url, MODEL, tmp_path / "token", every_s=0.05)
        assert poller.policy == SamplingPolicy()
        poller.start()
        shows(poller, SamplingPolicy(one_in=7, bodies=True))
    with closing(poller):
        port = urlsplit(url).port or 0
        # The address answered nothing meanwhile, so the poller has failed or is about to ask the next server.
        assert poller.policy == SamplingPolicy(one_in=7, bodies=True)
        with serve_declared(API, settings, [monitored(one_in=9)], port=port):
            shows(poller, SamplingPolicy(one_in=9))
        with serve_declared(API, settings, [monitored(one_in=9), fact(MonitorRemoved(**BY_ANN))], port=port):
            shows(poller, SamplingPolicy())


def shows(poller: PolicyPoller, policy: SamplingPolicy) -> None:
    """Wait for a policy."""
    until(lambda: poller.policy == policy, lambda: str(poller.policy))


def monitored(**sampling: Any) -> Outgoing:
    """The fact of a monitor."""
    document = canonical(parse_monitor({"sampling": sampling}))
    return fact(MonitorSet(document=document, digest="", **BY_ANN))


def fact(payload: MonitorSet | MonitorRemoved) -> Outgoing:
    """A fact on the log."""
    name = type(payload).__name__
    envelope = Envelope(
        event_id=name, key=MODEL, occurred_at_ms=0, producer="test", correlation_id="c", payload=payload
    )
    return Outgoing(DRIFT_EVENTS, envelope)
