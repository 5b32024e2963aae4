// Deletes the binaries of onnxruntime-node for other systems: about 240 MB of node_modules. pnpm runs this after each install.
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";

const versions = path.join(import.meta.dirname, "../node_modules/onnxruntime-node/bin");
for (const version of foldersIn(versions)) {
  for (const platform of foldersIn(version)) {
    for (const architecture of foldersIn(platform)) {
      if (path.relative(version, architecture) !== path.join(process.platform, process.arch))
        rmSync(architecture, { recursive: true, force: true });
    }
  }
}

/** Returns the paths of the folders in a folder; none if it does not exist. */
function foldersIn(folder) {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => path.join(folder, entry.name));
  } catch {
    return [];
  }
}
