// Pseudorandom choices of robots and of random tests, what robots demand, and numbers among the words of their commands.

/** Pseudorandom numbers in [0, 1) from a seed. */
export function chance(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count) => Math.floor(next() * count)
  return { next, below, of: (list) => list[below(list.length)] }
}

/** Returns the place of one of these, by their weights. */
export function pickWeighted(random, all) {
  let at = random.next() * all.reduce((sum, { weight }) => sum + weight, 0)
  return all.findIndex(({ weight }) => (at -= weight) < 0)
}

export function demand(holds, what) {
  if (!holds) throw new Error(what)
}

/** Returns the number after `name` among `args`, or the usual one. */
export const numberAfter = (args, name, usual) => (args.includes(name) ? Number(args[args.indexOf(name) + 1]) : usual)
