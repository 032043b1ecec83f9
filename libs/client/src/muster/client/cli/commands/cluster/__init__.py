"""Commands about nodes, the policy of the cluster and the rules of failures."""
