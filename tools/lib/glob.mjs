// Lists the files that git would commit, by pattern: it skips build outputs and ignored folders.
import { execFileSync } from "node:child_process";
import { root } from "./paths.mjs";

/** Returns paths of tracked and new files, relative to the root. Patterns are git's: a `*` also crosses folders. */
export function globSync(...patterns) {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate", "--", ...patterns];
  const output = execFileSync("git", args, { cwd: root, encoding: "utf8" });
  return output.split("\0").filter(Boolean);
}
