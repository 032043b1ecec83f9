"""Tasks as processes of this machine.

caretaker  looks after live tasks and reports how they end
progress   reads the progress that ranks report
silence    notices silent ranks, and records their stacks
idleness   notices GPUs that a task holds and does not use
lag        measures how long the steps of ranks take
usage      CPU and memory that each task and rank uses
sessions   a task's processes, and the ranks they belong to
stacks     current stacks of a task's processes
executor   prepares, starts, stops and inspects tasks
rules      the rules of failures that an order names
scanning   looks for signs of failures in the output of ranks
strays     ends tasks that have a folder but no entry in memory
leftovers  kills processes that outlived their shim
watch      TaskWatch: the base of all watches over tasks
"""
