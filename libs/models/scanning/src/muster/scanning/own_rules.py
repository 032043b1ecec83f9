"""An organisation's own rules as texts of one folder: YARA rules, known models, a policy of licences. PURE.

    *.yar, *.yara     YARA rules
    blacklist.jsonl   fingerprints of models that must not be used
    licences.toml     the policy of licences

They are read together or not at all. Verdicts are bound to their digest.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from muster.scanning.additions import Additions
from muster.scanning.blacklist import BlacklistInvalid, blacklist_of
from muster.scanning.licences.policy import Policy, PolicyInvalid, policy_of
from muster.scanning.yara import YaraInvalid, compiled

BLACKLIST: Final = "blacklist.jsonl"
LICENCES: Final = "licences.toml"
YARA: Final = (".yar", ".yara")
_DIGEST_CHARS: Final = 12


class OwnRulesInvalid(ValueError):
    """Rules cannot be read: the message says which file, where in it, and why."""


@dataclass(frozen=True, slots=True)
class OwnRules:
    """Texts that were read and are valid.

    Attributes:
        texts: (name of the file, its text), by name.
    """

    texts: tuple[tuple[str, str], ...] = ()

    @property
    def digest(self) -> str:
        """12 hexadecimal digits of SHA-256: rules of one digest find the same; empty without rules."""
        if not self.texts:
            return ""
        told = "".join(f"{name}\0{text}\0" for name, text in self.texts)
        return hashlib.sha256(told.encode()).hexdigest()[:_DIGEST_CHARS]


def own_rules_of(texts: Mapping[str, str]) -> OwnRules:
    """Rules from the texts of a folder's files.

    Raises:
        OwnRulesInvalid: One of them cannot be read, or is not one of those above.
    """
    found = OwnRules(tuple(sorted(texts.items())))
    for name in texts:
        if name not in (BLACKLIST, LICENCES) and not name.endswith(YARA):
            raise OwnRulesInvalid(f"{name}: must be *.yar, *.yara, {BLACKLIST} or {LICENCES}")
    try:
        additions_of(found)
        licence_policy_of(found)
    except YaraInvalid as error:
        raise OwnRulesInvalid(str(error)) from None
    except BlacklistInvalid as error:
        raise OwnRulesInvalid(f"{BLACKLIST}: {error}") from None
    except PolicyInvalid as error:
        raise OwnRulesInvalid(f"{LICENCES}: {error}") from None
    return found


@cache
def additions_of(rules: OwnRules) -> Additions:
    """Rules that each file is checked against."""
    texts = dict(rules.texts)
    yara = {name: text for name, text in rules.texts if name.endswith(YARA)}
    return Additions(
        compiled(yara) if yara else None, blacklist_of(texts[BLACKLIST]) if BLACKLIST in texts else None
    )


@cache
def licence_policy_of(rules: OwnRules) -> Policy | None:
    """Policy that each version's licence is checked against; None: there is none."""
    texts = dict(rules.texts)
    return policy_of(texts[LICENCES]) if LICENCES in texts else None
