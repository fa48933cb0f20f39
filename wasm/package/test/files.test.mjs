/// Array files, read and written through the engine in each place where it runs.
/// tests/cli/files.test.mjs tests the command and the table of docs/files.md.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, openAsBlob, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ArrayFile, load, packElements, ProgramError, viewElements } from 'paddock-hlo'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'paddock-files-'))
const at = (name) => join(folder, name)
const engines = { 'in this thread': await load({ worker: false }), 'in a Worker': await load({ worker: true }) }
const paddock = engines['in this thread']
after(() => {
  rmSync(folder, { recursive: true })
  for (const engine of Object.values(engines)) engine.close()
})

/// Rows of the table in the documents.
const rows = [...readFileSync(join(root, 'docs/files.md'), 'utf8').matchAll(/^\| `(.+?)` \| (\w+Array).*? \| .+? \| (\*?)`(\w+)`\*? \| (\*?)`(\w+)`/gm)].map(
  ([, type, array, npyBits, npy, , safetensors]) => ({ type, array, npy, safetensors, isNpyNamed: npyBits === '' }),
)

test('the arrays of elements are those of the documented table', () => {
  assert.equal(rows.length, 31)
  for (const { type, array } of rows) assert.equal(viewElements(type, new ArrayBuffer(16)).constructor.name, array, type)
})

/// Returns six elements of the type, none of them NaN.
function elementsOf(type) {
  if (type.startsWith('complex')) return packElements(type, [1, -2, 0.5, 3, -0, 1e30, 4, 5, 6, 7, 8, 9])
  if (type === 'f8E8M0FNU') return packElements(type, [1, 2, 0.5, 4, 8, 16])
  if (/^(f|bf)/.test(type)) return packElements(type, [1, 2, 0.5, 1.5, 0, 3])
  return packElements(type, [1, 0, 1, 1, 0, 1])
}

const tensorOf = (engine, elementType, data, shape = [2, 3]) => engine.readRaw(data, { elementType, shape })
const wholeFile = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer())

for (const [place, engine] of Object.entries(engines)) {
  test(`every element type goes through every format with its bits, ${place}`, async () => {
    for (const { type, npy, safetensors, isNpyNamed } of rows) {
      const data = elementsOf(type)
      const tensor = await tensorOf(engine, type, data)
      assert.deepEqual([tensor.elementType, tensor.shape, tensor.type], [type, [2, 3], `tensor<2x3x${type}>`])
      assert.deepEqual(await tensor.data(), data, type)
      for (const [format, code, isNamed] of [['npy', npy, isNpyNamed], ['npz', npy, isNpyNamed], ['safetensors', safetensors, true]]) {
        const file = await engine.openFile(await wholeFile(await engine.writeFile(format, { 'layer.w': tensor })), { name: 'x' })
        const [array] = file.arrays
        assert.deepEqual([array.name, array.shape, array.code], [format === 'npy' ? '' : 'layer.w', [2, 3], code], `${type} in ${format}`)
        // i2 is written as i8, bf16 as bits of no named type.
        const named = isNamed ? type : (rows.find((row) => row.isNpyNamed && row.npy === npy)?.type ?? null)
        assert.equal(array.elementType, named, `${type} in ${format}`)
        assert.ok(array.elementTypes.includes(type))
        const again = await file.load(array.name, { elementType: type })
        assert.deepEqual(await again.data(), data, `${type} in ${format}`)
        if (named === null) await assert.rejects(file.load(), /does not determine the element type/)
        again.close()
        file.close()
      }
      assert.deepEqual(viewElements(type, (await wholeFile(await engine.writeFile('raw', tensor))).buffer), data)
      assert.deepEqual(await wholeFile(await engine.writeFile('npy', tensor)), await tensor.npy(), type)
      tensor.close()
    }
  })
}

