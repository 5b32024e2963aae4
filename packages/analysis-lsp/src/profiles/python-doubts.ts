// Detects places in a Python program where members may exist that no server knows of yet: an assignment to an attribute of `self` declares it, and an
// unfinished class may gain more.

import type { Declaring, ProgramPlace } from "@espalier/analysis";
import type { Evidence } from "../profile.js";

/** Why more names may be valid at a place, or what declares them there; `undefined` if there is no doubt. */
export function pythonDoubt(at: ProgramPlace, evidence: Evidence): string | Declaring | undefined {
  if (isSuper(at) && !hasOneBase(at.before)) return "super() may stand for more than one class";
  const growing = growingClasses(at).find((each) => mayBe(evidence, each));
  if (growing !== undefined && !AFTER_STRING.test(at.before)) return beingWritten(growing.name);
  return isSelf(evidence) ? declaringAt(at.before) : undefined;
}

/** A dot after a string literal, which belongs to no class that is being written. A quote after `#` may be the end of a comment. */
const AFTER_STRING = /(?:^|[\r\n])[^#\r\n]*["'][\s\\]*\.\s*$/;

const beingWritten = (name: string): string => `the class ${name} is still being written`;

/**
 * Why more names may be valid at a place whose receiver is the first parameter of a method, if the class of the method may grow. This needs no evidence from a
 * server: whatever it lists, the class may gain another member. `undefined` if the class is complete, or the name may stand for something else.
 */
export function growingSelf(at: ProgramPlace): string | undefined {
  const self = SELF.exec(at.before)?.[1];
  if (self === undefined) return undefined;
  const blocks = [...blocksAround(at.before)];
  const heads = blocks.map(({ word, start }) => (word === "def" ? METHOD.exec(at.before.slice(start)) : null));
  const which = heads.findIndex((head) => head?.[1] === self);
  const around = blocks[which + 1];
  if (which < 0 || around?.word !== "class") return undefined;
  const { start } = blocks[which]!;
  const isStatic = /@staticmethod[ \t]*(?:#.*)?\r?\n$/.test(at.before.slice(0, start));
  const isBound = binds(self).test(at.before.slice(start + heads[which]![0].length));
  const growing = growingClasses(at).find((each) => each.start === around.start);
  return growing === undefined || isStatic || isBound ? undefined : beingWritten(growing.name);
}

const SELF = /(?<![\w.)\]}"'])([^\W\d]\w*)\.$/u;
/** The head of a function, up to its first parameter. */
const METHOD = /^[ \t\f]*(?:async[ \t]+)?def[ \t]+\w+[ \t]*\(\s*([^\W\d]\w*)\s*[,:)]/u;

/** Matches text that may bind `name` anew: an assignment, a target after a keyword, or a parameter of an inner function. */
function binds(name: string): RegExp {
  const whole = `(?<![\\w.])${name}(?!\\w|\\s*\\.)`;
  const assigned = `${whole}\\s*(?:[,)\\]][^\\n('"]*|:[^\\n=]*|:)?=(?!=)`;
  const bound = `\\b(?:as|case|for|import|lambda)\\b[^\\n]*${whole}|\\bdef\\b[^)]*${whole}`;
  return new RegExp(`${assigned}|${bound}`, "u");
}

/**
 * Whether the receiver is `super()`. Pyright resolves it to the class that has the name after it, to `object` if no class has it, and to the first base if
 * there is no name.
 */
export function isSuper({ before }: ProgramPlace): boolean {
  return /\bsuper\s*\([^()]*\)\s*\.\s*$/.test(before);
}

/**
 * The class whose method contains `super().`, as the receiver: all that `super()` finds are members of that class. Pyright knows this class also where it does not
 * know what `super()` stands for, because the class has several bases, or because the method belongs to the class itself.
 */
export function classOfSuper(at: ProgramPlace): ProgramPlace | undefined {
  const before = at.before.replace(/\bsuper\s*\(\s*\)(?=\s*\.\s*$)/, "__class__");
  return before === at.before ? undefined : { ...at, before };
}

/** Whether the header of the class around a place is on one line and has one base. */
function hasOneBase(before: string): boolean {
  const column = /^[ \t]*/.exec(before.slice(before.lastIndexOf("\n") + 1))![0].length;
  const heads = [...before.matchAll(/^([ \t]*)class[ \t]+\w+[ \t]*(.*)$/gm)].filter(
    ([, indent]) => indent!.length < column,
  );
  const bases = /^\(([^()]*)\):/.exec(heads.at(-1)?.[2] ?? "")?.[1] ?? ",";
  return !bases
    .replace(/,[ \t]*\w+[ \t]*=[^,]*/g, "")
    .replace(/\[[^\]]*\]/g, "")
    .includes(",");
}

/** Whether an attribute may be assigned to at a place, so that it matters whether its receiver is `self` or `cls`. */
export function mayDeclare({ before }: ProgramPlace): boolean {
  return declaringAt(before) !== undefined;
}

/** Whether a receiver is itself a member or an item of something, as in `a.b.` and `a[0].`. */
export function isPathOfMembers({ before }: ProgramPlace): boolean {
  return /(?:\.[\s\\]*[^\W\d]\w*|\])[\s\\]*\.\s*$/u.test(before);
}

/** Whether a receiver is `self` or `cls`; only an assignment to an attribute of these declares it. Pyright marks their class with a star or as `Self`. */
function isSelf({ messages, receiver }: Evidence): boolean {
  return messages === undefined ? /\bSelf@/.test(receiver) : messages.some((message) => message.includes('*"'));
}

/**
 * Whether a receiver may be an instance of a class, or the class itself. If the server's error messages are known, one of them must mention the class.
 * Otherwise, the receiver must have a method of the class, or the class must have no methods.
 */
