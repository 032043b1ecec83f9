"""Predicted starts of waiting jobs: the resources that they wait for, and samples to learn from (ADR 70).

demand     the resource that a job waits for, as one number
releases   releases of that resource, by estimated ends of its holders
wave       first come, first served on it
signs      the features that predict a job's wait
sampling   occasionally predicts the start of one waiting job, as a fact

durations.waits learns from these predictions.
"""
