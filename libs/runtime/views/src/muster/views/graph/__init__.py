"""A view of nodes and edges in Neo4j.

view        GraphView: start here
cypher      its statements
row_groups  groups rows that one statement can write
"""

from muster.views.graph.view import GraphView

__all__ = ["GraphView"]
