// Array files, read and written: every element type in every format, as in docs/files.md, and refusals.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { archive } from './archive.mjs'
import { add, paddock, root, useFolder } from './paddock.mjs'

const { file, folder } = useFolder()
const at = (name) => join(folder, name)

/// Rows of the table in docs/files.md: a format's code, and whether it names only the bits.
const rows = [...readFileSync(join(root, 'docs/files.md'), 'utf8').matchAll(/^\| `(.+?)` \| (\w+Array).*? \| (.+?) \| (\*?)`(\w+)`\*? \| (\*?)`(\w+)`\*?(, pairs)? \|$/gm)].map(
  ([, type, , json, npyBits, npy, safetensorsBits, safetensors]) => ({ type, json, npy, safetensors, isNpyBits: npyBits !== '', isSafetensorsBits: safetensorsBits !== '' }),
)
const width = (type) => ({ i16: 2, ui16: 2, bf16: 2, f16: 2, i32: 4, ui32: 4, f32: 4, i64: 8, ui64: 8, f64: 8, index: 8, 'complex<f32>': 8, 'complex<f64>': 16 })[type] ?? 1

const types = rows.map(({ type }) => `tensor<2x3x${type}>`)
const identity = `func.func @main(${types.map((type, i) => `%a${i}: ${type}`).join(', ')}) -> (${types.join(', ')}) {
  return ${types.map((_, i) => `%a${i}`).join(', ')} : ${types.join(', ')}
}
`

test('a file of another format is named by every command, in one sentence', () => {
  const formats = [
    ['f.hlo', 'HloModule jit_f\n\nENTRY main {\n}\n', /this is HLO text/],
    ['f.py', 'import jax\nprint(jax.jit(lambda x: x).lower(1.0))\n', /this is Python/],
    ['f.gz', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0]), /compressed by gzip/],
    ['f.npz', Buffer.from('PK\x03\x04\x14\x00', 'latin1'), /this is an archive/],
    ['f.pb', Buffer.from('\x0a\x13\x0a\x01x\x12\x0bPlaceholder\x00', 'latin1'), /TensorFlow graph/],
  ]
  for (const [name, bytes, sentence] of formats) {
    const path = file(name, bytes)
    for (const words of [['check'], ['run'], ['print'], ['test'], ['bench'], ['check', '--fix']]) {
      const { code, out, error } = paddock([...words, path])
      assert.equal(code, 1, `${words} ${name}: ${out}${error}`)
      assert.match(out + error, sentence)
      assert.equal((out + error).match(/error: /g)?.length ?? 1, 1, out + error)
    }
  }
})

test('every element type goes through every format with its bits', () => {
  assert.equal(rows.length, 31)
  const path = file('identity.mlir', identity)
  const bits = rows.map(({ type }) => Uint8Array.from({ length: 6 * width(type) }, (_, i) => (/^u?i[124]$|^f[46]/.test(type) ? i % 2 : (i * 5) % 100)))
  bits.forEach((bytes, i) => writeFileSync(at(`in${i}.raw`), bytes))
  const raws = (name) => rows.map((_, i) => `${i}=@${at(`${name}${i}.raw`)}`)
  const first = paddock(['run', path, '--format', 'json', ...raws('in').flatMap((word) => ['--input', word]), '--output', `@${at('all.npz')}`, '--output', `@${at('all.safetensors')}`])
  assert.equal(first.code, 0, first.error)
  for (const archive of ['all.npz', 'all.safetensors']) {
    const again = paddock(['run', path, '--format', 'json', '--input', `@${at(archive)}`, ...raws('out').flatMap((word) => ['--output', word])])
    assert.equal(again.code, 0, again.error)
    bits.forEach((bytes, i) => assert.deepEqual(new Uint8Array(readFileSync(at(`out${i}.raw`))), bytes, `${rows[i].type} in ${archive}`))
  }
  const forms = { boolean: 'true, false', number: 'number', string: 'string', object: 'pair' }
  JSON.parse(first.out).results.forEach(({ value }, i) => assert.equal(forms[typeof value[0][0]], rows[i].json, rows[i].type))
})

