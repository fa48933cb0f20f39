// Debian packages that must be installed in the system. Each is detected by a program or a file it installs, or by a
// check.
import { existsSync } from "node:fs";
import { findBrowser } from "../lib/browsers.mjs";
import { Failure } from "../lib/failure.mjs";
import { capture, failureOf, findProgram } from "../lib/run.mjs";
import { hasPythonHeaders, hasVenv } from "./python.mjs";

const packages = {
  native: {
    "clang-19": "clang++-19",
    "lld-19": "ld.lld-19",
    "llvm-19": "llvm-ar-19",
    cmake: "cmake",
    "ninja-build": "ninja",
    ccache: "ccache",
    git: "git",
    "xz-utils": "xz",
  },
  wasm: { python3: "python3" },
  python: { "python3-venv": hasVenv, "python3-dev": hasPythonHeaders },
  browser: { "chromium-headless-shell": () => findBrowser() !== undefined },
  ci: {
    "g++": "g++",
    "clang-format-19": "clang-format-19",
    "clang-tidy-19": "clang-tidy-19",
    "libclang-rt-19-dev": "/usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.asan-x86_64.a",
    "g++-aarch64-linux-gnu": "aarch64-linux-gnu-g++",
    "qemu-user": "qemu-aarch64",
    "libopenmpi-dev": "mpicxx",
    "openmpi-bin": "mpirun",
  },
};

function isThere(witness) {
  if (typeof witness === "function") return witness();
  return witness.startsWith("/") ? existsSync(witness) : findProgram(witness) !== undefined;
}

export function missingPackages(parts) {
  const wanted = parts.flatMap((part) => Object.entries(packages[part] ?? {}));
  return wanted.filter(([, witness]) => !isThere(witness)).map(([name]) => name);
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

export async function installPackages(parts) {
  const missing = missingPackages(parts);
  if (missing.length === 0) return;
  if (!findProgram("apt-get")) {
    throw new Failure(`please install ${missing.join(", ")}: this set-up itself installs with Debian's apt-get only, which is not here.`);
  }
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
