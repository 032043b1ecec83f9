"""The routes of the API, by what they are about.

jobs          /v1/jobs: submit, batch, list, read, cancel, suspend, resume
streams       /v1/jobs/{id}/events and /logs
queues        /v1/queues
reservations  /v1/reservations
nodes         /v1/nodes
policy        /v1/policy
files         /v1/files: working files into S3;  /v1/schemas
"""
