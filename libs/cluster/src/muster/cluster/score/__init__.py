"""What a placement costs: one rule per file, `policies` by name; `terms` takes a cost apart for people."""
