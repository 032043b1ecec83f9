"""Objects that are stored sealed, each under the key that its own address names.

`registry/lfs/ab/HASH~acme/COPY` is sealed under the key `acme`: a part of an address ends in ~KEY, and
writers and readers need to know nothing else.

sealing     PURE. bytes in, bytes out: AES-256-GCM in segments; which segments hold a range
ring        the key ring: keys by name, a secret or a key of the store's KMS; read again when its file changes
store       SealedStore: an ObjectStore that seals and opens, or has the store encrypt
recipients  bytes sealed for the holder of a private key, by those who cannot open them
"""

from muster.store.sealed.ring import KeyRing, key_in
from muster.store.sealed.store import NoAddress, SealedStore

__all__ = ["KeyRing", "NoAddress", "SealedStore", "key_in"]
