/** The browser's own detector; Chromium has one, Firefox and Safari do not. */
type Detector = { detect: (image: ImageBitmapSource) => Promise<{ rawValue: string }[]> }
type DetectorClass = new (options: { formats: string[] }) => Detector

const NativeDetector = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

/** Reads the QR code in a picture: with the browser's detector, or with our own decoder. */
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

/** Maximum width in pixels: phone photos are larger than needed and would only take longer. */
const maxWidth = 1600

export async function readQrFile(file: Blob): Promise<string | undefined> {
  const fullPicture = await createImageBitmap(file)
  const picture =
    fullPicture.width > maxWidth
      ? await createImageBitmap(fullPicture, { resizeWidth: maxWidth, resizeQuality: 'high' })
      : fullPicture
  return readQr(picture)
}
