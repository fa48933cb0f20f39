// Portable artifacts instead of texts. The folder beside the checkout holds upstream's artifacts, each with its text.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { soonEnough } from '../../tools/lib/soon-enough.mjs'
import { isNative, paddock, root, useFolder } from './paddock.mjs'

const own = join(root, 'tests/artifacts')
const upstream = join(root, '../shared/conformance/vhlo')
const { folder, file } = useFolder()

const generic = (path) => paddock(['print', '--form', 'generic', path])
const artifacts = (place) => readdirSync(place).filter((name) => name.endsWith('.bc'))

test('an artifact prints like its text', () => {
  for (const name of artifacts(own)) {
    const text = join(own, `${name.split('.')[0]}.mlir`)
    assert.equal(generic(join(own, name)).out, generic(text).out, name)
  }
})

test("upstream's artifacts print like their texts", { skip: !existsSync(upstream) && 'the vectors are not here' }, () => {
  for (const name of artifacts(upstream).filter((name) => !name.startsWith('invalid'))) {
    assert.equal(generic(join(upstream, name)).out, generic(join(upstream, name.replace(/\.bc$/, ''))).out, name)
  }
})

test('an artifact is run, checked and tested like a text', () => {
  const path = join(own, 'operations.1.17.0.mlir.bc')
  const inputs = ['--input', '0=dense<1.0>', '--input', '1=dense<0>']
  const ran = paddock(['run', path, ...inputs])
  assert.deepEqual([ran.code, ran.out], [0, paddock(['run', join(own, 'operations.mlir'), ...inputs]).out], ran.error)
  assert.equal(paddock(['check', path]).code, 0)
  assert.equal(paddock(['test', path]).code, 0)
})

test('a truncated artifact is refused with its section and byte', () => {
  const whole = readFileSync(join(own, 'operations.1.17.0.mlir.bc'))
  const path = file('cut.bc', whole.subarray(0, 200))
  const { code, error } = paddock(['print', path])
  assert.equal(code, 1)
  assert.match(error, /cut\.bc: error: the section ends within \d+ bytes \(section 'header', byte \d+\)/)
  assert.ok(path.startsWith(folder))
})

test('convert writes the artifact of a version, and the text again', () => {
  const text = join(own, 'operations.mlir')
  const out = join(folder, 'out.bc')
  for (const name of artifacts(own).filter((name) => name.startsWith('operations'))) {
    const version = /^\w+\.([\d.]+)\.mlir/.exec(name)[1]
    assert.equal(paddock(['convert', text, out, '--target', version]).code, 0)
    assert.equal(generic(out).out, generic(text).out, name)
    assert.equal(paddock(['convert', join(own, name), out]).code, 0)
    assert.ok(readFileSync(out).equals(readFileSync(join(own, name))), `${name} of itself`)
  }
  assert.equal(paddock(['convert', out, '-', '--to', 'generic']).out, generic(text).out)
})

test('a file of jax.export runs with the names of Python, and contains its artifact', () => {
  const path = join(own, 'layer.jax')
  const words = ['x=ones', 'params_w=ones', 'params_b_0=zeros', 'scale=2'].flatMap((input) => ['--input', input])
  const ran = paddock(['run', path, '--print', 'numpy', ...words])
  assert.equal(ran.code, 0, ran.error)
  assert.match(ran.out, /1\.990109/)
  assert.match(paddock(['print', path]).out, /^\/\/ jax\.export of layer for cpu, 1 device, calling convention 10\n/)
  const out = join(folder, 'layer.bc')
  assert.equal(paddock(['convert', path, out]).code, 0)
  assert.ok(readFileSync(out).equals(readFileSync(join(own, 'layer.jax.artifact'))))
  const text = join(folder, 'layer.mlir')
  assert.equal(paddock(['convert', path, text, '--locations']).code, 0)
  assert.equal(paddock(['run', text, '--print', 'numpy', ...words]).out, ran.out)
})

test('an export with shardings of Shardy runs on its grid, and on one process if possible', () => {
  const valuesOf = (words, text = '') => {
    const { code, out, error } = paddock(['run', ...words, '--format', 'json', '--input', '0=iota', '--input', '1=iota'], text)
    assert.equal(code, 0, error)
    return JSON.parse(out).results.map(({ value }) => value)
  }
  const product = `func.func @main(%x: tensor<4x6xf32>, %w: tensor<6x8xf32>) -> tensor<4x8xf32> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}`
  const [whole] = valuesOf(['-'], product)
  assert.deepEqual(valuesOf([join(own, 'shardy.jax')]), [whole, whole, whole, whole])
  assert.deepEqual(valuesOf([join(own, 'shardy.jax'), '--grid', '1x1']), [whole])
  const twice = whole.map((row) => row.map((one) => 2 * one))
  assert.deepEqual(valuesOf([join(own, 'mapped.jax'), '--grid', '1x4']), [twice, twice, twice, twice])
})

test('a file of jax.export that is truncated or too new is refused', () => {
  const whole = readFileSync(join(own, 'layer.jax'))
  const cut = paddock(['check', file('cut.jax', whole.subarray(0, 2000))])
  assert.equal(cut.code, 1)
  assert.match(cut.error, /cut\.jax: error: .*byte \d+\)/)
})

