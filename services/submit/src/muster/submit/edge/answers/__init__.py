"""Rows of the projections to the JSON of the API; its types are those of the OpenAPI document.

jobs          jobs, their attempts and their facts
checkpoints   what attempts may begin from
progress      how far ranks say they are
queues        queues, their tree and what is in use
nodes         nodes
reservations  nodes reserved for a queue
policy        the policy
times         milliseconds to ISO 8601
"""
