import type { NamePlace, OperationPlace, Program } from 'paddock-hlo'

/// Code units of text that one request covers, so that reading the response takes a few milliseconds.
const pieceSize = 16_000
/// Limit of operations, which are pictured in groups.
const mostOperations = 200_000

/// Reads all operations of a program, in the order of the text, in pieces between which the page responds. The engine
/// prepares the next piece while the page takes one. Null if `isWanted` no longer holds.
export async function readOperations(program: Program, isWanted: () => boolean): Promise<OperationPlace[] | null> {
  const found: OperationPlace[] = []
  const { length } = program.text
  const ask = (from: number): Promise<OperationPlace[]> | null => {
    const asked = from < length ? program.operations(from, Math.min(from + pieceSize, length), { sentences: false }) : null
    // One that is no longer awaited may fail.
    asked?.catch(() => {})
    return asked
  }
  let next = ask(0)
  for (let from = pieceSize; next !== null && found.length < mostOperations; from += pieceSize) {
    const asked = next
    next = ask(from)
    const some = await asked
    if (!isWanted()) return null
    // An operation around the beginning of a piece is in the one before, too.
    const begin = from - pieceSize
    for (const one of some) if (one.from >= begin && isWritten(one)) found.push(one)
  }
  return found.sort((a, b) => a.from - b.from || b.to - a.to)
}

/// The short form of a reduction shows its region's operation without names.
const isWritten = ({ operands, results }: OperationPlace): boolean => operands.every(hasName) && results.every(hasName)
const hasName = ({ name }: NamePlace): boolean => name.length > 1
