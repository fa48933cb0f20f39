// `npm run build:python` builds the wheel of python/; `npm run test:python` also tests it. Its tools are in a virtual
// environment of the cache folder.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build as buildTargets, buildFolder } from "./lib/cmake.mjs";
import { timeOfFiles } from "./lib/commit-time.mjs";
import { Failure } from "./lib/failure.mjs";
import { Ledger } from "./lib/ledger.mjs";
import { print } from "./lib/output.mjs";
import { cache, root } from "./lib/paths.mjs";
import { clearProgress } from "./lib/progress.mjs";
import { building, jobs, processors } from "./lib/processors.mjs";
import { capture, run } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";
import { findCompiler } from "./setup/compiler.mjs";
import { findPython } from "./setup/python.mjs";
import { isStamped, stamp } from "./setup/stamps.mjs";

const environment = join(cache, "python");
/** The Python that has the tools of the build. */
export const python = join(environment, "bin", "python");
const build = join(root, "build", "python");
const site = join(build, "site");

// ml_dtypes is for the tests.
const tools = ["nanobind==3.1.0", "scikit-build-core==1.1.2", "numpy>=1.25", "ml_dtypes>=0.5"];
// Only for the tests of the directive.
const sphinx = "sphinx>=7";

/** Makes the virtual environment with the tools. */
async function prepare() {
  const base = findPython();
  const recipe = { tools, base };
  if (existsSync(python) && isStamped("python", recipe)) return;
  rmSync(environment, { recursive: true, force: true });
  await run(base.path, ["-m", "venv", environment], "making Python's virtual environment");
  await run(python, ["-m", "pip", "install", "--disable-pip-version-check", "--quiet", ...tools], `installing ${tools.join(", ")}`);
  stamp("python", recipe);
}

// The wheel for this machine links the libraries of the native build. The one for every machine compiles all of them.
const settings = {
  host: { "cmake.source-dir": ".", "cmake.define.PADDOCK_BUILD": buildFolder("native") },
  all: { "cmake.define.PADDOCK_SIMD_TARGETS": "all" },
};

/** Builds the wheel and returns its path. */
async function buildWheel(targets) {
  const dist = join(build, "dist");
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  const compiler = findCompiler();
  const compilers = { "cmake.define.CMAKE_CXX_COMPILER": compiler, "cmake.define.CMAKE_C_COMPILER": compiler.replace("clang++", "clang").replace("g++", "gcc") };
  const all = { "build-dir": join(build, targets), ...compilers, ...settings[targets] };
  const defined = Object.entries(all).map(([name, value]) => `--config-settings=${name}=${value}`);
  const args = ["-m", "pip", "wheel", "--disable-pip-version-check", "--no-build-isolation", "--no-deps", "--verbose", "--wheel-dir", dist];
  const env = { SOURCE_DATE_EPOCH: await timeOfFiles(), CMAKE_BUILD_PARALLEL_LEVEL: String(jobs), PATH: `${join(environment, "bin")}:${process.env.PATH}` };
  await building(build, () => run(python, [...args, ...defined, join(root, "python")], "the build of the wheel", { env }));
  return join(dist, readdirSync(dist).find((name) => name.endsWith(".whl")));
}

async function buildPython(ledger, targets = "host") {
  await setUp(["native", "python"], ledger);
  await ledger.stage("python: tools", prepare);
  if (targets === "host") await ledger.stage("native: build the libraries", () => buildTargets("native", ["paddock_static", "paddock_cli_commands"]));
  return ledger.stage("python: build the wheel", () => buildWheel(targets));
}

/** Returns the counts in what unittest prints. */
function countTests(output) {
  const number = (pattern) => Number(pattern.exec(output)?.[1] ?? 0);
  const ran = number(/^Ran (\d+) tests?/m);
  const skipped = number(/skipped=(\d+)/);
  const failed = number(/failures=(\d+)/) + number(/errors=(\d+)/) + number(/unexpected successes=(\d+)/);
  return { passed: Math.max(0, ran - skipped - failed), failed, note: skipped > 0 ? `${skipped} skipped` : "" };
}

