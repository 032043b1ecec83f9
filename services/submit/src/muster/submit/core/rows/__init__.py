"""What records say about the tables in Postgres.

rows          a record on any topic: which of the others says what it changes
jobs          facts about a job: jobs, attempts, rank_places, checkpoints
checkpoints   what became of checkpoints: checkpoint_uses, checkpoints
nodes         facts about a node: nodes, gpus
queues        facts about queues, the policy and failure rules: queues, policies, failure_rules
reservations  facts about reservations: reservations
commands      facts that answer a command: commands
"""
