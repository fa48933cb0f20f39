// Hashes all inputs of a build or a test.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "./glob.mjs";
import { root } from "./paths.mjs";

/** Returns the files of a built folder, or a built file; none if the path does not exist. */
function listBuilt(path) {
  if (!existsSync(join(root, path))) return [];
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path), { recursive: true })
    .map((name) => join(path, name))
    .filter((file) => statSync(join(root, file)).isFile());
}

/**
 * Returns a hash of `tracked` (git's patterns of sources), `built` (files and folders relative to the root; only files
 * that `accepts`) and `words` (flags, versions).
 */
export function hashInputs({ tracked = [], built = [], words = [], accepts = () => true }) {
  const hash = createHash("sha256").update(JSON.stringify(words));
  const sources = tracked.length > 0 ? globSync(...tracked) : [];
  const files = [...sources, ...built.flatMap(listBuilt).filter(accepts)].filter((path) => existsSync(join(root, path)));
  for (const path of files.sort()) hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest("hex");
}
