// The fourth thing that the demo asks of the model: what stands in a gap of a Python file. The language is what connects both sides; the
// judge is CPython itself, from npm's pyodide, and sees the file as a whole.

import { middlePrompt, withFurtherEnds } from "@espalier/decode";
import type { Model } from "@espalier/model";
import { fillMiddle, python } from "espalier";
import { loadPyodide } from "pyodide-3.15";
import type { Task } from "./tasks.js";

const PREFIX = `import os


def find(folder, name):
    for entry in os.listdir(folder):
        if name in entry:
            return os.path.join(`;
const SUFFIX = `)
    return None
`;

/** Whether CPython parses a text. */
async function cpython(): Promise<(text: string) => boolean> {
  const { runPython, globals } = await loadPyodide();
  runPython(`
import ast
def parses(text):
    try:
        ast.parse(text)
        return True
    except (SyntaxError, ValueError):
        return False
`);
  return globals.get("parses") as (text: string) => boolean;
}

/** The gap. Loading CPython takes a second or two. */
export async function pythonHole(): Promise<Task> {
  const parses = await cpython();
  return {
    name: "Python",
    about: "a gap in a file, by what connects both sides; judged by CPython 3.15's ast.parse of the whole",
    language: fillMiddle(python(), { prefix: PREFIX, suffix: SUFFIX }),
    prompt: (model: Model) => middlePrompt(model, PREFIX, SUFFIX, { healing: "off" }).ids,
    model: (model: Model) => withFurtherEnds(model, middlePrompt(model, PREFIX, SUFFIX).ends),
    maxTokens: 16,
    stop: ["\n"],
    isValid: (text) => parses(PREFIX + text + SUFFIX),
  };
}
