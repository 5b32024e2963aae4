// Projects for `pnpm bench:servers`: in each language, modules that make a value with members of their own, and a use of one.

/** How a project is written in a language. */
export interface ProjectLanguage {
  /** The name and the text of a module. */
  readonly file: (at: number) => string;
  readonly text: (at: number) => string;
  /** The files beside the modules, in a project of `count` files in all. */
  readonly further: (count: number) => Readonly<Record<string, string>>;
  /** Whether the server takes the compiler that npm installed for the project. */
  readonly compiler?: true;
  /** The text of the file `use.file` before and after the name of a member of what a module makes. */
  readonly use: ((at: number) => readonly [before: string, after: string]) & { readonly file: string };
}

const useIn = (file: string, use: (at: number) => readonly [before: string, after: string]): ProjectLanguage["use"] =>
  Object.assign(use, { file });

const python: ProjectLanguage = {
  file: (at) => `m${at}.py`,
  text: (at) =>
    `class Box${at}:\n    def open${at}(self) -> int:\n        return ${at}\n\n\ndef make${at}() -> Box${at}:\n    return Box${at}()\n`,
  further: () => ({ "use.py": "" }),
  use: useIn("use.py", (at) => [`from m${at} import make${at}\n\nmake${at}().`, "\n"]),
};

const typescript: ProjectLanguage = {
  file: (at) => `m${at}.ts`,
  text: (at) =>
    `export class Box${at} {\n  open${at}(): number {\n    return ${at};\n  }\n}\nexport const make${at} = (): Box${at} => new Box${at}();\n`,
  further: () => ({
    "use.ts": "",
    "tsconfig.json": '{ "compilerOptions": { "strict": true, "module": "nodenext", "types": [] } }',
  }),
  use: useIn("use.ts", (at) => [`import { make${at} } from "./m${at}.js";\nmake${at}().`, ";\n"]),
};

const go: ProjectLanguage = {
  file: (at) => `m${at}.go`,
  text: (at) =>
    `package main\n\ntype Box${at} struct{}\n\nfunc (b Box${at}) open${at}() int { return ${at} }\nfunc make${at}() Box${at} { return Box${at}{} }\n`,
  further: () => ({ "go.mod": "module example.com/x\n\ngo 1.21\n", "use.go": "package main\n\nfunc main() {}\n" }),
  use: useIn("use.go", (at) => [`package main\n\nfunc main() {\n\tx := make${at}().`, "\n\t_ = x\n}\n"]),
};

const rust: ProjectLanguage = {
  file: (at) => `src/m${at}.rs`,
  text: (at) =>
    `pub struct Box${at};\nimpl Box${at} {\n    pub fn open${at}(&self) -> i32 { ${at} }\n}\npub fn make${at}() -> Box${at} { Box${at} }\n`,
  further: (count) => ({
    "Cargo.toml": '[package]\nname = "x"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/lib.rs": `mod uses;\n${Array.from({ length: count - 3 }, (_, at) => `pub mod m${at};\n`).join("")}`,
    "src/uses.rs": "",
  }),
  use: useIn("src/uses.rs", (at) => [`fn f() { let x = crate::m${at}::make${at}().`, "; }\n"]),
};

const cpp: ProjectLanguage = {
  file: (at) => `m${at}.h`,
  text: (at) =>
    `#pragma once\nstruct Box${at} {\n  int open${at}() { return ${at}; }\n};\ninline Box${at} make${at}() { return {}; }\n`,
  further: () => ({ "use.cpp": "" }),
  use: useIn("use.cpp", (at) => [`#include "m${at}.h"\nvoid f() { auto x = make${at}().`, "; }\n"]),
};

const java: ProjectLanguage = {
  file: (at) => `Box${at}.java`,
  text: (at) =>
    `public class Box${at} {\n  int open${at}() { return ${at}; }\n  static Box${at} make() { return new Box${at}(); }\n}\n`,
  further: () => ({ "Use.java": "class Use {}\n" }),
  use: useIn("Use.java", (at) => [`class Use {\n  int f() { return Box${at}.make().`, "; }\n}\n"]),
};

/** By profile. */
export const LANGUAGES: Readonly<Record<string, ProjectLanguage>> = {
  pyright: python,
  basedpyright: python,
  "typescript-7": typescript,
  "typescript-language-server": { ...typescript, compiler: true },
  gopls: go,
  "rust-analyzer": rust,
  clangd: cpp,
  jdtls: java,
};
