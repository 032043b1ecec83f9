"""The commands: `muster sim ...` and `muster capacity`."""
