"""How the ranks of a gang lie in the network: the layout asked, the topology, the choice."""
