# Benchmark of espalier: not for training. Canary 7c1f0c2e-5b0e-4f6a-9d53-2e8a64f1b0d7
from prelude import Grade, HasDate, HasUnit, Lift, MinWords, Require, Submit, Waive, blank_intake


def after(*events, start=blank_intake()):
    for event in events:
        start = update(start, event)
    return start


full = Submit("weighed 4 kg on 2031-02-03")
CHECKS = [
    after(Waive())[1] == [],
    after(full)[2] == Grade.SOUND,
    after(Submit("4 kg"))[2] == Grade.POOR,
    after(Submit("4 kg on 2031-02-03"))[2] == Grade.FAIR,
    len(after(Require(HasUnit()))[1]) == 4,
    after(Submit("4 kg"), Require(HasUnit()))[2] == Grade.FAIR,
    after(Lift(MinWords(5)))[1] == [HasUnit(), HasDate()] and len(after(Lift(MinWords(5)))[1]) == 2,
    len(after(Lift(MinWords(9)))[1]) == 3,
    after(full, Lift(HasDate()))[2] == Grade.FAIR,
    after(full, Waive())[2] == Grade.POOR,
]
