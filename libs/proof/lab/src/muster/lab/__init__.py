"""The laboratory: the scheduler's own code in virtual time, without a server.

From the top down (import-linter holds this order):

    cli/         the commands `muster sim` and `muster capacity`
    edge/        what is not pure: files, the log, the seeded generator, processes
    stories/     `muster sim story`: scripts, their player, the drawing, the answer to "why"
    capacity/    `muster capacity`: the present figures, and options tried on a fork of the present state
    durations/   `muster sim durations`: how often stated bounds on run times hold
    fgd/         `muster sim fgd`: the published experiment on how much fits
    pictures/    tables and curves for the terminal, SVG for pages
    figures/     the figures of a replay
    replay/      the loop of `muster sim trace`, its samples, and `muster sim starts`
    rules/       the contenders: the real core, and the baselines it is compared with
    loads/       jobs and clusters
"""
