"""HTTP APIs for tests.

canned_api    a real HTTP server with canned answers
command       the `muster` command, run against it
declared_api  a declared API on tables filled from facts
described_api  all services, each answer made from its OpenAPI document
documented    parameters and answers of every route, from the OpenAPI documents
hub           a caller of the registry, by raw requests
serving       an API on a free port, served as a process serves it
submit_cell   submit's API on real servers; the test plays the scheduler and the agents
"""
