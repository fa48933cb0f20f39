// The time of the files in archives and wheels.
import { run } from "./run.mjs";

/** Returns the time in seconds: that of the last commit, unless the variable SOURCE_DATE_EPOCH is set. */
export async function timeOfFiles() {
  const { SOURCE_DATE_EPOCH } = process.env;
  return SOURCE_DATE_EPOCH ?? (await run("git", ["log", "-1", "--format=%ct"], "reading the time of the last commit")).trim();
}
