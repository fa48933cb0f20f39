import type { OperationPlace, Program } from 'paddock-hlo'

/// Code units of text that one request covers, so that reading the response takes a few milliseconds.
const pieceSize = 8_000
/// Limit of operations, which are pictured in groups.
const mostOperations = 200_000

/// Reads all operations of a program, in the order of the text, in pieces between which the page responds. Null if
/// `isWanted` no longer holds.
export async function readOperations(program: Program, isWanted: () => boolean): Promise<OperationPlace[] | null> {
  const found = new Map<string, OperationPlace>()
  const { length } = program.text
  for (let from = 0; from < length && found.size < mostOperations; ) {
    const to = Math.min(from + pieceSize, length)
    const some = await program.operations(from, to)
    if (!isWanted()) return null
    // An operation around the end of a piece is in the next one, too.
    for (const one of some) found.set(`${one.from} ${one.nameRange.from} ${one.name}`, one)
    from = to
  }
  return [...found.values()].filter(isWritten).toSorted((a, b) => a.from - b.from || b.to - a.to)
}

/// The short form of a reduction shows its region's operation without names.
const isWritten = ({ operands, results }: OperationPlace): boolean => [...operands, ...results].every(({ name }) => name.length > 1)
