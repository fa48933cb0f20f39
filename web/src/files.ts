/// Files dropped on the page: programs are opened, arrays become inputs.
export interface FileEvents {
  openText(text: string): void
  giveArray(name: string, bytes: Uint8Array): void
}

const arrayMagic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59]

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
      for (const file of event.dataTransfer?.files ?? []) void take(file, events)
    },
    { capture: true },
  )
}

async function take(file: File, events: FileEvents): Promise<void> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (arrayMagic.every((byte, i) => bytes[i] === byte)) return events.giveArray(file.name, bytes)
  events.openText(new TextDecoder().decode(bytes))
}
