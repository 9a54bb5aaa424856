import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import binary from 'zxing-wasm/reader/zxing_reader.wasm?url'

// From our own server: left alone, the library fetches it from a public one.
prepareZXingModule({ overrides: { locateFile: () => binary } })

/** What the QR code in these pixels holds. Its code, a third of a megabyte, is fetched when somebody scans. */
export const decodeQrCode = async (pixels: ImageData): Promise<string | undefined> => {
  const [found] = await readBarcodes(pixels, { formats: ['QRCode'], tryHarder: true, maxNumberOfSymbols: 1 })
  return found?.text
}
