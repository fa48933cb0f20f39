import type { Paddock } from 'paddock-hlo'

let chosen: (() => Promise<Paddock>) | null = null

/// Says how the elements of this document get their engine, before any of them is touched. Without
/// it they fetch the package's own, or where that cannot be fetched take it out of a script.
///
///     import { load } from 'paddock-hlo'
///     import { provideEngine } from 'paddock-hlo/element'
///     provideEngine(() => load({ wasm: '/assets/paddock.wasm' }))
export function provideEngine(start: () => Promise<Paddock>): void {
  chosen = start
}

export function chosenEngine(): (() => Promise<Paddock>) | null {
  return chosen
}
