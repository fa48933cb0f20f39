// `npm run package`: relocatable archives of the command and the library, one for each architecture. Each is unpacked in
// another folder and tested there, on another architecture than this machine's under qemu.
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build, buildFolder } from "./lib/cmake.mjs";
import { timeOfFiles } from "./lib/commit-time.mjs";
import { Failure } from "./lib/failure.mjs";
import { Ledger } from "./lib/ledger.mjs";
import { root } from "./lib/paths.mjs";
import { ownPrograms, runProgramsBy } from "./lib/programs.mjs";
import { capture, run } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

/** For each architecture, the command that runs its programs on the other one. */
const architectures = {
  x86_64: { node: "x64", emulator: ["qemu-x86_64", "-L", "/usr/x86_64-linux-gnu"] },
  aarch64: { node: "arm64", emulator: ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"] },
};

const folderOfArchives = join(root, "build", "packages");
const version = JSON.parse(readFileSync(join(root, "wasm/package/package.json"), "utf8")).version;

/** Installs the build into a folder and packs it: equal files give equal bytes. Returns the archive's path. */
async function pack(architecture) {
  const name = `paddock-${version}-linux-${architecture}`;
  const stage = mkdtempSync(join(tmpdir(), "paddock-stage-"));
  const archive = join(folderOfArchives, `${name}.tar.gz`);
  try {
    const from = buildFolder(`package-${architecture}`);
    await run("cmake", ["--install", from, "--prefix", join(stage, name), "--strip"], "installing into a folder");
    const same = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mode=go+u,go-w", `--mtime=@${await timeOfFiles()}`];
    await run("tar", [...same, "--use-compress-program=gzip -9n", "-cf", archive, "-C", stage, name], "packing the archive");
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
  return archive;
}

/** Runs the archive's command on programs with stated results, where it is unpacked: a folder whose path has a space. */
async function testArchive(archive, architecture) {
  const { node, emulator } = architectures[architecture];
  const folder = mkdtempSync(join(tmpdir(), "paddock unpacked "));
  try {
    await run("tar", ["-xf", archive, "-C", folder], "unpacking the archive");
    const prefix = join(folder, basename(archive, ".tar.gz"));
    const words = [...(process.arch === node ? [] : emulator), join(prefix, "bin/paddock")];
    await checkRelocatable(prefix);
    return await runProgramsBy(words, ownPrograms("tests/ops/*.mlir", "examples/*.mlir"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The archive names no folder of the machine that built it. */
async function checkRelocatable(prefix) {
  const { code, output } = await capture("grep", ["-rlF", "-e", root, "-e", tmpdir() + "/paddock-stage", prefix]);
  if (code === 0) throw new Failure(`files of the archive name folders of this machine: ${output.trim().split("\n").join(", ")}.`);
}

function writeSums() {
  const archives = readdirSync(folderOfArchives).filter((file) => file.endsWith(".tar.gz")).sort();
  const sum = (file) => createHash("sha256").update(readFileSync(join(folderOfArchives, file))).digest("hex");
  const lines = archives.map((file) => `${sum(file)}  ${file}\n`);
  writeFileSync(join(folderOfArchives, "SHA256SUMS"), lines.join(""));
  process.stdout.write(`\n${lines.join("")}in build/packages\n`);
}

export async function main(names) {
  const wrong = names.find((name) => !Object.hasOwn(architectures, name));
  if (wrong) throw new Failure(`there is no package for ${wrong}: there is ${Object.keys(architectures).join(", ")}.`);
  const ledger = new Ledger();
  await setUp(["native", "package"], ledger);
  mkdirSync(folderOfArchives, { recursive: true });
  for (const architecture of names.length > 0 ? names : Object.keys(architectures)) {
    const targets = ["paddock", "paddock_static", "paddock_shared"];
    await ledger.stage(`${architecture}: build`, () => build(`package-${architecture}`, targets));
    const archive = await ledger.stage(`${architecture}: pack`, () => pack(architecture));
    await ledger.tolerantStage(`${architecture}: test the unpacked command`, () => testArchive(archive, architecture));
  }
  writeSums();
  return ledger.print();
}
