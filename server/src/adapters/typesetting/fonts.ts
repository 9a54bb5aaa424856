import { fileURLToPath } from 'node:url'
import { openSync } from 'fontkit'

const packageRoot = fileURLToPath(new URL('.', import.meta.resolve('@expo-google-fonts/inter/package.json')))

/** The only font of documents: Latin, Greek and Cyrillic letters of all nine languages. */
export const fontFiles = [
  `${packageRoot}400Regular/Inter_400Regular.ttf`,
  `${packageRoot}600SemiBold/Inter_600SemiBold.ttf`,
]

const readCoverage = (): Set<number> => {
  const [regular] = fontFiles
  const font = openSync(regular ?? '')
  if (!('characterSet' in font)) throw new Error('the font is a collection')
  return new Set(font.characterSet)
}

let coverage: Set<number> | null = null

/**
 * A word of more than 18 characters may break after each eight, so it never overflows its column: eight of the widest
 * fit into the narrowest.
 */
const longWord = /\S{19,}/gu
const textRun = /\S{8}(?=\S)/gu

const nameOf = (sign: string): string => `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`

/**
 * Characters for only joining or coloring others, and the byte order mark, which PDF/A forbids although the font has
 * it.
 */
const ignoredCharacters = /[\u200d\ufe0e\ufe0f\u{1f3fb}-\u{1f3ff}]|\ufeff/gu

/** One character missing from the font would make the whole export fail, so its code replaces it. */
export const printable = (text: string): string => {
  coverage ??= readCoverage()
  const coveredCodes = coverage
  const coveredText = [...text.normalize('NFC').replace(ignoredCharacters, '')]
    .map((sign) => (coveredCodes.has(sign.codePointAt(0) ?? 0) ? sign : nameOf(sign)))
    .join('')
  return coveredText.replace(longWord, (word) => word.replace(textRun, '$&\u200b'))
}
