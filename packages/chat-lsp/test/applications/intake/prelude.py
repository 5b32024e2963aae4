# Benchmark of espalier: not for training. Canary 7c1f0c2e-5b0e-4f6a-9d53-2e8a64f1b0d7
from enum import Enum
from typing import NamedTuple, Union


class HasUnit(NamedTuple):
    """A unit stands behind the figure."""


class HasDate(NamedTuple):
    """A date stands in the report."""


class MinWords(NamedTuple):
    words: int


Demand = Union[HasUnit, HasDate, MinWords]


class Grade(Enum):
    POOR = 1
    FAIR = 2
    SOUND = 3


Demands = list[Demand]
Intake = tuple[str, Demands, Grade]


class Submit(NamedTuple):
    report: str


class Waive(NamedTuple):
    """Waives all demands."""


class Require(NamedTuple):
    demand: Demand


class Lift(NamedTuple):
    demand: Demand


Event = Union[Submit, Waive, Require, Lift]


def has_unit(report: str) -> bool:
    return any(unit in report.split() for unit in ("kg", "m", "s"))


def has_date(report: str) -> bool:
    return any(part.count("-") == 2 for part in report.split())


def is_met(demand: Demand, report: str) -> bool:
    if isinstance(demand, MinWords):
        return len(report.split()) >= demand.words
    return has_unit(report) if isinstance(demand, HasUnit) else has_date(report)


def met(demands: Demands, report: str) -> Demands:
    return [demand for demand in demands if is_met(demand, report)]


def grade_of_count(count: int) -> Grade:
    return Grade.POOR if count < 2 else Grade.FAIR if count == 2 else Grade.SOUND


def grade_under(demands: Demands, report: str) -> Grade:
    return grade_of_count(len(met(demands, report)))


def blank_intake() -> Intake:
    return ("", [HasUnit(), HasDate(), MinWords(5)], Grade.POOR)


def lifted(demand: Demand, demands: Demands) -> Demands:
    return [each for each in demands if not (type(each) is type(demand) and each == demand)]
