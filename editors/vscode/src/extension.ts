import { ProcessExecution, Range, Task, TaskScope, commands, tasks, window, workspace, type ExtensionContext, type TextDocument } from 'vscode'
import { LanguageClient, type Executable } from 'vscode-languageclient/node'
import { paddockCommand, type Command } from './server-command.js'
import { ValuePanel, type ProgramPart } from './value-panel.js'

const settings = () => workspace.getConfiguration('paddock')

/// The extension while it is active.
class Extension {
  private client: LanguageClient | null = null
  private panel: ValuePanel | null = null

  constructor(private readonly context: ExtensionContext) {}

  async start(): Promise<void> {
    const { command, args, env } = this.paddock(['lsp'])
    const server: Executable = { command, args: [...args], options: { env: { ...process.env, ...env } } }
    this.client = new LanguageClient('paddock', 'Paddock', server, {
      documentSelector: [{ language: 'mlir' }],
      initializationOptions: { values: settings().get('values', true) },
    })
    await this.client.start()
  }
  async stop(): Promise<void> {
    const { client } = this
    this.client = null
    this.panel?.dispose()
    await client?.dispose()
  }
  async restart(): Promise<void> {
    const { client } = this
    this.client = null
    await client?.dispose()
    await this.start()
  }

  /// Runs the program of the active editor as a task, whose output is in a terminal.
  async run(): Promise<void> {
    const document = this.activeDocument()
    if (document === null || !(await document.save())) return
    const { command, args, env } = this.paddock(['run', document.uri.fsPath, ...settings().get<string[]>('runArguments', [])])
    const execution = new ProcessExecution(command, [...args], { env: { ...env } })
    const task = new Task({ type: 'process' }, workspace.getWorkspaceFolder(document.uri) ?? TaskScope.Workspace, 'run', 'paddock', execution)
    task.presentationOptions = { clear: true, echo: false }
    await tasks.executeTask(task)
  }

  showValues(): void {
    const document = this.activeDocument()
    if (document === null) return
    if (this.panel?.document === document) return this.panel.reveal()
    this.panel?.dispose()
    const panel = new ValuePanel(document, this.context.extensionUri, (one) => this.programAtCursor(one), () => {
      if (this.panel === panel) this.panel = null
    })
    this.panel = panel
  }

  private paddock(words: readonly string[]): Command {
    return paddockCommand({ path: settings().get('path', ''), extension: this.context.extensionPath, node: process.execPath }, words)
  }
  private activeDocument(): TextDocument | null {
    const document = window.activeTextEditor?.document
    return document?.languageId === 'mlir' ? document : null
  }

  /// A document may hold several programs. Returns the one around the cursor, else the first.
  private async programAtCursor(document: TextDocument): Promise<ProgramPart | null> {
    const editor = window.visibleTextEditors.find((one) => one.document === document)
    const position = editor?.selection.active ?? { line: 0, character: 0 }
    const found = await this.client?.sendRequest<{ range: Range; text: string } | null>('paddock/programAt', { textDocument: { uri: document.uri.toString() }, position })
    if (!found) return null
    const { start, end } = found.range
    const range = new Range(start.line, start.character, end.line, end.character)
    return { range, text: document.getText(range) }
  }
}

let extension: Extension | null = null

/// Called by the editor when a program is opened.
export async function activate(context: ExtensionContext): Promise<void> {
  const active = new Extension(context)
  extension = active
  context.subscriptions.push(
    commands.registerCommand('paddock.run', () => active.run()),
    commands.registerCommand('paddock.showValues', () => active.showValues()),
    commands.registerCommand('paddock.restart', () => active.restart()),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('paddock.path') || change.affectsConfiguration('paddock.values')) void active.restart()
    }),
  )
  await active.start()
}

export async function deactivate(): Promise<void> {
  await extension?.stop()
}
