"""Scan model files for malicious content. Reads bytes through a Source; executes and imports nothing.

scanner    entry point: a file by its content, and everything in it
licences   whether card, texts and bases agree on a model's licence, and what a policy decides
antivirus  ClamAV, if present
additions  rules that an organisation adds: YARA rules, a blacklist
yara       YARA rules over bytes
blacklist  forbidden models, recognised by their weights
pickles    a pickle machine on symbols, and which names are allowed
archives   zip, tar, compressed streams
formats    one module for each other format
rules      meanings of findings, as data
findings   Finding, Report, Verdict
paths      whether a path leads out of its folder
limits     limits of one scan
cli        `muster scan`
own_rules  an organisation's own rules, as texts of one folder
windows    a source read in windows; a part of a source as a source
versions   a version of a repository as a whole
"""
