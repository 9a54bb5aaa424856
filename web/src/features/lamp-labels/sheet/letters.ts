/**
 * Characters 128 to 255 of code pages unsupported by TextDecoder. Excel saves "CSV (MS-DOS)" and CSV on Macs in them.
 */
const codePages = {
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
  'x-mac-ce':
    'ÄĀāÉĄÖÜáąČäčĆćéŹźĎíďĒēĖóėôöõúĚěü†°Ę£§•¶ß®©™ę¨≠ģĮįĪ≤≥īĶ∂∑łĻļĽľĹĺŅņŃ¬√ńŇ∆«»…\u00a0ňŐÕőŌ–—“”‘’÷◊ōŔŕŘ‹›řŖŗŠ‚„šŚśÁŤťÍŽžŪÓÔūŮÚůŰűŲųÝýķŻŁżĢˇ',
} as const
type CodePage = keyof typeof codePages

const isCodePage = (name: string): name is CodePage => name in codePages

const decodePage = (bytes: Uint8Array, page: CodePage): string =>
  Array.from(bytes, (byte) => codePages[page][byte - 128] ?? String.fromCharCode(byte)).join('')

/** Letters beyond ASCII by language. */
const alphabets = {
  de: 'äöüßÄÖÜ',
  fr: 'àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜ',
  it: 'àèéìíîòóùúÀÈÉÌÒÙ',
  es: 'áéíñóúüÁÉÍÑÓÚÜ',
  pt: 'áâãàçéêíóôõúÁÂÃÀÇÉÊÍÓÔÕÚ',
  no: 'æøåéèêóòâôÆØÅÉÈÊÓÒÂÔ',
  cs: 'áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ',
  pl: 'ąćęłńóśźżĄĆĘŁŃÓŚŹŻ',
} as const
type Alphabet = keyof typeof alphabets
const western: readonly Alphabet[] = ['de', 'fr', 'it', 'es', 'pt', 'no']
const central: readonly Alphabet[] = ['cs', 'pl']

/** Languages written in each encoding. */
const languagesByEncoding = {
  'windows-1252': western,
  'windows-1250': [...central, 'de'],
  'iso-8859-2': central,
  macintosh: western,
  'x-mac-ce': central,
  cp850: western,
  cp852: central,
} as const
type LegacyEncoding = keyof typeof languagesByEncoding
export type Encoding = LegacyEncoding | 'utf-8'

/** Signs used in any language, but within a word only the apostrophe, dots, dashes and spaces. */
const languageNeutral = /[’–—·…\u00a0]|(?<!\p{L})[°„“”‚‘«»€•×§½¼¾²³±µ¡¿]|[°ªº“”‘«»€•×§½¼¾²³±µ](?!\p{L})/gu
const nonAscii = /[^\p{ASCII}]/gu
/** A capital within a word of small letters. */
const oddCapital = /(?<=\p{L})(?!\p{ASCII})\p{Lu}(?=\p{Ll})|(?<=\p{Ll})(?!\p{ASCII})\p{Lu}/gu

/** Number of signs foreign to the best-fitting of these languages. */
const countMisfits = (text: string, languages: readonly Alphabet[]): number => {
  const foreignLetters = text.replaceAll(languageNeutral, '').match(nonAscii) ?? []
  const oddCapitals = text.match(oddCapital)?.length ?? 0
  return Math.min(
    ...languages.map(
      (language) => foreignLetters.filter((sign) => !alphabets[language].includes(sign)).length + oddCapitals,
    ),
  )
}

export type Decoded = { encoding: Encoding; text: string }
type Candidate = Decoded & { misfits: number; ownMisfits: number }

/** UTF-8 with some damaged letters, as of a file cut off or put together; none where most are damaged. */
function damagedUtf8(bytes: Uint8Array): Candidate[] {
  const text = new TextDecoder().decode(bytes)
  const misfits = text.match(/\uFFFD/g)?.length ?? 0
  const letters = (text.match(nonAscii)?.length ?? 0) - misfits
  return letters > misfits ? [{ encoding: 'utf-8', text, misfits, ownMisfits: misfits }] : []
}

/** Possible readings of a text of unknown encoding, likeliest first; ties go to the reader's language. */
export function decodings(bytes: Uint8Array, language: string): Decoded[] {
  const isCentralEuropean = /^(?:cs|pl)/u.test(language)
  const ofWindows: LegacyEncoding[] = isCentralEuropean
    ? ['windows-1250', 'windows-1252']
    : ['windows-1252', 'windows-1250']
  const order: LegacyEncoding[] = [...ofWindows, 'iso-8859-2', 'macintosh', 'x-mac-ce', 'cp850', 'cp852']
  const own = Object.keys(alphabets).filter((name): name is Alphabet => language.startsWith(name))
  const candidates = order.map((encoding): Candidate => {
    const text = isCodePage(encoding) ? decodePage(bytes, encoding) : new TextDecoder(encoding).decode(bytes)
    const misfits = countMisfits(text, languagesByEncoding[encoding])
    return { encoding, text, misfits, ownMisfits: own.length === 0 ? 0 : countMisfits(text, own) }
  })
  const texts = new Set<string>()
  return [...candidates, ...damagedUtf8(bytes)]
    .sort((a, b) => a.misfits - b.misfits || a.ownMisfits - b.ownMisfits)
    .filter(({ text }) => !texts.has(text) && texts.add(text))
    .map(({ encoding, text }) => ({ encoding, text }))
}
