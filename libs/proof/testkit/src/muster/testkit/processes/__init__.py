"""Processes that tests kill, stop and resume; each runs by name: `python -m muster.testkit.processes.NAME`.

scheduler  the scheduler on topics with a suffix
projector  submit's projector on a view of its own
reactor    one reactor that posts lease renewals
tally      leads a tally
window     sums lease epochs over windows of a minute
closed_windows  the same over short windows; closed ones go to a topic
window_feed  events for it, and what it has closed beside what the pure fold closes
alerts     the alerts service on suffixed topics, to be killed and resumed
alerts_start  the program of that process
measurer   the measurer, likewise
metering   the metering service, likewise
metering_start  its program
preemption  the preemption service, likewise
preemption_start  its program
renamed_context  the context of a role on suffixed topics
scheduler_start  the program of the scheduler's process
"""
