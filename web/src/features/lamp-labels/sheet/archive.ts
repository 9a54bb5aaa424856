const endMark = 0x06054b50
const entryMark = 0x02014b50
const endLength = 22
const entryLength = 46
const headLength = 30
const deflateMethod = 8

/** A file in the archive's directory. `at`: offset of its header. */
type Entry = { name: string; method: number; packed: number; unpacked: number; at: number }

/** Offset of the central directory, and the number of files; undefined without one. */
function listOf(view: DataView): { at: number; files: number } | undefined {
  // A comment of up to 64 KiB may follow the end of the directory.
  const last = Math.max(0, view.byteLength - endLength - 0xffff)
  for (let at = view.byteLength - endLength; at >= last; at -= 1)
    if (view.getUint32(at, true) === endMark)
      return { at: view.getUint32(at + 16, true), files: view.getUint16(at + 10, true) }
  return undefined
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The files of an archive, without unpacking any; undefined without a directory. */
export function entriesOf(bytes: Uint8Array): Entry[] | undefined {
  const view = viewOf(bytes)
  const list = view.byteLength < endLength ? undefined : listOf(view)
  if (!list) return undefined
  const entries: Entry[] = []
  let at = list.at
  for (let file = 0; file < list.files; file += 1) {
    if (at + entryLength > view.byteLength || view.getUint32(at, true) !== entryMark) return undefined
    const nameLength = view.getUint16(at + 28, true)
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + entryLength, at + entryLength + nameLength)),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    })
    at += entryLength + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/** Total unpacked size. The library allocates only the declared size and truncates a larger file. */
export const unpackedSize = (entries: readonly Entry[]): number =>
  entries.reduce((sum, { unpacked }) => sum + unpacked, 0)

/** The text of one file, at most its declared length; empty when there is no such file. */
export async function readEntry(bytes: Uint8Array, entries: readonly Entry[], name: string): Promise<string> {
  const entry = entries.find((one) => one.name === name)
  if (!entry) return ''
  const view = viewOf(bytes)
  const dataStart = entry.at + headLength + view.getUint16(entry.at + 26, true) + view.getUint16(entry.at + 28, true)
  const packedBytes = bytes.slice(dataStart, dataStart + entry.packed)
  if (entry.method !== deflateMethod) return new TextDecoder().decode(packedBytes)
  const reader = new Blob([packedBytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const decoder = new TextDecoder()
  let text = ''
  let remainingBytes = entry.unpacked
  while (remainingBytes > 0) {
    const { done, value } = await reader.read()
    if (done) break
    text += decoder.decode(value.subarray(0, remainingBytes), { stream: true })
    remainingBytes -= value.length
  }
  await reader.cancel()
  return text
}
