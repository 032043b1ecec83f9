"""Calibration of the scheduler's bounds on run times: `muster sim durations`."""
