"""Queries of the API to the projections.

queries     Queries: rows of Postgres, jobs found by words
statements  their SQL
search      search for jobs in Elasticsearch
"""
