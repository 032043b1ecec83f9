"""Edge of submit: the HTTP API and its projections.

http             builds the API and runs it
routes           the routes, by subject
intake           submissions: a body becomes a command on the log
service          dependencies of the routes: queries and S3
answers          rows to the JSON of the API
output           output of ranks as lines
reads            queries to the projections
projections      job-events, log-events and commands into Postgres, Elasticsearch and Neo4j
removal          deletes expired checkpoints, and reports it
checkpoint_places  stores of checkpoints: a shared folder, or S3
enrolments         enrolments according to identity-events, and new ones
"""
