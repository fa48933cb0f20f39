// Archives that unpack to far more than their size: the memory limit and Ctrl-C stop their reading.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { constants, deflateRawSync } from 'node:zlib'
import { archive, npyOfBytes } from './archive.mjs'
import { command, paddock, root, useFolder } from './paddock.mjs'

const { file } = useFolder()
const program = file('bytes.mlir', 'func.func @main(%a: tensor<?xui8>) -> tensor<?xui8> {\n  return %a : tensor<?xui8>\n}\n')

test('200 MB out of a small archive are refused within the memory limit, and read with more', () => {
  const bomb = archive({ 'a.npy': npyOfBytes(200_000_000) }, { isDeflated: true })
  assert.ok(bomb.length < 250_000, `${bomb.length} bytes`)
  const words = ['run', program, '--input', `0=@${file('bomb.npz', bomb)}`, '--print', 'numpy', '--memory']
  const refused = paddock([...words, '1M'])
  assert.equal(refused.code, 1)
  assert.match(refused.error, /bomb\.npz: 'a': needs 200000000 bytes of memory, but 1048576 of the 1048576 allowed are left/)
  const taken = paddock([...words, '1G'])
  assert.equal(taken.code, 0, taken.error)
  assert.match(taken.out, /\[0, 0, 0, \.\.\., 0, 0, 0\]/)
})

test('generated values also respect the memory limit', () => {
  for (const value of ['zeros : tensor<200000000xui8>', 'dense<7> : tensor<200000000xui8>']) {
    const { code, error } = paddock(['run', program, '--input', `0=${value}`, '--memory', '1M'])
    assert.equal(code, 1, value)
    assert.match(error, /memory/)
  }
})

/// Packs content as repeated streams of one megabyte that unpack slowly.
function packSlowly(content) {
  const flushed = (bytes) => deflateRawSync(bytes, { level: 1, finishFlush: constants.Z_FULL_FLUSH })
  const header = content.length % kPiece
  const piece = flushed(content.subarray(header, header + kPiece))
  return Buffer.concat([flushed(content.subarray(0, header)), ...Array((content.length - header) / kPiece).fill(piece), Buffer.from([3, 0])])
}

const kPiece = 1 << 20

test('Ctrl-C ends the unpacking of an archive', async () => {
  const fill = Buffer.from(Array.from({ length: kPiece }, (_, i) => (Math.imul(i, 2654435761) >>> 13) & 7))
  const slow = file('slow.npz', archive({ 'a.npy': npyOfBytes(600 * kPiece, fill) }, { isDeflated: true, pack: packSlowly }))
  const outcomes = []
  // Too early, the process has no signal handler yet; too late, the reading is finished.
  for (const delay of [50, 100, 200, 400, 800, 1600]) {
    const child = spawn(command[0], [...command.slice(1), 'run', program, '--input', `0=@${slow}`, '--print', 'numpy'], { cwd: root })
    let error = ''
    child.stderr.on('data', (text) => (error += text))
    const closed = new Promise((resolve) => child.on('close', resolve))
    await setTimeout(delay)
    child.kill('SIGINT')
    const code = await closed
    outcomes.push(`${delay} ms: ${code} ${error}`)
    if (code === 3 && /slow\.npz: stopped on request/.test(error)) return
  }
  assert.fail(outcomes.join('\n'))
})
