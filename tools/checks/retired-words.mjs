// Finds words in prose that docs/glossary.md retires. Its table "Retired words" has the word to use instead of each,
// and the places where the retired word is right.

const phrasesOf = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, phrase]) => phrase);

/** Compiles a phrase: `*` is any end of a word or one word, ` ... ` is at most 80 characters of the same sentence. */
function patternOf(phrase, flags) {
  const parts = phrase.split(" ... ").map((part) => part.replaceAll("*", "[\\w'-]*").replaceAll(" ", "\\s+"));
  return new RegExp(`(?<![\\w-])${parts.join("\\s(?:[^.:;]{0,80}?\\s)?")}(?![\\w-])`, `dg${flags}`);
}

/** Returns the rows of the table: the retired phrases, the word to use, and the files and phrases with the right sense. */
export function retiredWords(glossary) {
  const table = /^## Retired words\n[^]*?\n\|---\|---\|---\|\n((?:\|.*\n)+)/m.exec(glossary)?.[1] ?? "";
  return table.trim().split("\n").map((row) => {
    const [, retired, say, right] = row.split("|").map((cell) => cell.trim());
    const isPath = (phrase) => phrase.includes("/");
    return {
      phrases: phrasesOf(retired),
      say,
      patterns: phrasesOf(retired).map((phrase) => patternOf(phrase, "i")),
      paths: phrasesOf(right).filter(isPath),
      senses: phrasesOf(right).filter((phrase) => !isPath(phrase)).map((phrase) => patternOf(phrase, "")),
    };
  });
}

const spansOf = (patterns, text) => patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(({ indices: [span] }) => span));

/** Returns a sentence for each retired phrase in blocks of prose (`readProse`). */
export function findRetired(rows, blocks) {
  return blocks.flatMap(({ path, line, text }) =>
    rows.filter(({ paths }) => !paths.some((right) => path.startsWith(right))).flatMap(({ patterns, senses, say }) => {
      const right = spansOf(senses, text);
      const isRight = ([from, to]) => right.some(([begin, end]) => begin <= from && to <= end);
      return spansOf(patterns, text).filter((span) => !isRight(span)).map(([from, to]) => `${path}:${line}: "${text.slice(from, to)}": say ${say}`);
    }),
  );
}
