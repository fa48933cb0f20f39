// An apt configuration of our own for Debian 13, whatever the system's release. Sources and programs come from it, and
// the system's configuration does not change. It uses the mirror of the system's apt.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../lib/failure.mjs";
import { cache } from "../lib/paths.mjs";
import { capture, findProgram, run } from "../lib/run.mjs";
import { makeFolder } from "./stamps.mjs";

const folder = join(cache, "debian13");
const keyring = "/usr/share/keyrings/debian-archive-keyring.gpg";

async function findMirror() {
  const { output } = await capture("apt-get", ["indextargets", "--format", "$(LABEL)|$(REPO_URI)|$(RELEASE)"]);
  const rows = output.split("\n").map((line) => line.split("|"));
  const main = rows.find(([label, , release]) => label === "Debian" && release && !/updates|backports/.test(release));
  const plain = rows.find(([, uri, release]) => /\/debian\/?$/.test(uri ?? "") && !/updates|backports/.test(release));
  return (main ?? plain)?.[1];
}

async function writeConfiguration() {
  const mirror = await findMirror();
  if (!mirror) throw new Failure("apt names no Debian mirror: please run `apt-get update` as root, then try again.");
  for (const name of ["lists/partial", "cache/archives/partial"]) makeFolder(join(folder, name));
  const signed = existsSync(keyring) ? `[signed-by=${keyring}] ` : "";
  const lines = ["deb", "deb-src"].map((type) => `${type} ${signed}${mirror} trixie main\n`);
  writeFileSync(join(folder, "sources.list"), lines.join(""));
  const settings = {
    "Dir::Etc::SourceList": join(folder, "sources.list"),
    "Dir::Etc::SourceParts": "/dev/null",
    "Dir::State::Lists": join(folder, "lists"),
    "Dir::Cache": join(folder, "cache"),
    "APT::Sandbox::User": "root",
    "Acquire::Languages": "none",
    "Acquire::Retries": "3",
  };
  const text = Object.entries(settings).map(([name, value]) => `${name} "${value}";\n`);
  writeFileSync(join(folder, "apt.conf"), text.join(""));
}

let updated;

/** Runs `apt-get` for Debian 13 in `cwd`. The lists are updated once. */
export async function debian13(args, purpose, cwd) {
  if (!findProgram("apt-get")) throw new Failure(`${purpose} needs Debian's apt-get, which is not here.`);
  const env = { APT_CONFIG: join(folder, "apt.conf") };
  updated ??= (async () => {
    await writeConfiguration();
    // By default apt-get succeeds even if it reaches no mirror.
    const args = ["update", "-o", "APT::Update::Error-Mode=any"];
    await run("apt-get", args, "reading the list of Debian 13's packages", { env });
  })();
  await updated;
  return run("apt-get", args, purpose, { env, cwd });
}
