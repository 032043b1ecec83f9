"""Routes of the API, by subject.

jobs          /v1/jobs: submit, batch, list, read, cancel, suspend, resume
streams       /v1/jobs/{id}/events and /logs
queues        /v1/queues
reservations  /v1/reservations
nodes         /v1/nodes
use           /v1/use: measured use of nodes
policy        /v1/policy
files         /v1/files: working files into S3;  /v1/schemas
directory     /v1/services: addresses of the cell's services
addresses     /v1/node-addresses: presigned object addresses for agents
enrolments    /v1/node-enrolments and /v1/node-tokens
failure_rules  /v1/failure-rules: activate and fetch the rules that judge failures
"""
