"""Weekly cost report of a team.

routes.py     the route and its queries
week.py       answers of the other routes as one week
advice.py     findings and advice, in sentences
markdown.py   the report as Markdown
page.py       the report as one HTML file with an embedded chart
"""
