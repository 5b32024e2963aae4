# Benchmark of espalier: not for training. Canary 7c1f0c2e-5b0e-4f6a-9d53-2e8a64f1b0d7
from typing import NamedTuple, Union


class Provision(NamedTuple):
    label: str
    stocked: bool


Shelf = tuple[Provision, ...]
Pantry = tuple[str, Shelf]


class Shelve(NamedTuple):
    """Puts what is noted on the shelf."""


class Discard(NamedTuple):
    place: int


class Restock(NamedTuple):
    place: int


class Note(NamedTuple):
    label: str


Gesture = Union[Shelve, Discard, Restock, Note]


def bare_pantry() -> Pantry:
    return ("", ())


def shelve_noted(pantry: Pantry) -> Shelf:
    noted, shelf = pantry
    return shelf if noted == "" else (*shelf, Provision(noted, False))


def discard_at(place: int, shelf: Shelf) -> Shelf:
    return tuple(each for at, each in enumerate(shelf) if at != place)


def restock_at(place: int, shelf: Shelf) -> Shelf:
    return tuple(Provision(each.label, not each.stocked) if at == place else each for at, each in enumerate(shelf))


def is_stocked(provision: Provision) -> bool:
    return provision.stocked


def count_stocked(shelf: Shelf) -> int:
    return sum(1 for each in shelf if each.stocked)


def describe(provision: Provision) -> str:
    return f"{provision.label}: {'there' if provision.stocked else 'to buy'}"
