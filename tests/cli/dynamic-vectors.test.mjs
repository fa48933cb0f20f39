// Programs with open sizes, as JAX exports them: each runs with every `?` bound to a small size.
// They have no expected values, so the test is that they run. It is skipped if the vectors are not
// beside the checkout.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { command, root } from './paddock.mjs'

const folder = join(root, '../shared/conformance/dynamic')

// Programs that break a rule checked at run time: the window has one dimension, its strides have two.
const broken = {
  'conv_general_dilated_1d_stride_2_even_dynamic.mlir': 'dynamic_conv-c2',
  'conv_general_dilated_1d_stride_2_odd_dynamic.mlir': 'dynamic_conv-c2',
}

function element(type) {
  if (type.startsWith('complex')) return '(1, 0)'
  return type === 'i1' ? 'true' : '1'
}

function value(shape, type) {
  if (shape.length === 0) return element(type)
  return `[${Array(shape[0]).fill(value(shape.slice(1), type)).join(', ')}]`
}

// Integers before the first tensor are the sizes of `?`; later ones are positions.
function inputs(text, size) {
  const signature = /func\.func (?:public )?@main\((.*?)\) ->/s.exec(text)
  const types = [...(signature?.[1] ?? '').matchAll(/%\w+: tensor<([^{},]*?>?)>(?=[ ,{]|$)/g)].map((match) => match[1])
  let seenTensor = false
  return types.flatMap((type, i) => {
    const [, sizes, element] = /^((?:(?:\d+|\?)x)*)(.*)$/.exec(type)
    const shape = sizes.split('x').filter(Boolean).map((text) => (text === '?' ? size : Number(text)))
    const isSize = shape.length === 0 && !seenTensor && element === 'i64'
    seenTensor ||= shape.length > 0
    const isPosition = shape.length === 0 && seenTensor && /^u?i\d+$/.test(element) && element !== 'i1'
    return ['--input', `${i}=${isSize ? size : isPosition ? 0 : value(shape, element)}`]
  })
}

const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.mlir')) : []

test('programs with open sizes run', { skip: names.length === 0 && 'the vectors are not here' }, () => {
  const failures = []
  for (const name of names) {
    const path = join(folder, name)
    const words = ['run', path, '--format', 'json', ...inputs(readFileSync(path, 'utf8'), 2)]
    const { status, stdout, stderr } = spawnSync(command[0], [...command.slice(1), ...words], { encoding: 'utf8', maxBuffer: 1 << 28 })
    if (name in broken) assert.ok(stdout.includes(broken[name]), stdout + stderr)
    else if (status !== 0) failures.push(`${name}: ${stdout}${stderr}`)
  }
  assert.deepEqual(failures, [])
})
