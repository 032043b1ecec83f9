"""Addresses of this API for objects that the store has no presigned address for.

Objects sealed with a secret are encrypted and decrypted here, because a stock client cannot. Objects that the
store encrypts itself are read at the store but written here, because a stock client would not name the key.

addresses  builds the addresses
routes     serves them
"""
