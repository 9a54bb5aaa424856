/** Maximum characters drawn per text. */
const maxTextLength = 1_000

/** `^J` is a control character, `^ ` the caret itself. */
const decodeCarets = (text: string): string =>
  text.replace(/\^([\x20-\x5f])/g, (_, character: string) => {
    if (character === ' ') return '^'
    return character === 'J' || character === 'M' ? '\n' : character === 'I' ? ' ' : ''
  })

const specialCharacters: Readonly<Record<string, string>> = { c: 'Ø', d: '°', p: '±', '%': '%' }

/** `%%c` is Ø, `%%176` the character with this number; `%%u`, `%%o` and `%%k` toggle a line along the text. */
const decodePercents = (text: string): string =>
  text
    .replace(/%%(\d{3})/g, (_, number: string) => String.fromCharCode(Number(number)))
    .replace(/%%([cdpuok%])/gi, (_, character: string) => specialCharacters[character.toLowerCase()] ?? '')

/** The plain text of a TEXT or an attribute. */
export const plainText = (text: string): string => decodeCarets(decodePercents(text)).slice(0, maxTextLength)

/**
 * The format codes of an MTEXT. Arguments end with a semicolon, but toggles of lines have none, and a height or color
 * may lack it.
 */
const formats =
  /\\(?:(?<literal>[\\{}])|(?<breaks>[PNX])|(?<space>~)|[LlOoKk]|S(?<stack>(?:\\.|[^;\\])*);?|[fFp](?:[^;\\{}]*;)?|[ACcHQTW][ \t]*[-+]?[\d.]*x?;?)|(?<group>[{}])/g

type Format = { literal?: string; breaks?: string; space?: string; stack?: string; group?: string }

/** A stacked fraction, on one line. */
const unstack = (stack: string): string => stack.replace(/\\(.)/g, '$1').replace(/\s*[\^#]\s*|\s*\/\s*/, '/')

/** The plain text of an MTEXT. */
export const plainMtext = (text: string): string =>
  decodePercents(
    text.replace(formats, (...found) => {
      const { literal, breaks, space, stack } = found.at(-1) as Format
      if (stack !== undefined) return unstack(stack)
      return literal ?? (breaks ? '\n' : space ? ' ' : '')
    }),
  )
    .replace(/\^[JM]/g, '\n')
    .replace(/\^I/g, ' ')
    .slice(0, maxTextLength)
