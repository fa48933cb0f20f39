// Checks the sources against core/LAYERS: a stage includes only itself and earlier stages, and only simd/ includes
// Highway.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/paths.mjs";
import { globSync } from "../lib/glob.mjs";

/** Returns the folders of the stages, in order. */
export function readLayers() {
  const lines = readFileSync(join(root, "core/LAYERS"), "utf8").split("\n");
  return lines.map((line) => line.replace(/#.*/, "").trim()).filter(Boolean);
}

const layerOf = (layers, path) => layers.findIndex((layer) => path.startsWith(`${layer}/`));

/** Returns a sentence for each wrong include of one file. */
export function findForwardIncludes(layers, path, text) {
  const own = layerOf(layers, path);
  const problems = [];
  for (const [, bracket, target] of text.matchAll(/^\s*#\s*include\s*(["<])([^">]+)[">]/gm)) {
    if (/^hwy\//.test(target) && !path.startsWith("simd/")) problems.push(`${path} includes ${target}, which only simd/ may`);
    if (bracket === "<") continue;
    const other = layerOf(layers, target);
    if (other > own) problems.push(`${path} includes ${target}, of a later stage`);
  }
  return problems;
}

/** Returns all problems in the checkout, including sources in folders that are no stage. */
export function checkLayers() {
  const layers = readLayers();
  return globSync("*.h", "*.cc").flatMap((path) => {
    if (layerOf(layers, path) < 0) return [`${path} is in no folder of core/LAYERS`];
    return findForwardIncludes(layers, path, readFileSync(join(root, path), "utf8"));
  });
}
