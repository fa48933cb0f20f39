// The C header of PJRT, from a crate that cargo fetches. Without cargo, builds leave out the PJRT plugin (docs/jax.md).
import { cpSync, existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cache } from "../lib/paths.mjs";
import { capture, findProgram } from "../lib/run.mjs";
import { makeFolder } from "./stamps.mjs";

const crate = { name: "pjrt-sys", version: "0.2.0" };
// Dependencies.cmake looks here. The number is the version of the interface.
const place = join(cache, "sources", "pjrt-0.54");

export const missesPjrtHeader = () => !existsSync(place) && findProgram("cargo") !== undefined;

const manifest = `[package]
name = "paddock-pjrt-header"
version = "0.0.0"
edition = "2021"
[lib]
path = "empty.rs"
[dependencies]
${crate.name} = "=${crate.version}"
`;

/** Fetches the crate and returns its folder, or undefined if cargo fails. */
async function fetchCrate() {
  const folder = join(cache, "downloads", "pjrt");
  makeFolder(folder);
  writeFileSync(join(folder, "Cargo.toml"), manifest);
  writeFileSync(join(folder, "empty.rs"), "");
  const args = ["metadata", "--format-version", "1", "--filter-platform", "x86_64-unknown-linux-gnu", "--quiet"];
  const { code, stdout, output } = await capture("cargo", args, { cwd: folder });
  if (code !== 0) {
    console.log(`The PJRT plugin is left out, because cargo cannot fetch ${crate.name}:\n${output.trim()}`);
    return undefined;
  }
  const found = JSON.parse(stdout).packages.find((one) => one.name === crate.name);
  return dirname(found.manifest_path);
}

export async function fetchPjrtHeader() {
  if (!missesPjrtHeader()) return;
  const source = await fetchCrate();
  if (!source) return;
  const unfinished = `${place}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(join(source, "include"), join(unfinished, "include"), { recursive: true });
  renameSync(unfinished, place);
}
