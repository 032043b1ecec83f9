"""Running jobs that make room for others.

elastic        elastic jobs grow into idle GPUs and shrink before any job is preempted
defrag         moves jobs to make room for the head of queue, if that pays off
fragmentation  reports sustained fragmentation; moves are then planned for every job that waits because of it
gaps           backfill windows: preemptible jobs fill nodes that are kept for a gang
counts         tentative queue counts, for trials
maintenance    empties nodes that are drained or in a maintenance window
taken          drains nodes that will be reclaimed
saves          checkpoint slots for jobs on such nodes
reclaim        preemption requests for guaranteed resources that others hold
preemption     checks preemption plans and carries them out
"""
