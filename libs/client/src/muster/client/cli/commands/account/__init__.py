"""Commands about your identity and this client."""
