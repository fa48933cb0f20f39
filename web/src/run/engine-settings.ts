import type { Flavour } from 'paddock-hlo'
import { formatBytes } from '../shared/numbers.js'

/// Settings of the engine panel.
export interface EngineSettings {
  flavour: Flavour
  numerics: 'portable' | 'fast'
  memoryBytes: number
  /// Limit in units of work, about a quarter of a nanosecond each; 0: no limit.
  workBudget: number
}

/// Limits offered in the panel.
export const memorySizes = [2 ** 26, 2 ** 28, 2 ** 30, 2 ** 31, 3.5 * 2 ** 30]

export const usualSettings: EngineSettings = { flavour: 'baseline', numerics: 'portable', memoryBytes: 2 ** 30, workBudget: 0 }

/// Text of the chip: the choices, and limits that differ from the defaults.
export function settingsText({ flavour, numerics, memoryBytes, workBudget }: EngineSettings): string {
  const parts = [flavour === 'relaxed' ? 'relaxed SIMD' : 'baseline SIMD', `${numerics} numerics`]
  if (memoryBytes !== usualSettings.memoryBytes) parts.push(formatBytes(memoryBytes))
  if (workBudget !== 0) parts.push(`${workBudget / 1e9} G work`)
  return parts.join(', ')
}
