// The sources against core/LAYERS: includes point to the same stage or to an earlier one, and Highway stays in simd/.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/paths.mjs";
import { globSync } from "../lib/glob.mjs";

/** The stages' folders in order. */
export function readLayers() {
  const lines = readFileSync(join(root, "core/LAYERS"), "utf8").split("\n");
  return lines.map((line) => line.replace(/#.*/, "").trim()).filter(Boolean);
}

const layerOf = (layers, path) => layers.findIndex((layer) => path.startsWith(`${layer}/`));

/** What is wrong with one file's includes, as sentences. */
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

/** All problems in the checkout. A source in a folder that is no stage is one, too. */
export function checkLayers() {
  const layers = readLayers();
  return globSync("*.h", "*.cc").flatMap((path) => {
    if (layerOf(layers, path) < 0) return [`${path} is in no folder of core/LAYERS`];
    return findForwardIncludes(layers, path, readFileSync(join(root, path), "utf8"));
  });
}
