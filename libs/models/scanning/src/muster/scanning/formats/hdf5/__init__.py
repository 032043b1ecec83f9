"""HDF5 files: their problems by their bytes, and by their structure.

texts     JSON documents and links, by the bytes
objects   the same by the structure: groups, links, attributes, values elsewhere
claims    memory and time that shapes, chunks and filters claim
storage   heaps and trees that store them
"""
