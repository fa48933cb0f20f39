import { keptKey } from './kept-key.js'
import { readShared, writeShared, type SharedProgram } from './shared-program.js'

/// The user's programs that a link replaced, the newest last. They survive a reload if storage exists, without files.
export class KeptPrograms {
  private programs: SharedProgram[] = read()

  get isEmpty(): boolean {
    return this.programs.length === 0
  }

  /// An equal program is kept once.
  keep(program: SharedProgram): void {
    this.programs = [...this.programs.filter((one) => !isSame(one, program)), program]
    this.store()
  }

  /// Returns the newest program, or null. `left` takes its place behind all others, so that repeated exchanges return
  /// each program.
  exchange(left: SharedProgram | null): SharedProgram | null {
    const program = this.programs.pop() ?? null
    if (left !== null) this.programs = [left, ...this.programs.filter((one) => !isSame(one, left))]
    this.store()
    return program
  }

  private store(): void {
    try {
      sessionStorage.setItem(keptKey, JSON.stringify(this.programs.map(written)))
    } catch {
      // Without storage they last as long as the page.
    }
  }
}

/// Returns the text that a link would carry.
export const written = (program: SharedProgram): string => writeShared(withoutFiles(program))

/// Returns the program with the inputs that a link can carry.
function withoutFiles(program: SharedProgram): SharedProgram {
  const { inputs } = program
  return { ...program, inputs: { ...inputs, sources: inputs.sources.filter(([, { kind }]) => kind !== 'file') } }
}

/// Compares all but the views.
const isSame = (one: SharedProgram, other: SharedProgram): boolean => {
  const view = one.view
  return written(one) === written({ ...other, view })
}

function read(): SharedProgram[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keptKey) ?? '[]')
    return Array.isArray(kept) ? kept.map((one) => readShared(String(one))) : []
  } catch {
    return []
  }
}
