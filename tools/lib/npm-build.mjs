// Runs the `build` script of an npm workspace, unless its inputs equal those of its last build.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashInputs } from "./inputs.mjs";
import { print } from "./output.mjs";
import { root } from "./paths.mjs";
import { building } from "./processors.mjs";
import { run } from "./run.mjs";

// Test programs lie beside the modules, and belong to no package.
const isProduct = (path) => !/_test\.(js|wasm)$/.test(path);

/** Builds `workspace` into its dist folder and prints the script's output. */
export async function buildOnce(workspace, inputs) {
  const stampFile = join(root, "build", `${workspace.replaceAll("/", "-")}.stamp`);
  const isBuilt = existsSync(join(root, workspace, "dist")) && existsSync(stampFile);
  const hash = hashInputs({ ...inputs, accepts: isProduct });
  if (isBuilt && readFileSync(stampFile, "utf8") === hash) return { note: "nothing changed" };
  const output = await building(workspace, () => run("npm", ["run", "--silent", "build", "--workspace", workspace], `building ${workspace}`));
  print(output.trimEnd());
  mkdirSync(join(root, "build"), { recursive: true });
  writeFileSync(stampFile, hash);
  return undefined;
}
