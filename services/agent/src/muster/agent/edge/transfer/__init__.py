"""Transfers between the node and S3, or a shared folder.

checkpoint_store  storage of checkpoints, and the rate limit of transfers to it
checkpoints    checkpoints to the store and back
log_shipper    output of ranks, while they write it
node_objects   objects at addresses that the API gives to the node of a task
working_files  working files, verified and unpacked
recorded       checkpoints of several files, as muster.checkpoint writes them
"""
