import type { Paddock } from 'paddock-hlo'

let chosen: (() => Promise<Paddock>) | null = null

/// Sets how the elements of this document get their engine. Call it before any of them is touched.
/// By default they fetch the package's own, or take it out of a script if it cannot be fetched.
///
///     import { load } from 'paddock-hlo'
///     import { provideEngine } from 'paddock-hlo/element'
///     provideEngine(() => load({ wasm: '/assets/paddock.wasm' }))
///
/// @param start Loads the engine that all elements of the document share.
export function provideEngine(start: () => Promise<Paddock>): void {
  chosen = start
}

export function chosenEngine(): (() => Promise<Paddock>) | null {
  return chosen
}
