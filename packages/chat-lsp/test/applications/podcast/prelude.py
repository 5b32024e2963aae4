# Benchmark of espalier: not for training. Canary 7c1f0c2e-5b0e-4f6a-9d53-2e8a64f1b0d7
from typing import NamedTuple, Union

Episode = int


class OnAir(NamedTuple):
    episode: Episode


class Halted(NamedTuple):
    episode: Episode


class Idle(NamedTuple):
    """No episode is chosen."""


Player = Union[OnAir, Halted, Idle]
Queue = list[Episode]
Podcast = tuple[Queue, Player]


class Start(NamedTuple):
    episode: Episode


class Halt(NamedTuple):
    """Halts what is on air."""


class Drop(NamedTuple):
    episode: Episode


class Append(NamedTuple):
    episode: Episode


Signal = Union[Start, Halt, Drop, Append]


def queue_of(podcast: Podcast) -> Queue:
    return podcast[0]


def player_of(podcast: Podcast) -> Player:
    return podcast[1]


def is_queued(episode: Episode, podcast: Podcast) -> bool:
    return episode in podcast[0]


def title_of(episode: Episode) -> str:
    return f"Episode {episode}"
