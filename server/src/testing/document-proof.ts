import type { DocumentStamp } from '../features/reports/render/render-pdf.ts'
import { pngOf } from './png.ts'

/** Head of a plant's logbook when the documents of tests were made. */
export const proofOfTests: DocumentStamp = {
  plantId: '7f9f0f6e-98a5-4b07-8a0f-3a1c7a0b8b11',
  responsible: 'Ing. Anna Ferri',
  no: 1341,
  hash: '7f3a91c45e08d27b'.repeat(4),
  timeStamp: { token: 'AAAA', authority: 'Stamps of the tests', at: new Date('2026-03-29T08:00:00Z') },
  verifier: 'https://vigilux.test/#/verify',
  logo: null,
}

/** A logo with transparency: a PNG of 90 × 30 pixels, each third in another color. */
export const logoOfTests = (): Buffer => {
  const colours = [
    [16, 31, 63, 255],
    [242, 194, 48, 255],
    [0, 0, 0, 0],
  ]
  const line = [0, ...colours.flatMap((colour) => Array.from({ length: 30 }, () => colour).flat())]
  return pngOf(90, 30, Buffer.from(Array.from({ length: 30 }, () => line).flat()), 'rgba')
}
