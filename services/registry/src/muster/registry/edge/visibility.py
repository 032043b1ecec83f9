"""SQL conditions on `repositories r` that select the repositories a caller may see."""

from __future__ import annotations

import json
from typing import Final, LiteralString

from muster.registry.core import access
from muster.registry.core.access import Who
from muster.registry.edge.queries import NAMED_IDS
from muster.views.reading.pages import Condition


def visible_to(who: Who) -> list[Condition]:
    """Return conditions for a repository to be visible to a caller, as `access.visible_to` defines it."""
    seen = access.visible_to(who)
    return [
        Condition("seen", _SEEN, [json.dumps(fields) for fields in seen.alternatives]),
        Condition("grantees", "%(grantees)s::text[] IS NOT NULL", list(seen.grantees)),
        Condition("names", _NAMED, None if seen.names is None else list(seen.names)),
    ]


_NAMED: Final[LiteralString] = f"r.repository IN ({NAMED_IDS})"
_SEEN: Final[LiteralString] = """
NOT r.deleted
AND (jsonb_build_object('visibility', r.visibility, 'tenant', r.tenant,
                        'namespace', r.namespace, 'created_by', r.created_by)
     @> ANY(%(seen)s::text[]::jsonb[])
     OR EXISTS (SELECT 1 FROM grants g WHERE g.repository = r.repository AND g.level IS NOT NULL
                AND g.kind || '/' || g.grantee = ANY(%(grantees)s)))
"""
