"""I/O. Runs over many prompts on Ray: batches of prompts go in, batches of scored outcomes come out.

    with SharedRay() as ray:                          # in one process
        with lease(ray.leases) as cluster, Engine(cluster) as engine:  # in others, or in the same
            for outcomes in engine.run(endpoint, items, score=score):
                store(outcomes)

One async actor per endpoint makes all its calls, so its limits hold whatever the number of batches and runs.
Answers are scored in Ray tasks. If a worker process dies, its batch is done again, calls included. If Ray's
raylet or GCS dies, all of it ends, its leases too; the next lease starts another.

From the top down:

    engine     a connection to Ray, and the runs on it
    runs       one run: batches in flight, results as they come, stop
    leases     a Ray of its own for several processes: started on first use, stopped when idle
    keeper     the process that it runs in
    local_ray  its settings, on 127.0.0.1
    workers    code that runs in Ray's worker processes
    items      prompts with what their scoring needs, and outcomes
    system     the machine's clock
"""
