"""Pickles, run on symbols: nothing is imported, nothing is called.

machine   every opcode, on symbolic values
compiled  opcodes of plain data as machine code, for long pickles
lazily    the compiled loop's stack and memo, with values made on request
frames    boundaries of frames, and opcodes that cross them
meaning   whether bytes without a mark, or with that of another format, are a pickle
names     the one table of names: which may be imported, and the rule if not
costs     time to hash its keys, and copies of its values
claims    memory and files that a pickle claims beyond its own bytes
judging   findings of a run
"""
