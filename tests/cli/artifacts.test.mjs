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

test('an artifact is not mended in place', () => {
  const { code, error } = paddock(['check', '--fix', join(own, 'operations.1.17.0.mlir.bc')])
  assert.equal(code, 2)
  assert.match(error, /is a portable artifact; --fix mends texts/)
})
