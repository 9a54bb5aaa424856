import { crc32, deflateSync } from 'node:zlib'

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data])
  const edge = Buffer.alloc(8)
  edge.writeUInt32BE(data.length)
  edge.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([edge.subarray(0, 4), body, edge.subarray(4)])
}

/** Color types of the format: one byte of gray per pixel, or four of color and opacity. */
const colourTypes = { grey: 0, rgba: 6 } as const

/** A PNG of these lines, each with a filter byte before its pixels; the header is not validated. */
export const pngOf = (width: number, height: number, lines: Buffer, colours: keyof typeof colourTypes): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  header[9] = colourTypes[colours]
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
