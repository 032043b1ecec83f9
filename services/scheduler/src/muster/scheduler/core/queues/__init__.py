"""What queues may have, hold and are due, and which changes of their tree are refused (ADR 19, ADR 20).

holdings        who holds and who waits, counted for every queue
quotas          what a queue may have, and which GPU models are left to it
quota_sentence  what a quota or a limit lacks, in words
shares          fair shares between queues: guarantee, credit, pressure now and over time
tree_changes    which changes of the queue tree are refused
"""
