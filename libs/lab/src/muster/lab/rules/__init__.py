"""Who decides in a replay: the scheduler's real core (`ours`), and the rules it is compared with."""
