// Third-party C++ sources, from Debian 13's source packages: tools/cmake/Dependencies.cmake finds them in the cache.
import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../lib/failure.mjs";
import { cache } from "../lib/paths.mjs";
import { findProgram, run } from "../lib/run.mjs";
import { debian13 } from "./debian13.mjs";
import { makeFolder } from "./stamps.mjs";

// The folder's version is the one that Dependencies.cmake requires.
const sources = [
  { folder: "highway-1.2.0", package: "highway", archive: /^highway_1\.2\.0.*\.orig\.tar/ },
  { folder: "catch2-3.7.1", package: "catch2", archive: /^catch2_3\.7\.1.*\.orig\.tar/ },
  { folder: "fmt-10.1.1", package: "fmtlib", archive: /^fmtlib_10\.1\.1.*\.orig\.tar/ },
  { folder: "zlib-1.3.1", package: "zlib", archive: /^zlib_1\.3(\.dfsg\+really1\.3)?\.1.*\.orig\.tar/ },
  { folder: "fast_float-8.0.0", package: "fast-float", archive: /^fast-float_8\.0\.0.*\.orig\.tar/ },
];

const place = (source) => join(cache, "sources", source.folder);

export const missingSources = () => sources.filter((source) => !existsSync(place(source)));

export async function fetchSources() {
  const missing = missingSources();
  // On systems other than Debian, CMake downloads them from upstream.
  if (missing.length === 0 || !findProgram("apt-get")) return;
  const downloads = join(cache, "downloads");
  makeFolder(downloads);
  const names = missing.map((source) => source.package);
  await debian13(["source", "--download-only", "--tar-only", ...names], `downloading the sources of ${names.join(", ")}`, downloads);
  for (const source of missing) await unpack(source, downloads);
}

async function unpack(source, downloads) {
  const archive = readdirSync(downloads).find((name) => source.archive.test(name));
  if (!archive) throw new Failure(`Debian 13 no longer has ${source.folder}: tools/setup/sources.mjs must name another version.`);
  const unfinished = `${place(source)}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  makeFolder(unfinished);
  const args = ["-xf", join(downloads, archive), "-C", unfinished, "--strip-components=1"];
  await run("tar", args, `unpacking ${archive}`);
  renameSync(unfinished, place(source));
}
