// Checks that each export of the TypeScript sources is imported by another file, not by tests alone. Entries of the package
// export for its users. Names are compared, not bindings: an export passes if any other file uses a word like it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "../lib/glob.mjs";
import { root } from "../lib/paths.mjs";
import { readTypeScript, sourceFolders } from "./cycles.mjs";

const exported = /^export (?:async |abstract )?(?:function|class|interface|type|const|let) (\w+)/gm;
const comment = /^\s*\/\/.*$/gm;

/** Returns the words of a text, without its comments. */
const wordsOf = (text) => new Set(text.replace(comment, "").match(/\w+/g) ?? []);

/** Returns a sentence for each export that no other file names. `others` import from the files, too. */
export function findUnusedExports(files, others = []) {
  const words = new Map([...files, ...others].map(({ path, text }) => [path, wordsOf(text)]));
  const isEntry = (path) => path.endsWith("index.ts");
  const isUsed = (name, own) => [...words].some(([path, named]) => path !== own && named.has(name));
  return files.filter(({ path }) => !isEntry(path)).flatMap(({ path, text }) =>
    [...text.matchAll(exported)].filter(([, name]) => !isUsed(name, path)).map(([, name]) => `${path} exports ${name}, which nothing imports`),
  );
}

/** Scripts of the build and of the documentation's site, which import sources of the page. */
const scripts = () => globSync("web/*.js", "web/*.mjs").filter((path) => !path.startsWith("web/test/"));

/** Returns all exports of the checkout that nothing imports. */
export function checkExports() {
  const others = scripts().map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
  return sourceFolders.flatMap((folder) => findUnusedExports(readTypeScript(folder), others).map((sentence) => `${folder}: ${sentence}`));
}
