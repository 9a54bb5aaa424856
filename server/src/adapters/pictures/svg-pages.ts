/**
 * A multi-page SVG of cairo, and so of pdftocairo: it uses elements of SVG Print, which picture decoders do not
 * support.
 */
type Pages = { before: string; pages: readonly string[]; after: string }

const [open, close, end] = ['<pageSet', '</pageSet>', '</page>']

/** Start of the content of the element whose name is at this offset. */
const endOfTag = (svg: string, at: number): number => svg.indexOf('>', at) + 1

const split = (svg: string): Pages | null => {
  const [from, to] = [svg.indexOf(open), svg.lastIndexOf(close)]
  if (from < 0 || to < from) return null
  const parts = svg.slice(endOfTag(svg, from), to).split(end).slice(0, -1)
  const pages = parts.map((part) => part.slice(endOfTag(part, part.indexOf('<page'))))
  return { before: svg.slice(0, from), pages, after: svg.slice(to + close.length) }
}

/** Number of pages of an SVG; 1 without pages. */
export const svgPages = (svg: string): number => split(svg)?.pages.length || 1

/** An SVG with only one of its pages, readable by any program; unchanged if it has no pages. */
export const svgPage = (svg: string, page: number): string => {
  const found = split(svg)
  return found ? `${found.before}<g>${found.pages[page - 1] ?? ''}</g>${found.after}` : svg
}
