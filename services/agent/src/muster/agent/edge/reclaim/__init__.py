"""Whether the node will be taken away: looked for now and then, and reported.

metadata   what the metadata services of clouds answer, or an address of one's own
watch      queries it and a file, and reports changes
"""
