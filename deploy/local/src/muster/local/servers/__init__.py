"""The six servers, each declared in its own file."""

from __future__ import annotations

from muster.local.processes.program import Program
from muster.local.servers.elasticsearch import ELASTICSEARCH
from muster.local.servers.kafka import KAFKA
from muster.local.servers.neo4j import NEO4J
from muster.local.servers.postgres import POSTGRES
from muster.local.servers.s3 import S3
from muster.local.servers.schema_registry import SCHEMA_REGISTRY

# In the order of the longest start first: Kafka, and the registry that waits for it, are the long pole.
SERVERS: tuple[Program, ...] = (KAFKA, SCHEMA_REGISTRY, ELASTICSEARCH, NEO4J, POSTGRES, S3)
