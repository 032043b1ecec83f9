"""The figures of a replay, and their comparison between contenders."""
