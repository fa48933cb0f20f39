// `node tools/paddock.cjs architecture`: draws core/LAYERS as docs/architecture.svg.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawGraph } from "./lib/layered-graph.mjs";
import { readLayers } from "./lib/layers.mjs";
import { root } from "./lib/paths.mjs";

export const picture = join(root, "docs/architecture.svg");

/** Returns the graph of the folders. Families of kernels form one vertex, and so do tests; core/LAYERS has their own order. */
export function graphOf(layers) {
  const nodeOf = (folder) => /^(simd|tests)(?=\/)/.exec(folder)?.[0] ?? folder;
  const graph = new Map();
  for (const { folder, dependencies, ofTables } of layers) {
    const node = nodeOf(folder);
    const others = [...dependencies, ...ofTables].map(nodeOf).filter((other) => other !== node);
    graph.set(node, [...new Set([...(graph.get(node) ?? []), ...others])]);
  }
  return graph;
}

/** Returns the picture as an SVG document. */
export const drawArchitecture = () => drawGraph(graphOf(readLayers()), "The folders of Paddock; an arrow points to what a folder includes");

export async function main() {
  writeFileSync(picture, drawArchitecture());
  console.log("docs/architecture.svg is written.");
}
