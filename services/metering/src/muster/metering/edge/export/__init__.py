"""Charges as a file that FinOps tools read.

charges.py  the rows, page by page, as the caller may see them
focus.py    one row as the columns of FOCUS
files.py    rows as CSV and as Parquet, piece by piece
"""
