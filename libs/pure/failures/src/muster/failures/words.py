"""Actions of rules as sentences, for the command line and for the reference."""

from __future__ import annotations

from muster.failures.rules import Action, NodeAction, Rule

_JOB = {
    Action.FAIL: "no: another attempt would end in the same way",
    Action.RETRY: "as the job's own `retry` says",
    Action.RETRY_ELSEWHERE: "yes, on another node",
    Action.MORE_MEMORY: "only with more memory",
    Action.RESUME: "yes, from its last checkpoint",
    Action.FOLLOW_CAUSE: "as the first cause demands",
    Action.WAIT: "it has not started: it waits",
}
_NODE = {
    NodeAction.NONE: "",
    NodeAction.SUSPECT: "avoid it for this job; look at it when others fail there, too",
    NodeAction.CORDON: "cordon it until a person has looked",
    NodeAction.DRAIN: "drain it, then repair it",
    NodeAction.DRAIN_RESET_GPU: "drain it, then reset the GPU",
    NodeAction.DRAIN_REBOOT: "drain it, then reboot it",
    NodeAction.RESTART_VM: "restart its virtual machine",
}


def retry_sentence(rule: Rule) -> str:
    """Whether another attempt helps, and how often it is worth one."""
    more = f": {rule.memory_percent}% of what it had" if rule.memory_percent else ""
    often = {None: "", 1: ", once"}.get(rule.retries_max, f", {rule.retries_max} times at most")
    return f"{_JOB[rule.action]}{more}{often}"


def node_sentence(rule: Rule) -> str:
    """Return the sentence for the node's action; empty: none."""
    return _NODE[rule.node_action]
