// Runs the `build` script of an npm workspace, unless what goes into it is what went into the last one.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "./glob.mjs";
import { root } from "./paths.mjs";
import { run } from "./run.mjs";

// Beside the modules lie test programs, which go into no package.
const isProduct = (path) => !/_test\.(js|wasm)$/.test(path);

function listBuilt(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => isProduct(path) && statSync(join(root, path)).isFile());
}

function hashInputs({ tracked, built }) {
  const hash = createHash("sha256");
  const files = [...globSync(...tracked), ...built.flatMap(listBuilt)].filter((path) => existsSync(join(root, path)));
  for (const path of files.sort()) hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest("hex");
}

/** Builds `workspace` into its dist folder and prints what its script says. */
export async function buildOnce(workspace, inputs) {
  const stampFile = join(root, "build", `${workspace.replaceAll("/", "-")}.stamp`);
  const isBuilt = existsSync(join(root, workspace, "dist")) && existsSync(stampFile);
  const hash = hashInputs(inputs);
  if (isBuilt && readFileSync(stampFile, "utf8") === hash) return { note: "nothing changed" };
  const output = await run("npm", ["run", "--silent", "build", "--workspace", workspace], `building ${workspace}`);
  process.stdout.write(output);
  mkdirSync(join(root, "build"), { recursive: true });
  writeFileSync(stampFile, hash);
  return undefined;
}
