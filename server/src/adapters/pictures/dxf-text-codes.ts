/** Maximum characters drawn per text. */
const maxTextLength = 1_000

/** `^J` is a control character, `^ ` the caret itself; before any other character a caret is a plain one. */
const decodeCarets = (text: string): string =>
  text.replace(/\^([ @-_])/g, (_, character: string) => {
    if (character === ' ') return '^'
    return character === 'J' || character === 'M' ? '\n' : character === 'I' ? ' ' : ''
  })

const specialCharacters: Readonly<Record<string, string>> = { c: 'Ø', d: '°', p: '±', '%': '%' }

/** Characters of the oldest fonts by their number. */
const oldCharacters: Readonly<Record<number, string>> = { 127: '°', 128: '±', 129: 'Ø' }

/** First characters of a code page with the same number in Unicode. */
const firstOfBoth = 160

const characterOf = (number: number): string => {
  if (number < 127 || number >= firstOfBoth) return String.fromCharCode(number)
  return oldCharacters[number] ?? new TextDecoder('windows-1252').decode(Uint8Array.of(number))
}

/** `%%c` is Ø, `%%176` the character with this number; `%%u`, `%%o` and `%%k` toggle a line along the text. */
const decodePercents = (text: string): string =>
  text
    .replace(/%%(\d{3})/g, (_, number: string) => characterOf(Number(number)))
    .replace(/%%([cdpuok%])/gi, (_, character: string) => specialCharacters[character.toLowerCase()] ?? '')

/** The plain text of a TEXT or an attribute. */
export const plainText = (text: string): string => decodeCarets(decodePercents(text)).slice(0, maxTextLength)

/**
 * The format codes of an MTEXT. Arguments end with a semicolon, but toggles of lines have none, and a height or color
 * may lack it.
 */
const formats =
  /\\(?:(?<literal>[\\{}])|(?<breaks>[PNX])|(?<space>~)|[LlOoKk]|S(?<stack>(?:\\.|[^;\\])*);?|[fFp](?:[^;\\{}]*;)?|H[ \t]*(?<height>\d*\.?\d+)(?<isFactor>x?);?|[ACcHQTW][ \t]*[-+]?[\d.]*x?;?)|(?<group>[{}])/g

type Format = Partial<Record<'literal' | 'breaks' | 'space' | 'stack' | 'height' | 'isFactor' | 'group', string>>

/** Digits above and below the line. */
const [raised, lowered] = ['⁰¹²³⁴⁵⁶⁷⁸⁹', '₀₁₂₃₄₅₆₇₈₉']

const small = (text: string, digits: string): string =>
  /^\d+$/.test(text) ? text.replace(/\d/g, (digit) => digits[Number(digit)] ?? digit) : text

/** A stack on one line: a fraction, apart from a digit before it, or only its upper or lower part. */
const unstack = (stack: string, before: string): string => {
  const text = stack.replace(/\\(.)/g, '$1')
  const [, upper, lower] = /^([^^#/]*)[\^#/](.*)$/s.exec(text)?.map((part) => part.trim()) ?? []
  if (upper === undefined || lower === undefined) return text
  if (lower === '') return small(upper, raised)
  if (upper === '') return small(lower, lowered)
  return `${/\d/.test(before) ? ' ' : ''}${upper}/${lower}`
}

/** The plain text of an MTEXT. */
export const plainMtext = (text: string): string => {
  const plain = text.replace(formats, (...found) => {
    const { literal, breaks, space, stack } = found.at(-1) as Format
    if (stack !== undefined) return unstack(stack, text.charAt((found.at(-3) as number) - 1))
    return literal ?? (breaks ? '\n' : space ? ' ' : '')
  })
  return decodeCarets(decodePercents(plain)).slice(0, maxTextLength)
}

/** The height of most letters of an MTEXT, by its own height and its format codes. */
export const mtextHeight = (text: string, ownHeight: number): number => {
  const letters = new Map<number, number>()
  const outerHeights: number[] = []
  let [height, from] = [ownHeight, 0]
  const count = (to: number) => letters.set(height, (letters.get(height) ?? 0) + text.slice(from, to).trim().length)
  for (const { 0: code, index, groups } of text.matchAll(formats)) {
    count(index)
    from = index + code.length
    const format = groups as Format
    if (format.group === '{') outerHeights.push(height)
    else if (format.group === '}') height = outerHeights.pop() ?? height
    else if (format.height) height = Number(format.height) * (format.isFactor ? height : 1)
  }
  count(text.length)
  const [common] = [...letters].sort(([, a], [, b]) => b - a)
  return common?.[0] ?? ownHeight
}
