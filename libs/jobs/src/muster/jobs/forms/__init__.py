"""What people fill in: one model for the YAML file, the JSON body and the JSON Schema.

form         Form: the base of all of them
job          JobRequest: the fields of a job
queue        QueueRequest: those of a queue; TreeRequest: a file of queues
reservation  ReservationRequest: nodes reserved for a queue, with its conversion to the command
node         TagRequest, MaintenanceRequest: what operators set on a node
policy       PolicyRequest: the scheduler's policy, with its conversion to the record and back
preemption   PreemptionPolicyRequest: the policy of preemption, alike
alert_route  AlertRouteRequest: where alerts go and which, with its conversion to the command
budget       BudgetRequest: what may be spent, with its conversion to the command
rates        RatesRequest, ReratingRequest: prices, with their conversion to the commands
off_peak     OffPeakRequest: hours of the week in which jobs are charged less, on such a card
token_work   TokenWorkRequest: what a shared replica did for whom, alike
errors       what pydantic finds, in words, with near misses
restriction  RestrictionRequest: which jobs a queue does not start for a while
"""
