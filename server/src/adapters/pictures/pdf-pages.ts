import { PDFiumLibrary } from '@hyzyla/pdfium'
import { codec, Pixels } from './pixels.ts'

/** The PDF requires a password, or a certificate. */
export class PasswordProtected extends Error {}

/** A PDF may have other bytes before its head. */
const headBytes = 1024

export const isPdf = (content: Uint8Array): boolean =>
  /(?:^|[\r\n]|^\u00ef\u00bb\u00bf)%PDF/.test(Buffer.from(content.subarray(0, headBytes)).toString('latin1'))

const isRefusal = (error: unknown): boolean =>
  error instanceof Error && /^(?:Password|Unsupported security)/.test(error.message)

export const openPdf = async (content: Uint8Array) => {
  const wasmBinary = codec('@hyzyla/pdfium/pdfium.wasm').buffer
  const library = await PDFiumLibrary.init({ wasmBinary })
  return library.loadDocument(content).catch((error: unknown) => {
    throw isRefusal(error) ? new PasswordProtected() : error
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
  const pixels = (length: number) => Math.max(1, Math.round((length * side) / longest))
  const { data, width, height } = await sheet.render({
    width: pixels(originalWidth),
    height: pixels(originalHeight),
    render: 'bitmap',
    renderFormFields: true,
  })
  return new Pixels(new Uint8ClampedArray(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength), width, height)
}
