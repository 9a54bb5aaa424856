/** What the browser can look with; Chromium has it, Firefox and Safari have not. */
type Detector = { detect: (image: ImageBitmapSource) => Promise<{ rawValue: string }[]> }
type DetectorClass = new (options: { formats: string[] }) => Detector

const NativeDetector = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

/** Reads the QR code in a picture: with the browser's own detector where it has one, and else by looking ourselves. */
export async function readQr(picture: ImageBitmap): Promise<string | undefined> {
  if (NativeDetector) {
    const found = await new NativeDetector({ formats: ['qr_code'] }).detect(picture).catch(() => [])
    if (found[0]) return found[0].rawValue
  }
  const canvas = document.createElement('canvas')
  canvas.width = picture.width
  canvas.height = picture.height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  context.drawImage(picture, 0, 0)
  const { decodeQrCode } = await import('./code-reader.ts')
  return decodeQrCode(context.getImageData(0, 0, picture.width, picture.height))
}

/** Photos of phones are larger than a search needs; more would only take longer. */
const widest = 1600

export async function readQrFile(file: Blob): Promise<string | undefined> {
  const whole = await createImageBitmap(file)
  const picture =
    whole.width > widest ? await createImageBitmap(whole, { resizeWidth: widest, resizeQuality: 'high' }) : whole
  return readQr(picture)
}
