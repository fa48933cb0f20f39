// Portable artifacts wherever a text goes. The folder beside the checkout holds upstream's, each with its text.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { paddock, root, useFolder } from './paddock.mjs'

const own = join(root, 'tests/artifacts')
const upstream = join(root, '../shared/conformance/vhlo')
const { folder, file } = useFolder()

const generic = (path) => paddock(['print', '--form', 'generic', path])
const artifacts = (place) => readdirSync(place).filter((name) => name.endsWith('.bc'))

test('an artifact prints as its text does', () => {
  for (const name of artifacts(own)) {
    const text = join(own, `${name.split('.')[0]}.mlir`)
    assert.equal(generic(join(own, name)).out, generic(text).out, name)
  }
})

test("upstream's artifacts print as their texts do", { skip: !existsSync(upstream) && 'the vectors are not here' }, () => {
  for (const name of artifacts(upstream).filter((name) => !name.startsWith('invalid'))) {
    assert.equal(generic(join(upstream, name)).out, generic(join(upstream, name.replace(/\.bc$/, ''))).out, name)
  }
})

test('an artifact runs, is checked and is tested as a text is', () => {
  const path = join(own, 'operations.1.17.0.mlir.bc')
  const inputs = ['--input', '0=dense<1.0>', '--input', '1=dense<0>']
  const ran = paddock(['run', path, ...inputs])
  assert.deepEqual([ran.code, ran.out], [0, paddock(['run', join(own, 'operations.mlir'), ...inputs]).out], ran.error)
  assert.equal(paddock(['check', path]).code, 0)
  assert.equal(paddock(['test', path]).code, 0)
})

test('an artifact that is cut off is refused with its section and byte', () => {
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

test('convert keeps the locations of an artifact if asked', () => {
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

test('convert names what a version cannot express, and words that it does not take', () => {
  const tan = file('tan.mlir', 'func.func @main(%x: tensor<f32>) -> tensor<f32> {\n  %0 = stablehlo.tan %x : tensor<f32>\n  return %0 : tensor<f32>\n}\n')
  const refused = paddock(['convert', tan, join(folder, 'tan.bc'), '--target', '1.3'])
  assert.equal(refused.code, 1)
  assert.match(refused.error, /tan\.mlir:2:\d+: error: stablehlo\.tan: it came in 1\.4, the artifact is to be of 1\.3/)
  assert.ok(!existsSync(join(folder, 'tan.bc')))
  assert.equal(paddock(['convert', tan, join(folder, 'tan.bc'), '--target', '2.0']).code, 2)
  assert.equal(paddock(['convert', tan, join(folder, 'tan.mlir'), '--to', 'text', '--target', '1.4']).code, 2)
})

test('an artifact is not mended in place', () => {
  const { code, error } = paddock(['check', '--fix', join(own, 'operations.1.17.0.mlir.bc')])
  assert.equal(code, 2)
  assert.match(error, /is a portable artifact; --fix mends texts/)
})
