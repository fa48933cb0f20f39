// The ranking of `npm run bench -- broad`: how many times as fast as the peer one of Paddock's forms is.

/** Returns the rows with a time of both as { name, family, size, ratio, ms }, the worst first. */
export function ranked(rows, own, peer) {
  const timed = rows.filter(({ runners }) => runners[own]?.ms !== undefined && runners[peer]?.ms !== undefined);
  return timed
    .map(({ name, family, size, runners }) => ({ name, family, size, ratio: runners[peer].ms / runners[own].ms, ms: runners[own].ms }))
    .sort((a, b) => a.ratio - b.ratio);
}

export const geometricMean = (numbers) => Math.exp(numbers.reduce((sum, one) => sum + Math.log(one), 0) / numbers.length);

const share = (rows, isWanted) => `${((100 * rows.filter(isWanted).length) / rows.length).toFixed(0)} %`;
const number = (value) => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));
const line = (cells) => `| ${cells.join(" | ")} |`;

function summary(rows) {
  const ratios = rows.map(({ ratio }) => ratio);
  return [rows.length, number(geometricMean(ratios)), share(rows, ({ ratio }) => ratio < 1), share(rows, ({ ratio }) => ratio < 0.7), `\`${rows[0].name}\` ${number(rows[0].ratio)}`];
}

/** Returns a table with one line for each value of `key`, and one for all rows. */
function summaryTable(rows, key) {
  const groups = [...new Set(rows.map((row) => row[key]))].sort();
  const lines = groups.map((group) => line([group || "of one size", ...summary(rows.filter((row) => row[key] === group))]));
  return [line([key, "programs", "geometric mean", "below 1", "below 0.7", "worst"]), line(["---", "---:", "---:", "---:", "---:", "---"]), ...lines, line(["all", ...summary(rows)])].join("\n");
}

const worstTable = (rows) => [line(["", "Paddock, ms", "ratio"]), line(["---", "---:", "---:"]), ...rows.map(({ name, ms, ratio }) => line([`\`${name}\``, number(ms), number(ratio)]))].join("\n");

/** Returns the ranking as Markdown, with its `worst` last rows. */
export function rankText(programs, own, peer, worst = 10) {
  const rows = ranked(programs, own, peer);
  if (rows.length === 0) return "no program has two times to compare.";
  return [summaryTable(rows, "family"), summaryTable(rows, "size"), worstTable(rows.slice(0, worst))].join("\n\n");
}
