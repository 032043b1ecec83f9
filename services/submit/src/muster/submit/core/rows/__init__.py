"""Conversion of records to rows of the tables in Postgres.

rows          a record on any topic: dispatches to the others
jobs          facts about a job: jobs, attempts, rank_places, checkpoints
checkpoints   restores, damage and removal of checkpoints: checkpoint_uses, checkpoints
nodes         facts about a node: nodes, gpus
queues        facts about queues, the policy and failure rules: queues, policies, failure_rules
reservations  facts about reservations: reservations
commands      facts that answer a command: commands
"""
