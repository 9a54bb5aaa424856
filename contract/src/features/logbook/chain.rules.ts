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

const sortMembers = (names: readonly string[]): boolean =>
  names.every((name, at) => at === 0 || (names[at - 1] ?? '') < name)

/** Names of members by UTF-16 units. A canonical line has them in order, and sorting would take longer than the rest. */
const sortedNames = (value: object): string[] => {
  const names = Object.keys(value)
  return sortMembers(names) ? names : names.toSorted()
}

/**
 * JSON in one form: the members of objects in the order of their names by UTF-16 units, no white space, numbers and texts as
 * ECMAScript writes them. This is RFC 8785; any library for it can check a logbook.
 */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  let members = ''
  for (const name of sortedNames(value)) {
    const member: unknown = (value as Record<string, unknown>)[name]
    if (member !== undefined) members += `${members && ','}${JSON.stringify(name)}:${canonicalJson(member)}`
  }
  return `{${members}}`
}

/** What of an entry is sealed, in its one form; anything else that stands beside it is not part of it. */
export const canonicalEntry = (entry: SealedEntry): string =>
  canonicalJson(Object.fromEntries(sealedFields.map((field) => [field, entry[field]])))

/**
 * Input of the seal before the first entry: SHA-256 of it starts the chain of one plant. The text names the chain, not the export format:
 * it stays `vigilux-logbook-1`, so existing chains do not change.
 */
export const genesisInput = (plantId: string): string => `vigilux-logbook-1\n${plantId}`

/** Input of the seal of an entry: the seal before it, as 64 lower-case hex digits, and the canonical JSON of the entry. */
export const sealInputOfCanonical = (before: string, canonical: string): string => `${before}\n${canonical}`

/** As {@link sealInputOfCanonical}, of an entry that is not canonical JSON yet. */
export const sealInput = (before: string, entry: SealedEntry): string =>
  sealInputOfCanonical(before, canonicalEntry(entry))

/** What the signature of an export is made over: its first line, and the names of persons as they were when it was made. */
export const signedText = (header: object, persons: unknown): string =>
  `${canonicalJson(header)}\n${canonicalJson({ persons })}`
