import { drawPdf } from './pdf-pages.ts'
import type { Pixels } from './pixels.ts'

type Frame = { width: number; height: number; components: number; isAdobe: boolean }

/** Markers without a length. */
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/** Frame markers of any coding. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Size and number of color components of a JPEG; null if it ends before them. */
const frameOf = (content: Uint8Array): Frame | null => {
  const view = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  let isAdobe = false
  for (let at = 2; at + 9 < view.length; ) {
    if (view[at] !== 0xff) return null
    const marker = view.readUInt8(at + 1)
    if (marker === 0xff) at += 1
    else if (isBare(marker)) at += 2
    else {
      if (marker === 0xee && view.toString('latin1', at + 4, at + 9) === 'Adobe') isAdobe = true
      if (isFrame(marker))
        return {
          height: view.readUInt16BE(at + 5),
          width: view.readUInt16BE(at + 7),
          components: view.readUInt8(at + 9),
          isAdobe,
        }
      at += 2 + view.readUInt16BE(at + 2)
    }
  }
  return null
}

/** A one-page PDF in the size of the picture, which contains it unchanged. Adobe programs store inverted colors. */
const pdfWith = (jpeg: Uint8Array, { width, height, isAdobe }: Frame): Uint8Array => {
  const decode = isAdobe ? '/Decode[1 0 1 0 1 0 1 0]' : ''
  const work = `${width} 0 0 ${height} 0 0 cm /P Do`
  const head = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 4 0 R/Resources<</XObject<</P 5 0 R>>>>>>endobj
4 0 obj<</Length ${work.length}>>stream
${work}
endstream endobj
5 0 obj<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceCMYK/BitsPerComponent 8${decode}/Filter/DCTDecode/Length ${jpeg.length}>>stream
`
  return Buffer.concat([Buffer.from(head), jpeg, Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF')])
}

/** The pixels of a CMYK JPEG, which the decoder of other JPEGs refuses; null for any other. */
export const decodeCmykJpeg = async (content: Uint8Array): Promise<Pixels | null> => {
  const frame = frameOf(content)
  if (frame?.components !== 4) return null
  return drawPdf(pdfWith(content, frame), 1, Math.max(frame.width, frame.height))
}
