"""From command to bind and to the job's end, on a stack of its own, under an open loop.

schedule      when each command is due
jobs          the jobs that commands submit
generator     the process that sends commands when they are due
facts         kind of a fact, read from its bytes without decoding it
observer      follows the log as a read-committed consumer
observations  times at which events of jobs were observed
latency       waits and percentiles, hop by hop
cell          the stack: its start, its nodes, its projector, its end
usage         CPU and memory of its processes, by part
projections   how far each projection is behind the log
phase         one load, from its first command until everything has ended
figures       figures of a run: as JSON, as a table
"""
