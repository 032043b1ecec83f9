"""Lineage graph of versions, datasets, jobs and deployments, and the job behind a commit.

reading.py     walks over the edges in Postgres, which the routes use
graph.py       the same edges and walks in Neo4j
running.py     identifies the job that sends a request
shown.py       filters a walk to what the caller may see
routes.py      API: lineage and recalls
"""
