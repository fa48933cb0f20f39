// Checks on the text of every committed file: its size, that it names no machine, and what only one folder may do.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/paths.mjs";
import { globSync } from "../lib/glob.mjs";

const kMostLines = 400;

// Long files, each with the reason.
const longFiles = new Map([["package-lock.json", "written by npm"]]);

// Tables (.def) are read by the row, and may be longer.
const isCode = (path) => /\.(cc|h|mjs|cjs|js|ts|css|py|cmake)$/.test(path);

/** Returns a sentence for each source file of more than 400 lines. */
export function findLongFiles(files) {
  return files
    .filter(({ path }) => isCode(path) && !longFiles.has(path))
    .map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }))
    .filter(({ lines }) => lines > kMostLines)
    .map(({ path, lines }) => `${path} has ${lines} lines, more than ${kMostLines}`);
}

// Built from pieces, so that this file does not match.
const folders = ["work", "root", "home/[a-z]+"].map((name) => `/${name}/`).join("|");
const machinePath = new RegExp(`(?<![\\w.*$}~-])(?:${folders})|(?<![\\w.])/${"tmp"}/`);
const registryHost = new RegExp(["registry\\.npmjs", "deb\\.debian", "files\\.pythonhosted", "packages\\.cloud"].join("|"));

/** Returns sentences for paths of one machine, registry hosts, and resolved addresses in package-lock.json. */
export function findMachineNames(files) {
  return files.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, index) => {
      const where = `${path}:${index + 1}`;
      if (path === "package-lock.json" && /"resolved": "http/.test(line)) return [`${where} has a resolved address`];
      if (registryHost.test(line) && !path.startsWith("tools/checks/")) return [`${where} names a registry's host`];
      return machinePath.test(line) ? [`${where} names a path of one machine`] : [];
    }),
  );
}

// Built from pieces, so that this file does not match.
const sleep = ["waitFor", "Timeout("].join("");

/** Returns a sentence for each sleep in the page's stories: they wait for a state (`web/test/settled.mjs`). */
export function findSleeps(files) {
  const stories = files.filter(({ path }) => path.startsWith("web/test/"));
  return stories.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, index) => (line.includes(sleep) ? [`${path}:${index + 1} sleeps: wait for a state`] : [])),
  );
}

const operationCase = /\b(?:case|using enum)\s+OpKind\b/;

/** Returns a sentence for each `switch` over operations outside `core/dialect`: it is a missing column of the op table. */
export function findOperationSwitches(files) {
  const others = files.filter(({ path }) => /\.(cc|h)$/.test(path) && !path.startsWith("core/dialect/"));
  return others.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, index) => (operationCase.test(line) ? [`${path}:${index + 1} switches over operations`] : [])),
  );
}

const kLargestText = 1 << 20;

/** The text files of the checkout. */
export function readSources() {
  return globSync()
    .filter((path) => statSync(join(root, path), { throwIfNoEntry: false })?.size < kLargestText)
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }))
    .filter(({ text }) => !text.includes("\0"));
}
