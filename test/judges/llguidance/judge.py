"""llguidance as a judge: one JSON request per line of standard input, one JSON answer per line of standard output.

    {"op": "open", "tokenizer": PATH}                   {"version", "size", "end", "tokens": [base64 | null]}
    {"op": "trace", "grammar", "texts": [[token]]}      {"error"} or {"masks": [base64], "texts": [{"at": [index], "accepts": [bool]}]}
    {"op": "finish", "grammar", "text": [token],        {"found": [token] | null, "seen": n, "all": bool}
     "tokens": [token], "states": n, "length": n}
    {"op": "category", "letter"}                        {"category": "Lu"}

A trace feeds a text token by token and gives the mask before every token and at the end, as an index into the distinct masks; it is
shorter than the text when a token was refused. `finish` looks breadth first for tokens after which llguidance would let the text end,
within the bounds given; "all" says that every way was seen to its end. `category` is that of this Python's
Unicode.
"""

import base64
import importlib.metadata
import json
import sys
import unicodedata
from collections import deque

from llguidance import LLMatcher, LLTokenizer

MOST_STATES = 5000
tokenizer = None

def coded(data):
    return base64.b64encode(data).decode("ascii")


def matcher_of(grammar):
    return LLMatcher(tokenizer, grammar, log_level=0)


def feed(matcher, token):
    return matcher.try_consume_tokens([token]) == 1


def open_tokenizer(request):
    global tokenizer
    tokenizer = LLTokenizer(request["tokenizer"])
    tokens = []
    for token in range(tokenizer.vocab_size):
        if tokenizer.is_special_token(token):
            tokens.append(None)
            continue
        tokens.append(coded(tokenizer.decode_bytes([token])))
    version = importlib.metadata.version("llguidance")
    return {"version": version, "size": tokenizer.vocab_size, "end": tokenizer.eos_token, "tokens": tokens}


def trace(request):
    first = matcher_of(request["grammar"])
    if first.is_error():
        return {"error": first.get_error()}
    masks, known, answers = [], {}, []
    for text in request["texts"]:
        matcher = first.deep_copy()
        at, accepts = [], []
        for token in [*text, None]:
            mask = matcher.compute_bitmask()
            if matcher.is_error():
                break
            if mask not in known:
                known[mask] = len(masks)
                masks.append(coded(mask))
            at.append(known[mask])
            accepts.append(matcher.is_accepting())
            if token is None or not feed(matcher, token):
                break
        error = matcher.get_error() if matcher.is_error() else ""
        answers.append({"at": at, "accepts": accepts, "error": error})
    return {"masks": masks, "texts": answers}


def finish(request):
    matcher = matcher_of(request["grammar"])
    for token in request["text"]:
        if not feed(matcher, token):
            return {"error": "the text itself is refused"}
    queue, seen, cut = deque([([], matcher)]), 0, False
    while queue:
        done, matcher = queue.popleft()
        seen += 1
        if matcher.is_accepting():
            return {"found": done, "seen": seen, "all": False}
        if len(done) >= request["length"] or seen + len(queue) >= min(request["states"], MOST_STATES):
            cut = True
            continue
        for token in request["tokens"]:
            if matcher.validate_tokens([token]) != 1:
                continue
            longer = matcher.deep_copy()
            if feed(longer, token):
                queue.append(([*done, token], longer))
    return {"found": None, "seen": seen, "all": not cut}


def category(request):
    return {"category": unicodedata.category(request["letter"])}


OPERATIONS = {"open": open_tokenizer, "trace": trace, "finish": finish, "category": category}

for line in sys.stdin:
    request = json.loads(line)
    try:
        answer = OPERATIONS[request["op"]](request)
    except Exception as error:  # what llguidance throws is an answer too
        answer = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(answer), flush=True)
