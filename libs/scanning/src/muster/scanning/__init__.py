"""What is dangerous in files of models. Reads bytes through a Source; executes and imports none.

scanner    the story: a file by its content, and everything in it
licences   what card, texts and bases say of a model's licence, and what a policy says
antivirus  ClamAV, where there is one
additions  what an organisation adds: YARA rules, a blacklist
yara       YARA rules over bytes
blacklist  models that are known by their weights
pickles    a pickle machine on symbols, and which names are allowed
archives   zip, tar, compressed streams
formats    one room for each other format
rules      what findings mean, as data
findings   Finding, Report, Verdict
paths      whether a path leads out of its folder
limits     how much a scan may take
cli        `muster scan`
own_rules  an organisation's own rules, as texts of one folder
reading    a source read in windows; a part of a source as a source
versions   a version of a repository as a whole
"""
