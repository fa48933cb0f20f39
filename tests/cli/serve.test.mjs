// `paddock serve`: who may ask the server, and what it answers. web/test/served.test.mjs opens its page.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { add, isNative, paddock, useFolder } from './paddock.mjs'
import { processorTime, serve, until } from './serving.mjs'

const { folder, file } = useFolder()
const page = join(folder, 'share', 'page')
const skip = !isNative && 'there are no sockets over WebAssembly'
let server
let address

before(async () => {
  mkdirSync(join(page, 'assets'), { recursive: true })
  writeFileSync(join(page, 'index.html'), '<!doctype html><html lang="en"><meta content="connect-src \'self\'; img-src x"></html>')
  writeFileSync(join(page, 'assets', 'a-1_b.js'), 'hello')
  process.env.PADDOCK_SHARE = join(folder, 'share')
  if (skip) return
  const served = await serve(file('the "model".mlir', add), join(folder, 'share'))
  server = served.server
  address = new URL(served.address)
})

after(() => server?.kill('SIGKILL'))

/** Asks for a path below the token, or for another one that begins with `/`. */
function ask(path, { method = 'GET', headers = {} } = {}) {
  const whole = path.startsWith('/') ? path : address.pathname + path
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: address.port, method, path: whole, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (part) => (body += part))
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }))
    })
    asked.on('error', reject).end()
  })
}

test('the address has a token, and the page knows its file', { skip }, async () => {
  assert.match(address.href, /^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/$/)
  const { status, headers, body } = await ask('')
  assert.equal(status, 200)
  assert.equal(body, `<!doctype html><html data-served="the &#34;model&#34;.mlir" data-engine="${address.pathname}engine/" lang="en"><meta content="connect-src 'self' ws://127.0.0.1:${address.port} ws://localhost:${address.port}; img-src x"></html>`)
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
  assert.equal((await ask('assets/a-1_b.js')).body, 'hello')
})

