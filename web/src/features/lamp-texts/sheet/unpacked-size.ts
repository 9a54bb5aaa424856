const endMark = 0x06054b50
const entryMark = 0x02014b50
const endLength = 22
const entryLength = 46

/** Where the list of the files begins, and how many there are; undefined where there is none. */
function listOf(view: DataView): { at: number; files: number } | undefined {
  // A remark of up to 64 KiB may follow the end of the list.
  const last = Math.max(0, view.byteLength - endLength - 0xffff)
  for (let at = view.byteLength - endLength; at >= last; at -= 1)
    if (view.getUint32(at, true) === endMark)
      return { at: view.getUint32(at + 16, true), files: view.getUint16(at + 10, true) }
  return undefined
}

/**
 * What the files of an archive come to once they are unpacked, as its list says, without unpacking any; undefined where it has no such
 * list. A file that unpacks to more than its list says is cut off by the library, which makes room for no more.
 */
export function unpackedSize(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const list = view.byteLength < endLength ? undefined : listOf(view)
  if (!list) return undefined
  let sum = 0
  let at = list.at
  for (let file = 0; file < list.files; file += 1) {
    if (at + entryLength > view.byteLength || view.getUint32(at, true) !== entryMark) return undefined
    sum += view.getUint32(at + 24, true)
    at += entryLength + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return sum
}
