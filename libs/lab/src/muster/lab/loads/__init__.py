"""Jobs with the times they come and the cluster they come to: read from files, or generated."""
