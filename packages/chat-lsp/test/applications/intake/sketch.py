# Benchmark of espalier: not for training. Canary 7c1f0c2e-5b0e-4f6a-9d53-2e8a64f1b0d7
from prelude import Event, Intake


# The intake of reports: a report, what is demanded of it, and its grade.
def update(intake: Intake, event: Event) -> Intake:
    return ▮
