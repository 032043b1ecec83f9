"""Parses text to plain data, and reports errors in it.

text     YAML and JSON to plain data, with line numbers; bounded
patch    a part of a document merged into the whole (JSON Merge Patch)
refusal  InvalidDocument: what is wrong, field by field
"""
