// The Python that the wheel is built for: `PYTHON`, or python3 on PATH.
import { spawnSync } from "node:child_process";
import { Failure } from "../lib/failure.mjs";

const script = `
import ensurepip, os, sys, sysconfig
print(os.path.realpath(sys.executable), *sys.version_info[:3], os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))`;

/** Returns {path, version, hasHeaders}, or undefined if there is no Python with the module venv. */
function describe() {
  const { status, stdout } = spawnSync(process.env.PYTHON || "python3", ["-c", script], { encoding: "utf8" });
  if (status !== 0) return undefined;
  const [path, major, minor, patch, headers] = stdout.trim().split(" ");
  return { path, version: `${major}.${minor}.${patch}`, hasHeaders: headers === "True" };
}

const isOldest = (version) => {
  const [major, minor] = version.split(".").map(Number);
  return major > 3 || (major === 3 && minor >= 10);
};

export const hasVenv = () => describe() !== undefined;
export const hasPythonHeaders = () => describe()?.hasHeaders === true;

/** Returns the Python, or fails with a sentence. */
export function findPython() {
  const found = describe();
  if (found && found.hasHeaders && isOldest(found.version)) return found;
  const name = process.env.PYTHON || "python3";
  const lack = !found ? "is not here or lacks the module venv" : found.hasHeaders ? `is ${found.version}` : "lacks its headers";
  throw new Failure(`the Python package needs Python 3.10 or newer with venv and headers, and ${name} ${lack}: PYTHON names another one.`);
}
