// The files that git would commit, by pattern: build outputs and other people's folders are never looked at.
import { execFileSync } from "node:child_process";
import { root } from "./paths.mjs";

/** Paths relative to the root, of tracked and of new files. Patterns are git's: a `*` also crosses folders. */
export function globSync(...patterns) {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate", "--", ...patterns];
  const output = execFileSync("git", args, { cwd: root, encoding: "utf8" });
  return output.split("\0").filter(Boolean);
}
