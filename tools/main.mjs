// Commands behind the npm scripts. Each prints its stages with their seconds; a failure is one plain sentence.
import { Failure } from "./lib/failure.mjs";
import { endChildren } from "./lib/run.mjs";

const commands = {
  start: () => import("./start.mjs"),
  test: () => import("./test.mjs"),
  "test-removal": () => import("./test-removal.mjs"),
  "test-browsers": () => import("./test-browsers.mjs"),
  "test-hosts": () => import("./test-hosts.mjs"),
  setup: () => import("./setup.mjs"),
  build: () => import("./build.mjs"),
  package: () => import("./package.mjs"),
  python: () => import("./python.mjs"),
  "jax-tests": () => import("./jax-tests.mjs"),
  bench: () => import("./bench.mjs"),
  format: () => import("./format.mjs"),
  fuzz: () => import("./fuzz.mjs"),
  conformance: () => import("./conformance.mjs"),
  numerics: () => import("./numerics.mjs"),
  "type-support": () => import("./type-support.mjs"),
  architecture: () => import("./architecture.mjs"),
  ci: () => import("./ci.mjs"),
};

// On a signal, ends the compilers that this process started.
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    endChildren();
    process.exit(1);
  });
}

export async function run([name, ...args]) {
  try {
    if (!Object.hasOwn(commands, name)) throw new Failure(`no command "${name}": there is ${Object.keys(commands).join(", ")}.`);
    const command = await commands[name]();
    process.exitCode = (await command.main(args)) ?? 0;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(`\npaddock: ${error.message}`);
    process.exitCode = 1;
  }
}
