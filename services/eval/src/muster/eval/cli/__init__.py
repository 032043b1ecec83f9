"""`muster eval`.

app        the commands, in their order
verdicts   exit codes and colours of verdicts
options    arguments and options that several commands have
figures    figures as they are written in tables and sentences
reports    a verdict on the screen, or as a report for a CI system
runs       `muster eval run`, `show`, `stop`, `list` and `cases`
comparing  `muster eval compare` and `series`
sets       `muster eval golden-set`, `config`, `history`, and proposals of cases
heads      commands about a version, by default the newest in the registry
repositories  golden sets in dataset repositories of the registry
preparing  `muster eval import` and `check`: golden sets before they are in force
labelled   `muster eval labels`: scores by people, listed and removed
labels     `muster eval label` and `calibrate`
scoring    `muster eval score`: kept answers, scored as answers in production are
probing    `muster eval probe` and `probes`: how often changed answers mislead a judge
money      `muster eval price` and `budget`
"""
