// Deletes files of dependencies that nothing here uses, about 0.3 GB of node_modules. pnpm runs this after each install.
//
//   onnxruntime-node    its binaries for other systems
//   onnxruntime-web     its source maps
//   tree-sitter-*       native binaries and C sources: only the grammars in WebAssembly are loaded
import { readdirSync, realpathSync, rmSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "..");

for (const version of foldersIn(path.join(root, "node_modules/onnxruntime-node/bin"))) {
  for (const platform of foldersIn(version)) {
    for (const architecture of foldersIn(platform)) {
      if (path.relative(version, architecture) !== path.join(process.platform, process.arch)) remove(architecture);
    }
  }
}

const web = path.join(root, "packages/onnx-web/node_modules/onnxruntime-web/dist");
for (const { name } of entriesOf(web)) if (name.endsWith(".map")) remove(path.join(web, name));

for (const grammar of grammars()) {
  for (const folder of ["prebuilds", "src", "typescript/src", "tsx/src"]) remove(path.join(grammar, folder));
}

/** Returns the folders of all tree-sitter grammars: those that context-syntax depends on, and those that these depend on. */
function grammars() {
  const direct = foldersIn(path.join(root, "packages/context-syntax/node_modules")).filter(isGrammar);
  const beside = direct.flatMap((grammar) => foldersIn(path.dirname(realpathSync(grammar)))).filter(isGrammar);
  return new Set([...direct, ...beside].map((grammar) => realpathSync(grammar)));
}

function isGrammar(folder) {
  return path.basename(folder).startsWith("tree-sitter-");
}

function remove(place) {
  rmSync(place, { recursive: true, force: true });
}

/** Returns the paths of the folders in a folder, and of links to folders; none if it does not exist. */
function foldersIn(folder) {
  return entriesOf(folder)
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map((entry) => path.join(folder, entry.name));
}

function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
