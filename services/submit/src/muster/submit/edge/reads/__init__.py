"""Queries of the API to the projections, and to the log.

queries     Queries: rows of Postgres, jobs found by words
statements  their SQL
search      search for jobs in Elasticsearch
use         the nodes' newest heartbeats, read from the log on request
"""
