// Who says whether a JSON text is a value of a schema: ajv, and Python's jsonschema where this machine has it. They count where they agree.
import { execFileSync, spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { validatesDocument } from "../../packages/json-schema/test/reference-validator.js";

/** The Python to ask: `ESPALIER_PYTHON`, or what the PATH has. */
const python = process.env.ESPALIER_PYTHON || "python3";
const script = path.join(path.dirname(fileURLToPath(import.meta.url)), "validate.py");

export interface Validators {
  readonly missing?: string;
  /** A verdict for each text; `undefined` where the judges differ, or have no opinion. */
  judge(schema: unknown, texts: readonly string[]): Promise<readonly (boolean | undefined)[]>;
  close(): void;
}

type Opinion = boolean | undefined;

/** Starts the validators. Without jsonschema, the slow validator of the package's own tests is the second judge. */
export function openValidators(): Validators {
  if (!hasJsonSchema()) {
    return {
      missing: `${python} has no jsonschema (python3 -m pip install jsonschema, or ESPALIER_PYTHON=PATH); the package's slow validator stands in`,
      judge: async (schema, texts) => agreed(byAjv(schema, texts), bySlowValidator(schema, texts)),
      close: () => undefined,
    };
  }
  let process = startJsonSchema();
  return {
    async judge(schema, texts) {
      const answers = await process.ask(JSON.stringify({ schema: JSON.stringify(schema), instances: texts }));
      // It does not survive every schema that refers to itself.
      if (answers === undefined) process = startJsonSchema();
      return agreed(byAjv(schema, texts), answers ?? texts.map(() => undefined));
    },
    close: () => process.end(),
  };
}

interface JsonSchemaProcess {
  /** The opinions on one question; `undefined` where the process has ended. */
  ask(question: string): Promise<readonly Opinion[] | undefined>;
  end(): void;
}

function startJsonSchema(): JsonSchemaProcess {
  const child = spawn(python, [script], { stdio: ["pipe", "pipe", "ignore"] });
  child.stdin.on("error", () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(question) {
      child.stdin.write(`${question}\n`);
      const line = await lines.next();
      if (line.done === true) return undefined;
      return (JSON.parse(line.value) as readonly (boolean | null)[]).map((answer) => answer ?? undefined);
    },
    end: () => child.kill(),
  };
}

function hasJsonSchema(): boolean {
  try {
    execFileSync(python, ["-c", "from jsonschema import Draft202012Validator"], { stdio: "pipe", timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

function agreed(one: readonly Opinion[], other: readonly Opinion[]): readonly Opinion[] {
  return one.map((opinion, i) => (opinion === other[i] ? opinion : undefined));
}

function byAjv(schema: unknown, texts: readonly string[]): readonly Opinion[] {
  try {
    // Formats are left out of the attack's schemas.
    const validate = new Ajv2020({ strict: false, logger: false }).compile(schema as object);
    return texts.map((text) => validate(JSON.parse(text)) as boolean);
  } catch {
    return texts.map(() => undefined);
  }
}

function bySlowValidator(schema: unknown, texts: readonly string[]): readonly Opinion[] {
  try {
    return texts.map((text) => validatesDocument(schema, JSON.parse(text)));
  } catch {
    return texts.map(() => undefined);
  }
}
