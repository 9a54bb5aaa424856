/** Letters beyond ASCII of the languages written in each encoding. */
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

/** Signs used in any language. */
const languageNeutral = /[°–—„“”‚‘’«»€…·•×§½¼¾²³±µ\u00a0]/gu
const nonAscii = /[^\p{ASCII}]/gu

/** Number of signs that do not belong to the best-fitting language. */
const countMisfits = (text: string, encoding: Encoding): number => {
  const foreignLetters = text.replaceAll(languageNeutral, '').match(nonAscii) ?? []
  return Math.min(
    ...alphabets[encoding].map((letters) => foreignLetters.filter((sign) => !letters.includes(sign)).length),
  )
}

export type Decoded = { encoding: Encoding; text: string }

/** Possible readings of a text of unknown encoding, likeliest first, without duplicates. Ties go to the encoding of the reader's language. */
export function decodings(bytes: Uint8Array, language: string): Decoded[] {
  const isCentralEuropean = /^(?:cs|pl)/u.test(language)
  const order: Encoding[] = isCentralEuropean
    ? ['windows-1250', 'windows-1252', 'iso-8859-2']
    : ['windows-1252', 'windows-1250', 'iso-8859-2']
  const candidates = order.map((encoding) => {
    const text = new TextDecoder(encoding).decode(bytes)
    return { encoding, text, misfits: countMisfits(text, encoding) }
  })
  const texts = new Set<string>()
  return candidates
    .sort((a, b) => a.misfits - b.misfits)
    .filter(({ text }) => !texts.has(text) && texts.add(text))
    .map(({ encoding, text }) => ({ encoding, text }))
}
