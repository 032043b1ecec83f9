"""PURE. A judge: a model that scores answers from 1 to 5. Its prompt, its replies, and the score they make.

    judge = Judge(model="judge-1", criteria="Is the reply interesting?")
    prompt = sample_prompt(judge, Material(conversation, answer), f"{run}/{case}", sample=0, attempt=0)
    reading = read_reply(text)                  # Verdict, or Unread: anything but the stated form
    needed([[reading], ...])                    # samples to ask for: the last only if the first differ
    judgement([[reading], ...])                 # median of the samples

Answer, conversation and sources are data for the judge, never instructions. A reply that is not of the stated
form is asked for once more, then counts as 1.

From the top down:

    probes      answers changed so that the right judgement is known, and what a judge misses
    progress    judging of one answer, reply by reply: what to ask for next, what the replies make
    judgements  the score of a case, from the readings of its samples
    prompts     the prompt of one sample
    judges      the judge and its identity
    replies     a reply as a verdict, or as unread
    names       names of models: the same one, and families
"""
