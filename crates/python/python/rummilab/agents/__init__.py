"""Agents that learnt to play by themselves, and how they are trained."""
