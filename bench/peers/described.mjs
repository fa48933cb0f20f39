// Reads the harness's description of a program, for runners in JavaScript.

const arrays = {
  f32: Float32Array, f64: Float64Array, f16: Uint16Array, i8: Int8Array, i16: Int16Array, i32: Int32Array, i64: BigInt64Array,
  ui8: Uint8Array, ui16: Uint16Array, ui32: Uint32Array, ui64: BigUint64Array, i1: Uint8Array,
};

/**
 * Returns the equivalent of a program from a table, or undefined. A key is a program's name without its size, or the
 * beginning of some names, which ends with "-". The longest beginning counts. A key without a value is an exception.
 */
export function equivalentOf(equivalents, name) {
  const exact = [name, name.replace(/-\d.*$/, "")].find((key) => key in equivalents);
  if (exact !== undefined) return equivalents[exact];
  const beginnings = Object.keys(equivalents).filter((key) => key.endsWith("-") && name.startsWith(key));
  return equivalents[beginnings.reduce((a, b) => (a.length >= b.length ? a : b), "")];
}

/**
 * Returns { name, parameters, arguments, results }, each of the last two with { element, shape }. `place` reads the
 * program's files.
 */
export const describe = async (place) => JSON.parse(new TextDecoder().decode(await place.read("program.json")));

/** Returns the arguments of a program as typed arrays, with their types and bytes. */
export async function readInputs(place) {
  const { arguments: types } = await describe(place);
  return Promise.all(types.map(async ({ element, shape }, i) => {
    const bytes = await place.read(`input-${i}.raw`);
    const array = arrays[element];
    const data = array && new array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    return { element, shape, data, bytes };
  }));
}
