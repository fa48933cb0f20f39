// Tables of the documentation that a program writes, each between `<!-- table NAME -->` and `<!-- end of table -->`.
import { Failure } from "./failure.mjs";

/** A Markdown table. */
export function tableOf(header, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |\n`;
  return line(header) + `|${"---|".repeat(header.length)}\n` + rows.map(line).join("");
}

/** `text` with another table in the place of that name. */
export function replaceTable(text, name, table) {
  const begin = `<!-- table ${name} -->\n`;
  const start = text.indexOf(begin);
  const end = text.indexOf("<!-- end of table -->", start);
  if (start < 0 || end < 0) throw new Failure(`there is no place for the table "${name}".`);
  return `${text.slice(0, start + begin.length)}\n${table}\n${text.slice(end)}`;
}
