// Emscripten: an activated emsdk on PATH if it is new enough, else Debian 13's packages unpacked into the cache folder,
// with the system's clang 19. Nothing is installed into the system.
import { chmodSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../lib/failure.mjs";
import { cache } from "../lib/paths.mjs";
import { capture, findProgram, run } from "../lib/run.mjs";
import { debian13 } from "./debian13.mjs";
import { isStamped, makeFolder, stamp } from "./stamps.mjs";

const kOldest = [3, 1, 69];
const place = join(cache, "emscripten-3.1.69");
const recipe = {
  packages: ["emscripten", "binaryen", "libc6", "libstdc++6", "libgcc-s1"],
  // For Emscripten's JavaScript optimiser and --emit-tsd.
  npm: ["acorn@8.14.0", "typescript@5.6.3"],
  revision: 2,
};

export const isNewEnough = (version) => {
  const difference = version.map((part, i) => part - kOldest[i]).find((part) => part !== 0);
  return (difference ?? 0) >= 0;
};

/** Returns the folder of an emcc on PATH that is new enough, or undefined. */
export async function findInstalledEmscripten() {
  const program = findProgram("emcc");
  if (!program) return undefined;
  const { output } = await capture(program, ["--version"]);
  const version = /(\d+)\.(\d+)\.(\d+)/.exec(output)?.slice(1).map(Number);
  if (!version || !isNewEnough(version)) return undefined;
  return (await capture("em-config", ["EMSCRIPTEN_ROOT"])).output.trim() || undefined;
}

/** Whether Debian's packages are in the cache folder. */
export const isEmscriptenUnpacked = () => isStamped("emscripten", recipe);

export async function hasEmscripten() {
  return isEmscriptenUnpacked() || (await findInstalledEmscripten()) !== undefined;
}

export async function setUpEmscripten() {
  if (await hasEmscripten()) return;
  const unfinished = `${place}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  makeFolder(join(unfinished, "downloads"));
  const downloads = join(unfinished, "downloads");
  await debian13(["download", ...recipe.packages], "downloading Emscripten 3.1.69", downloads);
  for (const file of readdirSync(downloads)) await unpack(file, downloads, unfinished);
  rmSync(downloads, { recursive: true });
  const share = join(unfinished, "usr/share");
  await run(
    "npm",
    ["install", "--prefix", share, "--no-save", "--ignore-scripts", ...recipe.npm],
    "downloading acorn and typescript",
    { cwd: share },
  );
  rmSync(place, { recursive: true, force: true });
  renameSync(unfinished, place);
  writeBinaryenWrappers();
  writeConfiguration();
  stamp("emscripten", recipe);
}

async function unpack(file, downloads, target) {
  const isBinaryenOrLibrary = !file.startsWith("emscripten");
  const folder = isBinaryenOrLibrary ? join(target, "binaryen-system") : target;
  makeFolder(folder);
  await run("dpkg", ["-x", join(downloads, file), folder], `unpacking ${file}`);
}

// Debian 13's Binaryen needs that release's C library, and nothing else does. So it starts through that library's
// loader.
function writeBinaryenWrappers() {
  const system = join(place, "binaryen-system");
  const loader = ["usr/lib64", "lib64", "usr/lib/x86_64-linux-gnu"]
    .map((folder) => join(system, folder, "ld-linux-x86-64.so.2"))
    .find((path) => existsSync(path));
  if (!loader) throw new Failure("Emscripten's Debian packages are for x86-64 only: please activate an emsdk of 3.1.69 or newer.");
  const bin = join(place, "binaryen/bin");
  makeFolder(bin);
  const libraries = join(system, "usr/lib/x86_64-linux-gnu");
  for (const program of readdirSync(join(system, "usr/bin"))) {
    if (!program.startsWith("wasm")) continue;
    const wrapper = join(bin, program);
    writeFileSync(wrapper, `#!/bin/sh\nexec "${loader}" --library-path "${libraries}" "${join(system, "usr/bin", program)}" "$@"\n`);
    chmodSync(wrapper, 0o755);
  }
}

// The package contains prebuilt system libraries: nothing is built into the frozen cache.
function writeConfiguration() {
  const lines = [
    "LLVM_ROOT = '/usr/bin'",
    "LLVM_ADD_VERSION = '19'",
    "CLANG_ADD_VERSION = '19'",
    `BINARYEN_ROOT = '${join(place, "binaryen")}'`,
    `NODE_JS = '${process.execPath}'`,
    "FROZEN_CACHE = True",
  ];
  writeFileSync(join(place, "usr/share/emscripten/.emscripten"), `${lines.join("\n")}\n`);
}
