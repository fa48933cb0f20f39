// npm packages, exactly those of package-lock.json.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/paths.mjs";
import { run } from "../lib/run.mjs";

const modules = join(root, "node_modules");
const stampFile = join(modules, ".paddock-stamp");
const lockHash = () => createHash("sha256").update(readFileSync(join(root, "package-lock.json"))).digest("hex");

export const hasNpmPackages = () => existsSync(stampFile) && readFileSync(stampFile, "utf8") === lockHash();

export async function installNpmPackages() {
  if (hasNpmPackages()) return;
  await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], "installing the npm packages");
  if (existsSync(modules)) writeFileSync(stampFile, lockHash());
}
