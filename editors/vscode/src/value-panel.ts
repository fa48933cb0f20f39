import { randomBytes } from 'node:crypto'
import { Range, Uri, ViewColumn, WorkspaceEdit, window, workspace, type Disposable, type TextDocument, type WebviewPanel } from 'vscode'
import type { FromPanel, ToPanel } from './panel-messages.js'
import { panelPage } from './panel-page.js'

/// One program of a document.
export interface ProgramPart {
  range: Range
  text: string
}

/// Pause in typing, in milliseconds, after which the panel shows the text.
const pause = 250

/// Shows the values of a program beside its text, in the element of Paddock's web pages.
export class ValuePanel {
  private readonly panel: WebviewPanel
  private readonly subscriptions: Disposable[] = []
  private timer: NodeJS.Timeout | undefined
  private part: ProgramPart | null = null

  /// @param document The document whose program is shown.
  /// @param extension Folder of the extension.
  /// @param partAt Returns the program at the cursor.
  /// @param onClose Called after the panel was closed.
  constructor(
    readonly document: TextDocument,
    extension: Uri,
    private readonly partAt: (document: TextDocument) => Promise<ProgramPart | null>,
    onClose: () => void,
  ) {
    const files = Uri.joinPath(extension, 'dist')
    const name = document.uri.path.split('/').at(-1)
    this.panel = window.createWebviewPanel('paddock.values', `Values of ${name}`, { viewColumn: ViewColumn.Beside, preserveFocus: true }, { enableScripts: true, localResourceRoots: [files], retainContextWhenHidden: true })
    const { webview } = this.panel
    const address = (...path: string[]): string => webview.asWebviewUri(Uri.joinPath(files, ...path)).toString()
    webview.onDidReceiveMessage((message: FromPanel) => void this.receive(message), null, this.subscriptions)
    workspace.onDidChangeTextDocument(({ document: changed }) => changed === document && this.showSoon(), null, this.subscriptions)
    window.onDidChangeTextEditorSelection(({ textEditor }) => textEditor.document === document && this.showSoon(), null, this.subscriptions)
    this.panel.onDidDispose(() => {
      clearTimeout(this.timer)
      for (const one of this.subscriptions) one.dispose()
      onClose()
    })
    webview.html = panelPage({ origin: webview.cspSource, element: address('paddock', 'dist', 'element', 'index.js'), script: address('panel.js'), nonce: randomBytes(16).toString('hex') })
  }

  reveal(): void {
    this.panel.reveal(undefined, true)
  }
  dispose(): void {
    this.panel.dispose()
  }

  private showSoon(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.show(), pause)
  }
  private async show(): Promise<void> {
    this.part = await this.partAt(this.document)
    const message: ToPanel = { program: this.part?.text ?? '' }
    await this.panel.webview.postMessage(message)
  }

  private async receive(message: FromPanel): Promise<void> {
    if (message.kind === 'ready') return this.show()
    // The text changed meanwhile, so it wins over the panel's.
    if (this.part === null || this.document.getText(this.part.range) !== this.part.text) return
    const edit = new WorkspaceEdit()
    edit.replace(this.document.uri, this.part.range, message.program)
    await workspace.applyEdit(edit)
  }
}
