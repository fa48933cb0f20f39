/// Archives that unpack to far more than their size: unpacked in slices, within the memory limit,
/// and stopped by a signal.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { load, ProgramError } from 'paddock-hlo'
import { archive, npyOfBytes } from '../../../tests/cli/archive.mjs'

const engines = { 'in this thread': await load({ worker: false }), 'in a Worker': await load({ worker: true }) }
after(() => {
  for (const engine of Object.values(engines)) engine.close()
})

const kCount = 200_000_000

const file = archive({ 'a.npy': npyOfBytes(kCount) }, { isDeflated: true })

for (const [place, engine] of Object.entries(engines)) {
  test(`200 MB out of ${file.length} bytes unpack in slices, between which the engine answers, ${place}`, async () => {
    const opened = await engine.openFile(file, { name: 'bomb.npz' })
    let answers = 0
    let isLoaded = false
    const loading = opened.load('a').then((tensor) => ((isLoaded = true), tensor))
    while (!isLoaded) {
      await engine.openFile(file)
      answers += 1
      // Responses of an engine in this thread are microtasks, which alone would let no other task run.
      await setImmediate()
    }
    const tensor = await loading
    assert.deepEqual(tensor.shape, [kCount])
    assert.ok(answers > 20, `${answers} answers`)
    tensor.close()
  })

  test(`a signal ends the unpacking of 200 MB, ${place}`, async () => {
    const opened = await engine.openFile(file)
    const abort = new AbortController()
    const loading = opened.load('a', { signal: abort.signal })
    await engine.openFile(file)
    abort.abort(new Error('nobody waits any more'))
    await assert.rejects(loading, /nobody waits any more/)
    const again = await opened.load('a')
    assert.equal(again.shape[0], kCount, 'the file can be read again')
    again.close()
  })

  test(`the memory limit refuses 200 MB before they unpack, ${place}`, async () => {
    const opened = await engine.openFile(file, { name: 'bomb.npz' })
    const error = await opened.load('a', { memoryBytes: 1 << 20 }).then(() => assert.fail('was taken'), (one) => one)
    assert.ok(error instanceof ProgramError, `${error}`)
    assert.equal(error.message, "bomb.npz: 'a': needs 200000000 bytes of memory, but 1048576 of the 1048576 allowed are left")
    await assert.rejects(engine.openFile(file, { memoryBytes: 10 }), /needs 1024 bytes of memory, but 10 of the 10 allowed are left/)
    await assert.rejects(engine.openFile(file, { memoryBytes: -1 }), /memoryBytes/)
    const program = await engine.parse('func.func @main(%a: tensor<?xui8>) -> tensor<?xui8> {\n  return %a : tensor<?xui8>\n}')
    const { diagnostics } = await program.run({ inputs: [{ npy: file }], memoryBytes: 1 << 20 })
    assert.match(diagnostics[0].message, /needs 200000000 bytes of memory, but 1048576 of the 1048576 allowed are left/)
  })
}
