"""Formats that hold numbers and texts for a reader which makes nothing else of them.

recognised  which of them a file is by its structure, and what in it another reader could take for something
documents   UBJSON, MessagePack, CBOR, BSON: walked to their end
containers  MATLAB, SQLite, tables of LevelDB, records of TensorFlow, Avro and others
encodings   texts that are not UTF-8
"""
