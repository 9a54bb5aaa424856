import { useLayoutEffect } from 'react'

type PageFoot = {
  left: string
  center: string
  /** Its `{n}` is the page, `{m}` the number of pages. */
  page: string
}

/** Text as a CSS string: a name cannot end it. */
const cssString = (text: string): string =>
  `"${text.replace(/[^\p{L}\p{N} .,:()/-]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`

const counters: Readonly<Record<string, string>> = { '{n}': 'counter(page)', '{m}': 'counter(pages)' }

/** The parts of the page's number: strings and counters. */
const pageContent = (page: string): string =>
  page
    .split(/(\{[nm]\})/)
    .filter(Boolean)
    .map((part) => counters[part] ?? cssString(part))
    .join(' ')

/** Page margin boxes for a foot; only these repeat on each sheet without covering its content. */
export const pageFootCss = ({ left, center, page }: PageFoot): string => {
  const boxes = {
    'bottom-left': cssString(left),
    'bottom-center': cssString(center),
    'bottom-right': pageContent(page),
  }
  const rules = Object.entries(boxes).map(
    ([box, content]) => `@${box}{content:${content};color:#4f5b6a;font:7.5pt var(--mantine-font-family)}`,
  )
  return `@page{${rules.join('')}}`
}

/** Puts a foot on each printed page. The security policy forbids style elements, not style sheets made by script. */
export function usePageFoot(foot: PageFoot | undefined): void {
  const css = foot && pageFootCss(foot)
  useLayoutEffect(() => {
    if (css === undefined) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }, [css])
}
