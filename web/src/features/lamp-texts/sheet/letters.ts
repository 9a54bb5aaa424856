/** Letters beyond ASCII of the languages that are written in each encoding. */
const alphabets = {
  'windows-1252': [
    'äöüßÄÖÜ',
    'àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜ',
    'àèéìíîòóùúÀÈÉÌÒÙ',
    'áéíñóúüÁÉÍÑÓÚÜ',
    'áâãàçéêíóôõúÁÂÃÀÇÉÊÍÓÔÕÚ',
    'æøåéèêóòâôÆØÅÉÈÊÓÒÂÔ',
  ],
  'windows-1250': ['áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ', 'ąćęłńóśźżĄĆĘŁŃÓŚŹŻ', 'äöüßÄÖÜ'],
  'iso-8859-2': ['áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ', 'ąćęłńóśźżĄĆĘŁŃÓŚŹŻ'],
} as const
export type Encoding = keyof typeof alphabets

/** Signs that people of any language write. */
const neutral = /[°–—„“”‚‘’«»€…·•×§½¼¾²³±µ\u00a0]/gu
const foreign = /[^\p{ASCII}]/gu

/** How many signs of a text no one language has, by the language that fits best. */
const countMisfits = (text: string, encoding: Encoding): number => {
  const signs = text.replaceAll(neutral, '').match(foreign) ?? []
  return Math.min(...alphabets[encoding].map((letters) => signs.filter((sign) => !letters.includes(sign)).length))
}

export type Decoded = { encoding: Encoding; text: string }

/**
 * The readings of a text that says nothing of its encoding, the likeliest first; those that are alike are one. What fits several is what
 * the reader's language is written in.
 */
export function decodings(bytes: Uint8Array, language: string): Decoded[] {
  const isCentral = /^(?:cs|pl)/u.test(language)
  const order: Encoding[] = isCentral
    ? ['windows-1250', 'windows-1252', 'iso-8859-2']
    : ['windows-1252', 'windows-1250', 'iso-8859-2']
  const judged = order.map((encoding) => {
    const text = new TextDecoder(encoding).decode(bytes)
    return { encoding, text, misfits: countMisfits(text, encoding) }
  })
  const texts = new Set<string>()
  return judged
    .sort((a, b) => a.misfits - b.misfits)
    .filter(({ text }) => !texts.has(text) && texts.add(text))
    .map(({ encoding, text }) => ({ encoding, text }))
}
