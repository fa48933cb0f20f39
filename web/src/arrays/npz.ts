import { unzip } from 'fflate'

/// The .npy files of an archive that numpy.savez or savez_compressed wrote. Rejects with a sentence.
export function unpackNpz(bytes: Uint8Array): Promise<{ name: string; bytes: Uint8Array }[]> {
  return new Promise((resolve, reject) => {
    unzip(bytes, { filter: ({ name }) => name.endsWith('.npy') }, (error, files) => {
      if (error !== null) reject(new Error(`the archive cannot be read: ${error.message}`))
      else resolve(Object.entries(files).map(([name, bytes]) => ({ name, bytes })))
    })
  })
}
