# Benchmark of espalier: not for training. Canary 7c1f0c2e-5b0e-4f6a-9d53-2e8a64f1b0d7
from prelude import Podcast, Signal


# A podcast player: the queue of episodes, and what the player does.
def update(podcast: Podcast, signal: Signal) -> Podcast:
    return ▮
