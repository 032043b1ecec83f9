"""The routes.

sets    golden sets
proposals  cases that are proposed for a golden set
history scores of a golden set's cases over runs
configs eval configs
evals   evaluations: start one, read verdicts and results
comparisons two evaluations side by side, and figures of one
series  scores of a config's tasks by version
money   prices of tokens, and the limit of automatic evaluations
texts   questions and answers, as people may read them
queries statements that ask the tables
labels  scores of answers by people: recorded, listed, removed
labelling   the answers to score next
calibration     a judge beside people
anchors         kept answers, scored as answers in production are
probes          how often changed answers mislead a judge
label_queries   statements about labels
"""
