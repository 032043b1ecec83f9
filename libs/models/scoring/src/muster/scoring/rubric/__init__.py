"""PURE. Deterministic checks of an answer: data in a config, judged without clock, chance or I/O.

`checks.parse_check` reads a check, `judging.judge` applies it. Every check takes time linear in the answer.

From the top down:

    judging      one check or several against an answer
    checks       the kinds of checks as models, and their error messages
    ifeval       the 25 verifiable instructions of IFEval
    citations    quotations held against the sources given
    coding       code of an answer, and the values that its calls have in a sandbox
    layouts      headings with text below them, and simple forms of a whole answer
    numerals     the one number of an answer, and tolerances
    documents    strict JSON, and JSON Schema
    patterns     regular expressions in bounded time
    normal_form  the form in which two answers are the same
    wording      errors of pydantic as sentences
    findings     cases, findings, and excerpts in reasons
"""
