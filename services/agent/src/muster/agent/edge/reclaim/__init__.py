"""Notices that the node will be taken away: polled and reported.

metadata   answers of the clouds' metadata services, or of an address of your own
watch      queries it and a file, and reports changes
"""
