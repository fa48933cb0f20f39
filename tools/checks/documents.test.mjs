// The form of documents: short paragraphs, and sentences that can be read aloud.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { globSync } from "../lib/glob.mjs";
import { root } from "../lib/paths.mjs";
import { paragraphsOf } from "./prose.mjs";

const kMostLines = 6;
const kMostWords = 40;

/** Returns a sentence for each paragraph or list item that is too long, and for each sentence in one that is. */
function longParts(path, text) {
  return paragraphsOf(text).flatMap(({ line, lines }) => {
    if (lines[0].startsWith("|")) return [];
    const sentences = lines.join(" ").replace(/\]\([^)]*\)/g, "]").split(/(?<=[.:;?!])\s+/);
    const counts = sentences.map((sentence) => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length);
    return [
      ...(lines.length > kMostLines ? [`${path}:${line} has a paragraph of ${lines.length} lines, more than ${kMostLines}`] : []),
      ...counts.filter((count) => count > kMostWords).map((count) => `${path}:${line} has a sentence of ${count} words, more than ${kMostWords}`),
    ];
  });
}

test("paragraphs of documents have at most six lines, and sentences at most forty words", () => {
  const documents = globSync("*.md");
  assert.ok(documents.length > 35);
  assert.deepEqual(documents.flatMap((path) => longParts(path, readFileSync(join(root, path), "utf8"))), []);
});

test("a long paragraph and a long sentence are found, and tables and code may be long", () => {
  assert.deepEqual(longParts("a.md", `${"a line\n".repeat(7)}`), ["a.md:1 has a paragraph of 7 lines, more than 6"]);
  assert.deepEqual(longParts("a.md", `# A\n\n${"word ".repeat(41)}.`), ["a.md:3 has a sentence of 41 words, more than 40"]);
  assert.deepEqual(longParts("a.md", `| ${"word ".repeat(50)} |\n\n    ${"code ".repeat(50)}\n\n- one\n- two\n`), []);
});
