// The set-up on systems of other kinds: folders of small programs stand for what is on PATH. None has apt-get, so nothing
// can be installed.
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, afterEach } from "node:test";
import { compilerWords, findCompiler } from "./compiler.mjs";
import { installPackages, missingPackages } from "./packages.mjs";

const path = process.env.PATH;
const folder = mkdtempSync(join(tmpdir(), "paddock-path-"));
afterEach(() => (process.env.PATH = path));
after(() => rmSync(folder, { recursive: true }));

let count = 0;

/** Makes a PATH with only these programs; each prints its text. */
function useOnly(programs) {
  const bin = join(folder, String(count++));
  mkdirSync(bin);
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho '${text}'\n`);
    chmodSync(join(bin, name), 0o755);
  }
  process.env.PATH = bin;
}

const tools = { cmake: "cmake version 3.30", ninja: "1.12", git: "git version 2", python3: "Python 3.12" };
const emsdk = { emcc: "emcc (Emscripten gcc/clang-like replacement) 4.0.1", "em-config": "/opt/emsdk" };

const compilers = [
  ["clang++", "Ubuntu clang version 18.1.3 (1ubuntu1)", true],
  ["clang++-17", "Debian clang version 17.0.6 (22)", true],
  ["clang++", "clang version 16.0.6 (Fedora 16.0.6-4.fc38)", false],
  ["clang++", "Apple clang version 16.0.0 (clang-1600.0.26.6)", true],
  ["clang++", "Apple clang version 15.0.0 (clang-1500.3.9.4)", false],
  ["g++", "g++ (Ubuntu 13.2.0-23ubuntu4) 13.2.0", true],
  ["g++-14", "x86_64-linux-gnu-g++-14 (Debian 14.2.0-19) 14.2.0", true],
  ["g++", "g++ (Debian 12.2.0-14+deb12u1) 12.2.0", false],
];

for (const [name, version, isUsed] of compilers) {
  test(`${version} is ${isUsed ? "used" : "too old"}`, async () => {
    useOnly({ ...tools, [name]: version });
    assert.equal(findCompiler(), isUsed ? name : undefined);
    assert.deepEqual(await missingPackages(["native"]), isUsed ? [] : ["clang-19", "lld-19", "llvm-19"]);
  });
}

test("clang 19 is preferred, and the preset stays as it is", () => {
  useOnly({ ...tools, "g++": "g++ (GCC) 15.1.0", "clang++": "clang version 21.0.0", "clang++-19": "Debian clang version 19.1.7" });
  assert.equal(findCompiler(), "clang++-19");
  assert.deepEqual(compilerWords(), []);
});

test("another compiler replaces that of the preset", () => {
  useOnly({ ...tools, "g++": "g++ (GCC) 15.1.0" });
  assert.ok(compilerWords().includes("-DCMAKE_CXX_COMPILER=g++"));
});

test("an emsdk and Python are all that WebAssembly needs", async () => {
  useOnly({ ...tools, ...emsdk, "clang++": "clang version 20.1.0" });
  assert.deepEqual(await missingPackages(["native", "wasm"]), []);
});

test("one sentence names everything that is missing", async () => {
  useOnly({ cmake: "", emcc: "emcc 3.1.6" });
  await assert.rejects(installPackages(["native", "wasm"]), ({ message }) => {
    for (const word of ["clang 17 or g++ 13", "Ninja", "git", "Python 3"]) assert.ok(message.includes(word), message);
    assert.ok(!message.includes("CMake"), message);
    return message.startsWith("please install ") && !message.includes("\n");
  });
});
