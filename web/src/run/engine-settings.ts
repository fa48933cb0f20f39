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

/// Address of an engine in the process that serves this page (`paddock serve`); undefined: the page has its own.
export const native = globalThis.document?.documentElement.dataset.engine

/// Limits offered in the panel.
export const memorySizes = native === undefined ? [2 ** 26, 2 ** 28, 2 ** 30, 2 ** 31, 3.5 * 2 ** 30] : [2 ** 28, 2 ** 30, 2 ** 32, 2 ** 34, 2 ** 36, 2 ** 38]

export const usualSettings: EngineSettings = { flavour: 'baseline', numerics: 'portable', memoryBytes: native === undefined ? 2 ** 30 : 2 ** 32, workBudget: 0 }

/// Limits of a run.
export type Limits = Pick<EngineSettings, 'memoryBytes' | 'workBudget'>

/// Limits of a program that came from a link, until the user asks for more. All examples of the
/// page need less. The work is one second of plain arithmetic, seven if operations are tiny.
export const linkLimits: Limits = { memoryBytes: 2 ** 28, workBudget: 4e9 }

/// Returns the settings within the limits, if there are any.
export function within(settings: EngineSettings, limits: Limits | null): EngineSettings {
  if (limits === null) return settings
  const { memoryBytes, workBudget } = settings
  return { ...settings, memoryBytes: Math.min(memoryBytes, limits.memoryBytes), workBudget: workBudget === 0 ? limits.workBudget : Math.min(workBudget, limits.workBudget) }
}

/// Text of the chip: the choices, and limits that differ from the defaults.
export function settingsText({ flavour, numerics, memoryBytes, workBudget }: EngineSettings): string {
  const parts = [native === undefined ? `${flavour} SIMD` : 'native engine', `${numerics} numerics`]
  if (memoryBytes !== usualSettings.memoryBytes) parts.push(formatBytes(memoryBytes))
  if (workBudget !== 0) parts.push(`${workBudget / 1e9} G work`)
  return parts.join(', ')
}
