"""llguidance or XGrammar, as their Python packages, as one of MaskBench's engines.

    python driver.py llguidance|xgrammar VOCABULARY
    python driver.py llguidance|xgrammar            only to see whether it can be had

Reads jobs from its standard input and answers each on its standard output, a line of JSON each; what is timed, and in which
modes, is said in ../../protocol.ts and ../../run-job.ts. Of every time of a mask or a commit, what reading the clock and a call
that does nothing take is subtracted: Python's part is not the engine's.
"""

import gc
import importlib.metadata
import json
import sys
import time

import numpy as np

LONG_US = 50.0


class Refused(Exception):
    pass


class OutOfTime(Exception):
    pass


class Stopwatch:
    """As ../../stopwatch.ts: wall time, and where that is long the lesser of wall and process CPU time."""

    def __init__(self):
        self.overhead = 0.0
        self.overhead = self.median(lambda: None)

    def median(self, work):
        return sorted(self.timed(work)[1] for _ in range(20_001))[10_000]

    def timed(self, work, *arguments):
        cpu = time.process_time_ns()
        began = time.perf_counter_ns()
        result = work(*arguments)
        us = (time.perf_counter_ns() - began) / 1e3
        if us >= LONG_US:
            us = min(us, (time.process_time_ns() - cpu) / 1e3)
        return result, max(0.0, us - self.overhead)


class Llguidance:
    modes = ["cold", "warm", "second"]

    @staticmethod
    def load():
        import llguidance

        return llguidance

    def __init__(self, tokens, ends):
        llguidance = self.load()
        self.module = llguidance

        ids = {text: id for id, (text, control) in enumerate(tokens) if control is None}
        longest = max(map(len, ids))

        class Tokens:
            """The vocabulary as llguidance reads one that is no tokenizer of a known kind."""

            eos_token_id = ends[0]
            bos_token_id = None
            special_token_ids = [id for id, (_, control) in enumerate(tokens) if control is not None]

            def __init__(self):
                self.tokens = [text if control is None else control.encode() for text, control in tokens]

            def __call__(self, text):
                """By the longest token each time: it must be there, and is of no consequence (see `compile`)."""
                text, found, at = text if isinstance(text, bytes) else text.encode(), [], 0
                while at < len(text):
                    length = min(longest, len(text) - at)
                    while text[at : at + length] not in ids:
                        length -= 1
                    found.append(ids[text[at : at + length]])
                    at += length
                return found

        self.tokenizer = llguidance.LLTokenizer(llguidance.TokenizerWrapper(Tokens()))

    def compile(self, schema):
        # Where text is forced, it would allow nothing but that text's own tokens, which only the model's tokenizer knows.
        grammar = f'%llguidance {{"no_forcing": true}}\nstart: %json {schema}\n'
        matcher = self.module.LLMatcher(self.tokenizer, grammar, log_level=0)
        if matcher.is_error():
            raise Refused(matcher.get_error())
        return matcher

    def start(self, compiled):
        # A matcher that goes back to its start keeps its lexer.
        compiled.reset()
        return compiled

    def mask_of(self, matcher, bits):
        fill, address, size = matcher.unsafe_compute_mask_ptr, bits.ctypes.data, bits.nbytes
        return lambda: fill(address, size)

    def commit(self, matcher, token):
        return matcher.consume_token(token)

    def empty_call(self, matcher):
        return matcher.is_stopped


class Xgrammar:
    # Nothing that one text leaves behind helps the next.
    modes = ["cold"]

    @staticmethod
    def load():
        # It imports torch and transformers for what is not used here; in their absence something stands in. The binding
        # below it must not see that.
        import importlib.util
        from unittest.mock import MagicMock

        import tvm_ffi  # noqa: F401

        for name in ("torch", "transformers", "triton"):
            if importlib.util.find_spec(name) is None:
                sys.modules[name] = MagicMock()
        import xgrammar

        return xgrammar

    def __init__(self, tokens, ends):
        xgrammar = self.load()
        self.module = xgrammar
        texts = [text for text, _ in tokens]
        self.info = xgrammar.TokenizerInfo(
            texts, vocab_type=xgrammar.VocabType.RAW, vocab_size=len(texts), stop_token_ids=list(ends)
        )

    def compile(self, schema):
        compiler = self.module.GrammarCompiler(self.info, max_threads=1, cache_enabled=False)
        try:
            return compiler.compile_json_schema(schema)
        except Exception as error:  # whatever it throws is its refusal
            raise Refused(f"{type(error).__name__}: {error}") from error

    def start(self, compiled):
        return self.module.GrammarMatcher(compiled)

    def mask_of(self, matcher, bits):
        fill = matcher.fill_next_token_bitmask

        def mask():
            # Where every token is allowed it writes nothing.
            if not fill(bits):
                bits.fill(-1)

        return mask

    def commit(self, matcher, token):
        return matcher.accept_token(token)

    def empty_call(self, matcher):
        return matcher.is_terminated


ENGINES = {"llguidance": Llguidance, "xgrammar": Xgrammar}


