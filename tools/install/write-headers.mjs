// Writes the public headers below OUT/include, and OUT/exports.map. The arguments are ROOT, the folder of generated headers
// and OUT. Unchanged files keep their time, and headers that are no longer public are removed.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cHeader, installed, publicHeaders, umbrella, versionScript } from "./public-headers.mjs";

const [root, generated, out] = process.argv.slice(2);
const { cpp, all } = publicHeaders(root, generated);
const files = new Map([...all].map(([path, text]) => [`include/paddock/${path}`, installed(text)]));
files.set("include/paddock/paddock.h", umbrella(cpp));
files.set("include/paddock/c.h", cHeader);
files.set("exports.map", versionScript(all));

for (const [path, text] of files) {
  const file = join(out, path);
  if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
for (const name of readdirSync(join(out, "include"), { recursive: true })) {
  const path = `include/${name.replaceAll("\\", "/")}`;
  if (!files.has(path) && statSync(join(out, path)).isFile()) rmSync(join(out, path));
}
