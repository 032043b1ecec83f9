"""`muster capacity`: the cluster's bottlenecks, and options to remove them."""
