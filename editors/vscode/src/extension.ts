import { ProcessExecution, Range, Task, TaskScope, commands, tasks, window, workspace, type ExtensionContext, type TextDocument } from 'vscode'
import { LanguageClient, type Executable } from 'vscode-languageclient/node'
import { inputChoices, inputWords, withoutGiven, type MissingInput } from './program-inputs.js'
import { paddockCommand, type Command } from './server-command.js'
import { ValuePanel, type ProgramPart } from './value-panel.js'

/// The answer of the server's `paddock/programAt`.
interface ProgramAt {
  range: Range
  text: string
  inputs: readonly MissingInput[]
}

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

  /// Runs the program of the active editor as a task, whose output is in a terminal. Asks for the inputs that neither
  /// comments nor the setting give.
  async run(): Promise<void> {
    const document = this.activeDocument()
    if (document === null || !(await document.save())) return
    const options = settings().get<string[]>('runArguments', [])
    const missing = withoutGiven((await this.askProgramAt(document))?.inputs ?? [], options)
    const inputs = missing.length === 0 ? [] : await askInputs(missing)
    if (inputs === null) return
    const { command, args, env } = this.paddock(['run', document.uri.fsPath, ...options, ...inputs])
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
  private async askProgramAt(document: TextDocument): Promise<ProgramAt | null> {
    const editor = window.visibleTextEditors.find((one) => one.document === document)
    const position = editor?.selection.active ?? { line: 0, character: 0 }
    return (await this.client?.sendRequest<ProgramAt | null>('paddock/programAt', { textDocument: { uri: document.uri.toString() }, position })) ?? null
  }
  private async programAtCursor(document: TextDocument): Promise<ProgramPart | null> {
    const found = await this.askProgramAt(document)
    if (found === null) return null
    const { start, end } = found.range
    const range = new Range(start.line, start.character, end.line, end.character)
    return { range, text: document.getText(range) }
  }
}

/// Returns the options that give the inputs that the user chooses; null if none are chosen.
async function askInputs(missing: readonly MissingInput[]): Promise<string[] | null> {
  const names = missing.map(({ name, type }) => `%${name}: ${type}`)
  const placeHolder = `The program needs inputs: ${names.slice(0, 3).join(', ')}${names.length > 3 ? ', ...' : ''}`
  const choice = await window.showQuickPick(inputChoices(missing), { title: 'Run Program', placeHolder })
  if (choice === undefined) return null
  const values = choice.values ?? (await askValues(missing))
  return values && inputWords(missing, values)
}

/// Returns a value for each argument, as the user writes them; null if the user ends it.
async function askValues(missing: readonly MissingInput[]): Promise<string[] | null> {
  const values: string[] = []
  for (const [i, { name, type, generated }] of missing.entries()) {
    const value = await window.showInputBox({
      title: `Run Program (${i + 1} of ${missing.length})`,
      prompt: `%${name}: ${type}. A list such as [[1, 2], [3, 4]], zeros, ones, iota, random:SEED, or @FILE (.npy, .npz, .safetensors)`,
      value: generated,
      ignoreFocusOut: true,
    })
    if (value === undefined) return null
    values.push(value)
  }
  return values
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
