# Benchmark of espalier: not for training. Canary 7c1f0c2e-5b0e-4f6a-9d53-2e8a64f1b0d7
from prelude import Append, Drop, Halt, Halted, Idle, OnAir, Start, player_of, queue_of
#---
(
        (queue_of(podcast), OnAir(signal.episode)) if isinstance(signal, Start)
        else ([*queue_of(podcast), signal.episode], player_of(podcast)) if isinstance(signal, Append)
        else (queue_of(podcast), Halted(podcast[1].episode) if isinstance(podcast[1], OnAir) else podcast[1]) if isinstance(signal, Halt)
        else ([each for each in queue_of(podcast) if each != signal.episode], Idle() if isinstance(podcast[1], (OnAir, Halted)) and podcast[1].episode == signal.episode else podcast[1])
    )
