"""Edge of submit: the HTTP API and its projections.

http             builds the API and runs it
routes           the routes, by subject
intake           submissions: a body becomes a command on the log
queue_refusals   jobs that their queues refuse, before they are on the log
working_files    working files as they are stored: absent ones, archives of an index
service          dependencies of the routes: queries and S3
answers          rows to the JSON of the API
output           output of ranks as lines
reads            queries to the projections
projections      job-events, log-events and commands into Postgres and Elasticsearch
removal          deletes expired checkpoints, and reports it
checkpoint_places  stores of checkpoints: a shared folder, or S3
enrolments         enrolments according to identity-events, and new ones
"""
