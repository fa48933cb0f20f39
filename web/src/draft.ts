/// The text of this tab, kept across reloads. Storage may be missing or full (a frame of
/// another site, a text of megabytes): then nothing is kept, and the page says so.

const key = 'paddock-draft'

export interface Draft {
  text: string
  example: string
}

export function readDraft(): Draft | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    const isDraft = typeof kept === 'object' && kept !== null && 'text' in kept && typeof kept.text === 'string' && 'example' in kept && typeof kept.example === 'string'
    return isDraft ? (kept as Draft) : null
  } catch {
    return null
  }
}

/// A longer text takes longer to keep than a frame, at every key; it came from a file that is still there.
export const longestDraft = 1_000_000

/// Whether it was kept.
export function keepDraft(draft: Draft): boolean {
  try {
    if (draft.text.length > longestDraft) throw new Error('too long')
    sessionStorage.setItem(key, JSON.stringify(draft))
    return true
  } catch {
    try {
      sessionStorage.removeItem(key)
    } catch {
      // There is no storage at all.
    }
    return false
  }
}

/// Texts of examples that somebody changed, by the example's id: going to another one loses
/// nothing, and where storage exists neither does a reload.
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
      // They stay as long as the page does.
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
