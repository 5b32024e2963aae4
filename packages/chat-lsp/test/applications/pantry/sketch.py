# Benchmark of espalier: not for training. Canary 7c1f0c2e-5b0e-4f6a-9d53-2e8a64f1b0d7
from prelude import Gesture, Pantry


# The pantry of a kitchen: what is noted, and what stands on the shelf.
def update(pantry: Pantry, gesture: Gesture) -> Pantry:
    return ▮