function mayBe({ messages, names }: Evidence, { name, methods }: GrowingClass): boolean {
  return messages === undefined
    ? methods.length === 0 || methods.some((method) => names.includes(method))
    : messages.some((message) => hasWord(message, name));
}

/**
 * Whether hovers cannot be trusted at a place: because the code that the question appends would be invalid there, for example in a `case` pattern, or because
 * comments or a decorator turn diagnostics off there or in the whole file.
 */
export function isUnclearToHovers({ before, after }: ProgramPlace): boolean {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  return (
    /^\s*case\b/.test(line) ||
    IGNORED.test(after.split("\n", 1)[0]!) ||
    IGNORED_FILE.test(before) ||
    before.includes("no_type_check")
  );
}

const IGNORED = /#\s*(?:type:\s*ignore|pyright:)/;
const IGNORED_FILE = /^#\s*(?:type:\s*ignore|pyright:)/m;

// `a.`, `a, b.`, `(a.b, *c.`, `x[i], a.`: a possible start of assignment targets, up to a single name and its dot.
const TARGETS = /^\s*(?:[\s([*]*[\w.]+(?:\[[^\]]*\])?[\s)\]]*,)*[\s([*]*[^\W\d]\w*\s*\.\s*$/u;
const LATER_TARGETS = /\b(?:for|as)\s+(?:[\s([*]*[\w.]+\s*,)*[\s([*]*[^\W\d]\w*\s*\.\s*$/u;

/** What makes an attribute of the plain name at the end of `before` the target of an assignment; `undefined` if nothing can. */
function declaringAt(before: string): Declaring | undefined {
  const line = before.slice(before.lastIndexOf("\n") + 1).replace(/^.*;/, "");
  const afterHeader = line.replace(
    /^\s*(?:else|try|finally|if\b.*|elif\b.*|while\b.*|with\b.*|for\b.*|except\b.*)\s*:\s/,
    "",
  );
  if (LATER_TARGETS.test(line)) return TARGET_LATER;
  if (!TARGETS.test(afterHeader)) return undefined;
  return /[([]/.test(afterHeader) ? TARGET_IN_BRACKETS : TARGET;
}

// Pyright takes an augmented assignment to an unknown attribute for its declaration.
const AUGMENTED = ["+", "-", "*", "/", "//", "%", "@", "&", "|", "^", ">>", "<<", "**"].map((sign) => `${sign}=`);
// An assignment, an annotation, another target, or a line continuation.
const TARGET: Declaring = { by: ["=", ":", ",", "\\", ...AUGMENTED], never: ["=="] };
const IN_BRACKETS = [")", "]", "\n", "\r", "#"];
const TARGET_IN_BRACKETS: Declaring = { ...TARGET, by: [...TARGET.by, ...IN_BRACKETS] };
// After `for` and `as`.
const TARGET_LATER: Declaring = { by: [":", ",", "\\", "in", ...IN_BRACKETS], never: [] };

/** An unfinished class. */
interface GrowingClass {
  readonly name: string;
  /** Where it begins. */
  readonly start: number;
  /** The public functions in its text so far; empty if the text contains another class. */
  readonly methods: readonly string[];
}

/**
 * The classes around a place that may gain members. If nothing follows the place, these are all enclosing classes. Otherwise they are the classes that began in
 * the hole, and those in which the hole begins directly between two members.
 */
function growingClasses({ before, after, writtenFrom = before.length }: ProgramPlace): readonly GrowingClass[] {
  const isFinished = after.trim() !== "";
  const classes: GrowingClass[] = [];
  let isDirect = true;
  for (const { word, name, start, isFirst } of blocksAround(before)) {
    if (word === "class" && name !== undefined && (!isFinished || start >= writtenFrom || isDirect)) {
      const text = before.slice(start);
      const methods = text.matchAll(/^[ \t]+(?:async[ \t]+)?def[ \t]+([^\W_]\w*)/gm);
      // The methods of a nested class would be mistaken for those of this class.
      const hasInner = /\n[ \t]+class[ \t]/.test(text);
      classes.push({ name, start, methods: hasInner ? [] : [...methods].map(([, method]) => method!) });
    }
    // A hole that begins inside a function is not between the members of the class around it.
    if (word === "def" && !(isFirst && start >= writtenFrom) && start < writtenFrom) isDirect = false;
  }
  return classes;
}

/** A line that a place is on, or that begins a block around the place. */
interface BlockLine {
  /** Its first word, without `async`. */
  readonly word: string;
  readonly name: string | undefined;
  /** Where it begins. */
  readonly start: number;
  /** Whether it is the line of the place. */
  readonly isFirst: boolean;
}

/** The line at the end of `before`, then the lines that begin the blocks around it, from the innermost to the outermost. */
function* blocksAround(before: string): Generator<BlockLine> {
  let column = Number.POSITIVE_INFINITY;
  let end = before.length;
  while (column > 0 && end > 0) {
    const start = before.lastIndexOf("\n", end - 1) + 1;
    const line = before.slice(start, end);
    end = start - 1;
    // A closing bracket at the start of a line, as in `) -> None:`, continues an earlier line.
    const [, indent, word, name] = /^([ \t\f]*)(?:async\s+)?([^\s#)\]}]\w*)(?:\s+(\w+))?/.exec(line) ?? [];
    if (indent === undefined || indent.length >= column) continue;
    yield { word: word!, name, start, isFirst: column === Number.POSITIVE_INFINITY };
    column = indent.length;
  }
}

function hasWord(message: string, name: string): boolean {
  return new RegExp(`(?<!\\w)${name}(?!\\w)`, "u").test(message);
}