test('the package and the command read each other\'s files', async () => {
  const native = join(root, 'build/native/bin/paddock')
  const words = existsSync(native) ? [native] : [process.execPath, join(root, 'wasm/package/dist/command/main.js')]
  const command = (...more) => {
    const { status, stderr, stdout } = spawnSync(words[0], [...words.slice(1), ...more], { encoding: 'utf8' })
    assert.equal(status, 0, stderr)
    return stdout
  }
  const types = rows.map(({ type }) => `tensor<2x3x${type}>`)
  const list = (make) => types.map(make).join(', ')
  writeFileSync(at('identity.mlir'), `func.func @main(${list((type, i) => `%a${i}: ${type}`)}) -> (${list((type) => type)}) {\n  return ${list((_, i) => `%a${i}`)} : ${list((type) => type)}\n}\n`)
  const tensors = Object.fromEntries(await Promise.all(rows.map(async ({ type }, i) => [`a${i}`, await tensorOf(paddock, type, elementsOf(type))])))
  for (const format of ['npz', 'safetensors']) {
    writeFileSync(at(`ours.${format}`), await paddock.writeFile(format, tensors).then(wholeFile))
    command('run', at('identity.mlir'), '--input', `@${at(`ours.${format}`)}`, '--output', `@${at(`theirs.${format}`)}`)
    const file = await paddock.openFile(await openAsBlob(at(`theirs.${format}`)), { name: `theirs.${format}` })
    assert.deepEqual(file.arrays.map(({ name }) => name).sort(), rows.map((_, i) => `arr_${i}`).sort())
    const program = await paddock.parse(readFileSync(at('identity.mlir'), 'utf8'))
    const inputs = await file.inputsFor(program.entry)
    const { status, results } = await program.run({ inputs })
    assert.equal(status, 'finished')
    for (const [i, { type }] of rows.entries()) assert.deepEqual(await results[i].data(), elementsOf(type), `${type} in ${format}`)
  }
})

/// A safetensors file whose bytes are generated as they are read.
function sparse(tensors, size) {
  const header = Buffer.from(JSON.stringify(tensors))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(header.length))
  const head = Buffer.concat([length, header])
  const reads = []
  const read = (offset, count) => {
    reads.push([offset, count])
    return Uint8Array.from({ length: count }, (_, i) => (offset + i < head.length ? head[offset + i] : (offset + i - head.length) % 251))
  }
  return { source: { size: head.length + size, read }, reads }
}

for (const [place, engine] of Object.entries(engines)) {
  test(`only the requested array of a file of six gigabytes is read, ${place}`, async () => {
    const end = 6e9
    const { source, reads } = sparse({ big: { dtype: 'U8', shape: [end - 4096], data_offsets: [0, end - 4096] }, small: { dtype: 'U8', shape: [4096], data_offsets: [end - 4096, end] } }, end)
    const file = await engine.openFile(source, { name: 'model.safetensors' })
    assert.deepEqual(file.arrays.map(({ name, byteSize }) => [name, byteSize]), [['big', end - 4096], ['small', 4096]])
    const tensor = await file.load('small')
    assert.deepEqual(await tensor.data(), Uint8Array.from({ length: 4096 }, (_, i) => (end - 4096 + i) % 251))
    const total = reads.reduce((sum, [, count]) => sum + count, 0)
    assert.ok(total < 100_000, `${total} bytes were read`)
    await assert.rejects(file.load('big'), (error) => error instanceof ProgramError && /^model\.safetensors: 'big': needs 5999995904 bytes of memory$/.test(error.message))
  })
}

