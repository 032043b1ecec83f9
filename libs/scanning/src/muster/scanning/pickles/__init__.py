"""Pickles, run on symbols: nothing is imported, nothing is called.

machine   every opcode, on values that only say what they are
compiled  opcodes of plain data as machine code, for long pickles
lazily    what the compiled loop holds, as values when they are asked for
frames    where readers fetch bytes, and what lies across their ends
meaning   whether bytes without a mark, or with that of another format, are a pickle
names     the one table of names: what each can do, by framework
claims    memory and files that a pickle claims beyond its own bytes
judging   what a run comes to
"""
