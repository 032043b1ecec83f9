"""Bytes too large for the log, in S3 or a shared folder. The log holds their addresses and hashes.

objects    ObjectStore: put, get, fetch with a hash check, list, delete; two kinds of failure
addressed  AddressedStore: the same at presigned addresses, without a key of the store
sealed     SealedStore: an ObjectStore whose keys say under which encryption key an object is sealed
folder     FolderStore: objects in a folder of a file system that all machines share
uses       what an address is for
archives   what a tar.gz of working files may hold: checked, unpacked
saving     BackgroundSaver: snapshots, one at a time; the newest few are kept
keys       keys that one service writes and another reads, and whose objects they are
trees      trees of files; each directory an object named by its SHA-256. PURE
"""

from muster.store.objects import NoSuchObject, ObjectStore, StoreSettings, StoreUnavailable, WrongBytes

__all__ = ["NoSuchObject", "ObjectStore", "StoreSettings", "StoreUnavailable", "WrongBytes"]
