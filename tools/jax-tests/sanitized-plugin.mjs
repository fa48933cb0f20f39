// The plugin with the address and undefined-behaviour sanitizers, in a copy of the unpacked wheel.
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildFolder } from "../lib/cmake.mjs";
import { root } from "../lib/paths.mjs";
import { jobs } from "../lib/processors.mjs";
import { run } from "../lib/run.mjs";
import { python } from "../python.mjs";

// The preset's code depends on its position. This folder has the same code for a shared library.
const libraries = buildFolder("asan-shared");
const plugin = join(root, "build", "python", "asan");

const kCompiler = "clang++-19";

const build = (folder, targets) =>
  run("cmake", ["--build", folder, "--parallel", String(jobs), "--target", ...targets], "the build of the sanitized plugin");

/** Returns the path of a library of the compiler or the system. */
async function findLibrary(name) {
  return (await run(kCompiler, [`-print-file-name=${name}`], `looking for ${name}`)).trim();
}

/** Builds the plugin and puts it into a copy of `site`. Returns the copy and the environment in which a Python can load it. */
export async function prepareSanitizedSite(site) {
  await run("cmake", ["--preset", "asan", "-B", libraries, "-DPADDOCK_SHARED=ON", "-DPADDOCK_TESTS=OFF"], "configuring the sanitized libraries");
  await build(libraries, ["paddock_static", "paddock_cli_commands"]);
  const settings = {
    CMAKE_BUILD_TYPE: "Release",
    CMAKE_CXX_COMPILER: kCompiler,
    CMAKE_CXX_FLAGS: "-fsanitize=address,undefined -shared-libsan",
    PADDOCK_BUILD: libraries,
    Python_EXECUTABLE: python,
  };
  const defined = Object.entries(settings).map(([name, value]) => `-D${name}=${value}`);
  await run("cmake", ["-G", "Ninja", "-S", join(root, "python"), "-B", plugin, ...defined], "configuring the sanitized plugin");
  await build(plugin, ["paddock_pjrt_plugin"]);
  const copy = `${site}-asan`;
  rmSync(copy, { recursive: true, force: true });
  cpSync(site, copy, { recursive: true });
  cpSync(join(plugin, "paddock_hlo", "_pjrt.so"), join(copy, "paddock_hlo", "_pjrt.so"));
  return { site: copy, environment: await environmentOf() };
}

// The runtime must be the first library of the process, and it looks for the functions of exceptions at once. Python and
// jaxlib end without freeing all of their memory.
async function environmentOf() {
  const runtime = await findLibrary(`libclang_rt.asan-${process.arch === "arm64" ? "aarch64" : "x86_64"}.so`);
  const exceptions = await findLibrary("libstdc++.so.6");
  return {
    LD_PRELOAD: `${runtime} ${exceptions}`,
    ASAN_OPTIONS: "detect_leaks=0:abort_on_error=1:detect_odr_violation=0",
    UBSAN_OPTIONS: "print_stacktrace=1:halt_on_error=1",
  };
}
