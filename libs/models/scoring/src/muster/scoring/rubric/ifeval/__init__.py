"""PURE. The 25 verifiable instructions of IFEval (Zhou et al. 2023, arXiv 2311.07911), strict and loose.

Written from their published meaning. Words, sentences and languages follow simple rules of our own, stated
in docs/explanation/checks-before-a-judge.md, since the published tokenizers need data that is downloaded.

    accuracy      strict and loose: an instruction, a prompt, all prompts
    instructions  the instructions, their arguments, their rules
    languages     languages by script and frequent words
    words         words, capitalised words, sentences
"""
