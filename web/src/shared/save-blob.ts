/** Browsers may read the address after the click. */
const revokeAfterMs = 60_000

/** Saves content under a name, as the browser saves a download. */
export function saveBlob(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), revokeAfterMs)
}
