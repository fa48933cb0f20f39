// Configures and builds a CMake preset; runs its test programs.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { compilerWords } from "../setup/compiler.mjs";
import { longestFirst, timed } from "./durations.mjs";
import { print } from "./output.mjs";
import { noteOfAgain, unlessPassed } from "./passed.mjs";
import { root } from "./paths.mjs";
import { forEachOf, sumOf } from "./pool.mjs";
import { building, jobs, processors } from "./processors.mjs";
import { capture, failureOf, run } from "./run.mjs";

export const buildFolder = (preset) => join(root, "build", preset);

/** Configures a preset. The native build takes another compiler where the preset's is absent. */
export function configure(preset) {
  const words = preset === "native" ? compilerWords() : [];
  return run("cmake", ["--preset", preset, ...words], `configuring the ${preset} build`);
}

/** Builds `targets` (all of them by default) of a preset. */
export async function build(preset, targets = []) {
  if (!existsSync(join(buildFolder(preset), "build.ninja"))) await configure(preset);
  const named = targets.length > 0 ? ["--target", ...targets] : [];
  const args = ["--build", buildFolder(preset), "--parallel", String(jobs), ...named];
  const folder = buildFolder(preset);
  const { code, output } = await withFreshHeaders(folder, () => building(folder, () => capture("cmake", args, { progress: true })));
  if (code !== 0) throw failureOf(`the ${preset} build`, "cmake", output);
}

/**
 * Returns what `build` returns. Calls it again without the folder's precompiled headers if clang refused one. The
 * machine's packages may replace system headers by files that are older than our build, which Ninja does not notice.
 */
export async function withFreshHeaders(folder, build) {
  const result = await build();
  if (result.code === 0 || !result.output.includes("has been modified since the precompiled header")) return result;
  for (const file of readdirSync(folder, { recursive: true })) if (file.endsWith(".pch")) rmSync(join(folder, file));
  return build();
}

// Other tests than our Catch2 programs pass or fail as a whole.
const isCatch2 = (name) => name.startsWith("paddock_");

/** Returns the test programs of a configured preset: [{name, command, cwd}]. */
export async function listTests(preset) {
  const output = await run("ctest", ["--test-dir", buildFolder(preset), "--show-only=json-v1"], "listing the tests", { progress: false });
  const { tests } = JSON.parse(output);
  return tests.map(({ name, command, properties }) => ({
    name,
    command,
    cwd: properties.find((property) => property.name === "WORKING_DIRECTORY")?.value ?? root,
  }));
}

/** Returns the targets of a configured preset's test programs whose name `accepts`. */
export async function testTargets(preset, accepts = () => true) {
  return (await listTests(preset)).map(({ name }) => name).filter((name) => accepts(name) && isCatch2(name));
}

/**
 * Builds and runs the preset's test programs whose name `accepts`, several at a time, and counts their cases. Prints
 * the whole output of programs that fail. `filter` returns the cases to run in the program of a name, in Catch2's words.
 */
export async function test(preset, { accepts = () => true, environment = {}, filter = () => undefined } = {}) {
  await configure(preset);
  await build(preset, await testTargets(preset, accepts));
  // CTest has the commands only after the build.
  const tests = (await listTests(preset)).filter(({ name }) => accepts(name));
  const nameOf = ({ name }) => `${preset}-${name}`;
  const runOne = (test) => processors.one(() => timed(nameOf(test), () => runTest(test, environment, filter(test.name))));
  const counts = await forEachOf(longestFirst(tests, nameOf), jobs, (test) =>
    unlessPassed(nameOf(test), inputsOf(test, environment, filter(test.name)), () => runOne(test)),
  );
  const { passed = 0, failed = 0, again = 0 } = sumOf(counts);
  return { passed, failed, note: [`${tests.length} test programs`, noteOfAgain({ passed, again })].filter(Boolean).join(", ") };
}

/** Returns the program, with its module if it is WebAssembly, and the files that the project's test programs read. */
function inputsOf({ command }, environment, filter) {
  const files = command.filter((word) => existsSync(word)).map((path) => relative(root, path));
  const modules = files.filter((path) => path.endsWith(".js")).map((path) => path.replace(/js$/, "wasm"));
  const built = [...files, ...modules].filter((path) => path.startsWith("build"));
  return { tracked: ["tests", "examples", "docs"], built, words: [command, environment, filter] };
}

async function runTest({ name, command, cwd }, environment, filter) {
  const [program, ...args] = command;
  const flags = isCatch2(name) ? ["--colour-mode", "none", ...(filter ? [filter] : [])] : [];
  const { code, output } = await capture(program, [...args, ...flags], { cwd, env: environment });
  const counts = isCatch2(name) ? countCases(output) : { passed: code === 0 ? 1 : 0, failed: 0 };
  // After a crash, a sanitizer's report or a leak there is no summary, or one without failures.
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  if (code === 0 && counts.passed === 0) counts.failed += 1;
  if (counts.failed > 0) print(`${output}\n   ${name}: ${counts.failed} failed, code ${code}`);
  return counts;
}

/** Returns the numbers in the last lines that Catch2 prints. */
export function countCases(output) {
  const all = /^All tests passed \(.* in (\d+) test cases?\)/m.exec(output);
  if (all) return { passed: Number(all[1]), failed: 0 };
  const summary = /^test cases: .*$/m.exec(output)?.[0] ?? "";
  const number = (word) => Number(new RegExp(`(\\d+) ${word}`).exec(summary)?.[1] ?? 0);
  return { passed: number("passed"), failed: number("failed") };
}
