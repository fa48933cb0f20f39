// `node tools/paddock.cjs fuzz [THING...] [--seconds N]`: builds the fuzz targets, and runs each for a while on the inputs
// in tests/fuzz and those of earlier runs (build/fuzz/corpus). `--minimize` writes the inputs that reach new code back
// to tests/fuzz. `.ci/run` starts from the committed inputs and one seed, so that it tries the same inputs each time.
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { build, buildFolder } from "./lib/cmake.mjs";
import { Failure } from "./lib/failure.mjs";
import { Ledger } from "./lib/ledger.mjs";
import { print } from "./lib/output.mjs";
import { root } from "./lib/paths.mjs";
import { forEachOf } from "./lib/pool.mjs";
import { jobs, processors } from "./lib/processors.mjs";
import { capture, run } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

const committed = join(root, "tests/fuzz");
const found = join(buildFolder("fuzz"), "found");
const corpusOf = (thing) => join(buildFolder("fuzz"), "corpus", thing);
const programOf = (thing) => join(buildFolder("fuzz"), "bin", `paddock_${thing}_fuzz`);

// Inputs that the project has anyway.
const seeds = { text: ["examples/ops"] };

// Limits of time and memory for every input: a small input must not cause a large allocation.
const limits = ["-timeout=20", "-malloc_limit_mb=128", "-rss_limit_mb=1024"];
// Longer texts find no more.
const longest = { text: 4096 };
const kLongest = 16384;

/** Names of the targets: `npy` for core/io/npy_fuzz.cc. */
const fuzzThings = () =>
  readdirSync(join(buildFolder("fuzz"), "bin"))
    .map((name) => /^paddock_(\w+)_fuzz$/.exec(name)?.[1])
    .filter(Boolean)
    .sort();

export async function buildFuzzTargets() {
  await run("cmake", ["--preset", "fuzz"], "configuring the fuzz build");
  await build("fuzz", ["fuzz_targets"]);
}

const pathOf = (path) => relative(root, path);

/** Returns a target's dictionary, seeds and limits as options of libFuzzer. */
function wordsFor(thing) {
  const dictionary = join(committed, `${thing}.dict`);
  const words = [...limits, `-max_len=${longest[thing] ?? kLongest}`];
  return existsSync(dictionary) ? [...words, `-dict=${dictionary}`] : words;
}

const foldersFor = (thing) => [join(committed, thing), ...(seeds[thing] ?? []).map((folder) => join(root, folder))].filter(existsSync);

/** Runs a target for this many seconds: {passed, failed}. Prints an input that fails, with the command that repeats it. */
async function fuzz(thing, { seconds, isRepeatable }) {
  const corpus = isRepeatable ? join(buildFolder("fuzz"), "repeatable", thing) : corpusOf(thing);
  if (isRepeatable) rmSync(corpus, { recursive: true, force: true });
  for (const folder of [found, corpus]) mkdirSync(folder, { recursive: true });
  const prefix = join(found, `${thing}-`);
  const words = [...wordsFor(thing), `-max_total_time=${seconds}`, `-artifact_prefix=${prefix}`, "-print_final_stats=1"];
  if (isRepeatable) words.push("-seed=1");
  const { code, output } = await capture(programOf(thing), [...words, corpus, ...foldersFor(thing)]);
  const runs = /stat::number_of_executed_units: (\d+)/.exec(output)?.[1] ?? "no";
  if (code === 0) {
    print(`   ${thing}: ${runs} inputs in ${seconds} s, nothing found`);
    return { passed: 1, failed: 0 };
  }
  const reproducer = /Test unit written to (\S+)/.exec(output)?.[1];
  print(output.split("\n").slice(-60).join("\n"));
  if (reproducer) print(`${thing}: ${pathOf(programOf(thing))} ${pathOf(reproducer)}\n  repeats it.`);
  return { passed: 0, failed: 1 };
}

/** Several targets at a time. */
async function fuzzAll(things, options) {
  const { seconds } = options;
  const results = await forEachOf(things, jobs, (thing) => processors.one(() => fuzz(thing, options)));
  const failed = results.filter((result) => result.failed > 0).length;
  return { passed: results.length - failed, failed, note: `${seconds} s each` };
}

/** Every target for 10 seconds, the same inputs each time; a corpus without a target fails. */
export async function fuzzBriefly() {
  const things = fuzzThings();
  const forgotten = readdirSync(committed).filter((name) => !name.endsWith(".dict") && !things.includes(name));
  if (forgotten.length > 0) throw new Failure(`there is no fuzz target for tests/fuzz/${forgotten[0]}.`);
  return fuzzAll(things, { seconds: 10, isRepeatable: true });
}

// libFuzzer names an input by its hash; an input with another name reproduces a fixed bug.
const isNamed = (name) => !/^[0-9a-f]{40}$/.test(name);

/** Keeps named inputs in tests/fuzz, and a minimal set of others that reaches the same code. */
async function minimize(thing) {
  const folder = join(committed, thing);
  const kept = join(buildFolder("fuzz"), "kept", thing);
  rmSync(kept, { recursive: true, force: true });
  for (const path of [kept, folder]) mkdirSync(path, { recursive: true });
  for (const name of readdirSync(folder).filter(isNamed)) copyFileSync(join(folder, name), join(kept, name));
  const words = [...wordsFor(thing), "-set_cover_merge=1", "-use_counters=0", kept];
  await run(programOf(thing), [...words, ...foldersFor(thing), corpusOf(thing)], `minimizing the corpus of ${thing}`);
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  const names = readdirSync(kept);
  for (const name of names) copyFileSync(join(kept, name), join(folder, name));
  const bytes = names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  console.log(`   ${thing}: ${names.length} inputs, ${bytes} bytes`);
}

export async function main(args) {
  const given = (word) => args.includes(word) && Number(args[args.indexOf(word) + 1]);
  const seconds = given("--seconds") || 60;
  const isMinimizing = args.includes("--minimize");
  const ledger = new Ledger();
  await setUp(["native", "ci"], ledger);
  await ledger.stage("fuzz: the targets", buildFuzzTargets);
  const known = fuzzThings();
  const named = args.filter((word, i) => !word.startsWith("--") && args[i - 1] !== "--seconds");
  const unknown = named.find((thing) => !known.includes(thing));
  if (unknown) throw new Failure(`there is no fuzz target ${unknown}: there is ${known.join(", ")}.`);
  const things = named.length > 0 ? named : known;
  if (!isMinimizing) await ledger.stage("fuzz: runs", () => fuzzAll(things, { seconds, isRepeatable: false }));
  for (const thing of isMinimizing ? things : []) await ledger.stage(`fuzz: ${thing}, minimized`, () => minimize(thing));
  return ledger.print();
}
