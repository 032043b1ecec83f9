"""What touches the world.

roles.py        how each role starts
"""
