# Benchmark of espalier: not for training. Canary 7c1f0c2e-5b0e-4f6a-9d53-2e8a64f1b0d7
from prelude import Reservation, Reserve, Withdraw, reservations, without
#---
(
        (ledger[0], [*reservations(ledger), Reservation((order.weekday, order.half), order.guest, ledger[2])], ledger[2] + 1) if isinstance(order, Reserve)
        else (ledger[0], without(order.guest, order.ticket, ledger), ledger[2]) if isinstance(order, Withdraw)
        else (ledger[0], [], ledger[2])
    )
