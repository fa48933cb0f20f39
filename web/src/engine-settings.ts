import type { Flavour } from 'paddock-hlo'
import { formatBytes } from './numbers.js'

/// How programs are run, as the engine panel sets it.
export interface EngineSettings {
  flavour: Flavour
  numerics: 'portable' | 'fast'
  memoryBytes: number
  /// In units of work, about a quarter of a nanosecond each; 0: no limit.
  workBudget: number
}

/// The limits to choose from.
export const memorySizes = [2 ** 26, 2 ** 28, 2 ** 30, 2 ** 31, 3.5 * 2 ** 30]

export const usualSettings: EngineSettings = { flavour: 'baseline', numerics: 'portable', memoryBytes: 2 ** 30, workBudget: 0 }

/// What the chip says: what was chosen, and limits that are not the usual ones.
export function settingsText({ flavour, numerics, memoryBytes, workBudget }: EngineSettings): string {
  const parts = [flavour === 'relaxed' ? 'relaxed SIMD' : 'baseline SIMD', `${numerics} numerics`]
  if (memoryBytes !== usualSettings.memoryBytes) parts.push(formatBytes(memoryBytes))
  if (workBudget !== 0) parts.push(`${workBudget / 1e9} G work`)
  return parts.join(', ')
}
