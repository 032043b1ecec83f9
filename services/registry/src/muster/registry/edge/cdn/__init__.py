"""A CDN in front of the store. Other parts of the edge import only the door.

door.py  signs addresses at the CDN
"""