test('the codes of the files are those of the documented table', () => {
  const npz = readFileSync(at('all.npz'), 'latin1')
  const bytes = readFileSync(at('all.safetensors'))
  const header = JSON.parse(bytes.subarray(8, 8 + Number(bytes.readBigUInt64LE(0))).toString())
  rows.forEach(({ type, npy, safetensors, isSafetensorsBits, isNpyBits }, i) => {
    const [, code] = new RegExp(`arr_${i}\\.npy[^]*?'descr': '[<|](\\w+)'`).exec(npz)
    const entry = header[`arr_${i}`]
    const said = header.__metadata__[`paddock.element_type:arr_${i}`]
    assert.deepEqual([code, entry.dtype, said], [npy, safetensors, isSafetensorsBits ? type : undefined], type)
    // Plain bits can have several types.
    assert.equal(rows.filter((row) => row.npy === npy && !row.isNpyBits).some((row) => row.type === type), !isNpyBits)
  })
})

function npy(array, shape, descr = '<f4') {
  const header = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${shape},), }`.padEnd(117) + '\n'
  return Buffer.concat([Buffer.from(`\x93NUMPY\x01\x00${String.fromCharCode(header.length)}\x00${header}`, 'latin1'), Buffer.from(array.buffer)])
}

const big = `func.func @main(%x: tensor<?xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  return %sum : tensor<f32>
}
`

test('archives of other programs are read, with sizes before or after the data', () => {
  const path = file('sum.mlir', big)
  const values = Float32Array.from({ length: 600_000 }, (_, i) => i % 7)
  const content = npy(values, values.length)
  const expected = values.reduce((sum, value) => sum + value, 0)
  for (const form of [{}, { isDeflated: true }, { isDeflated: true, hasDescriptor: true }, { isZip64: true }, { isDeflated: true, isZip64: true }]) {
    writeFileSync(at('other.npz'), archive({ 'x.npy': content }, form))
    const { code, out, error } = paddock(['run', path, '--input', `0=@${at('other.npz')}`, '--format', 'json'])
    assert.equal(code, 0, error)
    assert.deepEqual(JSON.parse(out).results[0].value, expected, JSON.stringify(form))
  }
})

test('broken files are refused, each with its reason', () => {
  const path = file('add.mlir', add)
  const good = npy(new Float32Array([1, 2]), 2)
  const packed = archive({ 'lhs.npy': good }, { isDeflated: true })
  const lying = archive({ 'lhs.npy': npy(new Float32Array([1, 2]), 1e12) }, { isDeflated: true })
  const twice = npy(new Float64Array([1, 2]), 2, '<f8')
  const damaged = Buffer.from(packed)
  damaged[damaged.lastIndexOf('PK\x01\x02') + 16] ^= 1
  for (const [bytes, sentence] of [
    [good.subarray(0, 130), /is truncated: 8 bytes of data announced, 2 there/],
    [twice, /holds 'f8' \(f64\), but f32 is needed/],
    [npy(new Float32Array([1, 2, 3]), 3), /%lhs: tensor<2xf32> cannot take tensor<3xf32>/],
    [packed.subarray(0, packed.length - 5), /is an archive without its end: it is truncated/],
    [lying, /is truncated: 4000000000000 bytes of data announced/],
    [damaged, /is damaged: the checksum differs/],
    [Buffer.from('{}'), /is no \.npy, \.npz or \.safetensors file/],
  ]) {
    writeFileSync(at('broken.x'), bytes)
    const run = paddock(['run', path, '--input', `0=@${at('broken.x')}`, '--input', '1=ones'])
    assert.match(run.error, sentence)
    assert.equal(run.code, 1)
  }
})

test('archives take results under names, and give them to arguments', () => {
  const path = file('add.mlir', add)
  const inputs = ['--input', '0=[1, 2]', '--input', '1=[10, 20]']
  const write = (...outputs) => paddock(['run', path, ...inputs, ...outputs.flatMap((word) => ['--output', word])])
  assert.equal(write(`0=@${at('two.npz')}:array=rhs`, `0=@${at('two.npz')}:array=lhs`).code, 0)
  const { out } = paddock(['run', path, '--input', `@${at('two.npz')}`, '--format', 'json'])
  assert.deepEqual(JSON.parse(out).results[0].value, [22, 44])
  assert.match(paddock(['run', path, '--input', `0=@${at('two.npz')}:array=bias`, '--input', '1=ones']).error, /has no array 'bias', but rhs, lhs/)
  assert.match(write(`0=@${at('one.txt')}`).error, /its name must end in/)
  assert.match(write(`0=@${at('a.npz')}`, `@${at('a.npz')}`).error, /cannot hold two arrays called 'arr_0'/)
  assert.match(write(`0=@${at('a.npy')}`, `0=@${at('a.npy')}`).error, /holds one array, not 2/)
})
