"""What the API asks of the projections.

queries     Queries: rows of Postgres, jobs found by words
statements  their SQL
search      what a search for jobs means in Elasticsearch
"""
