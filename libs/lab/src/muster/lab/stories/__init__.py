"""Small scripted situations that the real core is put in: `muster sim story`, docs/scenarios.md."""
