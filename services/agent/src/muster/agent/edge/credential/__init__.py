"""Credentials of the agent: its enrolment for the API, tokens for the log.

node_api  the API's routes for nodes
keeper    a token for reports, always a fresh one
speaking  a producer whose records carry the token
"""
