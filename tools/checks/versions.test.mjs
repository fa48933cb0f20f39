// The version stands in several files, each for another tool.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { root } from "../lib/paths.mjs";

const places = {
  "wasm/package/package.json": /"version": "(.*)"/,
  "web/package.json": /"version": "(.*)"/,
  "python/pyproject.toml": /^version = "(.*)"/m,
  "CMakeLists.txt": /project\(paddock VERSION (\S+)/,
  "CHANGELOG.md": /^## (\S+?),? /m,
};

const versionIn = (file) => places[file].exec(readFileSync(join(root, file), "utf8"))?.[1];

for (const file of Object.keys(places)) {
  test(`${file} has the package's version`, () => assert.equal(versionIn(file), versionIn("wasm/package/package.json")));
}
