"""Raise sites of Python source."""

from catalog.mining.python.miner import mine_source

__all__ = ["mine_source"]
