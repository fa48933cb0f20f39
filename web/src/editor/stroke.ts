import { isolateHistory } from '@codemirror/commands'
import { Transaction, type ChangeSet, type ChangeSpec, type Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { isSettled } from '../codemirror/engine-source.js'

/// Many small changes of one drag or brush stroke: each is shown at once, and together they are one
/// step of the history.
export class Stroke {
  private readonly start: Text
  private last: Text
  private total: ChangeSet | null = null

  constructor(
    private readonly view: EditorView,
    private readonly userEvent: 'input.drag' | 'input.paint',
  ) {
    this.start = this.last = view.state.doc
  }

  change(changes: ChangeSpec): void {
    // Another change of the text interrupts the stroke, whose changes so far remain.
    if (this.view.state.doc !== this.last) return
    const transaction = this.view.state.update({ changes, userEvent: this.userEvent, annotations: Transaction.addToHistory.of(false) })
    this.total = this.total?.compose(transaction.changes) ?? transaction.changes
    this.last = transaction.newDoc
    this.view.dispatch(transaction)
  }

  end(): void {
    const { total, view } = this
    if (total === null || view.state.doc !== this.last) return
    this.total = null
    const { selection } = view.state
    const back = view.state.update({ changes: total.invert(this.start), annotations: [Transaction.addToHistory.of(false), isSettled.of(true)] })
    const again = back.state.update({ changes: total, selection, annotations: [isolateHistory.of('full'), isSettled.of(true)], userEvent: this.userEvent })
    view.update([back, again])
  }
}