test('a wrong token, another origin, another name and other methods are refused, and learn nothing', { skip }, async () => {
  const port = address.port
  const wrong = `/${'0'.repeat(32)}/`
  for (const path of ['/', '/index.html', wrong, `${wrong}served/program`, address.pathname.slice(0, -1), `${address.pathname.slice(0, -2)}/served/program`]) {
    assert.deepEqual([(await ask(path)).status, (await ask(path)).body], [403, '403 Forbidden'], path)
  }
  for (const headers of [{ host: `evil.test:${port}` }, { host: '127.0.0.1' }, { host: `127.0.0.1.evil.test:${port}` }, { host: `[::1]:${port}` }, { origin: 'https://evil.test' }, { origin: 'null' }, { origin: `http://127.0.0.1:${Number(port) + 1}` }, { origin: `http://localhost:${port}` }, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
    assert.equal((await ask('served/program', { headers })).status, 403, JSON.stringify(headers))
  }
  for (const headers of [{ host: `localhost:${port}`, origin: `http://localhost:${port}` }, { origin: `http://127.0.0.1:${port}` }, { 'sec-fetch-site': 'same-origin' }]) assert.equal((await ask('served/program', { headers })).status, 200, JSON.stringify(headers))
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']) assert.equal((await ask('served/program', { method })).status, 405, method)
})

test('no path leads out of the page', { skip }, async () => {
  writeFileSync(join(folder, 'share', 'secret.txt'), 'secret')
  for (const path of ['../secret.txt', 'assets/../../secret.txt', '%2e%2e/secret.txt', '..%2fsecret.txt', '/etc/passwd', 'assets', 'absent.js', '\\..\\secret.txt', 'assets//../..//secret.txt']) {
    const { status, body } = await ask(path)
    assert.ok(status === 404 || status === 403, `${path}: ${status}`)
    assert.doesNotMatch(body, /secret/)
  }
})

test('the program is given once for each version, and a file that goes away is a sentence', { skip }, async () => {
  const first = JSON.parse((await ask('served/program')).body)
  assert.equal(first.text, add)
  assert.equal((await ask(`served/program?version=${first.version}`)).status, 204)
  file('the "model".mlir', add.replaceAll('%sum', '%total'))
  const second = JSON.parse((await ask(`served/program?version=${first.version}`)).body)
  assert.match(second.text, /%total/)
  assert.notEqual(second.version, first.version)
  rmSync(join(folder, 'the "model".mlir'))
  assert.match(JSON.parse((await ask(`served/program?version=${second.version}`)).body).problem, /No such file/)
  file('the "model".mlir', add)
  assert.equal(JSON.parse((await ask('served/program?version=')).body).text, add)
})

test('clients that send nothing, too much, or go away do not keep others waiting', { skip }, async () => {
  const open = Array.from({ length: 20 }, () => connect(address.port, '127.0.0.1').on('error', () => {}))
  await Promise.all(open.map((one) => once(one, 'connect')))
  open[0].write('GET ')
  open[1].write('x'.repeat(100_000))
  open[2].write(`GET ${address.pathname} HTTP/1.1\r\nHost: 127.0.0.1:${address.port}\r\n\r\n`)
  open[2].destroy()
  const started = performance.now()
  assert.equal((await ask('served/program')).status, 200)
  assert.ok(performance.now() - started < 5000)
  for (const one of open) one.destroy()
})

test('a server whose places are all taken rests, and then answers who waited', { skip }, async () => {
  const open = Array.from({ length: 70 }, () => connect(address.port, '127.0.0.1').on('error', () => {}))
  await Promise.all(open.map((one) => once(one, 'connect')))
  await new Promise((resolve) => setTimeout(resolve, 200))
  const before = processorTime(server.pid)
  let isAnswered = false
  const waiting = ask('served/program').then((answer) => ((isAnswered = true), answer))
  await new Promise((resolve) => setTimeout(resolve, 600))
  const ticks = processorTime(server.pid) - before
  assert.ok(ticks < 20, `${ticks} ticks of 60`)
  assert.equal(isAnswered, false)
  for (const one of open) one.destroy()
  assert.equal((await waiting).status, 200)
})

test('open starts the browser with the address, or says that there is none', { skip }, async () => {
  const programs = join(folder, 'programs')
  mkdirSync(programs)
  const [path, share] = [join(folder, 'the "model".mlir'), join(folder, 'share')]
  const opened = join(folder, 'opened')
  for (const hasBrowser of [false, true]) {
    if (hasBrowser) {
      for (const name of ['xdg-open', 'open']) writeFileSync(join(programs, name), `#!/bin/sh\necho "$1" > '${opened}.part' && /bin/mv '${opened}.part' '${opened}'\n`, { mode: 0o755 })
    }
    const { server, address } = await serve(path, share, { word: 'open', environment: { PATH: programs } })
    try {
      if (hasBrowser) {
        await until(() => existsSync(opened), 'no browser was started')
        assert.equal(readFileSync(opened, 'utf8').trim(), address)
      } else {
        let said = ''
        server.stderr.setEncoding('utf8').on('data', (part) => (said += part))
        await until(() => said.includes('no browser could be started: open the address above'))
      }
    } finally {
      server.kill('SIGKILL')
    }
  }
})

test('what cannot be served is a sentence', () => {
  for (const [words, sentence] of [[['serve'], /needs one FILE/], [['serve', join(folder, 'absent.mlir')], /absent\.mlir: No such file or directory/], [['serve', folder], /is a folder, not a file/], [['serve', join(folder, 'the "model".mlir'), '--port', '70000'], /--port is at most 65535/], [['open', 'a', 'b'], /open needs one FILE/]]) {
    const { code, error } = paddock(words)
    assert.equal(code, 2)
    assert.match(error, sentence)
  }
  const file = join(folder, 'served.mlir')
  writeFileSync(file, '')
  const { code, error } = paddock(['serve', file, '--port', address?.port ?? '1'])
  assert.equal(code, 2)
  assert.match(error, isNative ? /Address already in use/ : /only the native command/)
})

test('Ctrl-C ends the server', { skip }, async () => {
  server.kill('SIGINT')
  const [code] = await once(server, 'exit')
  assert.equal(code, 0)
})
