/// Returns whether a file's bytes are no text. Only binary files have to be converted by an engine.
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 64).includes(0)
}
