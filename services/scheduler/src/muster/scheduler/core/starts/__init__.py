"""When waiting jobs will start: what they wait for, and predictions that are learned from (ADR 70).

demand     what a job waits for, as one number
releases   when those who hold it release it, by estimated ends
wave       first come, first served on it
signs      what the wait of a job depends on
sampling   now and then the start of one waiting job is predicted, as a fact

What is learned from them is in durations.waits.
"""
