"""Commands about jobs: one module per command."""
