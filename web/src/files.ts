import type { Paddock } from 'paddock-hlo'
import { readArrays, type FileArray } from './arrays/array-file.js'

/// Files dropped on the page: programs are opened, arrays become inputs.
export interface FileEvents {
  /// What reads arrays.
  engine(): Promise<Paddock>
  openText(text: string): void
  giveArrays(fileName: string, arrays: readonly FileArray[]): Promise<void>
  /// The file is broken; `sentence` says how.
  refuse(fileName: string, sentence: string): void
}

export function acceptFiles(host: HTMLElement, events: FileEvents): void {
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
      for (const file of event.dataTransfer?.files ?? []) void takeFile(file, events)
    },
    { capture: true },
  )
}

/// Opens a file, or takes its arrays.
export async function takeFile(file: File, events: FileEvents): Promise<void> {
  try {
    const arrays = await readArrays(await events.engine(), file.name, file)
    if (arrays === null) events.openText(await file.text())
    else await events.giveArrays(file.name, arrays)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    events.refuse(file.name, message.replace(`${file.name}: `, ''))
  }
}
