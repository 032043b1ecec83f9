"""Families of models to measure with: made by a stated rule, or really trained.

made      a small Llama and fine-tunes of it whose changes are drawn
trained   a byte-level language model in numpy, trained on this repository, and fine-tunes of it on its parts
"""
