// Generated tables of the documentation, each between `<!-- table NAME -->` and `<!-- end of table -->`.
import { Failure } from "./failure.mjs";

/** Returns a Markdown table. */
export function tableOf(header, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |\n`;
  return line(header) + `|${"---|".repeat(header.length)}\n` + rows.map(line).join("");
}

/** Returns `text` with the table of that name replaced. */
export function replaceTable(text, name, table) {
  const begin = `<!-- table ${name} -->\n`;
  const start = text.indexOf(begin);
  const end = text.indexOf("<!-- end of table -->", start);
  if (start < 0 || end < 0) throw new Failure(`there is no place for the table "${name}".`);
  return `${text.slice(0, start + begin.length)}\n${table}\n${text.slice(end)}`;
}
