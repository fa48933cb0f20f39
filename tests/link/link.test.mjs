// The examples of programs that link Paddock, each built as a project of its own: on an installed prefix, with CMake,
// pkg-config and Cargo, and with Paddock's sources as a folder of theirs.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { declaredNames } from '../../tools/install/public-headers.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const examples = join(root, 'examples/link')
const folder = mkdtempSync(join(tmpdir(), 'paddock-link-'))
const prefix = join(folder, 'prefix')
after(() => rmSync(folder, { recursive: true }))

const run = (command, args, options = {}) => execFileSync(command, args, { encoding: 'utf8', stdio: 'pipe', ...options })
const cache = readFileSync(join(root, 'build/native/CMakeCache.txt'), 'utf8')
const compiler = /^CMAKE_CXX_COMPILER:\w+=(.*)$/m.exec(cache)[1]
const cCompiler = compiler.replace('clang++', 'clang').replace('g++', 'gcc')
const compilers = [`-DCMAKE_CXX_COMPILER=${compiler}`, `-DCMAKE_C_COMPILER=${cCompiler}`]

/** Configures a project; returns its build folder. */
function configure(project, options) {
  const build = join(folder, project)
  run('cmake', ['-G', 'Ninja', '-S', join(examples, project), '-B', build, ...compilers, ...options])
  return build
}

function buildInstalled(project) {
  const build = configure(project, [`-DCMAKE_PREFIX_PATH=${prefix}`])
  run('cmake', ['--build', build])
  return build
}

before(() => {
  run('cmake', ['--install', join(root, 'build/native'), '--prefix', prefix])
})

const kDoubledSquares = '2\n8\n18\n'
const kBuiltSquares = '1\n4\n9\n'

test('the command is installed with its completion', () => {
  assert.match(run(join(prefix, 'bin/paddock'), ['help']), /^Paddock /)
  assert.match(readFileSync(join(prefix, 'share/bash-completion/completions/paddock'), 'utf8'), /complete .*paddock/)
})

test('a C program finds the shared library with CMake', () => {
  const out = run(join(buildInstalled('c'), 'squares'), [])
  assert.ok(out.startsWith(kDoubledSquares + kBuiltSquares), out)
  assert.match(out, /wrong\.mlir:2:\d+: error: /)
})

test('a C++ program links the static and the shared library', () => {
  const build = buildInstalled('cpp')
  for (const library of ['paddock', 'shared']) {
    const out = run(join(build, `squares_${library}`), [])
    assert.match(out, /-1\.0.*-4\.0.*-9\.0/s)
    assert.match(out, /before stablehlo\.negate/)
  }
})

test('a C program finds the library with pkg-config', (t) => {
  const env = { ...process.env, PKG_CONFIG_PATH: join(prefix, 'lib/pkgconfig') }
  const found = spawnSync('pkg-config', ['--cflags', '--libs', 'paddock'], { env, encoding: 'utf8' })
  if (found.error) return t.skip('pkg-config is not here')
  const program = join(folder, 'squares-pkg-config')
  run(cCompiler, [join(examples, 'c/squares.c'), '-o', program, ...found.stdout.trim().split(/\s+/), `-Wl,-rpath,${prefix}/lib`])
  assert.ok(run(program, []).startsWith(kDoubledSquares))
})

test('a Rust program links the shared library', (t) => {
  if (spawnSync('cargo', ['--version']).status !== 0) return t.skip('cargo is not here')
  const project = join(folder, 'rust')
  cpSync(join(examples, 'rust'), project, { recursive: true })
  const out = run('cargo', ['run', '--quiet', '--offline'], { cwd: project, env: { ...process.env, PADDOCK_PREFIX: prefix, CARGO_TARGET_DIR: join(folder, 'target') } })
  assert.ok(out.startsWith('[1.0, 4.0, 9.0]\nwrong.mlir:1:'), out)
})

test('the shared library exports the C interface and what public headers declare, nothing else', () => {
  const listed = run('nm', ['-D', '--defined-only', '-C', join(prefix, 'lib/libpaddock.so')]).trim().split('\n')
  const names = listed.map((line) => line.replace(/^\S* ?\S /, ''))
  assert.deepEqual(names.filter((name) => !/paddock(?:_|::)/.test(name)), [])
  assert.deepEqual(names.filter((name) => /\b(?:Plan|Machine|MachineGrid|Lowering)::/.test(name)), [])
  const headers = readdirSync(join(root, 'core/c')).filter((name) => name.endsWith('.h'))
  const declared = headers.flatMap((name) => [...readFileSync(join(root, 'core/c', name), 'utf8').matchAll(/^PADDOCK_C_API [^;(]*?(\w+)\(/gm)].map(([, word]) => word))
  assert.ok(declared.length > 50)
  assert.deepEqual(declared.filter((name) => !names.includes(name)), [])
})

test('all installed headers compile, and those of C as strict C99', () => {
  const include = join(prefix, 'include')
  const headers = readdirSync(include, { recursive: true }).filter((name) => name.endsWith('.h'))
  assert.ok(headers.length > 60)
  const all = join(folder, 'all.cc')
  writeFileSync(all, headers.map((name) => `#include "${name}"\n`).join(''))
  run(compiler, ['-std=c++23', '-fsyntax-only', '-Wall', '-Wextra', '-Werror', `-I${include}`, all])
  const c = join(folder, 'all.c')
  writeFileSync(c, '#include <paddock/paddock.h>\n#include <paddock/c.h>\n')
  run(cCompiler, ['-std=c99', '-pedantic', '-fsyntax-only', '-Wall', '-Wextra', '-Werror', `-I${include}`, c])
})

test('an outer project adds the sources as a folder, and none of their options leak', () => {
  const build = configure('subdirectory', [`-DPADDOCK_SOURCE_DIR=${root}`])
  // The objects of the library are those that the native build tests; here its headers and one stage are enough.
  run('cmake', ['--build', build, '--target', 'paddock_headers', 'paddock_diagnostics'])
  const targets = run('ninja', ['-C', build, '-t', 'targets', 'all'])
  run('ninja', ['-C', build, /^\S*squares\.cc\.o(?=:)/m.exec(targets)[0]])
  assert.doesNotMatch(targets, /_test:|Catch2|bin\/paddock:/)
})

test('the C program of docs/c.md is the example', () => {
  const blocks = [...readFileSync(join(root, 'docs/c.md'), 'utf8').matchAll(/```c\n([^]*?)```/g)].map(([, block]) => block)
  assert.equal(blocks.length, 3)
  const example = readFileSync(join(examples, 'c/squares.c'), 'utf8')
  assert.deepEqual(blocks.filter((block) => !example.includes(block)), [])
})

test('names of classes and functions are found in headers', () => {
  const header = `namespace paddock {
class Later;
struct Place {
  int a() const;
};
class Program final : public Base {
};
std::vector<Tensor> ReadAll(int a);
Result<std::optional<std::vector<Tensor>>> CommentedInput(const Program& program,
                                                          int index);
inline bool IsInline(int a) { return a; }
}  // namespace paddock
namespace paddock::simd {
const Kernel* Find(int a);
}
`
  assert.deepEqual(declaredNames(header), [
    'paddock::Place::*', 'paddock::Program::*', 'paddock::ReadAll*', 'paddock::CommentedInput*', 'paddock::simd::Find*',
  ])
})

test('a part of a class that a header includes declares no names of its own', () => {
  assert.deepEqual(declaredNames('Value Abs(Value operand);\nValue Add(Value lhs, Value rhs);\n'), [])
})
