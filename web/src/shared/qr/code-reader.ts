import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import binary from 'zxing-wasm/reader/zxing_reader.wasm?url'

// Load the binary from our own server; by default the library fetches it from a public one.
prepareZXingModule({ overrides: { locateFile: () => binary } })

/** Decodes the QR code in these pixels. The decoder, a third of a megabyte, loads on the first scan. */
export const decodeQrCode = async (pixels: ImageData): Promise<string | undefined> => {
  const [found] = await readBarcodes(pixels, { formats: ['QRCode'], tryHarder: true, maxNumberOfSymbols: 1 })
  return found?.text
}
