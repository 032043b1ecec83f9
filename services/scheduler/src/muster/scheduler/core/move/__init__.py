"""Running jobs that make room for others.

elastic        elastic jobs grow into idle GPUs and shrink before any job is preempted
defrag         moves jobs to make room for the head of queue, where that pays
fragmentation  tells when much stays free and scattered; then moves are planned for every job that waits so
gaps           jobs that yield fill nodes that are kept for a gang
counts         what queues would count, for trials
maintenance    empties nodes that are drained or in a maintenance window
taken          drains nodes that will be taken away
saves          in which order jobs save then
reclaim        preemption requests for guaranteed resources that others hold
preemption     plans of who yields are judged and carried out
"""
