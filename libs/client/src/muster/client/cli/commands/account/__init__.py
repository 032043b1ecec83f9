"""Who asks, and with which client."""
