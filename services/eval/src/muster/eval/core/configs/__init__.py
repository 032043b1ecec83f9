"""Configs and golden cases as models. PURE.

documents  a config and a golden case
kinds      kinds of golden cases, the fields of each, and provenance
subsets    locked, live and held-out cases, and errors about these
reach      triggers, and the job that serves
violations errors of models, in this system's words
"""
