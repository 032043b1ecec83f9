"""What the cluster as a whole lacks, and what would help: `muster capacity`."""
