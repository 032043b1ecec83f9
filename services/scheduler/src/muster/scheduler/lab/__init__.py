"""The laboratory: the scheduler's own code under virtual time, without a server (`muster sim`).

Three experiments share `traces` (node and pod lists), `picture` and `edge/` (what is not pure: the clock, the
seeded generator, the processes). `cli`, `cli_trace` and `cli_durations` are the commands.

`muster sim fgd`, how much fits: `protocol` is the published experiment; `random_place` the baseline that only
a laboratory needs; `results` are its figures, `report` shows them.

`muster sim story`, small situations: `stories` are scripts, `story` tells them with `ours`, `timeline` draws
them, `why` answers as `muster explain` does.

`muster sim trace`, who waits how long: `load` is jobs and a cluster, from files (`load_philly`, `load_openb`,
`load_file`) or `generated` (`load_kueue`, `load_kai`, `load_volcano`); `replay` is the loop; a `contender`
decides: `ours` is the real core, each `rule_*` a baseline on `floor` and `waiting`; `samples` looks at the
cluster meanwhile, `network` says where its nodes are; `summary` makes `figures`, which `comparison`,
`trace_report` and `trace_picture` show.

`muster sim durations`, how often bounds on run times hold: `run_times` are the loads, `calibration` predicts
and learns them, `calibration_report` shows it; `line_chart` draws.

`muster capacity`, what the cluster lacks: `capacity` counts, `options` are tried by `what_if`, which forks
the present state (`edge/live_state` reads it from the log) and plays on; `real_use` sums what nodes measure
(`edge/beats` hears them); `capacity_report` shows it.

`muster sim starts`, how often predicted starts hold: `foresight` asks the core in a replay and compares.
"""
