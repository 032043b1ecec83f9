"""Files as packages write them: see `__main__`."""
