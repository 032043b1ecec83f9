"""Answers of models and their scores, shared by services that evaluate models.

rubric     PURE. deterministic checks that run before any judge
judging    PURE. a model as judge: its prompt, its replies, and the score they make
calling    I/O. a client of the OpenAI-compatible chat completions API
executing  I/O. runs over many prompts on Ray
judge_calls   I/O. verdicts of a judge on some thousand answers, without Ray
kept_answers  I/O. answers that were paid for, in Postgres
"""
