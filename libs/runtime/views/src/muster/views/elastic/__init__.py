"""A view of documents in Elasticsearch.

view       ElasticView: start here
documents  merges rows into whole documents
bulk       bulk requests
indices    the indices of a generation, and the aliases that make one live
positions  the view's positions
"""

from muster.views.elastic.view import ElasticView

__all__ = ["ElasticView"]
