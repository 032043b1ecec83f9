"""Postgres, Elasticsearch and Neo4j projections, exactly once in effect."""
