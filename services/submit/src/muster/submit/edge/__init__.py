"""The edge of submit: the HTTP API, working files, log streams; the projector and its queries.

http           wires the API and runs it
http_jobs      /v1/jobs: submit, batch, list, read, cancel, suspend, resume
http_streams   /v1/jobs/{id}/events and /logs
http_cluster   /v1/queues, /v1/nodes
http_commands  /v1/commands, and what a command's outcome means in HTTP
files          /v1/files: working files into S3;  /v1/schemas
logs           output of ranks as lines, in log order, as long as it comes
log_source     which chunks of output there are, and their bytes
bodies         request bodies to plain data
intake         submissions: a body becomes a command on the log
service        what the routes use: the log, the queries, S3, and the ids minted here
resources      rows to the JSON of the API
projector      job-events and log-events into Postgres, Elasticsearch and Neo4j
queries        what the API asks of those
"""
