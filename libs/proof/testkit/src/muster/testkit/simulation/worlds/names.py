"""The names service under chaos: names are unique, quotas are counted right, every command has one answer."""

from __future__ import annotations

from collections import Counter

from muster.deciding.machine import DecidingMachine
from muster.journal import Outgoing
from muster.testkit.samples.names.core import NAMES, ORGANISATIONS
from muster.testkit.samples.names.records import (
    NameCommandRepeated,
    NamesTopics,
    OrganisationLeft,
    ReleaseName,
    SetQuota,
    TakeName,
)
from muster.testkit.samples.names.service import envelope_of, names_service
from muster.testkit.simulation.chaos import Chaos
from muster.testkit.simulation.report import Report
from muster.testkit.simulation.worlds.deciding import DecidingWorld

TOPICS = NamesTopics()
SERVICE = names_service(TOPICS, snapshot_every_batches=5, facts_max=4)


class NamesWorld(DecidingWorld):
    """Organisations take names, give them back, and leave."""

    def _ask(self) -> None:
        """A command or another service's fact; some come twice, under the same event id."""
        chance = self._chance
        organisation, name = chance.choice(("acme", "hooli")), f"n{chance.randrange(6)}"
        payload = chance.choice(
            (
                SetQuota(organisation=organisation, names_max=chance.randrange(5)),
                TakeName(name=name, organisation=organisation, keep_ms=chance.choice((0, 700, 20_000))),
                TakeName(name=name, organisation=organisation, keep_ms=0),
                ReleaseName(name=name, organisation=organisation),
                OrganisationLeft(organisation=organisation),
            )
        )
        self._sent += 1
        topic = TOPICS.people if isinstance(payload, OrganisationLeft) else TOPICS.commands
        for _ in range(1 + (chance.random() < 0.2)):
            self._client.send(Outgoing(topic, envelope_of(f"e{self._sent}", payload)))

    def _breaches(self, machine: DecidingMachine) -> list[str]:
        return self._answers() + _miscounted(machine)

    def _answers(self) -> list[str]:
        """Check that facts of one batch answer every input, and NameCommandRepeated every duplicate."""
        answered: Counter[str] = Counter()
        for batch in self._batches():
            facts = [fact for fact in batch.facts if not isinstance(fact.payload, NameCommandRepeated)]
            answered.update(sorted({fact.cause for fact in facts if fact.cause}))
        return [f"{cause} was answered {times} times" for cause, times in answered.items() if times > 1]


def simulate_names(seed: int, chaos: Chaos | None = None) -> Report:
    """Live through one history of the names service; the same seed and chaos, the same history."""
    return NamesWorld(SERVICE, TOPICS.all(), seed, chaos or Chaos.drawn(seed)).lived()


def _miscounted(machine: DecidingMachine) -> list[str]:
    """An organisation counts its names right: an invariant across entities."""
    owners = Counter(name.organisation for _, name in machine.state.scan(NAMES))
    return [
        f"{organisation} counts {entity.names} names and has {owners[organisation]}"
        for organisation, entity in machine.state.scan(ORGANISATIONS)
        if owners[organisation] != entity.names
    ]
