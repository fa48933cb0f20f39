// `paddock cost`: the estimated cost of a program on machines of 4 to 4,096 chips.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { command, root } from './paddock.mjs'

const folder = mkdtempSync(join(tmpdir(), 'paddock-cost-'))
after(() => rmSync(folder, { recursive: true }))

function file(name, text) {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

function cost(program, machine, ...words) {
  const { status, stdout, stderr } = spawnSync(command[0], [...command.slice(1), 'cost', program, '--machine', machine, ...words], { cwd: root, encoding: 'utf8' })
  return { code: status, out: stdout, error: stderr }
}

const estimate = (...words) => {
  const { code, out, error } = cost(...words, '--format', 'json')
  assert.equal(code, 0, error)
  return JSON.parse(out)
}

const sum = `({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  })`

// 4 MiB each, all processes in one group, for any number of replicas.
const reduce = file('reduce.mlir', `func.func @main(%x: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %r = "stablehlo.all_reduce"(%x) ${sum} {replica_groups = dense<> : tensor<0x0xi64>} : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  return %r : tensor<1024x1024xf32>
}
`)
const machines = (name) => join(root, 'examples/machines', name)
const bytes = 4 * 1024 * 1024

/// Computes the seconds of an all_reduce by hand: two directions around rings of the dimensions
/// `sizes`, all dimensions at once.
function torus(sizes, bandwidth, latency) {
  let half = 0
  let part = bytes / sizes.length
  for (const size of sizes) {
    part /= size
    half += (size - 1) * (latency + part / 2 / bandwidth)
  }
  return 2 * half
}

test('an all_reduce on 4, 64 and 4,096 chips, without running', () => {
  for (const [name, sizes, bandwidth] of [['ring-4', [4], 100e9], ['torus-8x8', [8, 8], 50e9], ['torus-16x16x16', [16, 16, 16], 50e9]]) {
    const chips = sizes.reduce((a, b) => a * b)
    const { from, communications: [row], seconds, ...rest } = estimate(reduce, machines(`${name}.machine`), '--grid', `${chips}x1`)
    assert.equal(from, 'plan')
    assert.equal(rest.chips, chips)
    assert.equal(row.bytes, bytes)
    assert.equal(row.line, 2)
    assert.equal(row.group_size, chips)
    // 2 (n - 1) / n of the bytes over the links of a chip, equal for all links.
    const links = 2 * sizes.length
    assert.ok(Math.abs(row.busiest_link_bytes - 2 * (chips - 1) / chips * bytes / links) < 1, name)
    assert.equal(row.used_links, chips * links)
    const expected = torus(sizes, bandwidth, 1e-6)
    assert.ok(Math.abs(row.seconds - expected) < 1e-9 * expected + 1e-12, `${name}: ${row.seconds}, not ${expected}`)
    assert.ok(Math.abs(seconds - expected) < 1e-6 * expected)
  }
})

test('the estimate as a table', () => {
  const { code, out } = cost(reduce, machines('ring-4.machine'), '--grid', '4x1')
  assert.equal(code, 0)
  assert.match(out, /^machine ring of 4: ring 4; grid 4 x 1, a process a chip; from the plan, without running\n/)
  assert.match(out, /\n2 +all_reduce +1 x 4 +4\.194 MB +two_way_ring +6 +3\.146 MB +37\.46 us +1\n/)
  assert.match(out, /\ntogether +37\.46 us {2}the longest chain: 0 s computation, 37\.46 us communication\n/)
})

test('a loop is run, and its communications counted', () => {
  const path = file('loop.mlir', `func.func @main(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<4xf32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %m = stablehlo.add %i, %one : tensor<i32>
      %z = "stablehlo.all_reduce"(%y) ${sum} {replica_groups = dense<> : tensor<0x0xi64>} : (tensor<4xf32>) -> tensor<4xf32>
      stablehlo.return %m, %z : tensor<i32>, tensor<4xf32>
    }
  return %r#1 : tensor<4xf32>
}
`)
  const { from, communications: [row], seconds, path_compute_seconds, path_communication_seconds } = estimate(path, machines('ring-4.machine'), '--grid', '4x1', '--input', 'n=5')
  assert.equal(from, 'run')
  assert.equal(row.times, 5)
  assert.ok(Math.abs(row.path_seconds - 5 * row.seconds) < 1e-12)
  assert.ok(path_compute_seconds > 0)
  assert.ok(Math.abs(path_compute_seconds + path_communication_seconds - seconds) < 1e-9 * seconds)
})

test('an error in a machine model is reported at its place', () => {
  const wrong = cost(reduce, file('wrong.machine', 'topology = ring 4\nlink.bandwidth = fast\n'))
  assert.equal(wrong.code, 2)
  assert.match(wrong.error, /wrong\.machine:2:1: error: 'fast' is not a quantity in B\/s, such as 2\.5 GB\/s/)
  assert.match(wrong.error, /the machine model lacks chip\.memory/)
  const small = cost(reduce, machines('ring-4.machine'), '--grid', '8x1')
  assert.equal(small.code, 1)
  assert.match(small.error, /the machine has 4 chips, but the grid has 8 processes/)
  assert.equal(cost(reduce, join(folder, 'none.machine')).code, 2)
})
