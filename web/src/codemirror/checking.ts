import type { Extension } from '@codemirror/state'
import { logException, ViewPlugin, type EditorView, type ViewUpdate } from '@codemirror/view'
import type { Paddock, Program } from 'paddock-hlo'
import { showDiagnostics } from './diagnostics.js'
import { giveOpTable, giveProgram, textOf } from './engine-source.js'

/// Options for checking the text of an editor.
export interface CheckingOptions {
  /// Milliseconds without an edit before the text is checked. Default: 250.
  delay?: number
  /// Receives the result of every check. The editor owns the program and closes it when the next one arrives.
  onCheck?: (program: Program, view: EditorView) => void
}

/// Checks the text after each pause in editing, one text at a time. Results of outdated texts are dropped.
class Checker {
  private program: Program | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private checking: Promise<void> = Promise.resolve()
  private isDestroyed = false

  constructor(
    private readonly view: EditorView,
    private readonly engine: Promise<Paddock>,
    private readonly options: CheckingOptions,
  ) {
    // An editor accepts no update during its construction.
    this.schedule(0)
    engine.then((paddock) => paddock.opTable()).then(
      (table) => this.isDestroyed || giveOpTable(view, table),
      (error: unknown) => logException(view.state, error, 'paddock-hlo'),
    )
  }

  update(update: ViewUpdate): void {
    if (update.docChanged) this.schedule(this.options.delay ?? 250)
  }

  destroy(): void {
    this.isDestroyed = true
    clearTimeout(this.timer)
    this.program?.close()
  }

  private schedule(delay: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      this.checking = this.checking.then(() => this.check()).catch((error: unknown) => logException(this.view.state, error, 'paddock-hlo'))
    }, delay)
  }

  private async check(): Promise<void> {
    const { view } = this
    const { doc } = view.state
    const paddock = await this.engine
    if (this.isDestroyed || view.state.doc !== doc) return
    const program = await paddock.parse(textOf(doc))
    if (this.isDestroyed || view.state.doc !== doc) return program.close()
    this.program?.close()
    this.program = program
    giveProgram(view, program)
    showDiagnostics(view, program.diagnostics)
    this.options.onCheck?.(program, view)
  }
}

export function checking(engine: Promise<Paddock>, options: CheckingOptions): Extension {
  return ViewPlugin.define((view) => new Checker(view, engine, options))
}
