"""What comes from what, for readers, and who writes a commit.

reading.py     walks over edges, in Postgres: what the routes answer from
graph.py       the same edges and walks in Neo4j
running.py     the job that a request comes from
shown.py       what of it a caller may see
routes.py      lineage and recalls
"""
