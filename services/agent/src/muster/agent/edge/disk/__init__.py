"""Files of the agent on its node's disk: its folder, the folder of each task, its memory.

durable       files that are whole or absent, also after a power cut
home          the agent's folder: lock, lease, tasks
task_dir      the folder in which agent and shim leave each other messages
memory        state that a restarted agent needs: one SQLite file
ledger_store  the ledger and its copy on disk
"""
