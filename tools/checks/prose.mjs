// The prose of the checkout: comments, documents, messages and texts of the page, without the code in them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "../lib/glob.mjs";
import { root } from "../lib/paths.mjs";

const slashed = ["examples/*.mlir", "tests/*.mlir", "*.cc", "*.h", "*.def", "*.ts", "*.mjs", "*.cjs", "*.js", "*.css"];
const hashed = ["*.cmake", "*CMakeLists.txt", "*.py", "*LAYERS"];

const slashComment = /^\s*(?:\/\/\/?|\/\*\*?|\*(?!\/))\s*(.*?)(?:\*\/)?$/;
const hashComment = /^\s*#\s*(.*)$/;
const trailingComment = /[;{},()]\s+\/\/\/?<?\s+(.*)$/;

/** Returns the blocks of comments of a source: the number of the first line, and the lines without their marks. */
export function commentsOf(text, comment = slashComment) {
  const blocks = [];
  let current = null;
  text.split("\n").forEach((line, index) => {
    const words = comment.exec(line)?.[1];
    const trailing = words === undefined ? trailingComment.exec(line)?.[1] : undefined;
    if (trailing !== undefined) blocks.push({ line: index + 1, lines: [trailing] });
    if (words === undefined || words === "") current = null;
    else if (current) current.lines.push(words);
    else blocks.push((current = { line: index + 1, lines: [words] }));
  });
  return blocks;
}

/** Returns the paragraphs, cells and list items of a Markdown text, without blocks of code. */
export function paragraphsOf(text) {
  const blocks = [];
  let current = null;
  let isCode = false;
  text.split("\n").forEach((line, index) => {
    if (/^\s*```/.test(line)) isCode = !isCode;
    const isProse = !isCode && !/^(?: {4}|\s*```)/.test(line) && line.trim() !== "";
    if (!isProse) current = null;
    else if (current && !/^(?:\||#|- |\d+\. )/.test(line)) current.lines.push(line.trim());
    else blocks.push((current = { line: index + 1, lines: [line.trim()] }));
  });
  return blocks;
}

const literal = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;

/** Returns the string literals of a source that are sentences, of three words or more, and not programs. */
export function sentencesOf(text) {
  return text.split("\n").flatMap((line, index) => {
    if (slashComment.test(line)) return [];
    const literals = [...line.matchAll(literal)].map(([found]) => found.slice(1, -1));
    return literals.filter((found) => /[a-z]+[,:]? [a-z]+[,:]? [a-z]+/i.test(found) && !/%\w+ =|tensor</.test(found)).map((found) => ({ line: index + 1, lines: [found] }));
  });
}

/** Removes what is code within prose: `spans`, ${expressions}, {placeholders}, addresses, paths, options and %names. */
const withoutCode = (text) => text.replace(/`[^`]*`|\$\{[^}]*\}|\{[^}]*\}|\]\([^)]*\)|https?:\S+|[\w.]+(?:\/[\w.*-]+)+|--[\w-]+|%[\w.#]+/g, " _ ");

const isShown = (path) => /^(?:core|cli|web\/src|wasm\/package\/src)\//.test(path) && !/_(?:test|fuzz|testing)\.(?:cc|h)$/.test(path);

/** Returns the prose of one file, as blocks of `{ path, line, text }`. */
export function proseOf(path, text) {
  const isHashed = /\.(?:cmake|py)$|CMakeLists\.txt$|LAYERS$/.test(path);
  const comments = () => [...commentsOf(text, isHashed ? hashComment : slashComment), ...(isShown(path) ? sentencesOf(text) : [])];
  const blocks = path.endsWith(".md") ? paragraphsOf(text) : comments();
  return blocks.map(({ line, lines }) => ({ path, line, text: withoutCode(lines.join(" ")) }));
}

/** Returns the prose of all files of the checkout. */
export function readProse() {
  const paths = [...slashed, ...hashed, "*.md"].flatMap((kind) => globSync(kind));
  return paths.flatMap((path) => proseOf(path, readFileSync(join(root, path), "utf8")));
}
