"""Commands about jobs: `found`, `shown`, `requested`; one module per command."""
