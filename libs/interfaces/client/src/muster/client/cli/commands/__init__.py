"""Commands about the caller's own token and addresses, a module each."""
