// `npm run format` formats the C and C++ sources; with --check it only lists the files that it would change.
import { Failure } from "./lib/failure.mjs";
import { globSync } from "./lib/glob.mjs";
import { processors } from "./lib/processors.mjs";
import { capture, findProgram, run } from "./lib/run.mjs";

const sources = () => globSync("*.c", "*.cc", "*.h");

/** Returns the files that clang-format would change. */
export async function findUnformatted() {
  const { output } = await processors.one(() => capture("clang-format-19", ["--dry-run", "--ferror-limit=1", ...sources()]));
  return [...new Set([...output.matchAll(/^(.*?):\d+:\d+: warning:/gm)].map((match) => match[1]))];
}

export async function main(args) {
  if (!findProgram("clang-format-19")) throw new Failure("needs clang-format-19: `npm run setup` installs it.");
  if (args.includes("--check")) {
    const unformatted = await findUnformatted();
    for (const file of unformatted) console.log(file);
    return unformatted.length > 0 ? 1 : 0;
  }
  await run("clang-format-19", ["-i", ...sources()], "formatting");
}
