# Benchmark of espalier: not for training. Canary 7c1f0c2e-5b0e-4f6a-9d53-2e8a64f1b0d7
from prelude import Ledger, Order


# Seats of a seminar: reservations with tickets that count up.
def update(ledger: Ledger, order: Order) -> Ledger:
    return ▮
