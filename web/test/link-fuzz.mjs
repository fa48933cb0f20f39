// Random links: `node web/test/link-fuzz.mjs --seconds 1800 --seed 1` (docs/testing.md). A failure has its seed.
import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { deflateRawSync } from 'node:zlib'
import { decodeFragment, encodeFragment, fragmentOf, fragmentOfJson, LinkError, plain, writeShared } from './link-code.mjs'
import { chance } from './chance.mjs'

/** Characters that matter to a part of the format, and some that matter to none. */
const characters = [...'p1.-_%=AZaz09+/#~ \n"{}[]:,\\\u0000\u00e9\u2028\ud83d', '%2E', '%25', '%', 'p2.']
const words = ['%x: tensor<2xf32>', 'dense<[1.0, -0x7FC00000]>', '', '\u0000', '</script>', '<!--', 'é\u2028😀', '\ud800', 'constructor', '__proto__']
const numbers = [0, -0, 1, -1, 1.5, 7, 4096, 2 ** 31, 2 ** 53, 1e308, null, '3']

/** A link that the page can write. */
function randomShared(random) {
  const text = () => Array.from({ length: random.below(4) }, () => random.of(words)).join(random.of(['', '\n', ' ']))
  const few = (make) => Array.from({ length: random.below(3) }, make)
  const maybe = (value) => (random.below(2) ? value : null)
  const program = text()
  const sources = [{ kind: 'normal', seed: random.below(100) }, { kind: 'iota' }, { kind: 'zeros' }, { kind: 'ones' }, { kind: 'text', text: text() }]
  return {
    text: program,
    example: maybe(random.of(words)),
    inputs: { sources: few(() => [text(), random.of(sources)]), sizes: few(() => [text(), few(() => random.below(9))]), feeds: few(() => [random.below(9), text()]) },
    grid: maybe({ replicas: 1 + random.below(4), partitions: 1 + random.below(4) }),
    numerics: random.of(['portable', 'fast']),
    flavour: random.of(['baseline', 'relaxed']),
    view: { cursor: maybe(random.below(program.length + 1)), execution: maybe(random.below(99)), process: random.below(5), tab: maybe(random.of(words)), pin: maybe([text(), few(() => random.below(9))]) },
  }
}

/** Any JSON value. */
function randomJson(random, depth = 0) {
  const kind = random.below(depth > 3 ? 2 : 4)
  if (kind === 0) return random.of(numbers)
  if (kind === 1) return random.of([...words, 'normal', 'text', 'fast'])
  if (kind === 2) return Array.from({ length: random.below(4) }, () => randomJson(random, depth + 1))
  return Object.fromEntries(Array.from({ length: random.below(4) }, () => [random.of(['kind', 'seed', 'text', ...words]), randomJson(random, depth + 1)]))
}

/** An object in which some properties have a wrong type. */
function distort(random, json) {
  const object = JSON.parse(json)
  for (const key of ['program', 'example', 'inputs', 'sizes', 'feeds', 'grid', 'numerics', 'flavour', 'cursor', 'execution', 'process', 'tab', 'pin']) {
    if (random.below(4) === 0) object[key] = randomJson(random)
  }
  return object
}

function changed(random, text) {
  const at = random.below(text.length + 1)
  const length = random.below(4)
  return text.slice(0, at) + random.of(['', random.of(characters), text.slice(at, at + length).repeat(2)]) + text.slice(at + length)
}

function changedBytes(random, bytes) {
  const copy = Buffer.from(bytes)
  for (let i = 0; i <= random.below(3) && copy.length > 0; ++i) copy[random.below(copy.length)] = random.below(256)
  return random.below(3) ? copy : copy.subarray(0, random.below(copy.length + 1))
}

/** Fragments of every degree of damage. */
const makers = [
  async (random) => random.of(characters).repeat(random.below(40)),
  async (random) => changed(random, changed(random, await encodeFragment(randomShared(random)))),
  async (random) => fragmentOfJson(distort(random, writeShared(randomShared(random)))),
  async (random) => fragmentOfJson(changed(random, writeShared(randomShared(random)))),
  async (random) => fragmentOf(changedBytes(random, deflateRawSync(writeShared(randomShared(random))))),
  async (random) => fragmentOf(Buffer.from(Array.from({ length: random.below(60) }, () => random.below(256)))),
]

/** Returns the content of a fragment; null if it is refused, which must be with a sentence. */
async function read(fragment) {
  try {
    return await decodeFragment(fragment)
  } catch (error) {
    assert.ok(error instanceof LinkError, `${error.name}: ${error.message}`)
    assert.match(error.message, /^The link [^]*\.$/)
    return null
  }
}

/** As a chat program writes it. */
const escaped = (random, fragment) => [...fragment].map((one) => (random.below(3) ? one : `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`)).join('')

async function tryOne(random) {
  const shared = randomShared(random)
  const fragment = await encodeFragment(shared)
  assert.deepEqual(await read(fragment), shared)
  assert.deepEqual(await read(`#${escaped(random, fragment)}${random.of(['', ')', '>', '.', '%3E'])}`), shared)
  assert.deepEqual(await read(fragmentOfJson(writeShared(shared))), shared)
  assert.equal(await read(fragment.slice(0, random.below(fragment.length))), null)
  const other = await read(await random.of(makers)(random))
  if (other !== null) assert.deepEqual(await read(await encodeFragment(other)), other)
}

/** Tries links for so many seconds; returns their number. */
export async function fuzzLinks({ seed, seconds }) {
  const end = performance.now() + 1000 * seconds
  let count = 0
  for (; performance.now() < end; ++count) {
    await tryOne(chance(seed + count)).catch((error) => {
      error.message = `seed ${seed + count}: ${error.message}`
      throw error
    })
  }
  return count
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const option = (name, usual) => (process.argv.includes(name) ? Number(process.argv[process.argv.indexOf(name) + 1]) : usual)
  console.log(`${await fuzzLinks({ seed: option('--seed', 1), seconds: option('--seconds', 1800) })} links`)
}
