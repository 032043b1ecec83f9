"""The edge of submit: the HTTP API and its projections.

http             wires the API and runs it
routes           the routes, by what they are about
intake           submissions: a body becomes a command on the log
service          what the routes use: the queries and S3
answers          rows to the JSON of the API
output           output of ranks as lines
reads            what the API asks of the projections
projections      job-events, log-events and commands into Postgres, Elasticsearch and Neo4j
removal          removes expired checkpoints, and says so
checkpoint_places  where they lie: in a shared folder, or in S3
enrolments         enrolments, as identity-events has them, and new ones
"""
