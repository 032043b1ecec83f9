"""The contenders of a replay: the scheduler's real core (`ours`), and the baselines it is compared with."""
