"""Pickles, run on symbols: nothing is imported, nothing is called.

machine   every opcode, on values that only say what they are
names     which names a pickle may import, by framework
judging   what a run comes to
"""
