/** Entry as sealed: all written data, with persons only as references. */
export type SealedEntry = {
  no: number
  id: string
  kind: string
  /** Times of the event and of its recording: ISO 8601 in UTC with milliseconds. */
  at: string
  recordedAt: string
  /** Topic of the unit, such as `logica_0A1B2C`. */
  unit: string | null
  lamp: number | null
  lampSerial: string | null
  testId: string | null
  /** Number of the corrected entry. */
  corrects: number | null
  /** Number of the entry for a note or a remedy. */
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

/** Member names by UTF-16 units. Canonical lines are already sorted, and sorting again would dominate the run time. */
const sortNames = (value: object): string[] => {
  const names = Object.keys(value)
  return sortMembers(names) ? names : names.toSorted()
}

/**
 * Canonical JSON (RFC 8785): object members sorted by UTF-16 units, no white space, numbers and texts as in ECMAScript.
 * Any library for it can check a logbook.
 */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  let members = ''
  for (const name of sortNames(value)) {
    const member: unknown = (value as Record<string, unknown>)[name]
    if (member !== undefined) members += `${members && ','}${JSON.stringify(name)}:${canonicalJson(member)}`
  }
  return `{${members}}`
}

/** Canonical JSON of the sealed fields of an entry; other fields are ignored. */
export const canonicalEntry = (entry: SealedEntry): string =>
  canonicalJson(Object.fromEntries(sealedFields.map((field) => [field, entry[field]])))

/**
 * Input of the seal before the first entry: its SHA-256 starts the chain of one plant. The text names the chain, not
 * the export format, and stays `vigilux-logbook-1` to keep existing chains valid.
 */
export const genesisInput = (plantId: string): string => `vigilux-logbook-1\n${plantId}`

/** Input of an entry's seal: the previous seal as 64 lower-case hex digits, and the canonical JSON of the entry. */
export const sealInputOfCanonical = (previousHash: string, canonical: string): string => `${previousHash}\n${canonical}`

/** Like {@link sealInputOfCanonical}, for an entry not yet in canonical JSON. */
export const sealInput = (previousHash: string, entry: SealedEntry): string =>
  sealInputOfCanonical(previousHash, canonicalEntry(entry))

/** Signed text of an export: its first line, and the names of persons at the time of the export. */
export const signedText = (header: object, persons: unknown): string =>
  `${canonicalJson(header)}\n${canonicalJson({ persons })}`
