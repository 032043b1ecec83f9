"""Commands about nodes, the cluster's policy and the failure rules."""
