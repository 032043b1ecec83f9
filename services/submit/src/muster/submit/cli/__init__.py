"""Commands about jobs, queues and nodes. They import only libraries, so they run on a laptop without servers.

jobs/       one module per command about jobs, in packages: found, requested, shown
queues/     `muster queue`, `queues` and `reservation`
cluster/    commands about nodes, the policy and the failure rules
diagnosis/  the cause of a job's failure, from public facts
columns     the columns of jobs, nodes, queues, reservations and events
use         sums of measured use, by node and by job
"""
