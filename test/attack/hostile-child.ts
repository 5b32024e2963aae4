// A process that takes the hostile inputs named by its arguments, in turn, and prints what became of each as a line of JSON.
import { HOSTILE_INPUTS } from "./hostile-inputs.js";
import { explained, isTypedRefusal } from "./smallest.js";

/** What became of an input; without an outcome it has begun. */
export interface HostileLine {
  readonly name: string;
  readonly outcome?: string;
  /** What was thrown where it was no typed refusal. */
  readonly fault?: string;
}

const print = (line: HostileLine): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

for (const name of process.argv.slice(2)) {
  const hostile = HOSTILE_INPUTS.find((each) => each.name === name);
  if (hostile === undefined) throw new RangeError(`there is no input "${name}"`);
  print({ name });
  try {
    print({ name, outcome: await hostile.run() });
  } catch (error) {
    print(lineOf(name, error));
  }
}

function lineOf(name: string, error: unknown): HostileLine {
  try {
    if (isTypedRefusal(error)) return { name, outcome: "refused" };
    return { name, outcome: "threw", fault: explained(error).slice(0, 2_000) };
  } catch (finding) {
    return { name, outcome: "threw", fault: explained(finding) };
  }
}
