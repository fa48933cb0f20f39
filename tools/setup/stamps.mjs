// A stamp in the cache folder records that a part of the set-up was done with the current recipe.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cache } from "../lib/paths.mjs";
import { Failure, causeOf } from "../lib/failure.mjs";

function stampPath(part, recipe) {
  const hash = createHash("sha256").update(JSON.stringify(recipe)).digest("hex").slice(0, 12);
  return join(cache, "stamps", `${part}-${hash}`);
}

export const isStamped = (part, recipe) => existsSync(stampPath(part, recipe));

export function stamp(part, recipe) {
  makeFolder(join(cache, "stamps"));
  writeFileSync(stampPath(part, recipe), "");
}

export function makeFolder(path) {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw new Failure(`the folder ${path} cannot be made: ${causeOf(error.message) ?? error.message}.`);
  }
}
