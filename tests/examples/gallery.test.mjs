// The questions of the gallery: each answer names numbers, and where they come from, and this runs every program to
// check them, before and after the edit that it invites to. The names that the way leads to are there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paddock } from '../cli/paddock.mjs'
import { globSync } from '../../tools/lib/glob.mjs'
import { readExample, run } from './command.mjs'

const questions = JSON.parse(readExample('gallery.json')).flatMap(({ examples }) => examples)
const fileOf = (id) => `gallery/${id}.mlir`

const nameOf = ({ name }) => name

/// Returns the cells from which one was computed, itself first.
function chainOf(text, { cell, process = 0, execution }) {
  const place = /num_replicas/.test(text) ? `(${process}, 0)` : `(0, ${process})`
  const { code, out, error } = paddock(['why', '-', cell, '--process', place, '--format', 'json', '--numerics', 'portable', ...(execution === undefined ? [] : ['--execution', String(execution)])], text)
  assert.equal(code, 0, `${cell}: ${error}`)
  return JSON.parse(out).cells
}

/// Whether a number is the stated one, as precisely as that is written.
function isStated(found, stated) {
  if (found === stated) return true
  const digits = stated.replace(/^-?0*\.?0*|\.|e.*$/g, '').length
  const isRounded = /[.]/.test(stated) && digits > 0
  return found !== '' && Number(isRounded ? Number(found).toPrecision(digits) : found) === Number(stated)
}

function check(text, fact) {
  if (fact.error !== undefined) {
    const { code, diagnostics } = run(text)
    assert.notEqual(code, 0)
    return assert.ok(diagnostics[0].message.includes(fact.error), `${diagnostics[0].message}`)
  }
  const cells = chainOf(text, fact)
  assert.ok(isStated(cells[0].value, fact.is), `${fact.cell} is ${cells[0].value}, not ${fact.is}`)
  if (fact.via !== undefined) assert.ok(cells.some((cell) => nameOf(cell) === fact.via), `${fact.cell} does not come from ${fact.via}: ${cells.map(nameOf)}`)
  if (fact.origin !== undefined) assert.ok(cells.some((cell) => cell.begins_here && nameOf(cell) === fact.origin), `${fact.cell} does not begin at ${fact.origin}`)
}

test('the gallery has 32 questions, each with a program of its own', () => {
  assert.equal(questions.length, 32)
  assert.deepEqual(globSync('examples/gallery/*.mlir').sort(), questions.map(({ id }) => `examples/${fileOf(id)}`).sort())
})

for (const { id, question, way, answer, facts, try: attempt, then } of questions) {
  test(`${id}: its answer is true, and its edit changes what it says`, () => {
    const text = readExample(fileOf(id))
    assert.ok(question.endsWith('?') && answer.endsWith('.'))
    for (const { at } of way) if (at !== undefined) assert.equal(text.split(at).length, 2, `${at} is there once`)
    for (const { ask } of way) if (ask !== undefined) assert.ok(text.includes(`${ask.replace(/\[.*/, '')} `) || text.includes(`${ask.replace(/\[.*/, '')},`), ask)
    for (const fact of facts) check(text, fact)
    assert.equal(text.split(attempt.from).length, 2, 'the place of the edit is there once')
    assert.ok(then.length > 0)
    for (const fact of then) check(text.replace(attempt.from, attempt.to), fact)
  })
}
