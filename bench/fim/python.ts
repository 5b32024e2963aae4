// Python as a subject: the language of a version, and what fills a gap in it.

import { pythonSubject as judged } from "../../test/judges/cpython/python-subject.js";
import type { Version } from "../../test/judges/cpython/pythons.js";
import type { Policy, Subject } from "./subject.js";

export async function pythonSubject(version: Version, policy: Policy): Promise<Subject> {
  const { language, fill } = judged(version);
  return { language, fill: (prefix, suffix) => fill(prefix, suffix, policy) };
}
