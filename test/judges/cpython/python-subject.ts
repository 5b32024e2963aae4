// Python as it is judged: the language of a version, and what fills a hole in it.

import { fillMiddle } from "@espalier/gaps";
import { python } from "@espalier/python";
import type { Version } from "./pythons.js";
import type { Subject } from "./subject.js";

export function pythonSubject(version: Version): Subject {
  const language = python({ version });
  return { language, fill: (prefix, suffix, policy) => fillMiddle(language, { prefix, suffix, policy }) };
}
