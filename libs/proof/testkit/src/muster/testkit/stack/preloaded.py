"""Everything that commands import, imported: the process that commands are forked from (stack.command)."""

from __future__ import annotations

from importlib import import_module

from muster.client.cli import registry

import_module("muster.client.sync.client")  # as a command does when it first asks a service
for stub in registry.commands_for([], completing=True):
    for each in getattr(stub.loaded(), "commands", {}).values():
        if isinstance(each, registry.Lazy):
            each.loaded()
