"""`muster scan`."""
