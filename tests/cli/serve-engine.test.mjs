// Engines of `paddock serve`: who may start and ask one, and when it ends. web/test/served-engine.test.mjs runs the page
// on them.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import { add, isNative, useFolder } from './paddock.mjs'
import { enginesOf, serve, until } from './serving.mjs'

const { folder, file } = useFolder()
const skip = !isNative && 'there are no sockets over WebAssembly'
let server
let address
let origin
const opened = []

before(async () => {
  if (skip) return
  mkdirSync(join(folder, 'share', 'page'), { recursive: true })
  writeFileSync(join(folder, 'share', 'page', 'index.html'), '<html></html>')
  const served = await serve(file('model.mlir', add), join(folder, 'share'))
  server = served.server
  address = new URL(served.address)
  origin = address.origin
})

after(() => server?.kill('SIGKILL'))
// A test that fails leaves no engine to the next one.
afterEach(() => opened.splice(0).forEach((socket) => socket.destroy()))

/** Sends a message to an engine. */
function post(engine, message, headers = { origin }) {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: address.port, method: 'POST', path: `${address.pathname}engine/${engine}`, headers }, (response) => {
      const parts = []
      response.on('data', (part) => parts.push(part))
      response.on('end', () => resolve({ status: response.statusCode, body: Buffer.concat(parts) }))
    })
    asked.on('error', reject).end(message)
  })
}

/** Opens a WebSocket, and returns the connection and the status of the answer. */
async function open(engine, { path = `${address.pathname}engine/${engine}`, headers = {} } = {}) {
  const all = { Host: `127.0.0.1:${address.port}`, Origin: origin, Upgrade: 'websocket', Connection: 'Upgrade', 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version': '13', ...headers }
  const socket = connect(address.port, '127.0.0.1').on('error', () => {})
  opened.push(socket)
  const lines = Object.entries(all).filter(([, value]) => value !== null).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const [answer] = await once(socket, 'data')
  return { socket, status: Number(String(answer).split(' ')[1]), answer: String(answer) }
}

const engines = () => enginesOf(server)

const word = (number) => Buffer.from(Uint32Array.of(number).buffer)
const text = (value) => Buffer.concat([Buffer.from('s'), word(Buffer.byteLength(value)), Buffer.from(value)])
const number = (value) => Buffer.concat([Buffer.from('n'), Buffer.from(Float64Array.of(value).buffer)])
const object = (id) => Buffer.concat([Buffer.from('o'), word(id)])

/** Calls a function of an engine by its name. */
async function call(engine, name, self, ...words) {
  const list = JSON.parse(String((await post(engine, 'l')).body).slice(1))
  const at = list.findIndex((one) => `${one.class}.${one.name}` === name)
  return post(engine, Buffer.concat([Buffer.from('c'), word(at), word(self), ...words]))
}

test('an engine is a process that runs a program, and ends with the socket', { skip }, async () => {
  const { socket, status, answer } = await open('one')
  assert.equal(status, 101)
  assert.match(answer, /Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=/)
  await until(() => engines().length === 1)
  const loaded = await call('one', 'ProgramHandle.load', 0, text('a.mlir'), text(add), number(0))
  assert.equal(String(loaded.body.subarray(0, 1)), 'o')
  assert.equal(String((await call('one', 'ProgramHandle.diagnostics', loaded.body.readUInt32LE(1))).body), 's[]')
  socket.destroy()
  await until(() => engines().length === 0)
  assert.equal((await post('one', 'l')).status, 410)
})

test('the end of the socket ends a run in the middle of a slice', { skip }, async () => {
  const { socket } = await open('long')
  const loop = `func.func @main() -> tensor<i64> {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %end = stablehlo.while(%i = %zero) : tensor<i64>
  cond { %yes = stablehlo.constant dense<true> : tensor<i1>  stablehlo.return %yes : tensor<i1> }
  do { %next = stablehlo.add %i, %i : tensor<i64>  stablehlo.return %next : tensor<i64> }
  return %end : tensor<i64>
}`
  const program = (await call('long', 'ProgramHandle.load', 0, text('a.mlir'), text(loop), number(0))).body.readUInt32LE(1)
  const session = (await call('long', 'SessionHandle.', 0, object(program), text(''))).body.readUInt32LE(1)
  assert.equal(String((await call('long', 'SessionHandle.start', session)).body), 'b\u0001')
  const running = call('long', 'SessionHandle.run', session, number(1e18))
  await new Promise((resolve) => setTimeout(resolve, 300))
  await until(() => engines().length === 1)
  socket.destroy()
  await until(() => engines().length === 0)
  assert.equal((await running).status, 410)
})

test('no engine is started or asked from another origin, by another name or without the token', { skip }, async () => {
  const { socket } = await open('mine')
  const port = address.port
  const refused = [{ Origin: 'https://evil.test' }, { Origin: 'null' }, { Origin: null }, { Origin: `http://127.0.0.1:${Number(port) + 1}` }, { Host: `evil.test:${port}`, Origin: `http://evil.test:${port}` }, { 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'same-site' }]
  for (const headers of refused) {
    const { status, socket } = await open('theirs', { headers })
    assert.ok(status === 403 || status === 404, `${JSON.stringify(headers)}: ${status}`)
    socket.destroy()
    const given = { Host: `127.0.0.1:${port}`, Origin: origin, ...headers }
    const answer = await post('mine', 'l', Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)))
    assert.ok(answer.status === 403 || answer.status === 405, `${JSON.stringify(headers)}: ${answer.status}`)
  }
  for (const path of ['/engine/theirs', `/${'0'.repeat(32)}/engine/theirs`, `${address.pathname}engine/`, `${address.pathname}engine`]) {
    const { status, socket } = await open('theirs', { path })
    assert.notEqual(status, 101, path)
    socket.destroy()
  }
  await until(() => engines().length === 1)
  assert.equal((await post('mine', 'l')).status, 200)
  socket.destroy()
  await until(() => engines().length === 0)
})

