"""A verdict for people and for CI systems, from one report of an evaluation. PURE.

report.py      the report, and what it means to a CI step
escaping.py    texts of models and golden sets, made harmless
text.py        for terminals and logs
markdown.py    for the comment of a pull request
junit.py       for test reports of CI systems
sarif.py       for code hosts
page.py        one HTML file, for people
series.py      scores of a task by version, as rows and as a picture
reliability.py the scores of a judge beside those of people, as SVG
pictures.py    scores as SVG
rendering.py   a report in each form
"""
