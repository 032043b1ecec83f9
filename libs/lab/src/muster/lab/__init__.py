"""The laboratory: the scheduler's own code in virtual time, without a server.

From the top down (import-linter holds this order):

    cli/         the commands `muster sim` and `muster capacity`
    edge/        what is not pure: files, the log, the seeded generator, processes
    stories/     `muster sim story`: scripts, who tells them, the drawing, the answer to "why"
    capacity/    `muster capacity`: what is counted, what would help, tried on a fork of the present state
    durations/   `muster sim durations`: how often stated bounds on run times hold
    fgd/         `muster sim fgd`: the published experiment on how much fits
    pictures/    tables and curves for the terminal, SVG for pages
    figures/     what a replay came to, as numbers
    replay/      the loop of `muster sim trace`, the samples it takes, and `muster sim starts`
    rules/       who decides: the real core, and the rules it is compared with
    loads/       jobs, and the cluster they come to
"""
