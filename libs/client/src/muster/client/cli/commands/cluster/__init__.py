"""Commands about nodes and the policy of the cluster."""