test('every kind of source gives the same arrays', async () => {
  const values = Float32Array.from({ length: 700_000 }, (_, i) => i)
  const tensor = await tensorOf(paddock, 'f32', values, [700, 1000])
  const bytes = await tensor.npy()
  writeFileSync(at('many.npy'), bytes)
  const wide = new Uint8Array(bytes.length + 8)
  wide.set(bytes, 8)
  const sources = [bytes, bytes.buffer, wide.subarray(8), new Blob([bytes]), await openAsBlob(at('many.npy')), new Blob([bytes]).stream(), { size: bytes.length, read: async (offset, size) => bytes.subarray(offset, offset + size) }]
  for (const source of sources) {
    const file = await paddock.openFile(source)
    assert.ok(file instanceof ArrayFile)
    const progress = []
    const again = await file.load('', { onProgress: (one) => progress.push(one) })
    assert.deepEqual(await again.data(), values)
    assert.equal(progress.at(-1).bytesRead, bytes.length)
    assert.ok(progress.length > 2)
  }
  for (const source of [null, 'many.npy', { size: -1, read: () => bytes }, { size: 5 }]) await assert.rejects(paddock.openFile(source), TypeError)
  await assert.rejects(paddock.openFile({ size: 500, read: () => new Uint8Array(3) }), /the file gave 3 bytes at 0 where/)
  const file = await paddock.openFile({ size: bytes.length, read: (offset, size) => bytes.subarray(offset, offset + size) })
  const abort = new AbortController()
  await assert.rejects(file.load('', { signal: abort.signal, onProgress: () => abort.abort(new Error('enough')) }), /enough/)
  file.close()
  await assert.rejects(file.load(), /has been closed/)
})

test('broken files and unsupported contents are refused with a reason and the fields of a diagnostic', async () => {
  const tensor = await tensorOf(paddock, 'f32', new Float32Array([1, 2, 3, 4, 5, 6]))
  const npy = await tensor.npy()
  const npz = await wholeFile(await paddock.writeFile('npz', { a: tensor, b: tensor }))
  const refused = async (attempt, sentence) => {
    const error = await attempt().then(() => assert.fail(`was taken: ${sentence}`), (one) => one)
    assert.ok(error instanceof ProgramError, `${error}`)
    const [{ severity, code, message, file, from, to, fixes }] = error.diagnostics
    assert.equal(error.message, message)
    assert.deepEqual([severity, code, from, to, fixes], ['error', /is no \.npy/.test(message) ? 'file-format' : 'file', 0, 0, []])
    assert.match(message, sentence)
    assert.ok(message.startsWith(file), `${file}: ${message}`)
  }
  const open = (bytes) => paddock.openFile(bytes, { name: 'x.y' })
  await refused(() => open(new Uint8Array([123, 125])), /^x\.y: is no \.npy, \.npz or \.safetensors file$/)
  await refused(() => open(npz.subarray(0, 100)), /^x\.y: is an archive without its end: it is truncated$/)
  const damaged = npz.slice()
  // Offset of the first byte of the first array's elements.
  damaged[Buffer.from(npz).indexOf('\n', npz.findIndex((byte) => byte === 0x7b)) + 1] ^= 1
  const file = await open(damaged)
  await refused(() => file.load('a'), /^x\.y: 'a': is damaged: the checksum differs$/)
  await refused(() => file.load('c'), /^x\.y: has no array 'c', but a, b$/)
  await refused(() => file.load(), /^x\.y: holds 2 arrays: name one of them \(a, b\)$/)
  await refused(() => file.load('b', { elementType: 'f64' }), /'b': holds 'f4' \(f32\), but f64 is needed$/)
  await refused(() => file.load('b', { elementType: 'f63' }), /cannot hold 'f63', which is no element type$/)
  await refused(async () => (await open(npy.subarray(0, npy.length - 1))).load(), /^x\.y: is truncated: 24 bytes of data announced, 23 there$/)
  await refused(() => paddock.readRaw(new Uint8Array(23), { elementType: 'f32', shape: [2, 3], name: 'x.raw' }), /^x\.raw: has 23 bytes, but 24 are needed$/)
  await refused(() => paddock.readRaw(new Uint8Array(23), { elementType: 'f32', shape: [-1, 3], name: 'x.raw' }), /^x\.raw: has 23 bytes, which are not a multiple of 12$/)
  await refused(() => paddock.writeFile('npy', { a: tensor, b: tensor }), /^a \.npy file: holds one array, not 2/)
  await refused(() => paddock.writeFile('zip', tensor), /^a \.zip file: is no format of files/)
  assert.deepEqual((await paddock.readRaw(new Uint8Array(24), { elementType: 'f32', shape: [-1, 3] })).shape, [2, 3])
})

