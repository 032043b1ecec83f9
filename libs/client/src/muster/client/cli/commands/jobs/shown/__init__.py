"""What is known of one job: a module per command, and the leaves that put it into lines."""
