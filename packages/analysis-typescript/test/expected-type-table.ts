// Holes in TypeScript, `▮`, and the types that are expected there.

export const compilerOptions = { strict: true, target: "es2022", lib: ["es2022"], types: [], jsx: "preserve" };
export const JSX = `
declare namespace JSX {
  interface Element { tag: string }
  interface ElementChildrenAttribute { children: {} }
  interface IntrinsicElements { box: { color?: "red" | "green"; onPick?: (p: { x: number }) => "red" | "green" } }
}
`;
export const DECLARED = `export {};
interface Point { x: number; y: number }
type Color = "red" | "green";
type Shape = { kind: "circle"; size: number } | { kind: "square"; size: 1 };
declare class Brush { constructor(options: { color?: Color }); size: number }
declare function paint(color: Color, width?: number): void;
declare function same<T extends "p" | "q">(a: T, b: T): void;
declare function Card(props: { at: Point; render?: () => Color; children?: string | Point }): JSX.Element;
declare let color: Color; declare let flag: boolean; declare let maybe: Point | undefined; declare let points: Point[];
declare let point: Point; declare let count: number; declare let big: bigint; declare let text: string; declare let anything: any;
declare function pick(a: "x", b: number): void; declare function pick(a: "y", b: string): void;
declare function grow(a: number): void; declare function grow(a: string, b: string): void;
declare function make(a: { at: number }): void; declare function make(a: { at: string }, b: string): void;
declare function choose(a: Color): Color; declare function choose(a: Point): Point;
declare class Pen { constructor(color: Color); constructor(at: Point); }
declare function add(a: Point, b: Point): Point; declare let words: string[]; declare let lines: readonly { at: Point }[];
declare let shape: Shape; declare let byName: Record<string, Point>;
`;
/** The compiler's own word for what may stand in each place, `▮`; it is judged below, where it can be. */
export const HARD: readonly (readonly [string, string])[] = [
  ["const n: number = ▮;", "number"],
  ["let p: Point | undefined = ▮;", "Point | undefined"],
  ["function f(): Shape { return ▮; }", "Shape"],
  ["const f = (): Color => ▮;", "Color"],
  ["paint(▮);", "Color"],
  ['paint("red", ▮);', "number | undefined"],
  ['same("p", ▮);', '"p"'],
  ["new Brush(▮);", "{ color?: Color | undefined; }"],
  ["new Brush({ color: ▮ });", "Color | undefined"],
  ["const p: Point = { x: ▮, y: 0 };", "number"],
  ["const s: { at: { p: Point } } = { at: { p: ▮ } };", "Point"],
  ['const s: Shape = { kind: "circle", size: ▮ };', "number"],
  ["const s: Shape = { kind: ▮, size: 1 };", '"circle" | "square"'],
  ['const all: readonly Color[] = ["red", ▮];', "Color"],
  ['const pair: [string, Point] = ["a", ▮];', "Point"],
  ['const c: Color = flag ? ▮ : "red";', "Color"],
  ['const c: Color = flag ? "red" : ▮;', "Color"],
  ["color = ▮;", "Color"],
  ["function f(a: Point = ▮) {}", "Point"],
  ["class A { at: Point = ▮; }", "Point"],
  ["const q: Point = maybe || ▮;", "Point"],
  ["const q: Point = maybe ?? ▮;", "Point"],
  ["const q: boolean = flag && ▮;", "boolean"],
  ["const v = ▮ satisfies Point;", "Point"],
  ["const v = ▮ as Point;", "Point"],
  ["async function f() { const p: Point = await ▮; }", "Point | PromiseLike<Point>"],
  ["async function f(): Promise<Point> { return ▮; }", "Point | PromiseLike<Point>"],
  ["function* g(): Generator<Point> { yield ▮; }", "Point"],
  ["const names: string[] = points.map((p) => ▮);", "string"],
  ["points.reduce((sum, p) => ▮, 0);", "number"],
  ["const p: Point = { ...▮ };", "Point"],
  ["const p: Point = { x: 1, y: (▮) };", "number"],
  ["const n: number = count + ▮;", "number"],
  ["const all: Point[] = [...▮];", "Iterable<Point>"],
  ["Math.max(...▮);", "Iterable<number>"],
  ["const p: Point = po▮;", "Point"],
  ["const p: Point = po▮int;", "Point"],
  ["paint(co▮, 1);", "Color"],
];
export const OPERATORS: readonly (readonly [string, string])[] = [
  ["const v = count - ▮;", "number · hard · rule"],
  ["const v = big * ▮;", "bigint · hard · sibling"],
  ["const v = ▮ / count;", "number · hard · rule"],
  ["count *= ▮;", "number · hard · rule"],
  ["const v = text + ▮;", "string · soft · sibling"],
  ["const v = count + ▮;", "number · soft · sibling"],
  ["const v = anything + ▮;", "number | string · soft · rule"],
  ["count += ▮;", "number · soft · sibling"],
  ["text += ▮;", "string · soft · sibling"],
  ["const v = count < ▮;", "number · hard · sibling"],
  ["const v = anything > ▮;", "number | bigint | string · soft · rule"],
  ["if (color === ▮) {}", "Color · hard · sibling"],
  ["if (shape.kind !== ▮) {}", '"circle" | "square" · hard · sibling'],
  ['if (▮ === "red") {}', "string · hard · sibling"],
  ["switch (color) { case ▮: break; }", "Color · hard · sibling"],
  ["const v = ▮ in point;", '"x" | "y" · soft · sibling'],
  ['const v = "x" in ▮;', "object · hard · rule"],
  ["const v = ▮ instanceof Brush;", "object · hard · rule"],
  ["const v = point instanceof ▮;", "Function · hard · rule"],
  ["const v = -▮;", "number | bigint · soft · rule"],
  ["const v = ~▮;", "number | bigint · soft · rule"],
  ["const v = points[▮];", "number · hard · sibling"],
  ["const v = point[▮];", '"x" | "y" · hard · sibling'],
  ["const v = byName[▮];", "string · hard · sibling"],
  ['const n: number = ▮("a", point);', "(arg0: string, arg1: Point) => number · soft · context"],
  ["const n: number = ▮.size;", "{ size: number } · soft · context"],
  ['const b: Brush = new ▮("a");', "new (arg0: string) => Brush · soft · context"],
  ["const q = maybe ?? ▮;", "Point | undefined · soft · sibling"],
  ["points.forEach((p) => ▮);", "void · soft · context"],
];
/** Arguments of overloaded calls: hard only if the types of all overloads that fit are known. */
export const OVERLOADS: readonly (readonly [string, string])[] = [
  ["const n: number = words.reduce((n, w) => n + w.length, ▮);", "number · hard · context"],
  ["function f(): number { return words.reduce((n, w) => n + w.length, ▮); }", "number · hard · context"],
  ["const n = words.reduce((n, w) => n + w.length, ▮);", "string · soft · context"],
  ["const p: Point = lines.reduce((sum, line) => add(sum, line.at), ▮);", "Point · hard · context"],
  [
    "words.reduce(▮);",
    "(previousValue: string, currentValue: string, currentIndex: number, array: string[]) => string · soft · context",
  ],
  ["pick(▮);", '"x" | "y" · hard · context'],
  ['pick(▮, "s");', '"y" · hard · context'],
  ["pick(▮, 1);", '"x" · hard · context'],
  ['pick("y", ▮);', "string · hard · context"],
  ["grow(▮);", "string | number · hard · context"],
  ['grow(▮, "b");', "string · hard · context"],
  ["make({ at: ▮ });", "number · soft · context"],
  ['make({ at: ▮ }, "b");', "string · hard · context"],
  ["const c: Color = choose(▮);", "Color · hard · context"],
  ["new Pen(▮);", "Color | Point · hard · context"],
  ["Promise.resolve<Point>(▮);", "Point · soft · context"],
  ["const p: Promise<Point> = Promise.resolve(▮);", "Point · soft · context"],
  ["const s: Set<Color> = new Set([▮]);", "Color · soft · context"],
  ['const m: Map<string, Point> = new Map([["a", ▮]]);', "Point · soft · context"],
];
export const STATEMENTS: readonly (readonly [string, string])[] = [
  ["const v = !▮;", "boolean · soft · rule"],
  ["if (▮) {}", "boolean · soft · rule"],
  ["while (▮) {}", "boolean · soft · rule"],
  ["do {} while (▮);", "boolean · soft · rule"],
  ["for (; ▮; ) {}", "boolean · soft · rule"],
  ["const v = ▮ ? 1 : 2;", "boolean · soft · rule"],
  ["const v = ▮ && color;", "boolean · soft · rule"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program.
  ["const v = `${▮}`;", "string | number | boolean | bigint · soft · rule"],
  ["for (const x of ▮) {}", "Iterable<unknown> · soft · rule"],
  ["throw ▮;", "Error · soft · rule"],
  ["function f(): Point { ▮ }", "Point · soft · enclosing"],
  ["const f: () => Point = () => { ▮ };", "Point · soft · enclosing"],
];
export const UNCLOSED: readonly (readonly [string, string])[] = [
  ["paint(▮", "Color · hard · context"],
  ["const p: Point = { x: ▮", "number · hard · context"],
  ["function f(): Point { return ▮", "Point · hard · context"],
  ["const f = (p: Point): Color => ▮", "Color · hard · context"],
  ["function f(): Color { if (flag) { switch (count) { case 1: return ▮", "Color · hard · context"],
  ["paint(color, count - ▮", "number · hard · rule"],
  ["const s: { at: { p: Point } } = { at: { p: ▮", "Point · hard · context"],
  ['const all: Color[] = ["red", ▮', "Color · hard · context"],
  ["if (color === ▮", "Color · hard · sibling"],
  ['const m: Map<string, Point> = new Map([["a", ▮', "Point · soft · context"],
  ["switch (color) { case ▮", "Color · hard · sibling"],
  ["paint(▮ } ) of junk", "Color · hard · context"],
];
export const IN_JSX: readonly (readonly [string, string])[] = [
  ["const e = <box color={▮} />;", '"red" | "green" | undefined · hard · context'],
  ["const e = <box onPick={(p) => ▮} />;", '"red" | "green" · hard · context'],
  ["const e = <Card at={▮} />;", "Point · hard · context"],
  ["const e = <Card at={{ x: ▮, y: 1 }} />;", "number · hard · context"],
  ["const e = <Card at={point}>{▮}</Card>;", "string | Point | undefined · hard · context"],
  ['const e = <box color={flag ? ▮ : "red"} />;', '"red" | "green" | undefined · hard · context'],
  ["const e = <box color={▮", '"red" | "green" | undefined · hard · context'],
  ["const e = <Card at={point} render={() => ▮", "Color · hard · context"],
  ["const e = <Card at={point} render={() => <box color={▮", '"red" | "green" | undefined · hard · context'],
  ["const e: JSX.Element = flag ? ▮ : <box />;", "Element · hard · context"],
];
const NONE = "no type is expected here";
export const WITHOUT: readonly (readonly [string, string])[] = [
  ["const v = ▮;", NONE],
  ["const v = typeof ▮;", NONE],
  ["void ▮;", NONE],
  ["delete ▮;", NONE],
  ["for (const k in ▮) {}", NONE],
  ["function f(a = ▮) {}", NONE],
  ["function f() { return ▮; }", NONE],
  ["function f() { ▮ }", NONE],
  ["▮;", NONE],
  ["anything(▮);", NONE],
  ["enum E { A = ▮ }", NONE],
  ["if (anything === ▮) {}", NONE],
  ["points.map((p) => ▮);", NONE],
  ["const v: ▮ = 1;", "this place takes a type, not an expression"],
  ['import { ▮ } from "./x";', "this place takes a module's name, not an expression"],
  ["point.▮;", "this place takes a member, not an expression"],
  ["const p: Point = { ▮ };", "this place takes a key, not an expression"],
  ['const v = "▮";', "the compiler finds no expression here"],
  ["// ▮", "the compiler finds no expression here"],
];
