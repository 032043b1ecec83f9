"""A team's week for whoever pays for it.

routes.py     the route, and what it asks
week.py       answers of the other routes as one week
advice.py     what to look at, in sentences
markdown.py   as Markdown
page.py       as one HTML file, with its picture in it
"""
