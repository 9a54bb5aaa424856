/** The room that a logo has at the head of a page, in millimetres. */
const room = { width: 48, height: 10 }

/**
 * A PNG as the typesetter takes pictures that come with the data: an SVG around it, as large as it may stand at the head of a page. The
 * size is read from the picture's own header, where the two numbers follow the signature and the name of the first chunk.
 */
export const drawLogo = (png: Buffer): { svg: string; width: string } => {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const scale = Math.min(room.width / width, room.height / height)
  const picture = `data:image/png;base64,${png.toString('base64')}`
  const box = `width="${width}" height="${height}"`
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" ${box} viewBox="0 0 ${width} ${height}"><image ${box} href="${picture}"/></svg>`,
    width: (width * scale).toFixed(2),
  }
}
