/** Maximum size of a logo at the head of a page, in millimeters. */
const room = { width: 48, height: 10 }

/**
 * Wraps a PNG in an SVG, because that is how the typesetter accepts pictures in its data, at the largest size that fits. The
 * pixel size is read from the IHDR chunk of the PNG.
 */
export const drawLogo = (png: Buffer): { svg: string; width: string } => {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const scale = Math.min(room.width / width, room.height / height)
  const picture = `data:image/png;base64,${png.toString('base64')}`
  const sizeAttributes = `width="${width}" height="${height}"`
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" ${sizeAttributes} viewBox="0 0 ${width} ${height}"><image ${sizeAttributes} href="${picture}"/></svg>`,
    width: (width * scale).toFixed(2),
  }
}
