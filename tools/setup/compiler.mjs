// The C++ compiler of the native build: Debian's clang 19 if it is there, for which the speed of Paddock is measured, else
// the first compiler on PATH that is new enough.
import { spawnSync } from "node:child_process";
import { findProgram } from "../lib/run.mjs";

export const kReference = "clang++-19";

const kinds = [
  { names: [kReference, "clang++", "clang++-21", "clang++-20", "clang++-18", "clang++-17"], version: /^(?!Apple).*clang version (\d+)/m, oldest: 17 },
  // Apple counts its own versions: its clang 16 is of LLVM 17.
  { names: ["clang++"], version: /^Apple clang version (\d+)/m, oldest: 16 },
  { names: ["g++", "g++-15", "g++-14", "g++-13"], version: /\bg\+\+\S* \(.*\) (\d+)\./m, oldest: 13 },
];

function isNewEnough(program, { version, oldest }) {
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  return Number(version.exec(stdout ?? "")?.[1]) >= oldest;
}

function find() {
  for (const kind of kinds) {
    const name = kind.names.find((name) => findProgram(name) && isNewEnough(name, kind));
    if (name) return name;
  }
  return undefined;
}

const found = new Map();

/** Returns the name of the compiler on the current PATH, or undefined. */
export function findCompiler() {
  const path = process.env.PATH;
  // Asking a compiler for its version takes a moment. One that was missing may be installed later.
  if (!found.get(path)) found.set(path, find());
  return found.get(path);
}

/** Returns the words for CMake that replace the compiler of a preset whose compiler is clang 19, where that is absent. */
export function compilerWords() {
  const compiler = findCompiler();
  if (compiler === undefined || compiler === kReference) return [];
  // A compiler that CI does not have may have warnings of its own. Precompiling is for clang.
  const isClang = compiler.startsWith("clang");
  return [`-DCMAKE_CXX_COMPILER=${compiler}`, "-DPADDOCK_WARNINGS_AS_ERRORS=OFF", `-DPADDOCK_PRECOMPILED=${isClang ? "ON" : "OFF"}`];
}
