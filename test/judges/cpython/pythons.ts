// The CPythons of this machine: those named by ESPALIER_PYTHONS (paths, with commas between), python3.9 … python3.15 on the PATH, pyenv's,
// and those inside npm's pyodides, which a fresh clone has. ESPALIER_PYTHON_VERSIONS says which versions are asked: a list like
// `3.9,3.12`, or `all`; where it says nothing, two that every clone has.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "./worker.js";

/** The versions of Python that the language is defined for. */
export const VERSIONS = ["3.9", "3.10", "3.11", "3.12", "3.13", "3.14", "3.15"] as const;
export type Version = (typeof VERSIONS)[number];

/** Those that npm's pyodides hold, for which package.json has development dependencies. */
const INSIDE_PYODIDE: readonly Version[] = ["3.11", "3.12", "3.13", "3.14", "3.15"];

/** Judged where nobody asks for more: the newest, and the last with f-strings as they were. */
const SAMPLED: readonly Version[] = ["3.11", "3.15"];

export interface Python {
  readonly version: Version;
  /** `3.12.1`, `3.15.0rc1`; empty where it has to be asked. */
  readonly exact: string;
  readonly kind: "native" | "pyodide";
  readonly command: Command;
}

/** What it is called before it has been asked: `3.12.1`, `pyodide 3.15`. */
export const nameOf = ({ kind, exact, version }: Python): string => (kind === "native" ? exact : `pyodide ${version}`);

const fileHere = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export const isVersion = (text: string): text is Version => (VERSIONS as readonly string[]).includes(text);

/** The versions of a list, by default of ESPALIER_PYTHON_VERSIONS. @throws RangeError for what is no version. */
export function wantedVersions(list: string = process.env.ESPALIER_PYTHON_VERSIONS ?? ""): readonly Version[] {
  if (list === "") return SAMPLED;
  if (list === "all") return VERSIONS;
  return list.split(",").map((text) => {
    const version = text.trim();
    if (!isVersion(version)) throw new RangeError(`"${version}" is none of the versions ${VERSIONS.join(", ")}`);
    return version;
  });
}

/** Why there is no CPython of a version here and how to get one. */
export const whyNoPython = (version: Version): string =>
  `needs CPython ${version}: python${version} on the PATH, or ESPALIER_PYTHONS=PATH,PATH`;

/** Why a version is not judged in this run. */
export const whyNotAsked = (version: Version): string =>
  `CPython ${version} was not asked for: ESPALIER_PYTHON_VERSIONS=all`;

/**
 * The CPythons of the versions, one for each exact version, in the order of VERSIONS; natives before pyodides. Where `sampled`, only one
 * for each version: its pyodide where it has one, so that a run is the same on every machine.
 */
export function findPythons(versions: readonly Version[], which: "all" | "sampled"): readonly Python[] {
  const found: Python[] = [];
  const wanted = VERSIONS.filter((version) => versions.includes(version));
  const natives = wanted.every((version) => which === "sampled" && INSIDE_PYODIDE.includes(version))
    ? []
    : nativePythons();
  for (const version of wanted) {
    const own = natives.filter((python) => python.version === version);
    const inside = INSIDE_PYODIDE.includes(version) ? [pyodide(version)] : [];
    if (which === "sampled") found.push(...[...inside, ...own].slice(0, 1));
    else found.push(...own, ...inside);
  }
  return found;
}

const pyodide = (version: Version): Python => ({
  version,
  exact: "",
  kind: "pyodide",
  command: { file: process.execPath, parameters: [fileHere("pyodide-host.mjs"), version] },
});

function nativePythons(): Python[] {
  const found = new Map<string, Python>();
  for (const file of executables()) {
    const python = askVersion(file);
    if (python !== undefined && !found.has(python.exact)) found.set(python.exact, python);
  }
  return [...found.values()];
}

function executables(): string[] {
  const named = (process.env.ESPALIER_PYTHONS ?? "").split(",").filter((text) => text !== "");
  const pyenv = path.join(process.env.PYENV_ROOT || path.join(homedir(), ".pyenv"), "versions");
  const installed = existsSync(pyenv) ? readdirSync(pyenv).sort().reverse() : [];
  const onPath = (process.env.PATH ?? "")
    .split(path.delimiter)
    .flatMap((folder) => VERSIONS.map((version) => path.join(folder, `python${version}`)));
  return [...named, ...installed.map((name) => path.join(pyenv, name, "bin", "python3")), ...onPath].filter((file) =>
    existsSync(file),
  );
}

const SAY_VERSION =
  "import sys; print('%d.%d' % sys.version_info[:2], sys.version.split()[0], sys.implementation.name)";

/** What an executable is; undefined for what does not start, is too old, or is no CPython. */
function askVersion(file: string): Python | undefined {
  try {
    const said = execFileSync(file, ["-c", SAY_VERSION], { encoding: "utf8", stdio: "pipe", timeout: 20_000 });
    const [version = "", exact = "", name = ""] = said.trim().split(" ");
    if (!isVersion(version) || name !== "cpython") return undefined;
    const command: Command = { file, parameters: ["-B", fileHere("judge.py"), "serve"] };
    return { version, exact, kind: "native", command };
  } catch {
    return undefined;
  }
}
