"""Values of fields: their notation for people, and the valid values.

quantities  "1h30m", "4GiB", "2.50", 0.5 GPUs: text and numbers to exact integers, and back
rules       the shared field types; each carries the sentence that says what is allowed
currencies  which amounts may be in
ids         job ids: derived from an idempotency key, or checked
digests     what stands for all parts of a checkpoint
timed_ids   job ids that carry the time they were made at
keys        idempotency keys that carry their time: UUID version 7
file_index  archives that the working files of a job consist of
off_peak    hours of the week in which jobs are charged less
"""
