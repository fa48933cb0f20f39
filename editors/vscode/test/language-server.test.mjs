// The language server with a client of the protocol's own library: the native command, and the extension's.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { soonEnough } from '../../../tools/lib/soon-enough.mjs'
import { Client, root, servers } from './client.mjs'

const uri = 'file:///program.mlir'
const program = `func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %twice = stablehlo.add %x, %x : tensor<2x3xf32>
  %turned = stablehlo.transpose %twice, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %turned : tensor<3x2xf32>
}
`

const long = (lines) => {
  const sum = (i) => `  %x${i} = stablehlo.add %x${i - 1}, %x${Math.max(0, i - 2)} : tensor<4xf32>`
  return `func.func @main(%x0: tensor<4xf32>) -> tensor<4xf32> {\n${Array.from({ length: lines - 3 }, (_, i) => sum(i + 1)).join('\n')}\n  return %x${lines - 3} : tensor<4xf32>\n}\n`
}

for (const [name, server] of Object.entries(servers)) {
  test(`${name}: a session of an editor`, async () => {
    const client = new Client(server)
    const { capabilities, serverInfo } = await client.start()
    assert.equal(serverInfo.name, 'paddock')
    assert.equal(capabilities.positionEncoding, 'utf-16')
    assert.deepEqual(await client.open(uri, program), [])

    const hover = await client.ask('hover', uri, 'transpose')
    assert.match(hover.contents.value, /Swaps|[Tt]ranspose|dimension/)
    assert.match(hover.contents.value, /stablehlo\/spec#transpose/)

    const definition = await client.ask('definition', uri, '%twice, dims', { after: 2 })
    assert.deepEqual(definition.range.start, { line: 1, character: 2 })
    const references = await client.ask('references', uri, '%twice =', { context: { includeDeclaration: true } })
    assert.deepEqual(references.map(({ range }) => client.textAt(uri, range)), ['%twice', '%twice'])
    assert.equal((await client.ask('documentHighlight', uri, '%x:')).length, 3)

    const { placeholder } = await client.ask('prepareRename', uri, '%twice =')
    assert.equal(placeholder, '%twice')
    const renamed = await client.ask('rename', uri, '%twice =', { newName: '%double' })
    assert.equal(client.edited(uri, renamed.changes[uri]), program.replaceAll('%twice', '%double'))
    await assert.rejects(client.ask('rename', uri, '%twice =', { newName: 'x' }), /already has a %x/)

    const [main] = await client.ask('documentSymbol', uri)
    assert.deepEqual([main.name, main.children.map((child) => child.name)], ['@main', ['%twice', '%turned']])
    assert.equal((await client.ask('semanticTokens/full', uri)).data.length % 5, 0)
    assert.equal((await client.ask('foldingRange', uri)).length, 1)
    assert.equal(await client.stop(), 0)
  })

  test(`${name}: problems have codes, links, related places and fixes`, async () => {
    const client = new Client(server)
    await client.start()
    const wrong = program.replace('dims = [1, 0]', 'dims = [1, 1]').replace('add', 'addd')
    const problems = await client.open(uri, wrong)
    const unknown = problems.find(({ code }) => code === 'unknown-operation')
    assert.equal(client.textAt(uri, unknown.range), 'stablehlo.addd')
    const actions = await client.ask('codeAction', uri, '', { range: unknown.range, context: { diagnostics: [unknown] } })
    const [fix] = actions
    assert.deepEqual([fix.kind, fix.diagnostics[0].message], ['quickfix', unknown.message])
    const fixed = client.edited(uri, fix.edit.changes[uri])
    assert.match(fixed, /stablehlo\.add /)

    await client.change(uri, [{ text: program.replace('dims = [1, 0]', 'dims = [1, 1]') }])
    const [broken] = await client.checked(uri)
    assert.equal(broken.code, 'transpose-c2')
    assert.match(broken.codeDescription.href, /#transpose/)
    assert.match(broken.message, /\n/, 'the formula is on a line of its own')
    await client.stop()
  })

  test(`${name}: completion and signatures while a line is written`, async () => {
    const client = new Client(server)
    await client.start()
    await client.open(uri, program)
    const line = '  %more = stablehlo.subtract %x, \n'
    await client.change(uri, [{ range: { start: { line: 2, character: 0 }, end: { line: 2, character: 0 } }, text: line }])
    const items = await client.ask('completion', uri, line, { after: line.length - 1 })
    assert.deepEqual(items.slice(0, 2).map(({ label }) => label), ['%twice', '%x'])
    assert.match(client.edited(uri, [items[0].textEdit]), /subtract %x, %twice\n/)
    const { signatures, activeParameter } = await client.ask('signatureHelp', uri, line, { after: line.length - 1 })
    assert.deepEqual([signatures[0].label, activeParameter], ['stablehlo.subtract(lhs, rhs)', 1])
    const operations = await client.ask('completion', uri, 'stablehlo.subtract', { after: 13 })
    assert.ok(operations.some(({ label }) => label === 'stablehlo.subtract'))
    await client.stop()
  })

  test(`${name}: values of a small program are hints, and the formatter lays it out`, async () => {
    const client = new Client(server)
    await client.start()
    await client.open(uri, '// %x: [1.0, 2.0]\n%y   = stablehlo.add %x,%x : tensor<2xf32>\n')
    const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } }
    const hints = await client.ask('inlayHint', uri, '', { range })
    assert.deepEqual(hints.map(({ label }) => label), ['= [2.0, 4.0]'])
    assert.match((await client.ask('hover', uri, '%y')).contents.value, /Value: \[2\.0, 4\.0\]/)
    const edits = await client.ask('formatting', uri, '', { options: { tabSize: 2, insertSpaces: true } })
    assert.equal(client.edited(uri, edits), '// %x: [1.0, 2.0]\n%y = stablehlo.add %x, %x : tensor<2xf32>\n')
    await client.stop()

    const quiet = new Client(server)
    await quiet.start({ initializationOptions: { values: false } })
    await quiet.open(uri, '// %x: [1.0]\n%y = stablehlo.add %x, %x : tensor<1xf32>\n')
    assert.deepEqual(await quiet.ask('inlayHint', uri, '', { range }), [])
    await quiet.stop()
  })

  test(`${name}: after random edits the server's text is the client's`, async () => {
    const client = new Client(server)
    await client.start()
    await client.open(uri, program)
    let seed = 5
    const random = (count) => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % count
    const pieces = ['%x', '\n', '\r\n', 'é', '😀', '', '}', '{', '// -----\n', 'stablehlo.abs ', 'tensor<2xf32>', '"', ', ', program]
    for (let i = 0; i < 300; ++i) {
      const document = client.documents.get(uri)
      // A position between the characters of a line break, or of a surrogate pair, is none of an editor.
      const place = () => {
        let at = random(document.getText().length + 1)
        while (/^(?:\r\n|[\ud800-\udbff][\udc00-\udfff])/.test(document.getText().slice(Math.max(at - 1, 0), at + 1))) --at
        return document.positionAt(at)
      }
      const start = place()
      const end = random(3) === 0 ? place() : start
      const isOrdered = document.offsetAt(start) <= document.offsetAt(end)
      const range = isOrdered ? { start, end } : { start: end, end: start }
      await client.change(uri, [{ range, text: pieces[random(pieces.length)] }])
      if (i % 10 !== 0) continue
      await Promise.all(['hover', 'completion', 'definition', 'codeAction', 'inlayHint', 'documentSymbol'].map((method) => client.ask(method, uri, '', { position: start, range, context: { diagnostics: [] } })))
      assert.equal(await client.connection.sendRequest('paddock/documentText', { textDocument: { uri } }), client.documents.get(uri).getText())
      if (document.getText().length > 4000) await client.change(uri, [{ text: program }])
    }
    assert.equal(await client.stop(), 0)
  })

  test(`${name}: files with several programs and expected errors, and artifacts, can be opened`, async () => {
    const client = new Client(server)
    await client.start()
    const path = 'tests/check/data_movement/pad.mlir'
    const text = readFileSync(join(root, path), 'utf8')
    const problems = await client.open(`file:///${path}`, text)
    assert.ok(problems.length > 1)
    assert.ok(problems.every(({ severity }) => severity === 3), 'all are expected')
    const artifact = await client.open('file:///artifact.mlir', readFileSync(join(root, 'tests/artifacts/annotations.1.17.0.mlir.bc'), 'utf8'))
    assert.ok(artifact.length > 0)
    const several = `${program}// -----\n${program.replaceAll('%x', '%other')}`
    assert.deepEqual(await client.open(uri, several), [])
    const found = await client.connection.sendRequest('paddock/programAt', { textDocument: { uri }, position: { line: 8, character: 0 } })
    assert.equal(client.textAt(uri, found.range), found.text)
    assert.match(found.text, /%other/)
    assert.deepEqual(found.inputs, [{ name: 'other', path: '0', type: 'tensor<2x3xf32>', generated: 'random:1' }])
    await client.stop()
  })

  test(`${name}: the inputs that a run of the program needs`, async () => {
    const client = new Client(server)
    await client.start()
    const inputsOf = async (text) => {
      await client.open(uri, text)
      const { inputs } = await client.connection.sendRequest('paddock/programAt', { textDocument: { uri }, position: { line: 0, character: 0 } })
      return inputs.map(({ name, path, type, generated }) => `${path} ${name} ${type} ${generated}`)
    }
    const bounded = 'tensor<?x?xf32, #stablehlo.bounds<3, ?>>'
    const header = `func.func @main(%a: tensor<2xi1>, %open: ${bounded}, %t: tuple<tensor<f32>, !stablehlo.token>, %k: !stablehlo.token) -> tensor<2xi1> {\n`
    const body = '  return %a : tensor<2xi1>\n}\n'
    const open = `1 open ${bounded} random:1 : tensor<3x4xf32>`
    assert.deepEqual(await inputsOf(header + body), ['0 a tensor<2xi1> random:1', open, '2.0 t.0 tensor<f32> random:1'])
    assert.deepEqual(await inputsOf(`// paddock: example\n${header}// %a: [true, false]\n${body}`), [open, '2.0 t.0 tensor<f32> random:1'])
    assert.deepEqual(await inputsOf('%x = stablehlo.iota dim = 0 : tensor<4xf32>\n'), [])
    await client.stop()
  })
}

test('a cancelled request gets the error of the protocol, and a lost pipe ends the server', async () => {
  const [command, ...args] = servers.native
  const server = spawn(command, args)
  const framed = (message) => `Content-Length: ${message.length}\r\n\r\n${message}`
  let out = ''
  server.stdout.on('data', (bytes) => (out += bytes))
  server.stdin.end(
    [
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}',
      '{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{}}',
      '{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}',
    ].map(framed).join(''),
  )
  assert.equal(await new Promise((resolve) => server.on('close', resolve)), 1)
  assert.match(out, /"id": 2, "error": \{"code": -32800/)
})

test('the diagnostics of 1,000 lines come within 50 ms of the start', async () => {
  await soonEnough(async () => {
    const client = new Client(servers.native)
    await new Promise((resolve) => client.process.on('spawn', resolve))
    const start = performance.now()
    await client.start()
    assert.deepEqual(await client.open(uri, long(1000)), [])
    const delay = performance.now() - start
    await client.stop()
    return delay
  }, 50)
})
