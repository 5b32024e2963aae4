"""CPython as a judge of texts: one JSON request per line of standard input, JSON answers on lines of standard output.

    {"op": "hello"}                   {"version": "3.12.1", "unicode": "15.0.0"}
    {"op": "parse", "texts": [text]}  for each text a line, as soon as it is known: 0 (accepted),
                                      [error, line, column] (rejected) or {"resource": error} (too much for this process)
    {"op": "library"}                 {"files": [path]}: the standard library's sources
    {"op": "read", "file": path}      {"text": text or null}: null when it is not UTF-8
    {"op": "time", "text": text, "rounds": n}  {"ms": [cpu]}: of `ast.parse` on a text that it accepts, in milliseconds
    {"op": "tokens", "text": text}    {"tokens": [[kind, start, end]] or null}: what `tokenize` says, offsets in UTF-16 units

Runs under every CPython from 3.9 on, as a process of its own (`judge.py serve`) and inside pyodide, which calls `answers`.
"""

import ast
import gc
import io
import json
import os
import sys
import sysconfig
import time
import tokenize
import unicodedata
import warnings
import zipfile

warnings.simplefilter("ignore")

# Parsed trees have no cycles: the collector would only look through them.
gc.disable()


def verdict(text):
    try:
        ast.parse(text)
        return 0
    except SyntaxError as error:
        return [f"{type(error).__name__}: {error.msg}", error.lineno or 0, error.offset or 0]
    except ValueError as error:
        # Null bytes, lone surrogates, and escapes that a decoder refuses.
        return [f"{type(error).__name__}: {error}", 0, 0]
    except BaseException as error:
        return {"resource": f"{type(error).__name__}: {error}"}


def library_places():
    """The folder of the standard library, or the archive that holds it."""
    folder = sysconfig.get_paths()["stdlib"]
    if os.path.isfile(os.path.join(folder, "ast.py")):
        return folder, None
    return None, next((place for place in sys.path if place.endswith(".zip") and os.path.isfile(place)), None)


def library():
    folder, archive = library_places()
    if folder is not None:
        found = []
        for at, folders, files in os.walk(folder):
            folders[:] = sorted(name for name in folders if name not in ("site-packages", "__pycache__"))
            found += [os.path.join(at, name) for name in sorted(files) if name.endswith(".py")]
        return found
    if archive is None:
        return []
    with zipfile.ZipFile(archive) as opened:
        return sorted(name for name in opened.namelist() if name.endswith(".py"))


def read(file):
    folder, archive = library_places()
    if folder is not None:
        with open(file, "rb") as opened:
            data = opened.read()
    else:
        with zipfile.ZipFile(archive) as opened:
            data = opened.read(file)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def tokens(text):
    """Tokens in order, ENCODING left out; INDENT and DEDENT are among them."""
    data = text.encode("utf-8")
    lines = data.decode("utf-8").split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode("utf-16-le")) // 2 + 1)
    plain = text.isascii()

    def offset(place):
        row, column = place
        if row > len(lines):
            return starts[-1] - 1
        before = (lines[row - 1] + "\n")[:column]
        return starts[row - 1] + (column if plain else len(before.encode("utf-16-le")) // 2)

    try:
        found = []
        for token in tokenize.tokenize(io.BytesIO(data).readline):
            if token.type != tokenize.ENCODING:
                found.append([tokenize.tok_name[token.type], offset(token.start), offset(token.end)])
        return found
    except (tokenize.TokenError, SyntaxError, ValueError):
        return None


def times(text, rounds):
    """Milliseconds of CPU that `ast.parse` takes, for each round; freeing the tree counts, as it does for a caller."""
    taken = []
    for _ in range(rounds):
        start = time.process_time()
        ast.parse(text)
        taken.append(1000 * (time.process_time() - start))
    return taken


def answers(line):
    """The answers to one request, as texts without line ends."""
    request = json.loads(line)
    op = request["op"]
    if op == "parse":
        for text in request["texts"]:
            yield json.dumps(verdict(text))
        return
    if op == "hello":
        said = {"version": "%d.%d.%d" % sys.version_info[:3], "unicode": unicodedata.unidata_version}
        level = sys.version_info.releaselevel
        if level != "final":
            said["version"] += {"alpha": "a", "beta": "b", "candidate": "rc"}[level] + str(sys.version_info.serial)
    elif op == "library":
        said = {"files": library()}
    elif op == "read":
        said = {"text": read(request["file"])}
    elif op == "time":
        said = {"ms": times(request["text"], request["rounds"])}
    else:
        said = {"tokens": tokens(request["text"])}
    yield json.dumps(said)


def serve():
    for line in sys.stdin.buffer:
        for answer in answers(line):
            sys.stdout.write(answer + "\n")
            sys.stdout.flush()
        gc.collect()


if sys.argv[1:] == ["serve"]:
    serve()
