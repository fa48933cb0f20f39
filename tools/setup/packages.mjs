// Debian packages that must be installed in the system. Each is detected by a program or a file it installs, or by a
// check.
import { existsSync } from "node:fs";
import { findBrowser } from "../lib/browsers.mjs";
import { Failure } from "../lib/failure.mjs";
import { capture, failureOf, findProgram } from "../lib/run.mjs";
import { findCompiler } from "./compiler.mjs";
import { findInstalledEmscripten, isEmscriptenUnpacked } from "./emscripten.mjs";
import { hasPythonHeaders, hasVenv } from "./python.mjs";

const clang = ["clang-19", "lld-19", "llvm-19"];
const hasClang = () => ["clang++-19", "ld.lld-19", "wasm-ld-19", "llvm-ar-19"].every((name) => findProgram(name));

/** Packages that are asked for by their Debian names everywhere. */
const asNamed = (rows) => rows.map(([name, witness]) => ({ packages: [name], witness, elsewhere: name }));

/**
 * For each part: Debian packages, and a program, a file or a check that shows that they are there. `elsewhere` names what
 * a system without apt-get must have; without it, the packages are needed on Debian only.
 */
const parts = {
  native: [
    { packages: clang, witness: () => findCompiler() !== undefined, elsewhere: "clang 17 or g++ 13 (or newer)" },
    { packages: ["cmake"], witness: "cmake", elsewhere: "CMake 3.25" },
    { packages: ["ninja-build"], witness: "ninja", elsewhere: "Ninja" },
    { packages: ["ccache"], witness: "ccache" },
    { packages: ["git"], witness: "git", elsewhere: "git" },
    { packages: ["xz-utils"], witness: "xz" },
  ],
  wasm: [
    { packages: ["python3"], witness: "python3", elsewhere: "Python 3" },
    // Debian's Emscripten in the cache folder uses the system's clang; an emsdk has its own.
    { packages: clang, witness: hasEmscriptenOrItsClang, elsewhere: "Emscripten 3.1.69 (an activated emsdk)" },
  ],
  python: [
    { packages: ["python3-venv"], witness: hasVenv, elsewhere: "Python's venv" },
    { packages: ["python3-dev"], witness: hasPythonHeaders, elsewhere: "Python's headers" },
  ],
  browser: [
    { packages: ["chromium-headless-shell"], witness: () => findBrowser() !== undefined, elsewhere: "Chromium or Chrome (PADDOCK_CHROMIUM names another path)" },
  ],
  browsers: [
    { packages: ["firefox-esr"], witness: () => findBrowser("firefox") !== undefined, elsewhere: "Firefox (PADDOCK_FIREFOX names another path)" },
    { packages: ["webkit2gtk-driver"], witness: "WebKitWebDriver", elsewhere: "WebKitGTK's WebDriver" },
    { packages: ["xvfb", "xauth"], witness: "xvfb-run", elsewhere: "xvfb-run" },
  ],
  package: asNamed([
    ["g++-aarch64-linux-gnu", "aarch64-linux-gnu-g++"],
    ["qemu-user", "qemu-aarch64"],
  ]),
  ci: asNamed([
    ["g++", "g++"],
    ["clang-format-19", "clang-format-19"],
    ["clang-tidy-19", "clang-tidy-19"],
    ["libclang-rt-19-dev", "/usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.asan-x86_64.a"],
    ["g++-aarch64-linux-gnu", "aarch64-linux-gnu-g++"],
    ["qemu-user", "qemu-aarch64"],
    ["libopenmpi-dev", "mpicxx"],
    ["openmpi-bin", "mpirun"],
  ]),
};

async function hasEmscriptenOrItsClang() {
  if (await findInstalledEmscripten()) return true;
  return hasClang() && (isEmscriptenUnpacked() || findProgram("apt-get") !== undefined);
}

function isThere(witness) {
  if (typeof witness === "function") return witness();
  return witness.startsWith("/") ? existsSync(witness) : findProgram(witness) !== undefined;
}

async function missingOf(names) {
  const missing = [];
  for (const item of names.flatMap((name) => parts[name] ?? [])) {
    if (!(await isThere(item.witness))) missing.push(item);
  }
  return missing;
}

/** Returns the Debian packages that the parts lack; elsewhere, those of them that other systems need too. */
export async function missingPackages(names) {
  const isDebian = findProgram("apt-get") !== undefined;
  const missing = (await missingOf(names)).filter(({ elsewhere }) => isDebian || elsewhere);
  return [...new Set(missing.flatMap(({ packages }) => packages))];
}

/** Returns the words that run apt-get with the right to install, or fails with a sentence. */
function privileged(missing) {
  if (process.getuid?.() === 0) return [];
  if (!findProgram("sudo")) {
    throw new Failure(`installing ${missing.join(" ")} needs root or sudo, and neither is here.`);
  }
  // In CI no user can type a password.
  return process.stdin.isTTY ? ["sudo"] : ["sudo", "-n"];
}

/** Without apt-get, one sentence names all that is missing. */
async function refuseWithoutApt(names) {
  const words = (await missingOf(names)).map(({ elsewhere }) => elsewhere).filter(Boolean);
  throw new Failure(`please install ${words.join(", ")}: this set-up itself installs with Debian's apt-get only, which is not here.`);
}

export async function installPackages(names) {
  const missing = await missingPackages(names);
  if (missing.length === 0) return;
  if (!findProgram("apt-get")) return refuseWithoutApt(names);
  const [command, ...args] = [...privileged(missing), "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"];
  console.log(`   installing ${missing.join(" ")}`);
  // The old lists may suffice, but may name files that the mirror no longer has.
  const known = await capture("apt-cache", ["show", ...missing]);
  const install = [...args, "install", "-y", "--no-install-recommends", ...missing];
  if (known.code === 0 && (await capture(command, install, { progress: true })).code === 0) return;
  // A failing repository of the user is ignored, unless the packages are then unavailable.
  const update = await capture(command, [...args, "update"], { progress: true });
  const result = await capture(command, install, { progress: true });
  if (result.code !== 0) throw failureOf(`installing ${missing.join(" ")}`, command, `${update.output}${result.output}`);
}
