"""Why a gang does not fit: the one dominant reason with its counts, and its sentence."""
