// core/LAYERS: the folders of the project in order, and what each includes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";

/**
 * Reads `folder: dependency ... + of its tables ... | of its tests ...`, one a line; an indented line continues the one
 * before.
 * @param {string} text
 * @param {string} name the file's, for messages
 * @returns {{ folder: string, dependencies: string[], ofTables: string[], ofTests: string[] }[]}
 */
export function parseLayers(text, name = "core/LAYERS") {
  const whole = text.replace(/#.*/g, "").replace(/\n[ \t]+(?=\S)/g, " ");
  const lines = whole.split("\n").filter((line) => line.trim());
  return lines.map((line) => {
    const [, folder, list] = /^(\S+):(.*)$/.exec(line) ?? [];
    if (folder === undefined) throw new Error(`${name}: a line without a colon: ${line}`);
    const [ofLibrary, ofTests = ""] = list.split("|");
    const [dependencies, ofTables = ""] = ofLibrary.split("+");
    const words = (part) => part.split(/\s+/).filter(Boolean);
    return { folder, dependencies: words(dependencies), ofTables: words(ofTables), ofTests: words(ofTests) };
  });
}

/** Returns the folders in order, with what each includes. */
export const readLayers = () => parseLayers(readFileSync(join(root, "core/LAYERS"), "utf8"));

/** Returns a sentence for each of the names in a folder's line that is not among the folders above it. */
export const findNotAbove = (file, folder, names, above) =>
  names.filter((name) => !above.includes(name)).map((name) => `${file}: ${folder} names ${name}, which is not above it`);

/**
 * Compares the dependencies in a folder's line with what its files use.
 * @param {string} file the name of the file of lines
 * @param {{ folder: string, dependencies: string[] }} line
 * @param {Map<string, string>} used for each folder that is used, "path includes name"
 * @param {string} verb "includes" or "imports"
 * @returns {string[]} sentences: for uses that the line does not name, and for names without a use
 */
export function compareLine(file, { folder, dependencies }, used, verb) {
  const missing = [...used].filter(([name]) => !dependencies.includes(name));
  const unused = dependencies.filter((name) => !used.has(name));
  return [
    ...missing.map(([, use]) => `${use}, which the line of ${folder} does not name`),
    ...unused.map((name) => `${file}: ${folder} names ${name}, and ${verb} nothing of it`),
  ];
}

/** Returns the innermost of the folders that holds a file, or undefined. */
export function folderOf(folders, path) {
  const holders = folders.filter((folder) => path.startsWith(`${folder}/`));
  return holders.sort((a, b) => b.length - a.length)[0];
}
