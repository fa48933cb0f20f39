import { LinkError, type SharedProgram } from '../link/shared-program.js'
import { decodeFragment } from '../link/fragment.js'
import { isProgramFragment } from '../link/program-fragment.js'
import { KeptPrograms } from '../link/kept-programs.js'
import { readLastDraft } from '../shared/draft.js'
import type { PageProgram } from './page-program.js'
import { LinkBar } from './link-bar.js'

/// Opens programs of links. The user's own programs are kept, and the address names a link until its program is edited.
export class LinkedPrograms {
  private readonly bar: LinkBar
  private readonly kept = new KeptPrograms()
  /// The program of the address: its text, the page's state when it was shown, its fragment. Null once it is edited.
  private opened: { text: string; state: string; fragment: string } | null = null
  private newest = 0

  constructor(
    private readonly program: PageProgram,
    dom: HTMLElement,
    /// Called when a link cannot be opened.
    private readonly runOwn: () => void,
  ) {
    this.bar = new LinkBar(dom)
    this.keepLast()
  }

  /// Returns whether this text is the user's: not that of a link.
  isOwn(text: string): boolean {
    if (this.opened === null) return true
    if (text === this.opened.text) return false
    this.opened = null
    this.program.liftLimits()
    nameInAddress('replaceState', '')
    return true
  }

  /// Called before another program replaces one that is not the user's draft.
  leave(): void {
    this.keepOwn()
    this.forget()
    this.offerKept('')
  }

  /// Reports that a limit ended the run.
  offerMore(): void {
    this.bar.show('A program of a link stops by itself after some seconds, or at 256 MB.', [{ label: 'Run without these limits', act: () => this.runFreely() }, ...this.wayBack()])
  }

  private runFreely(): void {
    this.bar.hide()
    this.program.liftLimits()
    this.program.submit()
  }

  /// Shows the program of the address, or the user's if it names none.
  follow(): void {
    if (isProgramFragment(location.hash)) void this.open(location.hash)
    else if (this.opened !== null) this.goBack()
    else this.offerKept('')
  }

  private async open(fragment: string): Promise<void> {
    const opening = ++this.newest
    try {
      const program = await decodeFragment(fragment)
      if (opening === this.newest) this.show(program, fragment)
    } catch (error) {
      if (opening === this.newest) this.refuse(error)
    }
  }

  private show(program: SharedProgram, fragment: string): void {
    this.keepOwn()
    const { text } = program
    this.opened = { text, state: '', fragment }
    this.program.show(program, true)
    this.opened = { text, state: this.program.state, fragment }
    this.offerKept('This program came from a link.')
  }

  private refuse(error: unknown): void {
    const why = error instanceof LinkError ? error.message : 'The link could not be read.'
    this.offerKept(`${why} What you see is unchanged. Ask for the link once more, or for a file.`)
    // The address keeps naming the program that is shown.
    if (this.opened !== null) nameInAddress('replaceState', this.opened.fragment)
    this.runOwn()
  }

  /// The user's program if the page shows one that is more than the opening one.
  private get own(): SharedProgram | null {
    const isLinked = this.opened !== null && this.opened.state === this.program.state
    return isLinked || this.program.isPristine ? null : this.program.current()
  }

  private keepOwn(): void {
    const { own } = this
    if (own !== null) this.kept.keep(own)
  }

  /// A new tab can return to the program of the last one.
  private keepLast(): void {
    const draft = readLastDraft()
    const { opening } = this.program
    if (draft !== null && draft.text !== opening.text) this.kept.keep({ ...opening, text: draft.text, example: draft.example })
  }

  private goBack(): void {
    ++this.newest
    const program = this.kept.exchange(this.own) ?? this.program.opening
    this.forget()
    this.program.show(program, false)
    this.offerKept('')
  }

  private offerKept(sentence: string): void {
    const isKept = this.kept.isEmpty ? [] : ['Your program is kept.']
    const sentences = [...(sentence === '' ? [] : [sentence]), ...isKept]
    if (sentences.length === 0) this.bar.hide()
    else this.bar.show(sentences.join(' '), this.wayBack())
  }

  private wayBack(): { label: string; act(): void }[] {
    return this.kept.isEmpty ? [] : [{ label: 'Back to it', act: () => this.goBack() }]
  }

  /// The browser's way back leads to the link again.
  private forget(): void {
    if (this.opened === null) return
    this.opened = null
    if (isProgramFragment(location.hash)) nameInAddress('pushState', '')
  }
}

/// A sandboxed frame may not change its address.
function nameInAddress(how: 'pushState' | 'replaceState', fragment: string): void {
  try {
    history[how](null, '', location.pathname + location.search + fragment)
  } catch {
    // A reload then opens the link again; the draft is kept.
  }
}
