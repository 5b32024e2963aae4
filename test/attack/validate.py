# jsonschema as a judge: a line {"schema": TEXT, "instances": [TEXT, ...]} in, a line of verdicts out, null where it has no opinion.
import json
import sys

from jsonschema import Draft202012Validator

sys.setrecursionlimit(5_000)


def verdict(validator, instance):
    try:
        return validator.is_valid(json.loads(instance))
    except Exception:  # what it cannot judge: recursion, patterns that Python reads otherwise
        return None


for line in sys.stdin:
    request = json.loads(line)
    try:
        validator = Draft202012Validator(json.loads(request["schema"]))
        answer = [verdict(validator, instance) for instance in request["instances"]]
    except Exception:
        answer = [None] * len(request["instances"])
    print(json.dumps(answer), flush=True)
