/// Files above which the rest of a folder is ignored.
const mostFiles = 500

/// Returns the files, with those inside folders, in the order of their paths.
export async function filesIn(taken: readonly (FileSystemEntry | File | null)[]): Promise<File[]> {
  const files: { path: string; file: File }[] = []
  for (const one of taken) {
    if (one instanceof File) files.push({ path: one.name, file: one })
    else if (one !== null) await collect(one, files)
  }
  const order = new Intl.Collator('en', { numeric: true })
  return files.sort((one, other) => order.compare(one.path, other.path)).map(({ file }) => file)
}

async function collect(entry: FileSystemEntry, files: { path: string; file: File }[]): Promise<void> {
  if (files.length >= mostFiles) return
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    files.push({ path: entry.fullPath, file })
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  // Each call returns some of the entries; none at the end.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (entries.length === 0) return
    for (const one of entries) await collect(one, files)
  }
}
