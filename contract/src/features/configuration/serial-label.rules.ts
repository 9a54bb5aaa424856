import { normalizeSearchText } from '../../kernel/search-text.ts'

/** Labels of manufacturers for a serial, in the nine languages; without accents and case. */

const number = 'n(?:\\.?[or°]|um(?:ero|ber|mer|er)?)?\\.?'
const labels = [
  // SN, S/N, S-N, S. No., N/S, Sr No.
  '(?:s[/.-]?|s\\.\\s)n[or]?\\.?|n/s',
  'sr[. ]\\s?no\\.?|srno',
  // Serial, Ser. No., serial_number, Seriennummer, Serie-Nr.
  `(?:ser(?:\\.|ial|ie|ien)?[ _.-]{0,2}${number}|serial|ser\\.?)#?`,
  `(?:fabrik|fabrikations|fabr\\.?)[ -]?${number}`,
  // N.º de série, numero di serie, nr seryjny, Matricola n.
  `${number}[ _]?(?:d[ei][ _])?(?:serie|seriale|matricola|seryjny|fabryczny|ser\\.)`,
  `seriale|matr(?:\\.|icola)?(?:\\s?${number})?`,
  '(?:seriove|vyrobni|ser\\.|vyr\\.)\\s?(?:cislo|c\\.?)',
].join('|')

const labelAlone = new RegExp(`^(?:${labels})$`, 'u')

/** Whether a text is a label for serials; its accents and case are already normalized. */
export const isSerialLabel = (text: string): boolean => labelAlone.test(text)

/** Hex digits, also in groups of a byte or of four digits. */
const digits =
  '(?:0x)?([0-9a-f]{2}(?:[ :-][0-9a-f]{2}){1,3}|[0-9a-f]{4}[ -][0-9a-f]{4}|[0-9a-f]+)(?![0-9a-z]|[:.-][0-9a-f])'
const wordStart = '(?:^|[\\s;,|"\'{<([])'
const labeledPattern = new RegExp(
  `${wordStart}(?:${labels})(?:["')\\]>]?\\s*[=:#]\\s*["']?|[)\\]>]\\s*|\\s+)${digits}`,
  'giu',
)
const idPattern = new RegExp(`(?:^|[\\s;,|])id\\s*[=:]\\s*${digits}`, 'giu')
/** Labels as parameters of an address. Short ones and `id` are excluded: there they can mean anything. */
const parameterPattern = new RegExp(
  `[?&;#](?:s/?n|serial(?:[ _-]?(?:no|nr|number))?|serien?nummer|matricola|numero[ _-]?(?:d[ei][ _-])?serie)=\\s*${digits}(?=$|[&;#])`,
  'giu',
)
const address = /^[a-z][a-z0-9+.-]*:\/\//i
const webAddress = /^https?:/i
/** Contacts, networks, messages, payments and the like: their fields resemble labels. */
const otherFormat =
  /^(?:begin|mecard|bizcard|matmsg|wifi|dpp|lpa|tel|mailto|smsto|sms|mmsto|mms|geo|otpauth|otpauth-migration):|^(?:bcd|spc)\s/i

/** Resolves `%XX`, also of addresses within addresses. */
const decodePercents = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const patternsFor = (content: string): readonly RegExp[] => {
  if (otherFormat.test(content)) return []
  if (!address.test(content)) return [parameterPattern, labeledPattern, idPattern]
  return webAddress.test(content) ? [parameterPattern] : []
}

/** The labeled serials, unchecked: lists by kind of label, the surest kind first. */
export const findLabeledSerials = (content: string): string[][] => {
  const text = normalizeSearchText(decodePercents(content))
  return patternsFor(content).map((pattern) =>
    Array.from(text.matchAll(pattern), ([, serial = '']) => serial.replaceAll(/[ :-]/g, '')),
  )
}
