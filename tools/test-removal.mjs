// `npm run test:removal`: builds the page without each of its features, one at a time. The stories of that feature must
// fail and all others pass. A feature without which no story fails is untested.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { buildPage } from "./build.mjs";
import { Failure } from "./lib/failure.mjs";
import { Ledger } from "./lib/ledger.mjs";
import { root } from "./lib/paths.mjs";
import { forEachOf } from "./lib/pool.mjs";
import { jobs } from "./lib/processors.mjs";
import { runStories, storyFiles } from "./lib/stories.mjs";

const usage = "npm run test:removal takes --list, --all, --built and --only NAME";

function readOptions(args) {
  const options = { only: [], isList: false, isAll: false, isBuilt: false };
  for (let i = 0; i < args.length; ++i) {
    if (args[i] === "--only" && args[i + 1] !== undefined) options.only.push(args[++i]);
    else if (args[i] === "--list") options.isList = true;
    else if (args[i] === "--all") options.isAll = true;
    else if (args[i] === "--built") options.isBuilt = true;
    else throw new Failure(`${usage}, not ${args[i]}.`);
  }
  return options;
}

export async function main(args) {
  const { only, isList, isAll, isBuilt } = readOptions(args);
  const table = await import("../web/test/features.mjs");
  const features = table.features.filter(({ name }) => only.length === 0 || only.includes(name));
  const unknown = only.filter((name) => !features.some((feature) => feature.name === name));
  if (unknown.length > 0) throw new Failure(`there is no feature ${unknown.join(", ")}: --list prints them.`);
  if (isList) return print(features);
  const ledger = new Ledger();
  if (!isBuilt) await buildPage(ledger);
  const others = isAll ? storyFiles().map((file) => `${file}: *`) : table.core;
  const wanted = ({ stories }) => (isAll ? others : [...stories, ...others]);
  await ledger.tolerantStage("with everything there", () => runWhole([...new Set(features.flatMap(wanted))]));
  const { buildWithout } = await import("../web/without.mjs");
  await forEachOf(features, jobs, (feature) =>
    ledger.tolerantStage(`without ${feature.name}`, async () => {
      const folder = join(root, "build/removal", feature.name.replaceAll(/\W+/g, "-"));
      await buildWithout(feature, folder);
      const verdict = verdictOn(feature, await runStories(wanted(feature), folder), table);
      rmSync(folder, { recursive: true });
      return verdict;
    }),
  );
  return ledger.print();
}

function print(features) {
  for (const { name, at, stories } of features) console.log(`${name} (${at})\n${stories.map((story) => `    ${story}`).join("\n")}`);
}

/** Counts the stories that fail with all features present: their failures show nothing. */
async function runWhole(names) {
  const results = await runStories(names, join(root, "web/dist"), jobs);
  const failed = results.filter(({ passed }) => !passed);
  for (const { name } of failed) console.log(`   fails with everything there: ${name}`);
  return { passed: results.length - failed.length, failed: failed.length };
}

/**
 * Each story of the feature must fail. Every other story must pass, except those in `also`; stories of the core always
 * must.
 */
export function verdictOn({ name, stories, also }, results, { core, isNamed }) {
  const isOf = (names) => ({ name }) => names.some((one) => isNamed(name, one));
  const failed = results.filter(({ passed }) => !passed);
  const complaints = [];
  for (const story of stories) {
    const told = results.filter(isOf([story]));
    if (told.length === 0) complaints.push(`there is no ${story}`);
    for (const one of told.filter(({ passed }) => passed)) complaints.push(`not missed by ${one.name}`);
  }
  const mayFail = (one) => isOf(stories)(one) || (isOf(also)(one) && !isOf(core)(one));
  for (const one of failed.filter((one) => !mayFail(one))) complaints.push(`missed by ${one.name}, too`);
  for (const complaint of complaints) console.log(`   without ${name}: ${complaint}`);
  return { passed: results.length - complaints.length, failed: complaints.length, note: `${failed.length} of ${results.length} stories miss it` };
}
