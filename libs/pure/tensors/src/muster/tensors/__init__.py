"""Tensors inside model files. PURE: bytes come from a Source that the caller brings.

sources    Source: anything that gives a range of its bytes
layouts    a header to a list of tensors, strictly checked; what is wrong has a code
families   which tensors and models come from one another, and what changed between them
deltas     a fine-tune as its difference from its base, exact, a block at a time, and back
repacking  a model file encoded as differences from the files of its base
"""
