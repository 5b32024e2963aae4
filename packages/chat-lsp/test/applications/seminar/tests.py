# Benchmark of espalier: not for training. Canary 7c1f0c2e-5b0e-4f6a-9d53-2e8a64f1b0d7
from prelude import Half, Reserve, Weekday, Wipe, Withdraw, opening_ledger, reservations_of, with_ticket


def after(*orders, start=opening_ledger()):
    for order in orders:
        start = update(start, order)
    return start


ada = Reserve("Ada", Weekday.WED, Half.LATE)
bo = Reserve("Bo", Weekday.FRI, Half.EARLY)
three = after(ada, bo, ada)
CHECKS = [
    after(ada)[1][0].ticket == 0,
    [each.ticket for each in three[1]] == [0, 1, 2],
    [each.guest for each in three[1] if each == with_ticket(1, three)] == ["Bo"],
    len(reservations_of("Ada", three)) == 2,
    after(Withdraw("Bo", 0), start=three) == three,
    [each.ticket for each in after(Withdraw("Ada", 0), start=three)[1]] == [1, 2],
    after(Wipe(), start=three)[1] == [],
    after(Wipe(), start=three)[2] == 3,
    after(Withdraw("Bo", 1), bo, start=three)[1][-1].ticket == 3,
]
