"""The holder as an agent of rummi (https://github.com/rsanchezmo/rummi), on its own classes.

Opens as soon as its planner can, then lays nothing until the whole rack goes.
"""
from rummi.agents.delegating import DelegatingAgent


def goes_or_opens(obs, env, turn):
    """Whether the turn that the planner found is played; otherwise the agent draws."""
    whole_rack = turn.tiles == int(obs["rack"][env].sum())
    return whole_rack or not obs["melded"][env, 0]


def holder(cfg):
    """An agent that holds back: `evaluate("holder", suite, build_agent=holder)`."""
    return DelegatingAgent(cfg, "optimal", decide=goes_or_opens)
