"""A model's licence, contradictions about it, and the decision of a policy. PURE.

licensing    entry point: card, texts and bases in; conflicts, decision and reasons out
cards        licence in the front matter of a README.md
policy       allow, review, deny: an organisation's rules, as data
texts        licences recognised in a text, and terms that forbid something
expressions  SPDX expressions, as ways to comply with them
catalogue    licences of models and their terms, as data
"""
