// Checks that the table of the page's features is complete. `npm run test:removal` checks that stories fail without
// each feature.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import test from "node:test";
import { core, entriesOf, features, isNamed, lists, removeFrom } from "../../web/test/features.mjs";
import { globSync } from "../lib/glob.mjs";
import { root } from "../lib/paths.mjs";
import { resultsOf, storiesIn, storyFiles } from "../lib/stories.mjs";
import { verdictOn } from "../test-removal.mjs";

const read = (path) => readFileSync(join(root, "web/src", path), "utf8");

test("each feature has a name, a line, a story, and its files", () => {
  assert.equal(new Set(features.map(({ name }) => name)).size, features.length);
  for (const feature of features) {
    assert.notEqual(removeFrom(read(feature.at), feature), read(feature.at), feature.name);
    assert.ok(feature.stories.length > 0, `${feature.name} has no story`);
    assert.deepEqual(feature.of.filter((path) => !existsSync(join(root, "web/src", path))), [], feature.name);
  }
});

/** Removes the expressions in `${...}` of a title, where the table may have other text. */
const plain = (story) => story.replaceAll(/\$\{[^}]*\}/g, "${}");

test("each story that the table names is there", () => {
  const files = new Map([...storyFiles()].map((file) => [file, storiesIn(file).map(plain)]));
  const named = [...core, ...features.flatMap(({ stories, also }) => [...stories, ...also])];
  const isThere = (story) => {
    const [, file, title] = /^([\w-]+): (.*)$/.exec(story) ?? [];
    return story === "*" || (title === "*" ? files.has(file) : files.get(file)?.includes(plain(story)) === true);
  };
  assert.deepEqual([...new Set(named.filter((story) => !isThere(story)))], []);
});

test("each line of the lists is a feature's, or of what the page cannot be without", () => {
  for (const list of lists) {
    const lines = features.filter(({ at }) => at === list.at).map(({ line }) => line);
    const known = [...lines, ...list.base];
    const entries = entriesOf(read(list.at), list);
    assert.deepEqual(entries.filter((entry) => !known.some((line) => entry.startsWith(line))), [], `${list.at}, ${list.begin}`);
    assert.deepEqual(list.base.filter((line) => !entries.some((entry) => entry.startsWith(line))), [], `${list.at}, ${list.begin}`);
  }
});

/** Files that several features share, or that list features. */
const shared = ["editor/assistance.ts", "stage/panels/line-view.ts"];

test("each file that comes when it is asked for is a feature's", () => {
  const own = new Set([...shared, ...features.flatMap(({ of }) => of)]);
  const late = globSync("web/src/*.ts")
    .map((path) => path.slice("web/src/".length))
    // The element for other pages loads its parts differently.
    .filter((path) => !path.startsWith("element/"))
    .flatMap((path) => [...read(path).matchAll(/\bimport\('(\.[^']*)\.js'\)/g)].map(([, to]) => `${normalize(join(dirname(path), to))}.ts`));
  assert.ok(late.length > 10);
  assert.deepEqual([...new Set(late)].filter((path) => !own.has(path)), []);
});

test("a line that is not there once, or a list with an entry that nobody named, is found", () => {
  const feature = { name: "one", at: "a.ts", line: "one(", instead: "" };
  assert.equal(removeFrom("[\n  one(1),\n  two,\n]", feature), "[\n\n  two,\n]");
  assert.throws(() => removeFrom("[\n  two,\n]", feature), /0 lines of web\/src\/a\.ts begin with "one\("/);
  assert.throws(() => removeFrom("one(1)\none(2)", feature), /2 lines/);
  const list = { at: "a.ts", begin: "all = [" };
  assert.deepEqual(entriesOf("const all = [\n  one(1),\n  // Two.\n  two({\n    three,\n  }),\n]\n", list), ["one(1),", "two({"]);
  assert.throws(() => entriesOf("", list), /0 lines/);
});

test("stories are found in a file, and names of the table stand for them", () => {
  const text = "test('it\\'s one', async () => {\n  await context.test('a part', () => {})\n})\n  test(`for ${name}`, () => {})\n";
  assert.deepEqual(storiesIn("a", text), ["a: it's one", "a: it's one > a part", "a: for ${name}"]);
  assert.ok(isNamed("a: for dark and wide (1)", "a: for ${name} (1)"));
  assert.ok(isNamed("a: anything", "a: *") && isNamed("a: anything", "*"));
  assert.ok(isNamed("a: one > a part", "a: one") && !isNamed("a: one", "a: one > a part"));
  assert.ok(!isNamed("b: anything", "a: *") && !isNamed("a: for dark, too", "a: for dark"));
});

test("what ran is read from what Node says of it", () => {
  const tap = "TAP version 13\n# Subtest: one\n    # Subtest: a part\n    not ok 1 - a part\n      ---\n      ...\n    1..1\nnot ok 1 - one\n# Subtest: a \\#2\nok 2 - a \\#2\nok 3 - left out # SKIP by name\n1..3\n";
  assert.deepEqual(resultsOf(tap), [{ name: "one > a part", passed: false }, { name: "a #2", passed: true }]);
});

test("a feature that nobody misses, and one that others miss, are told", () => {
  const log = console.log;
  const said = [];
  console.log = (line) => said.push(line.trim());
  try {
    const feature = { name: "it", stories: ["a: own"], also: ["a: on its way", "b: *"] };
    const table = { core: ["b: core"], isNamed };
    const results = (...failing) => ["a: own", "a: on its way", "a: other", "b: core"].map((name) => ({ name, passed: !failing.includes(name) }));
    assert.equal(verdictOn(feature, results("a: own", "a: on its way"), table).failed, 0);
    assert.equal(verdictOn(feature, results("a: own"), table).failed, 0);
    assert.equal(verdictOn(feature, results(), table).failed, 1);
    assert.equal(verdictOn(feature, results("a: own", "a: other"), table).failed, 1);
    assert.equal(verdictOn(feature, results("a: own", "b: core"), table).failed, 1);
    assert.equal(verdictOn(feature, [], table).failed, 1);
  } finally {
    console.log = log;
  }
  assert.deepEqual(said, ["without it: not missed by a: own", "without it: missed by a: other, too", "without it: missed by b: core, too", "without it: there is no a: own"]);
});