test('a tensor can be an input repeatedly, also in Workers and in other engines', async () => {
  const text = `func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %y = stablehlo.negate %x : tensor<2x3xf32>
  %z = stablehlo.multiply %y, %y : tensor<2x3xf32>
  return %z : tensor<2x3xf32>
}`
  const program = await paddock.parse(text)
  const values = new Float32Array([1, 2, 3, 4, 5, 6])
  const tensor = await tensorOf(paddock, 'f32', values)
  const expected = values.map((value) => value * value)
  for (const options of [{}, { level: 'faithful' }, { grid: { replicas: 2, partitions: 1 } }, { grid: { replicas: 2, partitions: 1 }, mode: 'workers' }]) {
    const { results, diagnostics } = await program.run({ inputs: { x: tensor }, ...options })
    assert.deepEqual(diagnostics, [])
    assert.deepEqual(await results[0].data(), expected)
    assert.deepEqual(await tensor.data(), values, 'it stays as it was')
  }
  const elsewhere = await engines['in a Worker'].parse(text)
  assert.deepEqual(await (await elsewhere.run({ inputs: [tensor] })).results[0].data(), expected)
  const session = await elsewhere.start({ inputs: [tensor] })
  assert.equal((await session.run()).reason, 'finished')
  const wrong = await tensorOf(paddock, 'i32', new Int32Array(6))
  const { status, diagnostics } = await program.run({ inputs: [wrong] })
  assert.deepEqual([status, diagnostics[0].code, diagnostics[0].message], ['failed', 'input', 'argument %x: tensor<2x3xf32> cannot take tensor<2x3xi32>'])
  await assert.rejects(engines['in a Worker'].writeFile('npy', tensor), /one of another engine/)
  tensor.close()
  await assert.rejects(program.run({ inputs: [tensor] }), /has been closed/)
})

test('inputs may be lists in JSON, with strings for numbers that JSON lacks', async () => {
  const run = async (type, input) => {
    const program = await paddock.parse(`func.func @main(%x: tensor<${type}>) -> tensor<${type}> {\n  return %x : tensor<${type}>\n}`)
    const { results, diagnostics } = await program.run({ inputs: [input] })
    return diagnostics[0]?.message ?? (await results[0].data())
  }
  assert.deepEqual(await run('5xf32', [NaN, 'NaN', '-Infinity', Infinity, -0]), new Float32Array([NaN, NaN, -Infinity, Infinity, -0]))
  assert.deepEqual(await run('2x2xi64', [[2n ** 62n, '-9223372036854775808'], [1, 0]]), new BigInt64Array([2n ** 62n, -(2n ** 63n), 1n, 0n]))
  assert.deepEqual(await run('1xui64', '["18446744073709551615"]'), new BigUint64Array([2n ** 64n - 1n]))
  assert.deepEqual(await run('2xi1', [true, false]), new Uint8Array([1, 0]))
  assert.deepEqual(await run('2xcomplex<f32>', [[1, 'NaN'], [0.5, -2]]), new Float32Array([1, NaN, 0.5, -2]))
  assert.deepEqual(await run('f64', 1e300), new Float64Array([1e300]))
  assert.deepEqual(await run('?x2xbf16', [[1, 2], ['Infinity', 4]]), new Uint16Array([0x3f80, 0x4000, 0x7f80, 0x4080]))
  assert.match(await run('1xf32', ['one']), /'"one"' is not a value of type f32/)
  assert.match(await run('1xi32', [0.5]), /'0\.5' is not a value of type i32/)
})
