/** An entry as it is sealed: everything that was written, and persons as references alone. */
export type SealedEntry = {
  no: number
  id: string
  kind: string
  /** When it happened, and when it was written down: ISO 8601 in UTC with milliseconds. */
  at: string
  recordedAt: string
  /** Topic of the unit, as `logica_0A1B2C`. */
  unit: string | null
  lamp: number | null
  lampSerial: string | null
  testId: string | null
  /** The number of the entry that it corrects. */
  corrects: number | null
  /** The number of the entry that it is about: of a note, or of a remedy. */
  about: number | null
  by: string | null
  facts: unknown
  text: string
  clockWrong: boolean
}

const sealedFields = [
  'no',
  'id',
  'kind',
  'at',
  'recordedAt',
  'unit',
  'lamp',
  'lampSerial',
  'testId',
  'corrects',
  'about',
  'by',
  'facts',
  'text',
  'clockWrong',
] as const satisfies readonly (keyof SealedEntry)[]

/**
 * JSON in one form: the members of objects in the order of their names by UTF-16 units, no white space, numbers and texts as
 * ECMAScript writes them. This is RFC 8785; whoever has a library for it can check a logbook.
 */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}

/** What of an entry is sealed, in its one form; anything else that stands beside it is not part of it. */
export const canonicalEntry = (entry: SealedEntry): string =>
  canonicalJson(Object.fromEntries(sealedFields.map((field) => [field, entry[field]])))

/** What the seal before the first entry is the SHA-256 of, so that the chain of one plant is nobody else's. */
export const beginningOf = (plantId: string): string => `vigilux-logbook-1\n${plantId}`

/** What the seal of an entry is the SHA-256 of: the seal before it, as 64 lower-case hex digits, and the entry. */
export const linkOf = (before: string, entry: SealedEntry): string => `${before}\n${canonicalEntry(entry)}`

/** What the signature of an export is made over: its first line, and the names of persons as they were when it was made. */
export const signedText = (header: object, persons: unknown): string =>
  `${canonicalJson(header)}\n${canonicalJson({ persons })}`
