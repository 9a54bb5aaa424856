import { isUtf8 } from 'node:buffer'
import { dosPages } from './dos-pages.ts'

/** TextDecoder names of code pages, by their number or name in a drawing. */
const otherNames: Readonly<Record<string, string>> = {
  866: 'ibm866',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  2312: 'gbk',
  5601: 'euc-kr',
  big5: 'big5',
  'mac-roman': 'macintosh',
}

/** The first version with UTF-8 files: AutoCAD 2007. */
const firstUtf8 = 'AC1021'

/** Bytes searched for header variables, which come first in a file. */
const headBytes = 200_000

const decodeDos = (content: Uint8Array, upperHalf: string): string => {
  const latin = Buffer.from(content).toString('latin1')
  return latin.replace(/[\u0080-\u00ff]/g, (character) => upperHalf[character.charCodeAt(0) - 128] ?? character)
}

const lineFeed = 10

type Decode = (content: Uint8Array) => string

/** The decoder for $DWGCODEPAGE, such as ANSI_1250, dos850, ANSI_932 or 8859_2; null for an unknown one. */
const decoderOf = (codePage: string): Decode | null => {
  const [number = codePage.toLowerCase()] = /\d{3,4}$/.exec(codePage) ?? []
  const upperHalf = dosPages[number]
  if (upperHalf) return (content) => decodeDos(content, upperHalf)
  const isWindows = number === '874' || /^125[0-8]$/.test(number)
  const iso = /8859[_-]([1-9]|1[013-6])$/.exec(codePage)?.[1]
  const name = otherNames[number] ?? (iso ? `iso-8859-${iso}` : isWindows ? `windows-${number}` : undefined)
  const decoder = name && new TextDecoder(name)
  return decoder ? (content) => decoder.decode(content) : null
}

/** Last character of two bytes in UTF-8: double-byte pages contain such bytes as other letters. */
const lastOfTwoBytes = '\u07ff'

/** Characters beyond ASCII of a code page. */
const lettersOf = (decodePage: Decode): ReadonlySet<string> => {
  const letters = decodePage(Uint8Array.from({ length: 128 }, (_, at) => at + 128))
  if (letters.length === 128) return new Set(letters)
  const pairs = Array.from({ length: 126 * 191 }, (_, at) => [0x81 + Math.floor(at / 191), 0x40 + (at % 191), lineFeed])
  return new Set([...decodePage(Uint8Array.from(pairs.flat()))].filter((letter) => letter > lastOfTwoBytes))
}

/** Letters after which the encoding is clear. */
const enoughLetters = 10_000

/** Whether UTF-8 content has mostly letters of the code page: then its bytes are not letters of the page themselves. */
const isUtf8InPage = (content: Uint8Array, decodePage: Decode): boolean => {
  if (!isUtf8(content)) return false
  const letters = lettersOf(decodePage)
  let [known, all] = [0, 0]
  for (const [letter] of new TextDecoder().decode(content).matchAll(/\P{ASCII}/gu)) {
    if (++all > enoughLetters) break
    if (letters.has(letter)) known++
  }
  return known > all / 2
}

/** Decodes UTF-8, and each other line by its code page. */
const decodeLines = (content: Uint8Array, decodePage: Decode): string => {
  const utf8 = new TextDecoder()
  if (isUtf8(content)) return utf8.decode(content)
  const lines: string[] = []
  for (let at = 0; at <= content.length; ) {
    const end = content.indexOf(lineFeed, at)
    const line = content.subarray(at, end < 0 ? content.length : end)
    lines.push(isUtf8(line) ? utf8.decode(line) : decodePage(line))
    at = end < 0 ? content.length + 1 : end + 1
  }
  return lines.join('\n')
}

const hasMark = ([a, b, c]: Uint8Array): boolean => a === 0xef && b === 0xbb && c === 0xbf

/**
 * The text decoder of a DXF: UTF-8 since AutoCAD 2007, before then the declared code page. Many programs write UTF-8
 * but declare a code page or none, so a page applies only where the content is not UTF-8 with letters of the page.
 */
export const dxfDecoder = (content: Uint8Array): Decode => {
  const head = Buffer.from(content.subarray(0, headBytes)).toString('latin1')
  const variable = (name: string) => new RegExp(`\\$${name}\\W+(?:\\d\\W+)?([\\w-]+)`, 'i').exec(head)?.[1] ?? ''
  const [version, codePage] = [variable('ACADVER').toUpperCase(), variable('DWGCODEPAGE')]
  const declaredPage = decoderOf(codePage)
  const decodePage = declaredPage ?? ((part) => new TextDecoder('windows-1252').decode(part))
  const isVersion = /^AC\d{4}$/.test(version)
  const trustsPage = isVersion && version < firstUtf8 && declaredPage !== null && !/1252$/.test(codePage)
  const isUtf8Version = isVersion && version >= firstUtf8
  const isUtf8Content = trustsPage ? isUtf8InPage(content, decodePage) : isUtf8Version || isUtf8(content)
  return hasMark(content) || isUtf8Content ? (part) => decodeLines(part, decodePage) : decodePage
}

/** East Asian code pages by their number in `\M+nXXXX`. */
const multibytePages: Readonly<Record<string, string>> = { 1: 'shift_jis', 2: 'big5', 3: 'euc-kr', 5: 'gbk' }

/** Decodes `\U+XXXX` and `\M+nXXXX`, which replace characters missing from the code page in texts and names. */
export const decodeEscapes = (text: string): string =>
  text.includes('\\U+') || text.includes('\\M+') || text.includes('\\u+')
    ? text
        .replace(/\\U\+([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
        .replace(/\\M\+([1-5])([0-9a-f]{4})/gi, (sequence, page: string, hex: string) => {
          const name = multibytePages[page]
          return name ? new TextDecoder(name).decode(Buffer.from(hex, 'hex')) : sequence
        })
    : text
