"""`muster capacity`: what the cluster lacks, and what would help."""
