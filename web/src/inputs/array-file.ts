import { ProgramError, type ArrayFile, type ArrayInfo, type ElementType, type Paddock, type Tensor } from 'paddock-hlo'

/// An array of a file: its name there, and its tensor in the current engine.
export interface FileArray {
  name: string
  /// Element types that it can be read as, the file's own first.
  elementTypes: readonly ElementType[]
  shape: readonly number[]
  /// Reads the array once for each engine and caches it. The type is one of `elementTypes`.
  load(paddock: Paddock, elementType: ElementType): Promise<Tensor>
}

/// Returns the arrays of a .npy, .npz or .safetensors file; its content decides the format. Null if
/// it is none of them. Rejects with a sentence if it is malformed.
export async function readArrays(paddock: Paddock, fileName: string, file: Blob): Promise<FileArray[] | null> {
  const opened = perEngine((engine) => engine.openFile(file, { name: fileName }))
  try {
    const { arrays } = await opened(paddock)
    const known = arrays.filter(({ elementTypes }) => elementTypes.length > 0)
    // If StableHLO has none of the types, loading an array makes the engine report that.
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

/// Memoizes a result for each engine; a failure is not cached.
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
