"""Preemption: chooses victims, with reasons and prices."""
