/** Serials in GS1 codes: application identifier (AI) 21 of an article (GS1 General Specifications, section 3). */

/** Article number, optional qualifiers and serial in the path of an address (GS1 Digital Link). */
const digitalLink =
  /\/(?:01|gtin|8006)\/\d{8,18}(?:\/(?:10|lot|22|cpv|235)\/[^/?#]+){0,3}\/(?:21|ser)\/([0-9a-f]+)(?=$|[/?#])/gi
const bracketed = /[([]21[)\]]\s*([0-9a-f]+)(?![0-9a-z])/gi
/** Symbology identifier of a GS1 code. */
const gs1Mark = /^\](?:C1|d2|e0|Q3|J1)/
/** FNC1, as scanners write it. */
const separator = /\p{Cc}|<GS>|\{GS\}/giu
/** A character foreign to GS1 elements. */
const gs = '|'
/** Total digits of elements with a fixed length, by the first two digits; any other element ends at a separator. */
const fixedLengths: Readonly<Record<string, number>> = {
  '00': 20,
  '01': 16,
  '02': 16,
  '03': 16,
  '04': 18,
  '11': 8,
  '12': 8,
  '13': 8,
  '14': 8,
  '15': 8,
  '16': 8,
  '17': 8,
  '18': 8,
  '19': 8,
  '20': 4,
  '31': 10,
  '32': 10,
  '33': 10,
  '34': 10,
  '35': 10,
  '36': 10,
  '41': 16,
}

/** The value of AI 21 in elements without brackets. An element without a separator may hide it. */
const listInElements = (content: string): string[] => {
  const isMarked = gs1Mark.test(content)
  const elements = content.replace(gs1Mark, '').replaceAll(separator, gs)
  if (!isMarked && !/(?:^|\|)01\d{14}/.test(elements)) return []
  let at = 0
  while (at < elements.length) {
    if (elements[at] === gs) at += 1
    else {
      const rest = elements.indexOf(gs, at)
      const end = rest < 0 ? elements.length : rest
      if (elements.startsWith('21', at)) return [elements.slice(at + 2, end)]
      at = Math.min(end, at + (fixedLengths[elements.slice(at, at + 2)] ?? elements.length))
    }
  }
  return []
}

/** The serials of articles, unchecked. */
export const findGs1Serials = (content: string): string[] => [
  ...Array.from(content.matchAll(digitalLink), ([, serial = '']) => serial),
  ...Array.from(content.matchAll(bracketed), ([, serial = '']) => serial),
  ...listInElements(content),
]
