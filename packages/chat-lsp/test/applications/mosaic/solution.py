# Benchmark of espalier: not for training. Canary 7c1f0c2e-5b0e-4f6a-9d53-2e8a64f1b0d7
from prelude import GROUT, Chip, Course, Pick, Press, stripped, with_course, with_tile
#---
(
        (mosaic[0], stroke.tint, mosaic[2]) if isinstance(stroke, Pick)
        else (with_tile(mosaic[0], stroke.row, stroke.column, mosaic[1]), mosaic[1], mosaic[2]) if isinstance(stroke, Press)
        else (with_tile(mosaic[0], stroke.row, stroke.column, GROUT), mosaic[1], mosaic[2]) if isinstance(stroke, Chip)
        else (with_course(mosaic[0], stroke.row, mosaic[1]), mosaic[1], mosaic[2]) if isinstance(stroke, Course)
        else (stripped(mosaic[0]), mosaic[1], mosaic[2])
    )
