import { readLastDraft } from '../shared/draft.js'

/// Key in the tab's storage.
export const keptKey = 'paddock-kept'

/// Whether programs are kept from an earlier visit, in this tab or another one.
export function hasKeptPrograms(): boolean {
  try {
    return sessionStorage.getItem(keptKey) !== null || readLastDraft() !== null
  } catch {
    return false
  }
}
