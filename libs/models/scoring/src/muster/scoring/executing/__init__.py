"""I/O. Runs over many prompts on Ray: batches of prompts go in, batches of scored outcomes come out.

    with SharedRay() as ray:                          # in one process
        with lease(ray.leases) as cluster, Engine(cluster) as engine:  # in others, or in the same
            for outcomes in engine.run(endpoint, items, score=score):
                store(outcomes)

One async actor makes all calls of a Ray, so the limits of an endpoint hold whatever the number of batches,
runs and processes. What a process has under way ends with it.
Answers are scored in Ray tasks. If a worker process dies, its batch is done again, calls included. If Ray's
raylet or GCS dies, all of it ends, its leases too; the next lease starts another.

From the top down:

    engine     a connection to Ray, and the runs on it
    runs       one run: batches in flight, results as they come, stop
    callers    the process that makes all calls, as others use it
    leases     a Ray of its own for several processes: started on first use, stopped when idle
    clusters   an existing cluster, watched: an error if it is not reached, a call if it dies
    keeper     the process that it runs in
    local_ray  its settings, on 127.0.0.1
    workers    code that runs in Ray's worker processes
    items      prompts with what their scoring needs, and outcomes
    system     the machine's clock
"""
