// docs/glossary.md says where each word of the inside is found.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../lib/paths.mjs";

const glossary = readFileSync(join(root, "docs/glossary.md"), "utf8");
const rows = [...glossary.matchAll(/^\| (?!word)([^|]+) \| ([^|]+) \| ([^|]*?) ?\|$/gm)].map(([, word, meaning, last]) => ({ word, meaning, last }));

/** Returns the text of a file, or of all files of a folder, in lower case and with single spaces. */
function textAt(path) {
  const whole = join(root, path);
  const files = statSync(whole).isDirectory() ? readdirSync(whole, { recursive: true }).map((name) => join(whole, name)).filter((file) => statSync(file).isFile()) : [whole];
  return files.map((file) => readFileSync(file, "utf8")).join("\n").toLowerCase().replace(/[\s/_]+/g, " ");
}

test("a word stands in the glossary once", () => {
  const words = rows.flatMap(({ word }) => word.split(", "));
  assert.deepEqual(words.filter((word, i) => words.indexOf(word) !== i), []);
  assert.ok(words.length > 60);
});

test("a word of the inside is used where the glossary says", () => {
  const places = rows.flatMap(({ word, last }) => [...last.matchAll(/`((?:core|simd|docs)[^`]*)`/g)].map(([, path]) => ({ word, path })));
  assert.ok(places.length > 35);
  assert.deepEqual(places.filter(({ path }) => !existsSync(join(root, path))), []);
  const isUsed = ({ word, path }) => textAt(path).includes(word) || textAt(path).includes(word.replaceAll(" ", ""));
  assert.deepEqual(places.filter((place) => !isUsed(place)), []);
});