/** Runs the tests in the files `pattern` of a folder on processors that `use` gives. */
async function runTests(interpreter, folder, pattern, use, env = {}) {
  const args = ["-W", "error::ResourceWarning", "-m", "unittest", "discover", "-s", join(root, "python", folder), "-p", pattern];
  const settings = { PYTHONPATH: site, PYTHONDONTWRITEBYTECODE: "1", ...env };
  const { code, output } = await use(() => capture(interpreter, args, { env: settings, progress: true }));
  clearProgress();
  const counts = countTests(output);
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  if (counts.failed > 0) print(output);
  return counts;
}

/** A Python of the same version with JAX (bench/), or undefined. */
async function findJax() {
  const candidate = join(cache, "peers", "python", "bin", "python");
  if (!existsSync(candidate)) return undefined;
  const version = "import sys; print(sys.version_info[:2])";
  const [theirs, ours] = await Promise.all([capture(candidate, ["-c", `import jax; ${version}`]), capture(python, ["-c", version])]);
  return theirs.code === 0 && theirs.stdout === ours.stdout ? candidate : undefined;
}

/** Builds the wheel and unpacks it. Returns the folder, and the Python with JAX if there is one. */
export async function prepareSite(ledger) {
  const wheel = await buildPython(ledger);
  rmSync(site, { recursive: true, force: true });
  const install = ["-m", "pip", "install", "--disable-pip-version-check", "--quiet", "--no-deps", "--target", site, wheel];
  await run(python, install, "unpacking the wheel");
  return { site, jax: await findJax() };
}

/** Adds Sphinx to the environment. */
async function prepareSphinx() {
  if ((await capture(python, ["-c", "import sphinx"])).code === 0) return;
  await run(python, ["-m", "pip", "install", "--disable-pip-version-check", "--quiet", sphinx], `installing ${sphinx}`);
}

/** Builds the wheel once more. */
async function checkWheel() {
  const hash = (path) => createHash("sha256").update(readFileSync(path)).digest("hex");
  const folder = join(build, "dist");
  const before = readdirSync(folder).map((name) => hash(join(folder, name)));
  const again = hash(await buildWheel("host"));
  if (before.length !== 1 || before[0] !== again) throw new Failure("a second build of the wheel has other bytes than the first");
}

/** Builds the wheel and runs the tests of python/tests, and of python/jax_tests if there is JAX. */
export async function testPython(ledger) {
  const { jax } = await prepareSite(ledger);
  // The tests compare with the command.
  await buildTargets("native", ["paddock", "paddock_generator"]);
  await ledger.stage("python: the same wheel again", checkWheel);
  await ledger.stage("python: Sphinx", prepareSphinx);
  const beside = (work) => processors.one(work);
  if (jax) await ledger.tolerantStage("python: programs from JAX", () => runTests(jax, "tests", "test_[jd]*.py", beside));
  if (jax && existsSync(join(site, "paddock_hlo", "_pjrt.so"))) {
    await ledger.tolerantStage("python: JAX on Paddock", () => runTests(jax, "jax_tests", "test_*.py", beside, { JAX_PLATFORMS: "paddock", PADDOCK_DEVICES: "4" }));
  }
  // They limit the time until a run ends.
  const alone = (work) => processors.all(work);
  await ledger.tolerantStage("python: tests of the wheel", () => runTests(python, "tests", "test_*.py", alone));
}

export async function main([command, ...words]) {
  const ledger = new Ledger();
  const targets = words.includes("--every-target") ? "all" : "host";
  if (command === "build") {
    console.log(`${await buildPython(ledger, targets)}`);
    return 0;
  }
  if (command !== "test") throw new Failure("python does what? There is build and test.");
  await testPython(ledger);
  return ledger.print();
}