test('an artifact may be converted in place', () => {
  const path = file('place.bc', readFileSync(join(own, 'operations.1.17.0.mlir.bc')))
  assert.equal(paddock(['convert', path, path, '--target', '1.20']).code, 0)
  assert.equal(generic(path).out, generic(join(own, 'operations.mlir')).out)
})

test('an artifact loads five times as fast as its text, a large constant at more than 1 GB a second', { skip: !isNative && 'over WebAssembly files are read' }, async () => {
  const bytes = 32 << 20
  const text = file('large.mlir', `func.func @main() -> tensor<${bytes / 4}xf32> {\n  %c = stablehlo.constant dense<"0x${'0000C03F'.repeat(bytes / 4 - 1)}00000040"> : tensor<${bytes / 4}xf32>\n  return %c : tensor<${bytes / 4}xf32>\n}\n`)
  const artifact = join(folder, 'large.bc')
  assert.equal(paddock(['convert', text, artifact]).code, 0)
  const timed = (path) => {
    const start = performance.now()
    assert.equal(paddock(['check', path]).code, 0)
    return performance.now() - start
  }
  const start = Math.min(...Array.from({ length: 5 }, () => timed(join(own, 'places.1.17.0.mlir.bc'))))
  await soonEnough(() => Math.max(timed(artifact) - start, 0), bytes / 1e6)
  await soonEnough(() => (5 * timed(artifact)) / timed(text), 1)
})

test('convert keeps the locations of an artifact on request', () => {
  const artifact = join(own, 'places.1.17.0.mlir.bc')
  const [text, back] = [join(folder, 'places.mlir'), join(folder, 'places.bc')]
  for (const form of ['text', 'generic']) {
    assert.equal(paddock(['convert', artifact, text, '--to', form, '--locations']).code, 0)
    assert.match(readFileSync(text, 'utf8'), /loc\(#loc1\)[^]*\n#loc1 = loc\(/)
    assert.equal(paddock(['convert', text, back, '--target', '1.17']).code, 0)
    assert.deepEqual(paddock(['convert', back, '-', '--to', form, '--locations']).out, readFileSync(text, 'utf8'))
  }
})

test("upstream's texts give upstream's artifacts", { skip: !existsSync(upstream) && 'the vectors are not here' }, () => {
  const out = join(folder, 'vector.bc')
  for (const name of artifacts(upstream).filter((name) => name.startsWith('stablehlo_legalize'))) {
    const version = name.split('.')[1].replaceAll('_', '.')
    const { code, error } = paddock(['convert', join(upstream, name.replace(/\.bc$/, '')), out, '--target', version])
    assert.equal(code, 0, error)
    assert.ok(readFileSync(out).equals(readFileSync(join(upstream, name))), name)
  }
})

test('convert names features that a version cannot express, and invalid words', () => {
  const tan = file('tan.mlir', 'func.func @main(%x: tensor<f32>) -> tensor<f32> {\n  %0 = stablehlo.tan %x : tensor<f32>\n  return %0 : tensor<f32>\n}\n')
  const refused = paddock(['convert', tan, join(folder, 'tan.bc'), '--target', '1.3'])
  assert.equal(refused.code, 1)
  assert.match(refused.error, /tan\.mlir:2:\d+: error: stablehlo\.tan: it was added in 1\.4, but the artifact has version 1\.3/)
  assert.ok(!existsSync(join(folder, 'tan.bc')))
  assert.equal(paddock(['convert', tan, join(folder, 'tan.bc'), '--target', '2.0']).code, 2)
  assert.equal(paddock(['convert', tan, join(folder, 'tan.mlir'), '--to', 'text', '--target', '1.4']).code, 2)
})

test('convert writes the code that makes a program', () => {
  const text = file('code.mlir', 'func.func @main(%x: tensor<f32>) -> tensor<f32> {\n  %y = stablehlo.tan %x : tensor<f32>\n  return %y : tensor<f32>\n}\n')
  const out = join(folder, 'code.cc')
  assert.equal(paddock(['convert', text, out]).code, 0)
  const code = readFileSync(out, 'utf8')
  assert.match(code, /const Value y = f\.Tan\(x\);/)
  assert.equal(paddock(['convert', text, '-', '--to', 'c++']).out, code)
  assert.match(paddock(['convert', text, '-', '--to', 'c++', '--names']).out, /f\.Named\(f\.Tan\(x\), "y"\)/)
  assert.match(paddock(['convert', text, '-', '--to', 'javascript']).out, /^export function build\(builder\) \{\n(.*\n)*  const y = x\.tan\(\)\n/)
  const declared = file('declared.mlir', 'func.func private @f(tensor<f32>) -> (tensor<f32> {a.b = 1 : i32})\n')
  const refused = paddock(['convert', declared, out])
  assert.equal(refused.code, 1)
  assert.match(refused.error, /declared\.mlir:1:1: error: the builder cannot make a declaration with attributes of results/)
})

test('check --fix does not change an artifact', () => {
  const { code, error } = paddock(['check', '--fix', join(own, 'operations.1.17.0.mlir.bc')])
  assert.equal(code, 2)
  assert.match(error, /is a portable artifact; --fix mends texts/)
})
