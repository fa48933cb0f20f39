/// Whether a fragment claims to be a program, even if it is damaged.
export const isProgramFragment = (fragment: string): boolean => /^#?p\d+(?:\.|%2e|$)/i.test(fragment)
