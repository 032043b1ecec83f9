"""I/O. An asyncio client of the OpenAI-compatible chat completions API, and keys of its cached answers.

`client.Client` asks an endpoint one prompt at a time, as many at once as its limits allow. Clock and chance
come from the caller.

From the top down:

    client       one endpoint: attempts, retries, the end of the endpoint
    limiter      concurrency that adapts, request rate, pauses that the server asks for
    replies      a reply of the server as an answer, or as a failure and what to do about it
    readiness    a server that starts, until it lists the model
    costs        what requests may cost and have cost, and an allowance for them
    allowed      which endpoints workers may ask, and their keys
    paid_answer  an answer that was paid for, as it is stored
    cache_keys   the key under which an answer may be used again
    endpoints    addresses, keys that stay secret, limits
    prompts      messages and sampling, and the request body made of them
    outcomes     answers, failures and their codes
    clocks       the clock that the caller provides
"""
