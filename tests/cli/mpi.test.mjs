// A grid on the ranks of mpirun, compared with the same grid in one process. Messages without MPI
// are tested if the command was built without it.
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const command = join(root, 'build/native/bin/paddock')
const folder = mkdtempSync(join(tmpdir(), 'paddock-mpi-'))
after(() => rmSync(folder, { recursive: true }))

// Test machines may have a single user, few processors, and no right to read another process's memory.
const launcher = ['mpirun', '--allow-run-as-root', '--oversubscribe']
const environment = { ...process.env, OMPI_MCA_btl_vader_single_copy_mechanism: 'none', OMPI_MCA_mpi_yield_when_idle: '1' }

function run(words, env = environment) {
  const { status, stdout, stderr, error } = spawnSync(words[0], words.slice(1), { cwd: root, env, encoding: 'utf8', timeout: 60_000 })
  assert.equal(error, undefined, `${words.join(' ')}: ${error}`)
  return { code: status, out: stdout, error: stderr }
}
const alone = (words) => run([command, ...words])
const onRanks = (ranks, words) => run([...launcher, '-n', String(ranks), command, ...words])

function whyNot() {
  if (spawnSync('mpirun', ['--version']).error) return 'mpirun is not here: install openmpi-bin'
  return onRanks(2, ['--version']).code === 0 ? false : 'the command was built without MPI: install libopenmpi-dev and build again'
}
const skip = whyNot()
if (skip) console.log(`# ${skip}`)

