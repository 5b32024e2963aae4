// Python as a subject: the language of a version, what fills a gap in it, and its documents.

import { createDocument } from "@espalier/gaps";
import { fillMiddle, python } from "espalier";
import type { Version } from "../../test/judges/cpython/pythons.js";
import type { Policy, Subject } from "./subject.js";

export function pythonSubject(version: Version, policy: Policy): Subject {
  const language = python({ version });
  return {
    policy,
    fill: (prefix, suffix) => fillMiddle(language, { prefix, suffix, policy }),
    document: (text) => createDocument(language, text),
  };
}
