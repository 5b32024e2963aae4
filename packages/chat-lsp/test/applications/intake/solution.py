# Benchmark of espalier: not for training. Canary 7c1f0c2e-5b0e-4f6a-9d53-2e8a64f1b0d7
from prelude import Lift, Require, Submit, grade_under, lifted
#---
(
        (event.report, intake[1], grade_under(intake[1], event.report)) if isinstance(event, Submit)
        else (intake[0], [*intake[1], event.demand], grade_under([*intake[1], event.demand], intake[0])) if isinstance(event, Require)
        else (intake[0], lifted(event.demand, intake[1]), grade_under(lifted(event.demand, intake[1]), intake[0])) if isinstance(event, Lift)
        else (intake[0], [], grade_under([], intake[0]))
    )
