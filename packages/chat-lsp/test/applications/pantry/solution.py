# Benchmark of espalier: not for training. Canary 7c1f0c2e-5b0e-4f6a-9d53-2e8a64f1b0d7
from prelude import Discard, Note, Restock, Shelve, discard_at, restock_at, shelve_noted
#---
(
        ("", shelve_noted(pantry)) if isinstance(gesture, Shelve)
        else (pantry[0], discard_at(gesture.place, pantry[1])) if isinstance(gesture, Discard)
        else (pantry[0], restock_at(gesture.place, pantry[1])) if isinstance(gesture, Restock)
        else (gesture.label, pantry[1])
    )
