"""The processes that live through a history: real code, one step at a time.

process    what every process has
contender  one that contends for leadership: the real leader
replica    a scheduler process
decider    a process of a deciding service
agent      an agent process: the real session
planner    a preemption service: the real role on its real follower
"""
