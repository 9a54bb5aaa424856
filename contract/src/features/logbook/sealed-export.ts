import type { SealedEntry } from './chain.rules.ts'
import { maxTimeStampLength } from './time-stamp.ts'

/** Export formats known to a verifier. The server writes the newest. */
export const exportFormats = [1, 2] as const
export type ExportFormat = (typeof exportFormats)[number]

/** First line of an export. The signature covers it and the persons line. */
export type ExportHeader = {
  format: `vigilux-logbook-${ExportFormat}`
  plant: { id: string; name: string; timezone: string }
  /** Numbers of the first and the last entry; both 0 in an export without entries. */
  from: number
  to: number
  /** Seal before the first entry of this file, and seal of the last one. */
  before: string
  head: string
  exportedAt: string
  key: { id: string; algorithm: 'Ed25519'; publicKey: string }
  /** Time stamp over the 64 digits of the head, as base64 of a DER TimeStampToken; null without a time stamp. */
  timeStamp: { token: string } | null
}

type EntryLine = { entry: SealedEntry; hash: string }
/** Names by person reference. */
type PersonsLine = { persons: Record<string, string> }
type SignatureLine = { signature: string }

/** Any line after the header. */
export type ExportLine =
  | ({ kind: 'entry' } & EntryLine)
  | ({ kind: 'persons' } & PersonsLine)
  | ({ kind: 'signature' } & SignatureLine)

export type ShapeFault = 'unknownMember' | 'missingMember' | 'wrongValue'

type Check = (value: unknown) => ShapeFault | null
type Checks<Line> = { [Member in keyof Line]-?: Check }

/** Maximum nesting of an entry's facts. */
export const maxFactsDepth = 16

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const checkValue =
  (isValid: (value: unknown) => boolean): Check =>
  (value) =>
    isValid(value) ? null : 'wrongValue'

const nullOr =
  (check: Check): Check =>
  (value) =>
    value === null ? null : check(value)

const matches = (pattern: RegExp): Check => checkValue((value) => typeof value === 'string' && pattern.test(value))

const integerFrom = (min: number): Check =>
  checkValue((value) => Number.isSafeInteger(value) && (value as number) >= min)

/** An object with exactly these members. */
const exactObject = <Line>(checks: Checks<Line>): Check => {
  const declared: [string, Check][] = Object.entries(checks)
  return (value) => {
    if (!isRecord(value)) return 'wrongValue'
    if (Object.keys(value).some((name) => !Object.hasOwn(checks, name))) return 'unknownMember'
    if (declared.some(([name]) => !Object.hasOwn(value, name))) return 'missingMember'
    for (const [name, check] of declared) {
      const fault = check(value[name])
      if (fault) return fault
    }
    return null
  }
}

const instantPattern =
  /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}\.\d{3}Z$/

/** ISO 8601 in UTC with milliseconds, on an existing date; the days from the 29th on depend on the month. */
const isInstant = (value: unknown): boolean => {
  if (typeof value !== 'string' || !instantPattern.test(value)) return false
  if (Number(value.slice(8, 10)) < 29) return true
  const time = Date.parse(value)
  return !Number.isNaN(time) && new Date(time).toISOString() === value
}

const isNestedBeyond = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((item) => isNestedBeyond(item, levels - 1)))

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Base64 with padding, of which the unused bits are zero. */
const base64Pattern = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)?$/

const text = checkValue((value) => typeof value === 'string')
const uuid = matches(uuidPattern)
const instant = checkValue(isInstant)
const seal = matches(/^[0-9a-f]{64}$/)
/** 32 bytes as base64url without padding; the unused bits of the last character are zero. */
const publicKey = matches(/^[\w-]{42}[AEIMQUYcgkosw048]$/)
/** 64 bytes, as above. */
const signature = matches(/^[\w-]{85}[AQgw]$/)
const token = checkValue(
  (value) =>
    typeof value === 'string' && value !== '' && value.length <= maxTimeStampLength && base64Pattern.test(value),
)

