// The command of the npm package as users get it: packed and installed in a temporary folder.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./paths.mjs";
import { run } from "./run.mjs";

/** Calls use(command) with the command that npx would start. Removes the folder afterwards. */
export async function withPackedCommand(use) {
  const folder = mkdtempSync(join(tmpdir(), "paddock-packed-"));
  try {
    await run("npm", ["pack", "--pack-destination", folder, "--workspace", "wasm/package"], "packing the package", { progress: false });
    const [tarball] = readdirSync(folder);
    writeFileSync(join(folder, "package.json"), "{}\n");
    const install = ["install", "--offline", "--no-audit", "--no-fund", join(folder, tarball)];
    await run("npm", install, "installing the package", { progress: false, cwd: folder });
    await run("npx", ["--no-install", "paddock-hlo", "--version"], "npx paddock-hlo", { progress: false, cwd: folder });
    return await use(join(folder, "node_modules/.bin/paddock-hlo"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
