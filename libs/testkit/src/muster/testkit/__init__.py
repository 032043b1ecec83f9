"""Given/when/then, strategies, seeded simulation, fault injection."""
