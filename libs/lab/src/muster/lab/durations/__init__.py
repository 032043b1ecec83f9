"""How often the scheduler's bounds on run times hold: `muster sim durations`."""
