// Compares the sources with core/LAYERS: a folder includes exactly the folders that its line names, all of them above
// that line, and only simd/ includes Highway.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "../lib/glob.mjs";
import { compareLine, findNotAbove, folderOf, readLayers } from "../lib/layers.mjs";
import { root } from "../lib/paths.mjs";

/** Sources that are in no library: tests, fuzz targets, and the headers they share. */
const isTest = (path) => /(_test|_fuzz)\.cc$|(^|[_/])testing\.h$|(^|\/)test_[^/]*\.h$/.test(path);

/** Returns sentences for a line that names a folder below it, or one that is not there, or one folder twice. */
export function findWrongLines(layers) {
  const folders = layers.map(({ folder }) => folder);
  return layers.flatMap(({ folder, dependencies, ofTables, ofTests }, line) => {
    const all = [...dependencies, ...ofTables, ...ofTests];
    const twice = all.filter((name, at) => all.indexOf(name) !== at);
    return [
      ...findNotAbove("core/LAYERS", folder, [...dependencies, ...ofTables], folders.slice(0, line)),
      ...findNotAbove("core/LAYERS", folder, ofTests, folders),
      ...twice.map((name) => `core/LAYERS: ${folder} names ${name} twice`),
    ];
  });
}

/** Returns the paths in a text's includes with quotation marks. */
const targetsOf = (text) => [...text.matchAll(/^\s*#\s*include\s*"([^"]+)"/gm)].map(([, target]) => target);

/** Returns the paths that a file includes, and with them those that headers of tests include. */
function includesWithTests(texts, path, seen = new Set()) {
  for (const target of targetsOf(texts.get(path))) {
    if (seen.has(target)) continue;
    seen.add(target);
    if (isTest(target) && texts.has(target)) includesWithTests(texts, target, seen);
  }
  return seen;
}

/** Returns what each folder's files include, as Maps of a folder to one including path: by the library, by its tests. */
function includesOf(layers, files) {
  const folders = layers.map(({ folder }) => folder);
  const found = new Map(folders.map((folder) => [folder, { library: new Map(), tests: new Map() }]));
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  for (const path of texts.keys()) {
    const own = folderOf(folders, path);
    if (own === undefined) continue;
    const { library, tests } = found.get(own);
    for (const target of includesWithTests(texts, path)) {
      const other = folderOf(folders, target);
      if (other !== undefined && other !== own) (isTest(path) ? tests : library).set(other, path);
    }
  }
  return found;
}

/** Returns all folders that a folder reaches through the lines of others. */
function reached(layers, folder, seen = new Set()) {
  const line = layers.find((layer) => layer.folder === folder);
  for (const name of [...(line?.dependencies ?? []), ...(line?.ofTables ?? [])]) {
    if (!seen.has(name)) reached(layers, name, seen.add(name));
  }
  return seen;
}

/** Returns the Map with "path includes name" for each folder. */
const usesOf = (library) => new Map([...library].map(([name, path]) => [name, `${path} includes ${name}`]));

/** Returns a sentence for each include that no line names, and for each name that nothing includes. */
export function findWrongIncludes(layers, files) {
  const found = includesOf(layers, files);
  return layers.flatMap(({ folder, dependencies, ofTests }) => {
    const { library, tests } = found.get(folder);
    const below = reached(layers, folder);
    const missingOfTests = [...tests].filter(([name]) => !below.has(name) && !ofTests.includes(name));
    const unusedOfTests = ofTests.filter((name) => !tests.has(name) || below.has(name));
    return [
      ...compareLine("core/LAYERS", { folder, dependencies }, usesOf(library), "includes"),
      ...missingOfTests.map(([name, path]) => `${path} includes ${name}, which is not among what tests of ${folder} include`),
      ...unusedOfTests.map((name) => `core/LAYERS: the tests of ${folder} need no word about ${name}`),
    ];
  });
}

/** Returns a sentence for each file outside simd/ that includes Highway. */
export function findHighway(files) {
  const outside = files.filter(({ path }) => !path.startsWith("simd/"));
  return outside.flatMap(({ path, text }) =>
    [...text.matchAll(/^\s*#\s*include\s*["<](hwy\/[^">]+)[">]/gm)].map(([, target]) => `${path} includes ${target}, which only simd/ may`),
  );
}

/**
 * Returns a sentence for each header of core/api that reaches the inside, by any way of includes. Programs that link Paddock
 * depend on core/api and its dependencies, not on how programs are planned and run.
 */
export function findInsideHeaders(files) {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const publicHeaders = [...texts.keys()].filter((path) => /^core\/(?:api|c)\/.*\.h$/.test(path) && !isTest(path));
  return publicHeaders.flatMap((header) => {
    const inside = [...reachedHeaders(texts, header)].filter((path) => /^core\/(exec|plan|grid)\//.test(path));
    return inside.map((path) => `${header} includes ${path}, which is inside`);
  });
}

/** Returns the paths that a file includes, and those that they include. */
function reachedHeaders(texts, path, seen = new Set()) {
  for (const target of targetsOf(texts.get(path) ?? "")) {
    if (!seen.has(target)) reachedHeaders(texts, target, seen.add(target));
  }
  return seen;
}

/** Returns all problems in the checkout, sources in no folder among them. */
export function checkLayers() {
  const layers = readLayers();
  const folders = layers.map(({ folder }) => folder);
  // Examples of programs that link the library are projects of their own.
  const sources = globSync("*.h", "*.cc").filter((path) => !path.startsWith("examples/link/"));
  const files = sources.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
  const homeless = files.filter(({ path }) => folderOf(folders, path) === undefined);
  return [
    ...homeless.map(({ path }) => `${path} is in no folder of core/LAYERS`),
    ...findWrongLines(layers),
    ...findWrongIncludes(layers, files),
    ...findHighway(files),
    ...findInsideHeaders(files),
  ];
}
