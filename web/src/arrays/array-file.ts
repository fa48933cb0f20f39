import { ProgramError, type ArrayFile, type ArrayInfo, type ElementType, type Paddock, type Tensor } from 'paddock-hlo'

/// An array of a file: its name there, and a tensor of whichever engine runs now.
export interface FileArray {
  name: string
  /// What its elements may be, first what the file names.
  elementTypes: readonly ElementType[]
  shape: readonly number[]
  /// Read once for each engine, which keeps it. The type is one of `elementTypes`.
  load(paddock: Paddock, elementType: ElementType): Promise<Tensor>
}

/// The arrays of a .npy, .npz or .safetensors file, told by what is in it; null if it is none of
/// them. Rejects with a sentence if it is broken.
export async function readArrays(paddock: Paddock, fileName: string, file: Blob): Promise<FileArray[] | null> {
  const opened = perEngine((engine) => engine.openFile(file, { name: fileName }))
  try {
    const { arrays } = await opened(paddock)
    const known = arrays.filter(({ elementTypes }) => elementTypes.length > 0)
    // Of a type that StableHLO has not: the engine says so.
    if (known.length === 0 && arrays.length > 0) await (await opened(paddock)).load(arrays[0]!.name)
    return known.map((array) => arrayOf(array, fileName, opened))
  } catch (error) {
    if (error instanceof ProgramError && error.diagnostics[0]?.code === 'file-format') return null
    throw error
  }
}

function arrayOf({ name, elementTypes, shape }: ArrayInfo, fileName: string, opened: (paddock: Paddock) => Promise<ArrayFile>): FileArray {
  const loaded = new Map(elementTypes.map((elementType) => [elementType, perEngine(async (engine) => (await opened(engine)).load(name, { elementType }))]))
  return {
    name: name || fileName.replace(/\.npy$/, ''),
    elementTypes,
    shape,
    load: (paddock, elementType) => loaded.get(elementType)!(paddock),
  }
}

/// What an engine gives, asked for once; what failed is tried again.
function perEngine<T>(make: (paddock: Paddock) => Promise<T>): (paddock: Paddock) => Promise<T> {
  const made = new WeakMap<Paddock, Promise<T>>()
  return (paddock) => {
    const known = made.get(paddock)
    if (known !== undefined) return known
    const making = make(paddock)
    made.set(paddock, making)
    making.catch(() => made.delete(paddock))
    return making
  }
}
