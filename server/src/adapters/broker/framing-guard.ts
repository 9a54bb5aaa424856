/**
 * Checks packet headers in a byte stream: an oversized packet is refused by its declared size before its bytes are
 * buffered. Returns false if the stream must be closed.
 */
export const framingGuard = (limitNow: () => number) => {
  let skip = 0
  let header = false
  let length = 0
  let lengthBytes = 0

  const endHeader = (): boolean => {
    skip = length
    header = false
    return length <= limitNow()
  }

  const readByte = (byte: number): boolean => {
    if (!header) {
      header = true
      length = 0
      lengthBytes = 0
      return true
    }
    length += (byte & 0x7f) * 128 ** lengthBytes
    lengthBytes++
    if ((byte & 0x80) !== 0) return lengthBytes < 4
    return endHeader()
  }

  return (bytes: Uint8Array): boolean => {
    for (let at = 0; at < bytes.length; at++) {
      const skippedBytes = Math.min(skip, bytes.length - at)
      skip -= skippedBytes
      at += skippedBytes
      const byte = bytes[at]
      if (byte !== undefined && !readByte(byte)) return false
    }
    return true
  }
}
