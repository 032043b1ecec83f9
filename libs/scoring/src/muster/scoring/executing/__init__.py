"""I/O. Runs over many prompts on Ray."""
