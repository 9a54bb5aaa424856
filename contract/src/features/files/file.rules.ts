/** Maximum code points of a name, including its extension. */
export const maxFileNameLength = 100

const maxExtensionLength = 10

/** Reserved device names of Windows, with any extension. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** Extension of a name with its dot; empty if it is too long for one. */
const extensionOf = (name: string): string => {
  const [extension = ''] = /\.[\p{L}\p{N}]+$/u.exec(name) ?? []
  return extension.length <= maxExtensionLength + 1 ? extension : ''
}

/** Inserts a suffix before the extension; truncates the name before both if necessary. */
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
 * Makes a name safe to show and to save on any system: no path, no control or invisible character, no change of writing
 * direction, no device name, 1 to {@link maxFileNameLength} characters.
 */
export const sanitizeFileName = (name: string): string => {
  const printableName = name
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    // Before white space collapses, because removed characters may separate two spaces.
    .replaceAll(/(?!\s)\p{C}/gu, '')
    // After the removal, because a removed character may separate a letter from its accent.
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[/\\:*?"<>|]/g, '_')
  const short = truncateFileName(printableName.replace(/^[.\s]+/, '')).replace(/[.\s]+$/, '')
  if (short === '') return 'file'
  return deviceName.test(short) ? `_${short}`.slice(0, maxFileNameLength) : short
}

/**
 * Name of a file made by the product: title, day (ISO 8601) and plant, if any, to distinguish files of several plants
 * in one folder. If the name is too long, the plant's name is truncated.
 */
export const createFileName = (file: {
  title: string
  day: string
  plantname?: string | undefined
  type: string
}): string => {
  const { title, day, plantname, type } = file
  return sanitizeFileName(`${title} ${day}${plantname ? ` – ${plantname}` : ''}.${type}`)
}

/** This sanitized name, or the next free numbered one; case is ignored. */
export const uniqueFileName = (name: string, takenNames: Iterable<string>): string => {
  const takenKeys = new Set([...takenNames].map((one) => one.toLowerCase()))
  let freeName = name
  for (let number = 2; takenKeys.has(freeName.toLowerCase()); number++)
    freeName = insertBeforeExtension(name, ` (${number})`)
  return freeName
}

/** First and last byte of a `Range` request, both included; null for the whole file. */
export type RangeRequest = { from: number; to: number } | 'unsatisfiable' | null

/** Parses a `Range` header of one range; unknown forms and several ranges mean the whole file. */
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
