// Drops a file on the page.
export async function dropFile(page, name, bytes) {
  const data = await page.evaluateHandle(([name, base64]) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], name))
    return transfer
  }, [name, Buffer.from(bytes).toString('base64')])
  await page.dispatchEvent('paddock-playground', 'drop', { dataTransfer: data })
}
