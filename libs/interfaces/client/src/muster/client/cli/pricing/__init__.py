"""Estimated cost of a job before it starts, for `submit --dry-run` and `cost whatif`.

foreseen  the estimate from the services' data, and its lines in a dry run
price     run time x rate of the GPUs, in Decimal; pure
"""
