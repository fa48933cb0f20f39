/// Saves bytes as a file of this name.
export function saveFile(bytes: Uint8Array<ArrayBuffer>, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
