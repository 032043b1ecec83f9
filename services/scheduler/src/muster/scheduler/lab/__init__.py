"""The laboratory: the scheduler's own kernel under virtual time, without a server (`muster sim`).

Map: `cli` is the command; `traces` reads node and pod lists; `protocol` is the published experiment;
`random_place` is the baseline that only a laboratory needs; `results` are its figures, `report` and `picture`
show them; `edge/` holds what is not pure: the clock, the seeded generator, the processes.
"""
