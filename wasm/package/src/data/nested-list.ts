/// Elements in the manner of JSON: nested lists. NaN and the infinities may be strings, 64-bit
/// integers strings or bigints; complex numbers are pairs.
export type NestedList = number | boolean | bigint | 'NaN' | 'Infinity' | '-Infinity' | `${bigint}` | readonly NestedList[]
