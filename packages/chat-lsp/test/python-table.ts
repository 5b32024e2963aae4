// Holes in Python, `▮`: the type that is expected there as Python's rules have it, and where pyright's answer through the generic provider is another one,
// that answer; "" for none.

export const DECLARED = `from typing import Any, Awaitable, Callable, Iterator, Literal, Mapping, NamedTuple, Optional, TypedDict, Union
from dataclasses import dataclass


@dataclass
class Point:
    x: int
    y: int


class Span(TypedDict):
    at: Point
    size: int


Color = Literal["red", "green"]


class Brush:
    color: Color = "red"

    def __init__(self, color: Color, size: Optional[int] = None) -> None: ...

    def draw(self, at: Point) -> Point: ...

    def __getitem__(self, key: str) -> Point: ...


def paint(color: Color, width: int = 1) -> None: ...
def same(*points: Point, **named: int) -> None: ...


color: Color = "red"
flag: bool = bool()
count: int = 1
text: str = ""
anything: Any = None
point = Point(1, 2)
points: list[Point] = []
by_name: dict[str, Point] = {}
brush = Brush("red")
`;

type Row = readonly [text: string, type: string] | readonly [text: string, type: string, told: string];

export const EXPECTED: readonly Row[] = [
  ["n: int = ▮", "int"],
  ["p: Optional[Point] = ▮", "Point | None"],
  ["def f() -> Point:\n    return ▮", "Point"],
  ["f: Callable[[int], Color] = lambda n: ▮", "Color"],
  ["paint(▮)", "Color"],
  ['paint("red", ▮)', "int"],
  ['paint("red", width=▮)', "int"],
  ["same(point, ▮)", "Point"],
  ["same(size=▮)", "int"],
  ["Brush(▮)", "Color"],
  ['Brush("red", ▮)', "int | None"],
  ["brush.draw(▮)", "Point"],
  ["brush.color = ▮", "Color"],
  ["Point(x=▮, y=1)", "int"],
  ["s: Span = {'at': ▮, 'size': 1}", "Point"],
  ["all: list[Color] = ['red', ▮]", "Color"],
  ["pair: tuple[str, Point] = ('a', ▮)", "Point"],
  ["m: dict[str, Point] = {'a': ▮}", "Point"],
  ["m: dict[str, Point] = {▮: point}", "str"],
  ["s: set[Color] = {▮}", "Color"],
  ["s: set[Color] = set([▮])", "Color"],
  ["c: Color = ▮ if flag else 'red'", "Color"],
  ["c: Color = 'red' if flag else ▮", "Color"],
  ["color = ▮", "Color"],
  ["def f(a: Point = ▮): ...", "Point"],
  ["class A:\n    at: Point = ▮", "Point"],
  ["q: Point = by_name.get('a') or ▮", "Point"],
  ["async def f() -> Point:\n    return await ▮", "Awaitable[Point]"],
  ["def g() -> Iterator[Point]:\n    yield ▮", "Point"],
  ["names: list[str] = [▮ for p in points]", "str"],
  ["names: list[str] = list(map(lambda p: ▮, points))", "str"],
  ["points.append(▮)", "Point"],
  ["all: list[Point] = [*▮]", "Iterable[Point]"],
  ["max(1, ▮)", "int"],
  ["p: Point = (▮)", "Point"],
  ["by_name['a'] = ▮", "Point"],
  ["p: Point = po▮", "Point"],
  ["p: Point = po▮int", "Point"],
  ["paint(co▮, 1)", "Color"],
  ["brush[▮]", "str"],
  ["by_name[▮]", "str"],
  ["points[▮]", "int", "slice[SupportsIndex | None, SupportsIndex | None, SupportsIndex | None]"],
  // Operators: the other operand tells.
  ["v = count - ▮", "int"],
  ["v = ▮ / count", "int"],
  ["v = text + ▮", "str"],
  ["v = count < ▮", "int"],
  ["count += ▮", "int"],
  ["if color == ▮: ...", "Color", ""],
  ["v = -▮", "int", ""],
  // Places that take anything, and would rather have something.
  ["for p in ▮: ...", "Iterable[object]"],
  ["with ▮ as f: ...", "AbstractContextManager[object]"],
  ["raise ▮", "BaseException"],
  ["if ▮: ...", "bool"],
  ["while ▮: ...", "bool"],
  ["v = not ▮", "bool"],
  ["assert ▮", "bool"],
  ["def f() -> Point:\n    ▮", "Point", ""],
  ["p: Point = ▮()", "() -> Point", ""],
];

export const UNCLOSED: readonly Row[] = [
  ["paint(▮", "Color"],
  ["paint(color, width=▮", "int"],
  ["s: Span = {'at': ▮", "Point"],
  ["all: list[Color] = ['red', ▮", "Color"],
  ["def f() -> Color:\n    if flag:\n        return ▮", "Color"],
  ["pair: tuple[str, Point] = ('a', ▮", "Point"],
  ["same(points[0], Point(x=▮", "int"],
  ["f: Callable[[int], Color] = (lambda n: ▮", "Color"],
  ["brush.draw(Point(1, ▮ ] of junk", "int"],
];

export const NONE: readonly string[] = [
  "v = text is not ▮",
  "# if ▮",
  'v = "if ▮"',
  "v = ▮",
  "▮",
  "def f(a=▮): ...",
  "def f():\n    return ▮",
  "anything(▮)",
  "print(▮)",
  "[▮ for p in points]",
  "point.▮",
  "from os import ▮",
  "import ▮",
  "def ▮",
  "# ▮",
  'v = "▮"',
];
