/// Key in the tab's storage.
export const keptKey = 'paddock-kept'

/// Whether programs are kept from an earlier visit.
export function hasKeptPrograms(): boolean {
  try {
    return sessionStorage.getItem(keptKey) !== null
  } catch {
    return false
  }
}
