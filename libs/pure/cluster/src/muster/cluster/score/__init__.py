"""The cost of a placement: one rule per file, `policies` by name; `terms` breaks a cost down for people."""
