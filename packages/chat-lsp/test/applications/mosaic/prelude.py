# Benchmark of espalier: not for training. Canary 7c1f0c2e-5b0e-4f6a-9d53-2e8a64f1b0d7
from typing import NamedTuple, Union

Tint = str
Wall = list[list[Tint]]
Tray = list[Tint]
Mosaic = tuple[Wall, Tint, Tray]


class Pick(NamedTuple):
    tint: Tint


class Press(NamedTuple):
    row: int
    column: int


class Chip(NamedTuple):
    row: int
    column: int


class Strip(NamedTuple):
    """Takes all tiles off."""


class Course(NamedTuple):
    row: int


Stroke = Union[Pick, Press, Chip, Strip, Course]

GROUT: Tint = ""


def plain_mosaic() -> Mosaic:
    return ([[GROUT] * 4 for _ in range(2)], "ochre", ["ochre", "teal", "slate"])


def with_tile(wall: Wall, row: int, column: int, tint: Tint) -> Wall:
    return [[tint if (r, c) == (row, column) else old for c, old in enumerate(line)] for r, line in enumerate(wall)]


def stripped(wall: Wall) -> Wall:
    return [[GROUT for _ in line] for line in wall]


def with_course(wall: Wall, row: int, tint: Tint) -> Wall:
    return [[tint if r == row else old for old in line] for r, line in enumerate(wall)]


def tile_at(wall: Wall, row: int, column: int) -> Tint:
    return wall[row][column]


def is_covered(wall: Wall) -> bool:
    return all(tint != GROUT for line in wall for tint in line)
