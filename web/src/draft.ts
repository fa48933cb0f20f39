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

/// Whether it was kept.
export function keepDraft(draft: Draft): boolean {
  try {
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
