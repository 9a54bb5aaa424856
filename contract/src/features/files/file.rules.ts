/** Code points of the longest name; the extension counts. */
export const maxFileNameLength = 100

const maxExtensionLength = 10

/** Names that Windows takes for devices, with any extension. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** The end of a name that programs go by, with its dot; empty where it is too long to be one. */
const extensionOf = (name: string): string => {
  const [extension = ''] = /\.[\p{L}\p{N}]+$/u.exec(name) ?? []
  return extension.length <= maxExtensionLength + 1 ? extension : ''
}

/** The name with an end of its own before its extension; cut before both where it would be too long. */
const insertBeforeExtension = (name: string, end: string): string => {
  const extension = extensionOf(name)
  const points = [...name]
  const stem = points.slice(0, points.length - [...extension].length)
  const room = maxFileNameLength - [...extension].length - end.length
  return `${stem.slice(0, room).join('').trimEnd()}${end}${extension}`
}

const truncateFileName = (name: string): string =>
  [...name].length <= maxFileNameLength ? name : insertBeforeExtension(name, '')

/**
 * A name that is safe to show and to save under, on any system: no path, no control or invisible character, no change
 * of writing direction, no name of a device, 1 to {@link maxFileNameLength} characters.
 */
export const sanitizeFileName = (name: string): string => {
  const plain = name
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    // Before white space becomes one blank: else two of them may come to stand side by side.
    .replaceAll(/(?!\s)\p{C}/gu, '')
    // After what is taken out: else a letter and its accent may come to stand side by side.
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[/\\:*?"<>|]/g, '_')
  const short = truncateFileName(plain.replace(/^[.\s]+/, '')).replace(/[.\s]+$/, '')
  if (short === '') return 'file'
  return deviceName.test(short) ? `_${short}`.slice(0, maxFileNameLength) : short
}

/**
 * The name of a file that the product makes: what it is, the day (ISO 8601), and the plant that it is of, if it is of one. Who saves those of
 * several plants in one folder tells them apart; where it would be too long, the plant's name is cut.
 */
export const createFileName = (what: {
  title: string
  day: string
  plantname?: string | undefined
  type: string
}): string => {
  const { title, day, plantname, type } = what
  return sanitizeFileName(`${title} ${day}${plantname ? ` – ${plantname}` : ''}.${type}`)
}

/** This harmless name, or the next with a number that is not taken; upper and lower case count as the same. */
export const uniqueFileName = (name: string, taken: Iterable<string>): string => {
  const known = new Set([...taken].map((one) => one.toLowerCase()))
  let free = name
  for (let number = 2; known.has(free.toLowerCase()); number++) free = insertBeforeExtension(name, ` (${number})`)
  return free
}

/** First and last byte of a file that a `Range` header asks for, both included; null for the whole file. */
export type RangeRequest = { from: number; to: number } | 'unsatisfiable' | null

/** Reads a `Range` header of one range; a form that we do not know, and several ranges, mean the whole file. */
export const parseByteRange = (header: string | undefined, bytes: number): RangeRequest => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  if (first === '')
    return Number(last) === 0 || bytes === 0
      ? 'unsatisfiable'
      : { from: Math.max(0, bytes - Number(last)), to: bytes - 1 }
  const from = Number(first)
  const to = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (last !== '' && Number(last) < from) return null
  return from < bytes ? { from, to } : 'unsatisfiable'
}
