/** The encoding in an XML declaration, if it is a single-byte one. */
const declaredEncoding = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w-]{1,40})["']/

const encodingOf = (content: Uint8Array): string => {
  const [a, b, c, d] = content
  if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0 && c !== 0 && d === 0)) return 'utf-16le'
  if ((a === 0xfe && b === 0xff) || (a === 0 && b !== 0 && c === 0 && d !== 0)) return 'utf-16be'
  const [, name = 'utf-8'] = declaredEncoding.exec(Buffer.from(content.subarray(0, 200)).toString('latin1')) ?? []
  return /^utf-?16|^ucs/i.test(name) ? 'utf-8' : name
}

const decoderOf = (encoding: string): TextDecoder => {
  try {
    return new TextDecoder(encoding)
  } catch {
    return new TextDecoder()
  }
}

/** The text of an SVG in any XML encoding, by its first bytes and its declaration. */
export const svgText = (content: Uint8Array): string => decoderOf(encodingOf(content)).decode(content)

/**
 * Content allowed before the element: white space, processing instructions, comments and the doctype; each matches in
 * only one way.
 */
const svgBegins = new RegExp(
  [
    String.raw`^\uFEFF?(?:\s|<\?[^>]*>|<!--(?:(?!-->)[\s\S])*-->`,
    String.raw`|<!DOCTYPE[^>[]*(?:\[(?:(?!\]\s*>)[\s\S])*\]\s*)?>)*<(?:[\w.-]+:)?svg[\s>]`,
  ].join(''),
)

/** Bytes within which the element must start. */
const headBytes = 64_000

export const isSvg = (content: Uint8Array): boolean => svgBegins.test(svgText(content.subarray(0, headBytes)))