function file(name, text) {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const sum = `({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  })`
const channel = (handle) => `channel_handle = #stablehlo.channel_handle<handle = ${handle}, type = 1>`

// Groups within one rank and across several; reductions whose bits depend on the order.
const everything = file('everything.mlir', `func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %all = "stablehlo.all_reduce"(%x) ${sum} {replica_groups = dense<[[3, 0, 2, 1]]> : tensor<1x4xi64>, use_global_device_ids, ${channel(1)}}
    : (tensor<4xf32>) -> tensor<4xf32>
  %rows = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<8xf32>
  %ring = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  %turned = "stablehlo.all_to_all"(%all) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, ${channel(2)}} : (tensor<4xf32>) -> tensor<4xf32>
  %root = "stablehlo.collective_broadcast"(%ring) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, ${channel(3)}} : (tensor<4xf32>) -> tensor<4xf32>
  return %all, %rows, %ring, %turned, %root : tensor<4xf32>, tensor<8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
`)
const inputs = ['(0, 0)', '(0, 1)', '(1, 0)', '(1, 1)'].flatMap((process, i) => ['--input', `0@${process}=random:${i + 1}`])
const grid = ['--grid', '2x2']

test('any number of ranks prints the output of one process, once', { skip }, () => {
  const words = ['run', ...grid, ...inputs, everything]
  const expected = alone(words)
  assert.equal(expected.code, 0, expected.error)
  for (const ranks of [2, 3, 4, 6]) {
    const { code, out, error } = onRanks(ranks, words)
    assert.equal(code, 0, error)
    assert.equal(out, expected.out, `${ranks} ranks`)
    assert.equal(error, expected.error)
  }
  const json = [...words, '--format', 'json']
  assert.deepEqual(JSON.parse(onRanks(3, json).out), JSON.parse(alone(json).out))
})

test('the examples of grids run on ranks', { skip: skip || (existsSync(join(root, 'examples/grid')) ? false : 'there are none') }, () => {
  for (const name of readdirSync(join(root, 'examples/grid')).filter((name) => name.endsWith('.mlir'))) {
    const words = ['run', '--numerics', 'portable', join('examples/grid', name)]
    const expected = alone(words)
    assert.equal(expected.code, 0, expected.error)
    const { code, out, error } = onRanks(4, words)
    assert.equal(code, 0, `${name}: ${error}`)
    assert.equal(out, expected.out, name)
  }
})

test('values of one megabyte, threads, and output of any process', { skip }, () => {
  const path = file('large.mlir', `func.func @main(%x: tensor<262144xf32>) -> tensor<262144xf32> {
  %r = "stablehlo.all_reduce"(%x) ${sum} {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, ${channel(1)}}
    : (tensor<262144xf32>) -> tensor<262144xf32>
  return %r : tensor<262144xf32>
}
`)
  const words = (name) => ['run', ...grid, ...inputs, path, '--output', `0@(1, 1)=@${join(folder, name)}`]
  assert.equal(alone(words('one.npy')).code, 0)
  for (const more of [[], ['--mode', 'threads', '--threads', '2']]) {
    const { code, error } = onRanks(2, [...words('ranks.npy'), ...more])
    assert.equal(code, 0, error)
    assert.ok(readFileSync(join(folder, 'one.npy')).equals(readFileSync(join(folder, 'ranks.npy'))))
  }
})

test('comments give inputs and expectations on every rank', { skip }, () => {
  const text = (expected) => `// num_replicas: 2
// %operand@(0, 0): [1, 2]
// %operand@(1, 0): [3, 4]
%result = "stablehlo.all_reduce"(%operand) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
// %result@(0, 0): [4, 6]
// %result@(1, 0): ${expected}
`
  assert.equal(onRanks(2, ['run', file('met.mlir', text('[4, 6]'))]).code, 0)
  const words = ['run', file('unmet.mlir', text('[4, 7]'))]
  const { code, error } = onRanks(2, words)
  assert.equal(code, 1)
  assert.ok(error.includes(alone(words).error.split('\n')[0]), error)
})

test('the trace of all ranks is one file, with the same communications as in one process', { skip }, () => {
  const path = (name) => join(folder, `${name}.json`)
  const traced = (name) => {
    const { traceEvents, otherData } = JSON.parse(readFileSync(path(name), 'utf8'))
    const boxes = traceEvents.filter(({ ph }) => ph === 'X')
    // Events of each process with the data they sent and received, and the sources of its messages.
    const said = boxes.filter(({ args }) => args.gave !== undefined).map(({ pid, name, args }) => JSON.stringify([pid, name, args]))
    const steps = boxes.filter(({ cat }) => cat === 'step').map(({ pid, name, args }) => `${pid} ${name} ${args.line}`)
    const arrows = traceEvents.filter(({ ph, name }) => ph === 'f' && name === 'collective_permute').map(({ pid }) => pid)
    return { otherData, said: said.sort(), steps: steps.sort(), arrows: arrows.sort(), boxes }
  }
  const words = (name) => ['run', ...grid, ...inputs, everything, '--trace', path(name)]
  assert.equal(alone(words('one')).code, 0)
  const { code, error } = onRanks(3, words('ranks'))
  assert.equal(code, 0, error)
  const [one, ranks] = [traced('one'), traced('ranks')]
  assert.deepEqual(ranks.otherData, one.otherData)
  assert.deepEqual(ranks.said, one.said)
  assert.deepEqual(ranks.steps, one.steps)
  assert.equal(one.arrows.length, 4)
  assert.deepEqual(ranks.arrows, one.arrows)
  // The clocks agree: no process had the sum before all had arrived.
  const sums = ranks.boxes.filter(({ name }) => name === 'all_reduce' ).filter(({ args }) => args.gave !== undefined)
  const last = Math.max(...sums.map(({ ts }) => ts))
  for (const { ts, dur } of sums) assert.ok(ts + dur >= last, `${ts} + ${dur} < ${last}`)
  // A failing run is traced as well.
  const short = ['run', ...grid, ...inputs, '--work', '20000', '--trace', path('cut'), '--trace-limit', '20']
  const cut = onRanks(2, [...short, endless()])
  assert.equal(cut.code, 3, cut.error)
  assert.match(cut.error, /the trace is truncated: it has the first 40 of/)
})

test('rank 0 writes the prints and outfeeds of all processes', { skip }, () => {
  const path = file('outfeed.mlir', `func.func @main(%x: tensor<2xi64>) -> tensor<2xi64> {
  %t0 = stablehlo.create_token : !stablehlo.token
  %t1 = "stablehlo.outfeed"(%x, %t0) : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
  return %x : tensor<2xi64>
}
`)
  const words = ['run', '--grid', '2x1', '--input', '0@(0, 0)=[1, 2]', '--input', '0@(1, 0)=[3, 4]', path]
  const blocks = (text) => text.split(/^(?=outfeed@|@)/m).sort()
  assert.deepEqual(blocks(onRanks(2, words).out), blocks(alone(words).out))
})

test('ranks receive from the host, and report entries that none has read', { skip }, () => {
  const path = file('receive.mlir', `func.func @main() -> tensor<i32> {
  %t = stablehlo.create_token : !stablehlo.token
  %x:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  return %x#0 : tensor<i32>
}
`)
  const words = ['run', '--grid', '2x1', '--receive', '3@(0, 0)=5', '--receive', '3@(1, 0)=6', '--receive', '3@(1, 0)=7', path]
  const ranks = onRanks(2, words)
  assert.equal(ranks.out, alone(words).out)
  assert.match(ranks.error, /warning: entry 2 of channel 3 was not read/)
  assert.equal(ranks.error.match(/was not read/g).length, 1)
})

/** Returns the lines of `error` from the command, without those of mpirun. */
const ownLines = (error, expected) => error.split('\n').filter((line) => line !== '' && expected.split('\n').includes(line)).join('\n')

test('a deadlock, a mismatch and a failure end the run with one diagnostic', { skip }, () => {
  const body = (branch) => `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %id = stablehlo.partition_id : tensor<ui32>
  %p = stablehlo.convert %id : (tensor<ui32>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
    ${branch}
  }, {
    %g = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, ${channel(4)}}
      : (tensor<4xf32>) -> tensor<8xf32>
    %h = stablehlo.slice %g [0:4] : (tensor<8xf32>) -> tensor<4xf32>
    stablehlo.return %h : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
`
  const branches = {
    deadlock: 'stablehlo.return %x : tensor<4xf32>',
    mismatch: `%o = "stablehlo.all_reduce"(%x) ${sum} {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, ${channel(4)}}
      : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %o : tensor<4xf32>`,
    failure: `%c = stablehlo.custom_call @nobody.knows(%x) : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %c : tensor<4xf32>`,
  }
  for (const [name, branch] of Object.entries(branches)) {
    const words = ['run', '--grid', '1x2', '--input', '0=iota', file(`${name}.mlir`, body(branch))]
    const expected = alone(words)
    assert.equal(expected.code, 1)
    const { code, out, error } = onRanks(2, words)
    assert.equal(code, 1, name)
    assert.equal(out, '')
    assert.equal(ownLines(error, expected.error), expected.error.trimEnd(), `${name}: ${error}`)
  }
})

test('a run that cannot start is reported once, and every rank ends', { skip }, () => {
  const cases = [
    [2, ['run', ...grid, join(folder, 'nowhere.mlir')], /nowhere\.mlir: No such file/],
    [2, ['run', ...grid, everything, '--input', '0=@nowhere.npy'], /nowhere\.npy: No such file/],
    [1, ['run', ...grid, everything], /argument 0 .* has no input/],
    [2, ['run', ...grid, '-'], /standard input/],
    [1, ['run', '--grid', '3x1', ...['--input', '0=iota'], everything], /replica_groups holds 4 ids/],
  ]
  for (const [exit, words, message] of cases) {
    const { code, error } = onRanks(3, words)
    assert.equal(code, exit, error)
    assert.match(error, message)
    assert.equal(error.match(new RegExp(message, 'g')).length, alone(words).error.match(new RegExp(message, 'g'))?.length ?? 1, error)
  }
})

test('a work budget stops all ranks', { skip }, () => {
  const { code, error } = onRanks(2, ['run', ...grid, ...inputs, endless(), '--work', '200000'])
  assert.equal(code, 3, error)
  assert.match(error, /when the work budget was spent/)
})

function endless() {
  return file('endless.mlir', `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = stablehlo.while(%i = %x) : tensor<4xf32> cond {
    %true = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %true : tensor<i1>
  } do {
    %n = "stablehlo.all_reduce"(%i) ${sum} {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, ${channel(1)}}
      : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %n : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
`)
}

const childrenOf = (pid) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
const isCommand = (pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'paddock'

test('a killed rank ends the run, and mpirun reports it', { skip: skip || (process.platform === 'linux' ? false : 'reads /proc') }, async () => {
  const words = [...launcher, '-n', '2', command, 'run', ...grid, ...inputs, endless()]
  const child = spawn(words[0], words.slice(1), { cwd: root, env: environment, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (said += text))
  const ended = new Promise((resolve) => child.on('close', (code) => resolve(code)))
  let ranks = []
  for (let i = 0; i < 100 && ranks.length < 2; i++) {
    await sleep(100)
    ranks = childrenOf(child.pid).filter(isCommand)
  }
  assert.equal(ranks.length, 2, said)
  await sleep(300)
  process.kill(ranks[1], 'SIGKILL')
  assert.notEqual(await ended, 0)
  assert.match(said, /signal 9|killed/i)
})

test('one rank runs other commands', { skip }, () => {
  assert.equal(onRanks(3, ['check', everything]).out, alone(['check', everything]).out)
  assert.equal(onRanks(2, ['--version']).out, alone(['--version']).out)
})

test('without MPI, a rank of mpirun reports that', { skip: skip && !skip.startsWith('mpirun') && !skip.startsWith('the command') }, (context) => {
  if (!skip || execFileSync('ldd', [command], { encoding: 'utf8' }).includes('libmpi')) return context.skip('built with MPI')
  const asRank = (rank) => run([command, 'run', 'examples/hello.mlir'], { ...process.env, OMPI_COMM_WORLD_RANK: rank, OMPI_COMM_WORLD_SIZE: '2' })
  assert.equal(asRank('0').code, 2)
  assert.match(asRank('0').error, /built without MPI/)
  assert.deepEqual(asRank('1'), { code: 2, out: '', error: '' })
})
