"""Conversion of projection rows to the JSON of the API; its types are those of the OpenAPI document.

jobs          jobs, their attempts and their facts
checkpoints   checkpoints that attempts may start from
progress      reported progress of ranks
queues        queues, their tree and their usage
nodes         nodes
use           measured use of nodes
reservations  nodes reserved for a queue
policy        the policy
times         milliseconds to ISO 8601
"""
