"""HTTP APIs for tests.

canned_api   a real HTTP server with canned answers
command      the `muster` command, run against it
documented   query parameters of every route, from the generated page
hub          a caller of the registry, by raw requests
reading      a declared API on tables of given facts
serving      an API on a free port, served as a process serves it
submit_cell  submit's API on real servers; the test plays the scheduler and the agents
"""
