// Comments name their subjects: no block begins with a word that a reader has to decode.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { globSync } from "../lib/glob.mjs";
import { root } from "../lib/paths.mjs";
import { commentsOf } from "./prose.mjs";

const files = ["*.cc", "*.h", "*.def", "*.ts", "*.mjs", "*.cjs", "*.js"].flatMap((kind) => globSync(kind));
const retired = /^(?:Of|What|As many|Whose|Who|Whoever)\b/;

/** Returns the lines at which blocks of comments begin with a retired word. */
const badBlocks = (text) => commentsOf(text).filter(({ lines }) => retired.test(lines[0])).map(({ line, lines }) => `${line}: ${lines[0]}`);

test("no block of comments begins with Of, What, As many or Who", () => {
  assert.ok(files.length > 900);
  const found = files.flatMap((file) => badBlocks(readFileSync(join(root, file), "utf8")).map((block) => `${file}:${block}`));
  assert.deepEqual(found, []);
});

test("a block that begins so is found, and words within a block are not", () => {
  assert.deepEqual(badBlocks("// What it does.\nint a;\n"), ["1: What it does."]);
  assert.deepEqual(badBlocks("int a;\n  /// Of each value\n  /// the name.\n"), ["2: Of each value"]);
  assert.deepEqual(badBlocks("// The name\n// Of a value.\nint What;\n"), []);
});
