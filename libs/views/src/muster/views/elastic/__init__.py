"""A view of documents in Elasticsearch.

view       ElasticView: start here
documents  rows merged into whole documents
bulk       writing them
indices    the indices of a generation, and the aliases that make one live
positions  how far the view is
"""

from muster.views.elastic.view import ElasticView

__all__ = ["ElasticView"]