const headerOf = (format: ExportFormat): Check =>
  exactObject<ExportHeader>({
    format: checkValue((value) => value === `vigilux-logbook-${format}`),
    plant: exactObject<ExportHeader['plant']>({ id: uuid, name: text, timezone: text }),
    from: integerFrom(0),
    to: integerFrom(0),
    before: seal,
    head: seal,
    exportedAt: instant,
    key: exactObject<ExportHeader['key']>({
      id: text,
      algorithm: checkValue((value) => value === 'Ed25519'),
      publicKey,
    }),
    timeStamp: nullOr(exactObject<{ token: string }>({ token })),
  })

const entryMembers = exactObject<SealedEntry>({
  no: integerFrom(1),
  id: uuid,
  kind: text,
  at: instant,
  recordedAt: instant,
  unit: nullOr(text),
  lamp: nullOr(integerFrom(0)),
  lampSerial: nullOr(text),
  testId: nullOr(uuid),
  corrects: nullOr(integerFrom(1)),
  about: nullOr(integerFrom(1)),
  by: nullOr(uuid),
  facts: checkValue((value) => isRecord(value) && !isNestedBeyond(value, maxFactsDepth)),
  text,
  clockWrong: checkValue((value) => typeof value === 'boolean'),
})

/** Facts of the first entry of a new epoch: number before the gap, and end of the time without gaps. */
export type RestoredFacts = { after: number; wholeUntil: string }

const isRestoredFacts = (facts: unknown, no: number): facts is RestoredFacts =>
  isRecord(facts) && integerFrom(0)(facts.after) === null && (facts.after as number) < no && isInstant(facts.wholeUntil)

/** Facts of the first entry of a new epoch; null for any other. */
export const restoredFacts = ({ kind, by, no, facts }: SealedEntry): RestoredFacts | null =>
  kind === 'restored' && by === null && isRestoredFacts(facts, no) ? facts : null

const entry: Check = (value) => {
  const fault = entryMembers(value)
  if (fault) return fault
  const read = value as SealedEntry
  return read.kind === 'restored' && !restoredFacts(read) ? 'wrongValue' : null
}

const persons = checkValue(
  (value) =>
    isRecord(value) && Object.entries(value).every(([ref, name]) => uuidPattern.test(ref) && typeof name === 'string'),
)

const headers: Record<ExportFormat, Check> = { 1: headerOf(1), 2: headerOf(2) }
const lines: Record<ExportLine['kind'], Check> = {
  entry: exactObject<EntryLine>({ entry, hash: seal }),
  persons: exactObject<PersonsLine>({ persons }),
  signature: exactObject<SignatureLine>({ signature }),
}

const kindOf = (value: unknown): ExportLine['kind'] | null => {
  if (!isRecord(value)) return null
  if (Object.hasOwn(value, 'entry') || Object.hasOwn(value, 'hash')) return 'entry'
  return Object.hasOwn(value, 'persons') ? 'persons' : Object.hasOwn(value, 'signature') ? 'signature' : null
}

export const formatOf = ({ format }: ExportHeader): ExportFormat => (format === 'vigilux-logbook-1' ? 1 : 2)

/** Whether the header spans no entries, or entries from 1 on in order. */
const hasSpan = ({ from, to }: ExportHeader): boolean => (from === 0 ? to === 0 : from <= to)

/** Header of an export of this format, or the reason why the value is invalid. */
export const readHeader = (value: unknown, format: ExportFormat): ExportHeader | ShapeFault => {
  const fault = headers[format](value)
  if (fault) return fault
  const header = value as ExportHeader
  return hasSpan(header) ? header : 'wrongValue'
}

/** Line after the header, or the reason why the value is invalid. */
export const readExportLine = (value: unknown): ExportLine | ShapeFault | 'unexpectedLine' => {
  const kind = kindOf(value)
  if (!kind) return 'unexpectedLine'
  const fault = lines[kind](value)
  return fault ?? ({ kind, ...(value as object) } as ExportLine)
}
