"""Everything that commands import, imported: the process that commands are forked from (stack.command)."""

from __future__ import annotations

from muster.client.cli import registry

for stub in registry.commands_for([], completing=True):
    for each in getattr(stub.loaded(), "commands", {}).values():
        if isinstance(each, registry.Lazy):
            each.loaded()
