# Benchmark of espalier: not for training. Canary 7c1f0c2e-5b0e-4f6a-9d53-2e8a64f1b0d7
from prelude import Discard, Note, Provision, Restock, Shelve, bare_pantry


def after(*gestures, start=bare_pantry()):
    for gesture in gestures:
        start = update(start, gesture)
    return start


rice = after(Note("rice"), Shelve())
both = after(Note("salt"), Shelve(), start=rice)
CHECKS = [
    after(Note("rice")) == ("rice", ()),
    rice == ("", (Provision("rice", False),)),
    len(both[1]) == 2,
    after(Shelve()) == bare_pantry(),
    after(Discard(0), start=rice) == bare_pantry(),
    after(Discard(1), start=both) == rice,
    after(Discard(9), start=both) == both,
    after(Restock(0), start=both)[1][0].stocked,
    not after(Restock(0), start=both)[1][1].stocked,
    after(Restock(0), Restock(0), start=both) == both,
    after(Restock(7), start=both) == both,
]
