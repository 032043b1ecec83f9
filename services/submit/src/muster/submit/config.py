"""Settings: the only reader of the environment. All of submit's are shared ones."""

from __future__ import annotations

from muster.service import ElasticsearchSettings, Neo4jSettings, PostgresSettings, S3Settings, TokenSettings


class Settings(TokenSettings, S3Settings, PostgresSettings, ElasticsearchSettings, Neo4jSettings):
    """What differs between deployments."""
