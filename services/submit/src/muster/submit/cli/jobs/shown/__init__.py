"""Commands that show one job: a module per command, and modules that format its lines."""
