"""Signed addresses that expire and that clients use without a token.

links.py   addresses of this API
sealed.py  addresses of this API for objects that the store has no presigned address for
"""
