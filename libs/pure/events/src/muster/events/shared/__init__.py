"""Records that several topics share; generated from schemas/ by `make schemas`."""
