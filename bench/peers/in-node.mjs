// A runner in Node: `node in-node.mjs KIND WORD...`. KIND.mjs beside this file defines how a program runs.
// PADDOCK_PEERS names the folder of the peers' packages.
import "../../tools/lib/relaxed-simd.cjs";
import { readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { makeRunner } from "./runner.mjs";

const [kind, ...words] = process.argv.slice(2);
const { open } = await import(`./${kind}.mjs`);
const packages = () => createRequire(join(process.env.PADDOCK_PEERS, "package.json"));

const answer = makeRunner(
  await open(
    {
      isNode: true,
      /** A module or the bytes of a file of this checkout. */
      import: (path) => import(new URL(`../../${path}`, import.meta.url)),
      bytes: (path) => readFile(new URL(`../../${path}`, import.meta.url)),
      /** Imports a package of the peers. */
      peer: async (name) => {
        const found = await import(pathToFileURL(packages().resolve(name)));
        return found.default ?? found;
      },
      /** Returns the path of a file of such a package. */
      peerFile: (path) => packages().resolve(path),
    },
    ...words,
  ),
  {
    placeOf: (folder) => ({ read: (name) => readFileSync(join(folder, name)) }),
    write: writeFileSync,
    processor: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
  },
);
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(line.split("\t")))}\n`);
}
