/** Characters 128 to 255 of code pages unsupported by TextDecoder. Excel saves "CSV (MS-DOS)" in them. */
const dosPages = {
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
} as const
type DosPage = keyof typeof dosPages

const isDosPage = (name: string): name is DosPage => name in dosPages

const decodeDos = (bytes: Uint8Array, page: DosPage): string =>
  Array.from(bytes, (byte) => dosPages[page][byte - 128] ?? String.fromCharCode(byte)).join('')

const western = [
  'äöüßÄÖÜ',
  'àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜ',
  'àèéìíîòóùúÀÈÉÌÒÙ',
  'áéíñóúüÁÉÍÑÓÚÜ',
  'áâãàçéêíóôõúÁÂÃÀÇÉÊÍÓÔÕÚ',
  'æøåéèêóòâôÆØÅÉÈÊÓÒÂÔ',
] as const
const central = ['áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ', 'ąćęłńóśźżĄĆĘŁŃÓŚŹŻ'] as const

/** Letters beyond ASCII of the languages written in each encoding. */
const alphabets = {
  'windows-1252': western,
  'windows-1250': [...central, 'äöüßÄÖÜ'],
  'iso-8859-2': central,
  macintosh: western,
  cp850: western,
  cp852: central,
} as const
export type Encoding = keyof typeof alphabets

/** Signs used in any language, but within a word only the apostrophe, dots, dashes and spaces. */
const languageNeutral = /[’–—·…\u00a0]|(?<!\p{L})[°„“”‚‘«»€•×§½¼¾²³±µ]|[°„“”‚‘«»€•×§½¼¾²³±µ](?!\p{L})/gu
const nonAscii = /[^\p{ASCII}]/gu
/** A capital within a word of small letters. */
const oddCapital = /(?<=\p{L})(?!\p{ASCII})\p{Lu}(?=\p{Ll})|(?<=\p{Ll})(?!\p{ASCII})\p{Lu}/gu

/** Number of signs foreign to the best-fitting language. */
const countMisfits = (text: string, encoding: Encoding): number => {
  const foreignLetters = text.replaceAll(languageNeutral, '').match(nonAscii) ?? []
  const oddCapitals = text.match(oddCapital)?.length ?? 0
  return Math.min(
    ...alphabets[encoding].map(
      (letters) => foreignLetters.filter((sign) => !letters.includes(sign)).length + oddCapitals,
    ),
  )
}

export type Decoded = { encoding: Encoding; text: string }

/** Possible readings of a text of unknown encoding, likeliest first; ties go to the reader's language. */
export function decodings(bytes: Uint8Array, language: string): Decoded[] {
  const isCentralEuropean = /^(?:cs|pl)/u.test(language)
  const ofWindows: Encoding[] = isCentralEuropean ? ['windows-1250', 'windows-1252'] : ['windows-1252', 'windows-1250']
  const order: Encoding[] = [...ofWindows, 'iso-8859-2', 'macintosh', 'cp850', 'cp852']
  const candidates = order.map((encoding) => {
    const text = isDosPage(encoding) ? decodeDos(bytes, encoding) : new TextDecoder(encoding).decode(bytes)
    return { encoding, text, misfits: countMisfits(text, encoding) }
  })
  const texts = new Set<string>()
  return candidates
    .sort((a, b) => a.misfits - b.misfits)
    .filter(({ text }) => !texts.has(text) && texts.add(text))
    .map(({ encoding, text }) => ({ encoding, text }))
}
