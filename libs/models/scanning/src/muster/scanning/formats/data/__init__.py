"""Formats that hold only numbers and texts for their readers.

recognised  the format of a file by its structure, and the values in it that another reader could load
documents   UBJSON, MessagePack, CBOR, BSON: walked to their end
containers  MATLAB, SQLite, tables of LevelDB, records of TensorFlow, Avro and others
encodings   texts that are not UTF-8
"""
