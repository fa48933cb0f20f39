/// The text of this tab, kept across reloads. Storage may be missing (in a frame of another site)
/// or full (a text of megabytes): then nothing is kept, and the page reports that.

const key = 'paddock-draft'
/// Its place in the storage that outlasts the tab.
const lastKey = 'paddock-last'

export interface Draft {
  text: string
  example: string
  /// Whether the text is not an edit of the example that the user made there: it came from a link.
  isDetached?: boolean
}

export const readDraft = (): Draft | null => readFrom(() => sessionStorage.getItem(key))

/// Returns the draft of the tab that was left last, if this one has none.
export const readLastDraft = (): Draft | null => (readDraft() === null ? readFrom(() => localStorage.getItem(lastKey)) : null)

/// Stores the draft where a new tab finds it: the browser deletes a tab's own storage with the tab.
export function keepLastDraft(): void {
  try {
    const draft = sessionStorage.getItem(key)
    if (draft !== null) localStorage.setItem(lastKey, draft)
  } catch {
    // Without storage there is nothing to find.
  }
}

function readFrom(stored: () => string | null): Draft | null {
  try {
    const kept: unknown = JSON.parse(stored() ?? 'null')
    const isDraft = typeof kept === 'object' && kept !== null && 'text' in kept && typeof kept.text === 'string' && 'example' in kept && typeof kept.example === 'string'
    return isDraft ? (kept as Draft) : null
  } catch {
    return null
  }
}

/// Storing a longer text would take longer than a frame, at every key. Such a text came from a file, which remains.
export const longestDraft = 1_000_000

/// Whether the text was stored.
export function keepDraft(draft: Draft): boolean {
  try {
    if (draft.text.length > longestDraft) throw new Error('too long')
    sessionStorage.setItem(key, JSON.stringify(draft))
    return true
  } catch {
    try {
      sessionStorage.removeItem(key)
    } catch {
      // Storage is not available.
    }
    return false
  }
}

/// Edited texts of examples, by the example's id. They survive a change of example, and a reload if storage exists.
export class EditedTexts {
  private readonly texts = new Map<string, string>(readEdits())

  get ids(): ReadonlySet<string> {
    return new Set(this.texts.keys())
  }
  find(id: string): string | undefined {
    return this.texts.get(id)
  }
  keep(id: string, text: string): void {
    this.texts.set(id, text)
    this.store()
  }
  forget(id: string): void {
    if (this.texts.delete(id)) this.store()
  }

  private store(): void {
    try {
      sessionStorage.setItem(editsKey, JSON.stringify([...this.texts].filter(([, text]) => text.length <= longestDraft)))
    } catch {
      // Without storage they last as long as the page.
    }
  }
}

const editsKey = 'paddock-edits'

function readEdits(): [string, string][] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(editsKey) ?? '[]')
    const isText = (one: unknown): one is [string, string] => Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === 'string')
    return Array.isArray(kept) ? kept.filter(isText) : []
  } catch {
    return []
  }
}
