import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'
import binary from 'zxing-wasm/writer/zxing_writer.wasm?url'

/** Renders a QR code as SVG text in the browser: its content is sent nowhere. */
export async function qrPicture(text: string): Promise<string> {
  await prepareZXingModule({ overrides: { locateFile: () => binary }, fireImmediately: true })
  const { svg } = await writeBarcode(text, { format: 'QRCode', addQuietZones: true })
  return svg
}
