// Tests beside CPython, version by version: with each CPython that is asked for and here; elsewhere one that says why it is skipped.
import { afterAll, beforeAll, describe, test } from "vitest";
import { type Oracle, openOracle } from "./oracle.js";
import { findPythons, nameOf, VERSIONS, type Version, wantedVersions, whyNoPython, whyNotAsked } from "./pythons.js";

/** Milliseconds that a CPython may take to start on a busy machine. */
const STARTING = 60_000;

/** The CPython of a group of tests; there once they run. */
export interface Judge {
  readonly version: Version;
  /** `3.12.1`, `pyodide 3.15`. */
  readonly name: string;
  oracle(): Oracle;
}

/**
 * @param title of each group; `%s` is the version.
 * @param said what the tests say, for one that is skipped.
 * @param which one CPython of each version: patch releases differ where CPython had a defect; or all, where versions are asked for.
 */
export function besideEachPython(
  title: string,
  said: string,
  which: "one" | "all asked for",
  tests: (judge: Judge) => void,
): void {
  const wanted = wantedVersions();
  const asked = which === "all asked for" && process.env.ESPALIER_PYTHON_VERSIONS !== undefined;
  const pythons = findPythons(wanted, asked ? "all" : "sampled");
  describe.each(VERSIONS)(title, (version) => {
    const here = pythons.filter((python) => python.version === version);
    if (here.length === 0) {
      const why = wanted.includes(version) ? whyNoPython(version) : whyNotAsked(version);
      test(said, (context) => context.skip(why));
    }
    describe.each(here.map((python) => [nameOf(python), python] as const))("%s", (name, python) => {
      let opened: Oracle | undefined;
      beforeAll(async () => {
        opened = await openOracle(python);
      }, STARTING);
      afterAll(() => opened?.close());
      tests({ version, name, oracle: () => opened! });
    });
  });
}
