// Runs the `build` script of an npm workspace, unless what goes into it is what went into the last one.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashInputs } from "./inputs.mjs";
import { root } from "./paths.mjs";
import { run } from "./run.mjs";

// Beside the modules lie test programs, which go into no package.
const isProduct = (path) => !/_test\.(js|wasm)$/.test(path);

/** Builds `workspace` into its dist folder and prints what its script says. */
export async function buildOnce(workspace, inputs) {
  const stampFile = join(root, "build", `${workspace.replaceAll("/", "-")}.stamp`);
  const isBuilt = existsSync(join(root, workspace, "dist")) && existsSync(stampFile);
  const hash = hashInputs({ ...inputs, accepts: isProduct });
  if (isBuilt && readFileSync(stampFile, "utf8") === hash) return { note: "nothing changed" };
  const output = await run("npm", ["run", "--silent", "build", "--workspace", workspace], `building ${workspace}`);
  process.stdout.write(output);
  mkdirSync(join(root, "build"), { recursive: true });
  writeFileSync(stampFile, hash);
  return undefined;
}
