"""What comes in, and what is decided of it at once.

commands       submit, cancel, suspend, resume; queues, reservations; cordons; policy
admission      what a command may not ask of THIS cluster
node_commands  what operators ask of nodes
attempts       what agents report of running attempts, and how an attempt ends
retry          which ended attempt is tried again, and when
nodes          nodes and GPUs that come, fall silent, return
"""
