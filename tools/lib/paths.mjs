import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Downloads and compiled objects, shared by all checkouts of one user. */
export const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "paddock");
