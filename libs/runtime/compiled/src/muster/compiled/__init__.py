"""The pure packages compiled by mypyc: built on request, found by digest, plain Python otherwise (ADR 57).

modules   which modules are compiled, and the digest of everything a build depends on
lowering  dataclasses in a form that mypyc compiles well
build     a build: copied, translated, compiled, tried, put in the cache at once
loading   at start: the build of exactly these sources, or plain Python
translate Python to C, in a process of its own
cli       `muster compile`
"""
