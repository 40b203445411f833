"""A place in a module from which expressions are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from catalog.mining.python.module import Block, Module, Scope
from catalog.mining.template import Templates


class Budget:
    """How many expressions may still be read for one raise site: names can go round in circles."""

    __slots__ = ("left",)

    def __init__(self, left: int = 2_000) -> None:
        self.left = left

    def spend(self) -> bool:
        self.left -= 1
        return self.left >= 0


@dataclass(frozen=True, slots=True)
class At:
    """A place in a module, and what is known there.

    `given` holds the messages that parameters stand for when a helper or class is followed, and
    `classes` the classes that they stand for;
    `concrete` is the class whose attributes `self` shows, where it is not the one that holds the
    place, and `attributes` what an instance's own attributes are known to be. `steps` counts how
    far names and helpers have been followed.
    """

    module: Module
    scope: Scope
    block: Block
    index: int
    given: Mapping[str, Templates] = field(default_factory=dict)
    classes: Mapping[str, str] = field(default_factory=dict)
    concrete: Scope | None = None
    attributes: Mapping[str, Templates] = field(default_factory=dict)
    steps: int = 0
    budget: Budget = field(default_factory=lambda: Budget())

    def moved(self, block: Block, index: int) -> At:
        return replace(self, block=block, index=index, steps=self.steps + 1)

    @property
    def of_class(self) -> Scope | None:
        return self.concrete or self.scope.class_scope()
