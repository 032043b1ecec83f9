"""Under which licence a model is, whether what is said of it agrees, what a policy says. PURE.

licensing    the story: card, texts and bases in; conflicts, decision and reasons out
cards        what the head of a README.md says of its licence
policy       allow, review, deny: an organisation's rules, as data
texts        which licence a text is, and what it does not allow
expressions  SPDX expressions, as the ways in which they can be met
known        licences of models and their terms, as data
"""
