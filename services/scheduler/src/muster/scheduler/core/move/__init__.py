"""Who makes room for others.

elastic      elastic jobs grow into idle GPUs and shrink before anyone is evicted
defrag       room for the head of line by moving others, where that pays
maintenance  nodes are closed gently: drained, or for a window
reclaim      what is due and lent is asked back, on the log
"""
