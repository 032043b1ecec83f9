"""What tests are made of, for this project and for those who build on it.

build        events with everything filled in but what the test is about
story        decisions as short lines
scenario     given / when / then for the scheduler's core
strategies   Hypothesis: clusters, jobs, histories
laws         how many examples a law is worth, in a full run and in a fast one
loads        small loads for the laboratory, random and by hand
simulation   a whole control plane in one thread, seeded, with crashes, duplicates, delays, lost commits
checker      what must hold of every log, checked from the log alone
stack        the real servers, for tests marked `stack`
product      the whole product: its command, its REST API, its processes
tally        the smallest machine a leader can drive; tally_process runs one
renamed      a journal whose topics carry a suffix; scheduler_process runs the scheduler on it
canned_api   a real HTTP server with canned answers
"""
