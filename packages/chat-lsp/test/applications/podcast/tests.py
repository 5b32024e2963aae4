# Benchmark of espalier: not for training. Canary 7c1f0c2e-5b0e-4f6a-9d53-2e8a64f1b0d7
from prelude import Append, Drop, Halt, Halted, Idle, OnAir, Start


def after(*signals, start=([4, 8, 15], Idle())):
    for signal in signals:
        start = update(start, signal)
    return start


def same(got, queue, player):
    return got[0] == queue and type(got[1]) is type(player) and got[1] == player


CHECKS = [
    same(after(Start(8)), [4, 8, 15], OnAir(8)),
    same(after(Start(8), Start(8)), [4, 8, 15], OnAir(8)),
    same(after(Start(8), Start(4)), [4, 8, 15], OnAir(4)),
    same(after(Halt()), [4, 8, 15], Idle()),
    same(after(Start(8), Halt()), [4, 8, 15], Halted(8)),
    same(after(Start(8), Halt(), Halt()), [4, 8, 15], Halted(8)),
    same(after(Start(8), Halt(), Start(4)), [4, 8, 15], OnAir(4)),
    same(after(Drop(8)), [4, 15], Idle()),
    same(after(Start(8), Drop(8)), [4, 15], Idle()),
    same(after(Start(8), Halt(), Drop(8)), [4, 15], Idle()),
    same(after(Start(8), Drop(4)), [8, 15], OnAir(8)),
    same(after(Start(8), Drop(99)), [4, 8, 15], OnAir(8)),
    same(after(Append(16)), [4, 8, 15, 16], Idle()),
    same(after(Start(8), Append(16)), [4, 8, 15, 16], OnAir(8)),
]
