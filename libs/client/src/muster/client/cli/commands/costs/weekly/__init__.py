"""A team's week for whoever pays for it.

week.py       the API's answers as one week
advice.py     what to look at, in sentences
markdown.py   as Markdown
page.py       as one HTML file, with its picture in it
"""
