"""The Python SDK and the muster command."""
