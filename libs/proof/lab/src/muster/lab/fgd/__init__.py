"""Packing: the published experiment of FGD (ATC'23) on openb, `muster sim fgd`."""
