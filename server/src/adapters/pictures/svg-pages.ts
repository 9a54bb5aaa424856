/** What a multi-page SVG of cairo, and so of pdftocairo, has on each of its pages: SVG Print's elements, which decoders of pictures do not know. */
type Pages = { before: string; pages: readonly string[]; after: string }

const [open, close, end] = ['<pageSet', '</pageSet>', '</page>']

/** Where the content of an element begins whose name stands at that place. */
const inside = (svg: string, at: number): number => svg.indexOf('>', at) + 1

const split = (svg: string): Pages | null => {
  const [from, to] = [svg.indexOf(open), svg.lastIndexOf(close)]
  if (from < 0 || to < from) return null
  const parts = svg.slice(inside(svg, from), to).split(end).slice(0, -1)
  const pages = parts.map((part) => part.slice(inside(part, part.indexOf('<page'))))
  return { before: svg.slice(0, from), pages, after: svg.slice(to + close.length) }
}

/** How many pages an SVG has; one where it says nothing of pages. */
export const svgPages = (svg: string): number => split(svg)?.pages.length || 1

/** An SVG with one of its pages alone, as any program draws it; as it is where it has no pages. */
export const svgPage = (svg: string, page: number): string => {
  const found = split(svg)
  return found ? `${found.before}<g>${found.pages[page - 1] ?? ''}</g>${found.after}` : svg
}
