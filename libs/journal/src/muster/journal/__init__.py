"""The log: sources, the transactional sequencer, the codec, dead letters, the clock."""
