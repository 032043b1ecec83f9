"""`muster cost`, `rates` and `budget`. They import only libraries, so they run on a laptop without servers.

cost        `muster cost`, and its subcommands in their order
job_cost    `muster cost JOB`
split       `muster cost split`
whatif      `muster cost whatif`
checks      `muster cost running` and `reconcile`
efficiency  `muster cost efficiency`
report      `muster cost report`
export      `muster cost export`
rates       `muster rates`
budget      `muster budget`
sums        sums of costs over periods
views       sums of costs as tables, with the notes below them
periods     time spans that the cost commands accept
options     options shared by the cost commands
"""
