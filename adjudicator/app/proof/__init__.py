"""Proving games: stored logs, the deal, sealed cards and their opening."""
