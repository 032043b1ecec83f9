"""Addresses of this API at which clients read and write what the store has no address for.

What is sealed by a secret is opened and sealed here: a stock client cannot. What the store encrypts itself is
read at the store, and written here: a stock client would not tell the store with which key.

addresses  what they are
routes     what they do
"""
