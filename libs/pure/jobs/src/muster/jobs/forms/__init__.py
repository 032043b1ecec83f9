"""Request forms: one model for the YAML file, the JSON body and the JSON Schema.

form         Form: the base of all of them
job          JobRequest: the fields of a job
queue        QueueRequest: the fields of a queue; TreeRequest: a file of queues
reservation  ReservationRequest: nodes reserved for a queue, with its conversion to the command
node         TagRequest, MaintenanceRequest: what operators set on a node
policy       PolicyRequest: the scheduler's policy, with its conversion to the record and back
policy_guide the ten settings of a policy to know first, and what they change in the laboratory
preemption   PreemptionPolicyRequest: the policy of preemption, with the same conversions
alert_route  AlertRouteRequest: a receiver and its filter of alerts, with its conversion to the command
budget       BudgetRequest: a spending limit, with its conversion to the command
rates        RatesRequest, ReratingRequest: prices, with their conversion to the commands
off_peak     OffPeakRequest: hours of the week in which jobs are charged less, on such a card
token_work   TokenWorkRequest: tokens by consumer of a shared replica, with its conversion to the command
errors       errors of pydantic in our words, with suggestions for misspelt names
restriction  RestrictionRequest: which jobs a queue does not start for a while
"""