test('what no page sends is refused, and the engine goes on', { skip }, async () => {
  const { socket } = await open('odd')
  assert.equal((await open('odd')).status, 503)
  assert.equal((await open('plain', { headers: { Upgrade: null } })).status, 426)
  assert.equal((await open('plain', { headers: { 'Sec-WebSocket-Version': '8' } })).status, 426)
  for (const message of ['', 'q', 'c', 'r123', Buffer.concat([Buffer.from('r'), Buffer.from(Float64Array.of(4096, 8).buffer)])]) {
    const { status, body } = await post('odd', message)
    assert.deepEqual([status, String(body.subarray(0, 1))], [200, 'x'])
  }
  assert.equal((await post('absent', 'l')).status, 410)
  // The body is not read: the answer comes at once.
  const socketOfLarge = connect(address.port, '127.0.0.1').on('error', () => {})
  socketOfLarge.write(`POST ${address.pathname}engine/odd HTTP/1.1\r\nHost: 127.0.0.1:${address.port}\r\nOrigin: ${origin}\r\nContent-Length: 300000000\r\n\r\n`)
  assert.match(String((await once(socketOfLarge, 'data'))[0]), /^HTTP\/1\.1 413/)
  socketOfLarge.destroy()
  assert.equal((await post('odd', 'l')).status, 200)
  socket.destroy()
  await until(() => engines().length === 0)
})

test('an engine that crashes is told, and others and the server go on', { skip }, async () => {
  const { socket } = await open('first')
  const { socket: other } = await open('second')
  await until(() => engines().length === 2)
  const [one] = engines()
  process.kill(one, 'SIGKILL')
  const statuses = [(await post('first', 'l')).status, (await post('second', 'l')).status]
  assert.deepEqual(statuses.sort(), [200, 410])
  socket.destroy()
  other.destroy()
  await until(() => engines().length === 0)
})

test('Ctrl-C ends the engines', { skip }, async () => {
  const { socket } = await open('last')
  await until(() => engines().length === 1)
  server.kill('SIGINT')
  const [code] = await once(server, 'exit')
  assert.equal(code, 0)
  assert.equal(engines().length, 0)
  socket.destroy()
})
