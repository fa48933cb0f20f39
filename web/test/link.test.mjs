// Links that carry a program: what is written is read, and what is damaged is refused.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createDeflateRaw } from 'node:zlib'
import { decodeFragment, encodeFragment, fragmentOf, fragmentOfJson, isProgramFragment, LinkError, mostBytes, plain, safeLength } from './link-code.mjs'
import { fuzzLinks } from './link-fuzz.mjs'
import { chance } from './chance.mjs'

const links = new URL('../../tests/links/', import.meta.url)
const horse = readFileSync(new URL('../../examples/horse.mlir', import.meta.url), 'utf8')
const refused = (fragment, message) => assert.rejects(decodeFragment(fragment), (error) => error instanceof LinkError && message.test(error.message))

for (const file of readdirSync(links)) {
  test(`each link in ${file} is read as the day it was made`, async () => {
    const golden = JSON.parse(readFileSync(new URL(file, links), 'utf8'))
    assert.ok(golden.length > 0)
    // A property that the version does not know has its default.
    for (const { fragment, carries } of golden) assert.deepEqual(await decodeFragment(fragment), { ...carries, view: { pin: null, ...carries.view } })
  })
}

test('percent signs, line breaks and brackets around a link do no harm', async () => {
  const fragment = await encodeFragment(plain(horse))
  const escape = (text) => [...text].map((one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`).join('')
  const ways = [`#${fragment}`, escape(fragment), escape(escape(fragment)), fragment.replaceAll('.', '%2E'), fragment.replace(/.{76}/g, '$&\r\n'), fragment.replace(/.{60}/g, '$&%20'), `${fragment})`, `${fragment}&utm_source=chat`]
  for (const way of ways) assert.deepEqual(await decodeFragment(way), plain(horse), way.slice(0, 40))
})

test('a link of 8 KB is read after a chat program has escaped it', async () => {
  const random = chance(1)
  const text = `${horse}// ${Array.from({ length: 2400 }, () => random.next().toFixed(4)).join(' ')}`
  const fragment = await encodeFragment(plain(text))
  assert.ok(fragment.length > 8000, `${fragment.length}`)
  assert.deepEqual(await decodeFragment(fragment.replaceAll('.', '%2E').replaceAll('-', '%2D').replaceAll('_', '%5F')), plain(text))
})

test('links to most examples are short enough for chat programs; those with weights are not', async () => {
  const examples = JSON.parse(readFileSync(new URL('../../examples/examples.json', import.meta.url), 'utf8')).flatMap(({ examples }) => examples)
  const lengths = await Promise.all(examples.map(async ({ id, file = `${id}.mlir` }) => {
    const text = readFileSync(new URL(`../../examples/${file}`, import.meta.url), 'utf8')
    return { id, length: 'https://paddock.example.org/#'.length + (await encodeFragment({ ...plain(text), example: id })).length }
  }))
  lengths.sort((one, other) => one.length - other.length)
  const atPart = (part) => lengths[Math.floor(part * lengths.length)].length
  assert.ok(lengths.length > 25)
  assert.ok(atPart(0.5) < 1400 && atPart(0.65) < safeLength, JSON.stringify(lengths))
})

test('a link that is cut anywhere is refused', async () => {
  const fragment = await encodeFragment(plain(horse))
  for (let length = 1; length < fragment.length; ++length) await refused(fragment.slice(0, length), /^The link (is cut|is damaged|contains no program)/)
  await refused(fragment.slice(0, 300), /^The link is cut: \d+ of its \d+ characters have arrived\.$/)
})

test('a link with one other character is refused', async () => {
  const fragment = await encodeFragment(plain('func.func @f() {\n  return\n}'))
  const start = fragment.indexOf('.', 3) + 1
  for (let at = start; at < fragment.length; ++at) {
    const other = fragment[at] === 'A' ? 'B' : 'A'
    await refused(fragment.slice(0, at) + other + fragment.slice(at + 1), /^The link is damaged/)
  }
})

test('only a fragment that begins as a link does is one', () => {
  for (const fragment of ['#p1.4.abcd', '#p1', 'p12.0', '#p1%2E4']) assert.ok(isProgramFragment(fragment), fragment)
  for (const fragment of ['', '#', '#part', '#p', '#page1.2', '#c12']) assert.ok(!isProgramFragment(fragment), fragment)
})

test('another version is named', async () => {
  await refused(fragmentOf(Buffer.from('xyz'), 2), /^The link has version 2; this page reads version 1\.$/)
})

/** Deflated zeros, made in parts. */
async function bombOf(bytes) {
  const stream = createDeflateRaw({ level: 9 })
  const parts = []
  stream.on('data', (part) => parts.push(part))
  const zeros = Buffer.alloc(2 ** 20)
  for (let done = 0; done < bytes; done += zeros.length) stream.write(zeros) || (await new Promise((resolve) => stream.once('drain', resolve)))
  stream.end()
  await new Promise((resolve) => stream.once('end', resolve))
  return Buffer.concat(parts)
}

test('a link that unpacks to a gigabyte is refused, and takes no memory', async () => {
  const fragment = fragmentOf(await bombOf(2 ** 30))
  assert.ok(fragment.length < 2_000_000)
  globalThis.gc?.()
  const before = process.memoryUsage()
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers - before.arrayBuffers)), 1)
  await refused(fragment, /^The link was not opened: it unpacks to more than 8 MB\.$/)
  clearInterval(watch)
  assert.ok(most < 64 * 2 ** 20, `${most} bytes`)
  await assert.rejects(encodeFragment(plain('x'.repeat(mostBytes))), LinkError)
})

test('what is no program is refused with a sentence', async () => {
  for (const json of ['', '[]', 'null', '"program"', '{}', '{"program": 7}', '{"program": "x"', '[['.repeat(1e5)]) await refused(fragmentOfJson(json), /^The link contains no program\.$/)
  const with_ = (more) => fragmentOfJson({ program: 'abc', ...more })
  for (const [name, values] of Object.entries({
    inputs: [{}, [['x']], [['x', { kind: 'file', name: 'f' }]], [['x', { kind: 'text', text: 1 }]], [['x', { kind: 'normal', seed: -1 }]], [[1, { kind: 'iota' }]]],
    sizes: [[['x', [-1]]], [['x', 3]], 'x'],
    feeds: [[['0', 'x']], [[0, 1]]],
    grid: [[1], [0, 1], [1, 5000], [1.5, 2], 'x', null],
    cursor: [4, -1, 1.5, '1', null],
    execution: [-1, {}],
    process: [1e300, []],
    tab: [1],
    pin: [[], ['%x'], ['%x', [-1]], ['%x', 1], [1, [0]], 'x', null],
  })) {
    for (const value of values) await refused(with_({ [name]: value }), new RegExp(`^The link is malformed: its ${name} cannot be read\\.$`))
  }
  assert.deepEqual(await decodeFragment(with_({ __proto__: { text: 'y' }, later: [1] })), plain('abc'))
})

test('random links are read or refused, and what is read is written alike', async () => {
  assert.ok((await fuzzLinks({ seed: 1, seconds: 3 })) > 50)
})
