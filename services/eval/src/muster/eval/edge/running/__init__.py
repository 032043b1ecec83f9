"""Work of a worker: one evaluation, in a process of its own.

executing  an order from its golden set to its last batch of results
judging    answers that passed the checks, judged after all were asked
probing    kept answers, plain and changed, judged to probe the judge
anchoring  kept answers, judged as answers in production are
questions  questions to the version, and the keys of their answers
coding     code of answers that passed the other checks, run in the sandbox of jobs
scorers    scoring functions that run in processes of Ray
endpoints  endpoints that may be asked, and their keys
held_out   held-out cases, opened here alone
results    batches of results on the log
rounds     requests to one endpoint, in rounds that the run can afford
spending   reservations of a run, in Postgres beside its answers
waiting    questions that wait to be asked, in the order of the run
"""
