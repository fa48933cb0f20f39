/** Drops a file on the page. */
export const dropFile = (page, name, bytes) => dropFiles(page, { [name]: bytes })

/** Drops files together, by name. */
export async function dropFiles(page, files) {
  const data = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer()
    for (const [name, base64] of files) transfer.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], name))
    return transfer
  }, Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]))
  await page.dispatchEvent('paddock-playground', 'drop', { dataTransfer: data })
}

/** Drops a folder of this machine, as the system does it. */
export async function dropFolder(page, path) {
  const client = await page.context().newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop']) await client.send('Input.dispatchDragEvent', { type, x: 700, y: 400, data })
}
