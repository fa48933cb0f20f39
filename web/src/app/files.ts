import type { ParameterInfo } from 'paddock-hlo'
import type { FileTaker } from '../inputs/take-file.js'

/// Handles files dropped on the page: programs are opened, arrays become inputs.
export function acceptFiles(host: HTMLElement, taker: FileTaker): void {
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true
  host.addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    host.toggleAttribute('data-drop', true)
  })
  host.addEventListener('dragleave', () => host.toggleAttribute('data-drop', false))
  host.addEventListener(
    'drop',
    (event) => {
      host.toggleAttribute('data-drop', false)
      if (!hasFiles(event)) return
      event.preventDefault()
      event.stopPropagation()
      // Read at once: after the first wait the transfer is empty.
      const items = [...(event.dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file')
      void giveFiles(items.map((item) => item.webkitGetAsEntry() ?? item.getAsFile()), taker)
    },
    { capture: true },
  )
}

/// Files that are dropped together are a program with its inputs and expected results.
export async function giveFiles(dropped: readonly (FileSystemEntry | File | null)[], taker: FileTaker): Promise<void> {
  try {
    const { filesIn } = await import('../inputs/dropped-files.js')
    const [only, ...more] = await filesIn(dropped)
    if (only !== undefined && more.length === 0) return await giveFile(only, taker)
    if (only !== undefined) await (await import('../inputs/take-file.js')).takeFiles([only, ...more], taker)
  } catch (error) {
    taker.say(`The files were not taken: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

/// Opens a file, or takes its arrays, first for `parameter` if given, then for others.
export async function giveFile(file: File, taker: FileTaker, preferred?: ParameterInfo): Promise<void> {
  try {
    const { takeFile } = await import('../inputs/take-file.js')
    await takeFile(file, taker, preferred)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    taker.say(`${file.name} was not taken: ${message.replace(`${file.name}: `, '')}.`)
  }
}
