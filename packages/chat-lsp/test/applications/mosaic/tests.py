# Benchmark of espalier: not for training. Canary 7c1f0c2e-5b0e-4f6a-9d53-2e8a64f1b0d7
from prelude import Chip, Course, Pick, Press, Strip, is_covered, plain_mosaic, tile_at


def after(*strokes, start=plain_mosaic()):
    for stroke in strokes:
        start = update(start, stroke)
    return start


CHECKS = [
    tile_at(after(Press(0, 0))[0], 0, 0) == "ochre",
    tile_at(after(Pick("teal"), Press(1, 3))[0], 1, 3) == "teal",
    after(Pick("slate"))[1] == "slate",
    after(Course(1))[0] == [[""] * 4, ["ochre"] * 4],
    after(Course(1), Chip(1, 2))[0][1] == ["ochre", "ochre", "", "ochre"],
    after(Course(0), Pick("teal"), Strip()) == after(Pick("teal")),
    is_covered(after(Course(0), Pick("teal"), Course(1))[0]),
    after(Press(0, 1), Chip(0, 1)) == plain_mosaic(),
    after(Pick("teal"))[2] == ["ochre", "teal", "slate"],
]
