// The CPython inside one of npm's pyodides as a judge: the same lines in and out as `judge.py serve`. Run as a process of its own, since a
// parser that runs out of stack takes the whole of it down: `node pyodide-host.mjs 3.15`.
import { readFileSync, writeSync } from "node:fs";

const packages = {
  3.11: () => import("pyodide-3.11"),
  3.12: () => import("pyodide-3.12"),
  3.13: () => import("pyodide-3.13"),
  3.14: () => import("pyodide-3.14"),
  3.15: () => import("pyodide-3.15"),
};

const { loadPyodide } = await packages[process.argv[2]]();
const python = await loadPyodide({ stdout: () => undefined, stderr: () => undefined });
python.runPython(readFileSync(new URL("judge.py", import.meta.url), "utf8"));
const answers = python.globals.get("answers");

/** Writes all of it, however full the pipe is. */
function say(text) {
  let bytes = Buffer.from(`${text}\n`);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(1, bytes));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

/** The lines of standard input. They end with line feeds only; to readline, from Node 24 on, U+2028 ends one too. */
async function* lines() {
  let rest = "";
  process.stdin.setEncoding("utf8");
  for await (const chunk of process.stdin) {
    const ended = (rest + chunk).split("\n");
    rest = ended.pop();
    yield* ended;
  }
}

for await (const line of lines()) {
  for (const answer of answers(line)) say(answer);
}
