# Benchmark of espalier: not for training. Canary 7c1f0c2e-5b0e-4f6a-9d53-2e8a64f1b0d7
from enum import Enum
from typing import NamedTuple, Optional, Union


class Weekday(Enum):
    MON = 1
    WED = 2
    FRI = 3


class Half(Enum):
    EARLY = 1
    LATE = 2


Slot = tuple[Weekday, Half]
Guest = str
Ticket = int


class Reservation(NamedTuple):
    slot: Slot
    guest: Guest
    ticket: Ticket


Draft = tuple[Slot, Guest]
Ledger = tuple[Draft, list[Reservation], Ticket]


class Reserve(NamedTuple):
    guest: Guest
    weekday: Weekday
    half: Half


class Withdraw(NamedTuple):
    guest: Guest
    ticket: Ticket


class Wipe(NamedTuple):
    """Withdraws all."""


Order = Union[Reserve, Withdraw, Wipe]


def first_draft() -> Draft:
    return ((Weekday.MON, Half.EARLY), "")


def opening_ledger() -> Ledger:
    return (first_draft(), [], 0)


def reservations(ledger: Ledger) -> list[Reservation]:
    return ledger[1]


def reservations_of(guest: Guest, ledger: Ledger) -> list[Reservation]:
    return [each for each in ledger[1] if each.guest == guest]


def with_ticket(ticket: Ticket, ledger: Ledger) -> Optional[Reservation]:
    return next((each for each in ledger[1] if each.ticket == ticket), None)


def without(guest: Guest, ticket: Ticket, ledger: Ledger) -> list[Reservation]:
    return [each for each in ledger[1] if (each.guest, each.ticket) != (guest, ticket)]


def is_taken(slot: Slot, ledger: Ledger) -> bool:
    return any(each.slot == slot for each in ledger[1])
