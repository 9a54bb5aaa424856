import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'
import binary from 'zxing-wasm/writer/zxing_writer.wasm?url'

/** A QR code as the text of an SVG picture; made in the browser, so that what it says goes nowhere. */
export async function qrPicture(text: string): Promise<string> {
  await prepareZXingModule({ overrides: { locateFile: () => binary }, fireImmediately: true })
  const { svg } = await writeBarcode(text, { format: 'QRCode', addQuietZones: true })
  return svg
}
