"""The command door: what every API needs that takes commands and answers with what became of them.

log      CommandLog: puts commands on the log, mints ids and times
door     CommandDoor: waits for a command's outcome or for reads to catch up; outcomes as HTTP answers
bodies   request bodies to plain data and forms
routes   GET /v1/commands/{command_id}; what routes declare: Door, WaitS, NOT_OLDER
answers  the JSON of receipts and outcomes
"""
