import { PDFiumLibrary } from '@hyzyla/pdfium'
import { codec, Pixels } from './pixels.ts'

/** The PDF requires a password. */
export class PasswordProtected extends Error {}

export const openPdf = async (content: Uint8Array) => {
  const wasmBinary = codec('@hyzyla/pdfium/pdfium.wasm').buffer
  const library = await PDFiumLibrary.init({ wasmBinary })
  return library.loadDocument(content).catch((error: unknown) => {
    throw error instanceof Error && error.message.startsWith('Password') ? new PasswordProtected() : error
  })
}

/** A page with the given longer side in pixels; null if there is no such page. */
export const drawPdf = async (content: Uint8Array, page: number, side: number): Promise<Pixels | null> => {
  const document = await openPdf(content)
  if (page < 1 || page > document.getPageCount()) return null
  const sheet = document.getPage(page - 1)
  const { originalWidth, originalHeight } = sheet.getOriginalSize()
  const longest = Math.max(originalWidth, originalHeight)
  if (!(longest > 0)) return null
  const { data, width, height } = await sheet.render({ scale: side / longest, render: 'bitmap' })
  return new Pixels(new Uint8ClampedArray(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength), width, height)
}
