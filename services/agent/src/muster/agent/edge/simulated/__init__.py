"""Thousands of simulated nodes in one process.

agents      their agents, on the real log
node_files  their list, read from a file
"""
