// Checks the imports of TypeScript sources: there are no cycles of files or folders. Each source folder has a file LAYERS
// like core/LAYERS: its folders in order, and after each exactly the folders above it that its files import. `.` means the
// files beside LAYERS. Imports of types and imports at run time count.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { globSync } from "../lib/glob.mjs";
import { compareLine, findNotAbove, parseLayers } from "../lib/layers.mjs";
import { root } from "../lib/paths.mjs";

/** Source folders with imports to check. */
export const sourceFolders = ["wasm/package/src", "web/src"];

const statement = /^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s+)?'(\.[^']+)'/gm;
const expression = /\bimport\('(\.[^']+)'\)/g;
const comment = /^\s*\/\/.*$/gm;

/** Returns the paths of the files that a file imports, each once, in order of their names. */
export function importsOf({ path, text }) {
  const code = text.replace(comment, "");
  const named = [...code.matchAll(statement), ...code.matchAll(expression)].map(([, to]) => to);
  const paths = named.map((to) => normalize(join(dirname(path), to)).replace(/\.js$/, ".ts"));
  return [...new Set(paths)].sort();
}

/** Returns a Map of each file to those of the files that it imports. */
export function graphOf(files) {
  const known = new Set(files.map(({ path }) => path));
  return new Map(files.map((file) => [file.path, importsOf(file).filter((path) => known.has(path))]));
}

/** Returns the strongly connected components of more than one vertex. Tarjan's algorithm. */
export function findCycles(graph) {
  const [numbers, lowest, stack, cycles] = [new Map(), new Map(), [], []];
  const visit = (node) => {
    numbers.set(node, numbers.size);
    lowest.set(node, numbers.get(node));
    stack.push(node);
    for (const next of graph.get(node)) {
      if (!numbers.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(node, Math.min(lowest.get(node), lowest.get(next)));
    }
    if (lowest.get(node) !== numbers.get(node)) return;
    const component = stack.splice(stack.indexOf(node));
    if (component.length > 1) cycles.push(component.sort());
  };
  for (const node of graph.keys()) if (!numbers.has(node)) visit(node);
  return cycles;
}

const folderOf = (path) => dirname(path);

/** Returns a sentence for each folder that LAYERS omits or lists in vain. */
function compareFolders(layers, found) {
  const listed = layers.map(({ folder }) => folder);
  return [
    ...[...found.keys()].filter((folder) => !listed.includes(folder)).map((folder) => `LAYERS has no line of ${folder}`),
    ...listed.filter((folder) => !found.has(folder)).map((folder) => `LAYERS has a line of ${folder}, which has no files`),
  ];
}

/** Returns a sentence for each difference between LAYERS and the imports. Paths are relative to the source folder. */
export function findWrongImports(layers, graph) {
  const found = new Map([...graph.keys()].map((path) => [folderOf(path), new Map()]));
  for (const [path, imports] of graph) {
    for (const to of imports) if (folderOf(to) !== folderOf(path)) found.get(folderOf(path)).set(folderOf(to), `${path} imports ${to}`);
  }
  const of = layers.flatMap(({ folder, dependencies }, line) => {
    const above = layers.slice(0, line).map((layer) => layer.folder);
    const used = found.get(folder) ?? new Map();
    return [...findNotAbove("LAYERS", folder, dependencies, above), ...compareLine("LAYERS", { folder, dependencies }, used, "imports")];
  });
  return [...compareFolders(layers, found), ...of];
}

/** Returns the TypeScript files of a source folder, with paths relative to it. */
export function readTypeScript(folder) {
  const paths = globSync(`${folder}/*.ts`).filter((path) => existsSync(join(root, path)));
  return paths.map((path) => ({ path: relative(folder, path), text: readFileSync(join(root, path), "utf8") }));
}

/** Returns all problems with the imports of a source folder. */
export function checkImports(folder) {
  const graph = graphOf(readTypeScript(folder));
  const cycles = findCycles(graph).map((cycle) => `${folder}: these files import one another: ${cycle.join(", ")}`);
  const path = join(root, folder, "LAYERS");
  if (!existsSync(path)) return cycles;
  const wrong = findWrongImports(parseLayers(readFileSync(path, "utf8"), `${folder}/LAYERS`), graph);
  return [...cycles, ...wrong.map((sentence) => `${folder}: ${sentence}`)];
}
