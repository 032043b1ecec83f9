"""Tasks as processes of this machine.

caretaker  looks after live tasks and reports what becomes of them
progress   reads how far ranks say they are
executor   prepares, starts, stops and inspects tasks
strays     ends tasks that have a folder but no entry in memory
leftovers  kills processes that outlived their shim
"""
