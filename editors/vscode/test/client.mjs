// A client of the language server: the protocol's own library over the pipes of a process.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { StreamMessageReader, StreamMessageWriter, createProtocolConnection } from 'vscode-languageserver-protocol/node'
import { TextDocument } from 'vscode-languageserver-textdocument'

export const root = fileURLToPath(new URL('../../../', import.meta.url))
const main = join(root, 'editors/vscode/dist/paddock/dist/command/main.js')

/// The native command, and the one in the extension.
export const servers = { native: [join(root, 'build/native/bin/paddock'), 'lsp'], node: [process.execPath, main, 'lsp'] }

/// Abilities of VS Code, as far as the server asks for them.
const capabilities = {
  general: { positionEncodings: ['utf-16'] },
  textDocument: {
    publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true, versionSupport: true },
    hover: { contentFormat: ['markdown', 'plaintext'] },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'source.fixAll'] } } },
    rename: { prepareSupport: true },
  },
}

// A test that fails leaves its server running, which would keep the runner waiting.
const running = new Set()
after(() => running.forEach((one) => one.kill()))

export class Client {
  documents = new Map()
  diagnostics = new Map()
  #waiting = new Map()
  #version = 0

  constructor([command, ...args]) {
    this.process = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    running.add(this.process)
    this.ended = new Promise((resolve) => this.process.on('exit', resolve))
    this.connection = createProtocolConnection(new StreamMessageReader(this.process.stdout), new StreamMessageWriter(this.process.stdin))
    this.connection.onNotification('textDocument/publishDiagnostics', (params) => {
      this.diagnostics.set(params.uri, params)
      this.#waiting.get(params.uri)?.()
    })
    this.connection.listen()
  }

  async start(more = {}) {
    const result = await this.connection.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities, ...more })
    await this.connection.sendNotification('initialized', {})
    return result
  }
  /// Returns the diagnostics of the text.
  async open(uri, text) {
    const document = TextDocument.create(uri, 'mlir', ++this.#version, text)
    this.documents.set(uri, document)
    await this.connection.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId: 'mlir', version: document.version, text } })
    return this.checked(uri)
  }
  /// Waits until the server has checked the text, and returns the diagnostics.
  async checked(uri) {
    while (this.diagnostics.get(uri)?.version !== this.documents.get(uri).version) await new Promise((resolve) => this.#waiting.set(uri, resolve))
    return this.diagnostics.get(uri).diagnostics
  }
  async change(uri, contentChanges) {
    const document = this.documents.get(uri)
    const version = ++this.#version
    TextDocument.update(document, contentChanges, version)
    await this.connection.sendNotification('textDocument/didChange', { textDocument: { uri, version }, contentChanges })
  }
  /// Sends a request about the place of `word` in the text, or of a later character of it.
  ask(method, uri, word = '', { after = 0, ...more } = {}) {
    const document = this.documents.get(uri)
    const at = document.getText().indexOf(word)
    if (at < 0) throw new Error(`the text has no ${word}`)
    return this.connection.sendRequest(`textDocument/${method}`, { textDocument: { uri }, position: document.positionAt(at + after), ...more })
  }
  /// Returns the text after edits of an answer.
  edited(uri, edits) {
    return TextDocument.applyEdits(this.documents.get(uri), edits)
  }
  textAt(uri, range) {
    return this.documents.get(uri).getText(range)
  }
  async stop() {
    await this.connection.sendRequest('shutdown')
    await this.connection.sendNotification('exit')
    const code = await this.ended
    this.connection.dispose()
    running.delete(this.process)
    return code
  }
}
