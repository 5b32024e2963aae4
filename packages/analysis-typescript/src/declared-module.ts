// Whether a declaration file that is not part of the program can be imported by a name: it must be a module, or a script that declares a module of that name, itself
// or in a file that it refers to.

import type ts from "typescript";
import type { Compiler } from "./compiler.js";
import { withoutEndlessComments } from "./endless-comments.js";

/** The number of files that are read because a script refers to them. */
const MOST_FILES = 200;

/** @param path the file to which the compiler resolves `name`. */
export function declaresModule(ts: Compiler, system: ts.System, path: string, name: string): boolean {
  const text = system.readFile(path);
  if (text === undefined) return true;
  const parsed = (from: string, its: string): ts.SourceFile =>
    ts.createSourceFile(from, withoutEndlessComments(its), ts.ScriptTarget.Latest);
  const first = parsed(path, text);
  if (ts.isExternalModule(first)) return true;
  const files = new Map([[path, first]]);
  // A map's iteration includes what is added meanwhile.
  for (const [from, { statements, referencedFiles }] of files) {
    if (
      statements.some(
        (each) => ts.isModuleDeclaration(each) && ts.isStringLiteral(each.name) && each.name.text === name,
      )
    )
      return true;
    for (const { fileName } of referencedFiles) {
      const target = system.resolvePath(`${from.slice(0, from.lastIndexOf("/"))}/${fileName}`);
      const referenced = files.has(target) || files.size >= MOST_FILES ? undefined : system.readFile(target);
      if (referenced !== undefined) files.set(target, parsed(target, referenced));
    }
  }
  return false;
}
