// Draws a graph without cycles in rows, as SVG: every arrow points downwards, and arrows that others imply are omitted.

/** Sizes in pixels. */
const kRow = 74;
const kBox = 30;
const kGap = 18;
const kLetter = 7.4;
const kMargin = 12;

/**
 * Returns the arrows of a graph that no path of others implies.
 * @param {Map<string, string[]>} graph what each node points to
 * @returns {Map<string, string[]>}
 */
export function reduceGraph(graph) {
  const reach = new Map();
  const reached = (node) => {
    if (!reach.has(node)) reach.set(node, new Set((graph.get(node) ?? []).flatMap((next) => [next, ...reached(next)])));
    return reach.get(node);
  };
  const isImplied = (all, next) => all.some((other) => other !== next && reached(other).has(next));
  return new Map([...graph].map(([node, all]) => [node, all.filter((next) => !isImplied(all, next))]));
}

/** Returns the row of each node: 0 for those that point to nothing, else one above the highest that they point to. */
function rowsOf(graph) {
  const rows = new Map();
  const rowOf = (node) => {
    if (!rows.has(node)) rows.set(node, Math.max(-1, ...graph.get(node).map(rowOf)) + 1);
    return rows.get(node);
  };
  for (const node of graph.keys()) rowOf(node);
  return rows;
}

/** Lays nodes into rows. An arrow over several rows passes a point in each, which takes part in the order. */
function layOut(graph) {
  const rows = rowsOf(graph);
  const table = Array.from({ length: Math.max(...rows.values()) + 1 }, () => []);
  const place = (item, row) => (table[row].push(item), item);
  const items = new Map([...rows].map(([name, row]) => [name, place({ name, width: name.length * kLetter + 20, links: [] }, row)]));
  const routes = [];
  for (const [from, all] of graph) {
    for (const to of all) {
      const route = [items.get(from)];
      for (let row = rows.get(from) - 1; row > rows.get(to); --row) route.push(place({ width: 4, links: [] }, row));
      route.push(items.get(to));
      for (let i = 1; i < route.length; ++i) {
        route[i].links.push(route[i - 1]);
        route[i - 1].links.push(route[i]);
      }
      routes.push(route);
    }
  }
  return { table, routes };
}

/** Sets `x` of every item, so that items are near those that they are linked with. */
function place(table) {
  const middle = (item) => item.x + item.width / 2;
  // Positions items from left to right, each as near to its aim as possible; then moves the row as a whole.
  const spread = (row) => {
    let x = -Infinity;
    for (const item of row) {
      item.x = Math.max(x, (item.aim ?? 0) - item.width / 2);
      x = item.x + item.width + kGap;
    }
    const shift = row.reduce((sum, item) => sum + (item.aim ?? 0) - middle(item), 0) / row.length;
    for (const item of row) item.x += shift;
  };
  table.forEach(spread);
  for (let round = 0; round < 60; ++round) {
    const rows = round % 2 === 0 ? table : [...table].reverse();
    for (const row of rows) {
      for (const item of row) {
        const links = item.links.map(middle);
        item.aim = links.length === 0 ? middle(item) : links.reduce((a, b) => a + b) / links.length;
      }
      row.sort((a, b) => a.aim - b.aim);
      spread(row);
    }
  }
  const all = table.flat();
  const left = Math.min(...all.map((item) => item.x));
  for (const item of all) item.x += kMargin - left;
  return Math.max(...all.map((item) => item.x + item.width)) + kMargin;
}

const round = (number) => Math.round(number * 10) / 10;

/** Returns the path of one arrow through the middles of its points. */
function curve(route, yOf) {
  const middle = (item) => round(item.x + item.width / 2);
  let path = `M${middle(route[0])} ${yOf(route[0]) + kBox}`;
  for (let i = 1; i < route.length; ++i) {
    const y0 = yOf(route[i - 1]) + kBox;
    const y1 = yOf(route[i]) - (i + 1 === route.length ? 5 : 0);
    const bend = (y0 + y1) / 2;
    path += `C${middle(route[i - 1])} ${bend} ${middle(route[i])} ${bend} ${middle(route[i])} ${y1}`;
    if (i + 1 < route.length) path += `V${yOf(route[i]) + kBox}`;
  }
  return path;
}

/**
 * Draws a graph.
 * @param {Map<string, string[]>} graph what each node points to
 * @param {string} title what the picture is of, for those who do not see it
 * @returns {string} an SVG document, readable on light and on dark ground
 */
export function drawGraph(graph, title) {
  const { table, routes } = layOut(reduceGraph(graph));
  const width = Math.ceil(place(table));
  const rowOf = new Map(table.flatMap((row, at) => row.map((item) => [item, at])));
  const yOf = (item) => kMargin + (table.length - 1 - rowOf.get(item)) * kRow;
  const height = (table.length - 1) * kRow + kBox + 2 * kMargin;
  const arrows = routes.map((route) => `<path d="${curve(route, yOf)}" marker-end="url(#head)"/>`);
  const boxes = table.flat().filter((item) => item.name).map((item) => {
    const x = round(item.x);
    const box = `<rect x="${x}" y="${yOf(item)}" width="${round(item.width)}" height="${kBox}" rx="5"/>`;
    return `${box}<text x="${round(x + item.width / 2)}" y="${yOf(item) + 20}">${item.name}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
<style>
  rect { fill: #fff; stroke: #57606a }
  text { font: 12px ui-monospace, monospace; text-anchor: middle; fill: #1f2328 }
  g path { fill: none; stroke: #57606a; stroke-opacity: 0.7 }
  .ground { fill: #f6f8fa; stroke: none }
  @media (prefers-color-scheme: dark) {
    rect { fill: #161b22; stroke: #9198a1 }
    text { fill: #e6edf3 }
    g path { stroke: #9198a1 }
    .ground { fill: #0d1117 }
  }
</style>
<defs><marker id="head" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0L6 3L0 6z" fill="#768390"/></marker></defs>
<rect class="ground" width="${width}" height="${height}"/>
<g>
${arrows.join("\n")}
</g>
${boxes.join("\n")}
</svg>
`;
}
