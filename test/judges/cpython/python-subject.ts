// Python as it is judged: the language of a version, and what fills a hole in it.
import type { Version } from "./pythons.js";
import type { Subject } from "./subject.js";

/** @throws Error while there is no such language. */
export function pythonSubject(version: Version): Subject {
  throw new Error(`there is no Python ${version} yet`);
}
