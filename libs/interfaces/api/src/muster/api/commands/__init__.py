"""The command gateway: accepts commands over HTTP, appends them to the log and answers with their outcome.

log      CommandLog: appends commands to the log, mints ids and times
gateway  CommandGateway: waits for a command's outcome or for reads to catch up; outcomes as HTTP answers
bodies   request bodies to plain data and forms
routes   GET /v1/commands/{command_id}; what routes declare: Gateway, WaitS, NOT_OLDER
answers  the JSON of receipts and outcomes
"""
