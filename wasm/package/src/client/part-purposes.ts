/// Read when the first part is loaded.
import type { PartName } from '../protocol/program.js'

/// Purpose of each part, for the error message if it cannot be loaded.
export const partPurposes: Record<PartName, string> = {
  artifacts: 'what reads and writes portable artifacts (paddock-artifacts.wasm)',
  builder: 'what makes programs (paddock-builder.wasm)',
  factor: "what computes LAPACK's custom calls (paddock-factor.wasm)",
  why: 'what finds where a number came from (paddock-why.wasm)',
}
