"""What moves between the node and S3.

checkpoints    checkpoints to S3 and back
log_shipper    output of ranks, while they write it
node_objects   objects at addresses that the API gives to the node of a task
working_files  working files, verified and unpacked
"""
