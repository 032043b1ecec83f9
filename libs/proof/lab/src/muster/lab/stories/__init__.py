"""Small scripted situations for the real core: `muster sim story`, docs/scenarios.md."""
