// Runs stories of the page by name and returns which passed.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { globSync } from "./glob.mjs";
import { root } from "./paths.mjs";
import { forEachOf } from "./pool.mjs";
import { capture } from "./run.mjs";

/** Milliseconds that a story waits for an expected state. A story that must fail takes no longer. */
const patience = 10_000;
/** Milliseconds after which a story has failed. */
const longest = 180_000;

const fileOf = (name) => `web/test/${name}.test.mjs`;

/** Returns the files whose stories open the built page. */
export const storyFiles = () =>
  globSync("web/test/*.test.mjs")
    .filter((path) => /\b(?:useSite|serveSite)\(/.test(readFileSync(join(root, path), "utf8")))
    .map((path) => basename(path, ".test.mjs"));

/** Returns the stories in a file, as `file: title` and `file: title > part`. A title keeps its `${...}`. */
export function storiesIn(name, text = readFileSync(join(root, fileOf(name)), "utf8")) {
  const stories = [];
  let title = "";
  for (const [, of, , written] of text.matchAll(/^\s*(test|await context\.test)\((['`])((?:\\.|(?!\2).)*)\2/gm)) {
    const words = written.replace(/\\(.)/g, "$1");
    if (of === "test") title = words;
    stories.push(of === "test" ? `${name}: ${words}` : `${name}: ${title} > ${words}`);
  }
  return stories;
}

/**
 * Parses TAP from Node's runner. Returns {name, passed} of each test that ran; a test with parts is represented by
 * them.
 */
export function resultsOf(tap) {
  const results = [];
  const open = [];
  for (const line of tap.split("\n")) {
    const [, indent, isNot, title, directive = ""] = /^( *)(not )?ok \d+ - (.*?)( # (?:SKIP|TODO).*)?$/.exec(line) ?? [];
    const begun = /^( *)# Subtest: (.*)$/.exec(line);
    if (begun !== null) {
      open.length = begun[1].length / 4;
      open.push({ title: plain(begun[2]), parts: 0 });
    }
    if (title === undefined) continue;
    const depth = indent.length / 4;
    const own = open[depth];
    open.length = depth;
    if (directive.includes("SKIP")) continue;
    if (depth > 0) open[depth - 1].parts += 1;
    if (own?.parts > 0) continue;
    results.push({ name: [...open.map((outer) => outer.title), plain(title)].join(" > "), passed: isNot === undefined });
  }
  return results;
}

/** Removes TAP's backslash before `#` and itself. */
const plain = (title) => title.replace(/\\(.)/g, "$1");

const escape = (title) => title.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
const patternOf = (title) => `^${title.split(/\$\{[^}]*\}/).map(escape).join(".*")}$`;

/**
 * Runs stories on the page in `folder`, `together` files at a time: those of `names`, where `file: *` means all of a
 * file. Returns {name, passed} of each that ran.
 */
export async function runStories(names, folder, together = 1) {
  const results = await forEachOf([...grouped(names)], together, async ([file, wanted]) => {
    const titles = wanted.flatMap((name) => name.slice(file.length + 2).split(" > "));
    const patterns = titles.includes("*") ? [] : [...new Set(titles)].map((title) => `--test-name-pattern=${patternOf(title)}`);
    const flags = ["--require", join(root, "tools/lib/relaxed-simd.cjs"), "--test", `--test-timeout=${longest}`, "--test-reporter=tap", ...patterns];
    const env = { PADDOCK_PAGE: folder, PADDOCK_PATIENCE: String(patience), NODE_TEST_CONTEXT: undefined };
    const { output } = await capture(process.execPath, [...flags, fileOf(file)], { env });
    return resultsOf(output).map(({ name, passed }) => ({ name: `${file}: ${name}`, passed }));
  });
  return results.flat();
}

const fileNameOf = (name) => name.slice(0, name.indexOf(": "));

function grouped(names) {
  const files = new Map();
  for (const name of names) files.set(fileNameOf(name), [...(files.get(fileNameOf(name)) ?? []), name]);
  return files;
}
