# Benchmark of espalier: not for training. Canary 7c1f0c2e-5b0e-4f6a-9d53-2e8a64f1b0d7
from prelude import Mosaic, Stroke


# A mosaic: tiles on a wall, the tint in hand, and the tray of tints.
def update(mosaic: Mosaic, stroke: Stroke) -> Mosaic:
    return ▮
