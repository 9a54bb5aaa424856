/** The encoding that an XML declaration names, where it is one of letters of one byte. */
const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w-]{1,40})["']/

const encodingOf = (content: Uint8Array): string => {
  const [a, b, c, d] = content
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0 && c !== 0 && d === 0)) return 'utf-16le'
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c && c === 0 && d !== 0)) return 'utf-16be'
  const [, name = 'utf-8'] = declared.exec(Buffer.from(content.subarray(0, 200)).toString('latin1')) ?? []
  return /^utf-?16|^ucs/i.test(name) ? 'utf-8' : name
}

const decoderOf = (encoding: string): TextDecoder => {
  try {
    return new TextDecoder(encoding)
  } catch {
    return new TextDecoder()
  }
}

/** The text of an SVG in any encoding that XML may have, by its first bytes and what it declares. */
export const svgText = (content: Uint8Array): string => decoderOf(encodingOf(content)).decode(content)

/** What may stand before the element: white space, instructions to programs, comments and the type; each is read in one way alone. */
const svgBegins = new RegExp(
  [
    String.raw`^\uFEFF?(?:\s|<\?[^>]*>|<!--(?:(?!-->)[\s\S])*-->`,
    String.raw`|<!DOCTYPE[^>[]*(?:\[(?:(?!\]\s*>)[\s\S])*\]\s*)?>)*<svg[\s>]`,
  ].join(''),
)

/** Bytes in which the element must begin. */
const headBytes = 4_000

export const isSvg = (content: Uint8Array): boolean => svgBegins.test(svgText(content.subarray(0, headBytes)))