class Run:
    def __init__(self, engine, watch, end, size):
        self.engine, self.watch, self.end = engine, watch, end
        self.bits = np.zeros((1, (size + 31) // 32), dtype=np.int32)
        self.words = self.bits[0]
        self.call = 0.0

    def allows(self, token):
        return (int(self.words[token >> 5]) >> (token & 31)) & 1 == 1

    def answer(self, job):
        forget_peak()
        before = peak_bytes()
        cpu, began = time.process_time(), time.perf_counter()
        self.deadline = cpu + job["seconds"]
        self.contradictions = []
        answer = {"passes": [], "contradictions": self.contradictions}
        self.warm = None
        try:
            modes = self.engine.modes
            for mode in [mode for mode in modes if mode in job["modes"]] or modes[:1]:
                one = {"mode": mode, "ttfm": None, "times": [], "fates": []}
                answer["passes"].append(one)
                self.run_pass(one, job)
        except Refused as error:
            answer["refusal"] = {"code": "refused", "message": str(error)}
        except OutOfTime as error:
            answer["failure"] = {"kind": "timeout", "message": str(error)}
        except Exception as error:  # what an engine throws is an answer too
            answer["failure"] = {"kind": "crash", "message": f"{type(error).__name__}: {error}"}
        answer["passes"] = [one for one in answer["passes"] if one["ttfm"] is not None]
        first = answer["passes"][0] if answer["passes"] else None
        for one in answer["passes"][1:]:
            for i, (before, now) in enumerate(zip(first["fates"], one["fates"])):
                if before != now:
                    self.contradictions.append(f"instance {i} is {before} ({first['mode']}), {now} ({one['mode']})")
        peak = peak_bytes()
        if peak is not None:
            answer["peakBytes"] = peak
            answer["grownBytes"] = peak - before
        answer["cpuShare"] = (time.process_time() - cpu) / (time.perf_counter() - began)
        return answer

    def run_pass(self, one, job):
        anew = one["mode"] == "cold" and len(self.engine.modes) > 1
        self.compiled = None if one["mode"] == "cold" else self.warm

        def begin():
            spent = 0.0
            if self.compiled is None:
                self.compiled, spent = self.watch.timed(self.engine.compile, job["schema"])
                if one["mode"] == "warm":
                    self.warm = self.compiled
            matcher, us = self.watch.timed(self.engine.start, self.compiled)
            fill = self.engine.mask_of(matcher, self.bits)
            _, first = self.watch.timed(fill)
            first = max(0.0, first - self.call)
            return matcher, fill, first, spent + us + first

        for instance in job["instances"]:
            if anew:
                self.compiled = None
            matcher, fill, first, everything = begin()
            if one["ttfm"] is None:
                one["ttfm"] = everything
            fate = self.follow(matcher, fill, first, instance["tokens"], one["times"])
            for order in instance["reordered"] if instance["valid"] and fate != "accepted" else []:
                matcher, fill, _, _ = begin()
                if self.follow(matcher, fill, 0.0, order, []) == "accepted":
                    fate = "accepted reordered"
                    break
            one["fates"].append(fate)
        if not job["instances"]:
            one["ttfm"] = begin()[3]

    def follow(self, matcher, fill, us, tokens, times):
        engine, timed, call = self.engine, self.watch.timed, self.call
        for i, token in enumerate(tokens):
            if not self.allows(token):
                times.append(us)
                return {"refusedAt": i}
            taken, commit = timed(engine.commit, matcher, token)
            times.append(us + max(0.0, commit - call))
            if not taken:
                self.contradictions.append(f"token {i} ({token}) is allowed by the mask and refused by the commit")
                return {"refusedAt": i}
            if time.process_time() > self.deadline:
                raise OutOfTime(f"out of time at token {i} of {len(tokens)}")
            us = max(0.0, timed(fill)[1] - call)
        return "accepted" if self.allows(self.end) else "end refused"


def forget_peak():
    try:
        with open("/proc/self/clear_refs", "w") as file:
            file.write("5")
    except OSError:
        pass


def peak_bytes():
    try:
        with open("/proc/self/status") as file:
            line = next(line for line in file if line.startswith("VmHWM:"))
        return 1024 * int(line.split()[1])
    except (OSError, StopIteration):
        return None


def main():
    name, *path = sys.argv[1:]
    if not path:
        ENGINES[name].load()
        return
    with open(path[0]) as file:
        vocabulary = json.load(file)
    tokens = [
        (bytes.fromhex(token), None) if isinstance(token, str) else (b"", token["control"])
        for token in vocabulary["tokens"]
    ]
    end = vocabulary["ends"][0]
    engine = ENGINES[name](tokens, vocabulary["ends"])
    watch = Stopwatch()
    run = Run(engine, watch, end, len(tokens))
    run.call = watch.median(engine.empty_call(engine.start(engine.compile('{"type": "null"}'))))
    gc.freeze()
    version = f"{importlib.metadata.version(name)} (Python)"
    print(json.dumps({"ready": True, "version": version, "clock": watch.overhead, "call": run.call}), flush=True)
    for line in sys.stdin:
        print(json.dumps(run.answer(json.loads(line))), flush=True)


main()
