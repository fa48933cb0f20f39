// docs/glossary.md: its words are used where it says, and nothing uses those that it retires.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../lib/paths.mjs";
import { proseOf, readProse } from "./prose.mjs";
import { findRetired, retiredWords } from "./retired-words.mjs";

const glossary = readFileSync(join(root, "docs/glossary.md"), "utf8");
const [words, retired] = [glossary.split("## Retired words")[0], retiredWords(glossary)];
const rows = [...words.matchAll(/^\| (?!word)([^|]+) \| ([^|]+) \| ([^|]*?) ?\|$/gm)].map(([, word, meaning, last]) => ({ word, meaning, last }));

/** Returns the text of a file, or of all files of a folder, in lower case and with single spaces. */
function textAt(path) {
  const whole = join(root, path);
  const files = statSync(whole).isDirectory() ? readdirSync(whole, { recursive: true }).map((name) => join(whole, name)).filter((file) => statSync(file).isFile()) : [whole];
  return files.map((file) => readFileSync(file, "utf8")).join("\n").toLowerCase().replace(/[\s/_]+/g, " ");
}

test("the glossary has each word once", () => {
  const words = rows.flatMap(({ word }) => word.split(", "));
  assert.deepEqual(words.filter((word, i) => words.indexOf(word) !== i), []);
  assert.ok(words.length > 60);
});

test("words of the inside are used in the files that the glossary names", () => {
  const places = rows.flatMap(({ word, last }) => [...last.matchAll(/`((?:core|simd|docs)[^`]*)`/g)].map(([, path]) => ({ word, path })));
  assert.ok(places.length > 35);
  assert.deepEqual(places.filter(({ path }) => !existsSync(join(root, path))), []);
  const isUsed = ({ word, path }) => textAt(path).includes(word) || textAt(path).includes(word.replaceAll(" ", ""));
  assert.deepEqual(places.filter((place) => !isUsed(place)), []);
});

test("the table of retired words has each word of the column `not`, and files that exist", () => {
  const users = words.split("## Reading and checking")[0];
  const not = [...users.matchAll(/\| ([^|`]*[^| ]) \|$/gm)].map(([, last]) => last).filter((last) => last !== "not").flatMap((last) => last.replace(/ except .*/, "").split(", "));
  assert.ok(not.length > 15, not.join());
  const phrases = retired.flatMap(({ phrases }) => phrases);
  assert.deepEqual(not.filter((word) => !phrases.some((phrase) => phrase.split(" ").includes(word) || phrase === word || phrase.endsWith(` ${word}`))), []);
  assert.deepEqual(retired.flatMap(({ paths }) => paths).filter((path) => !existsSync(join(root, path))), []);
});

test("comments, documents, messages and the page use no retired word", () => {
  const prose = readProse().filter(({ path }) => path !== "docs/glossary.md");
  assert.ok(prose.length > 15000);
  assert.deepEqual(findRetired(retired, prose), []);
});

test("a retired word is found in each kind of prose, across lines, and not in its right sense or in code", () => {
  const sample = retiredWords("## Retired words\n\n| retired | say | right in |\n|---|---|---|\n| `turn`, `turns` | iteration | `core/exec/`, `take turns`, `turns ... into` |\n| `rest of the plan` | continuation | |\n");
  const found = (path, text) => findRetired(sample, proseOf(path, text)).map((sentence) => sentence.replace(/^[^:]*:/, ""));
  assert.deepEqual(found("core/a.cc", "int a;\n// Plans the rest of\n// the plan.\n"), ['2: "rest of the plan": say continuation']);
  assert.deepEqual(found("core/a.cc", `int a = 1;  ${"//"} Turn of a loop.\n`), ['1: "Turn": say iteration']);
  assert.deepEqual(found("docs/a.md", "# One\n\n| a | every\n\n- each turn\n\n```\nturn\n```\n\n    turn\n\nThe `turn`.\n"), ['5: "turn": say iteration']);
  assert.deepEqual(found("core/a.cc", 'Fail("stops at any turn of it");\n'), ['1: "turn": say iteration']);
  assert.deepEqual(found("web/src/a.ts", "const text = 'at the next turn of it'\n"), ['1: "turn": say iteration']);
  assert.deepEqual(found("tools/a.cmake", "# The next turn.\n"), ['1: "turn": say iteration']);
  assert.deepEqual(found("core/a.cc", "// They take\n// turns. It turns a text into words.\nint turn = turns();\n"), []);
  assert.deepEqual(found("core/exec/a.cc", "// A turn.\n"), []);
  assert.deepEqual(found("core/a_test.cc", 'Read("which takes a turn");\n'), []);
});
