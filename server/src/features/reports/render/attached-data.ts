import { escapeFormula, quoteCell } from '@vigilux/contract/kernel/csv-cell.ts'
import { toZoned } from '../../../kernel/zoned.ts'
import type { Attachment } from '../../../ports/typesetter.ts'
import type { DocumentContent } from './document-stamp.ts'

/** What may stand in a cell; nothing where it is null. */
type Cell = string | number | boolean | null

/** What a document says, for programs: codes, and times in UTC as ISO 8601, under the same names in every language. */
export type AttachedData = {
  /** What the files are called, without their ending; names the form of what is in them. */
  name: string
  /** One object per row of the document's list, each with the same members. */
  rows: readonly Readonly<Record<string, Cell>>[]
  /** What the document shows beside the list. */
  about: object
}

const isMoment = (value: Cell): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value))

const cellOf = (value: Cell, timezone: string): string => {
  if (isMoment(value)) return toZoned(new Date(value), timezone).toString({ timeZoneName: 'never' })
  return typeof value === 'string' ? quoteCell(escapeFormula(value)) : String(value ?? '')
}

/**
 * Rows as RFC 4180 has them, in UTF-8 with a byte order mark; a document without rows has the names of no columns. Times are those of the
 * plant, with their offset, and the name of their column names the zone.
 */
const csvOf = (rows: AttachedData['rows'], timezone: string): string => {
  const names = Object.keys(rows[0] ?? {})
  const head = names.map((name) => (rows.some((row) => isMoment(row[name] ?? null)) ? `${name} (${timezone})` : name))
  const lines = [head.map(quoteCell), ...rows.map((row) => Object.values(row).map((value) => cellOf(value, timezone)))]
  return `\uFEFF${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`
}

/** The data of a document as the two files that it carries: its rows as CSV, and all of it as JSON. */
export const attachmentsOf = (
  { plantname, timezone, madeAt, proof }: DocumentContent,
  { name, rows, about }: AttachedData,
): Attachment[] => {
  const { plantId, no, hash, timeStamp } = proof
  const json = {
    format: `vigilux-${name}-1`,
    plant: { id: plantId, name: plantname, timezone },
    madeAt: madeAt.toISOString(),
    logbook: { no, head: hash, timeStamp: timeStamp && { token: timeStamp.token } },
    ...about,
    rows,
  }
  return [
    { name: `${name}.csv`, type: 'text/csv', description: 'Rows', content: csvOf(rows, timezone) },
    { name: `${name}.json`, type: 'application/json', description: 'Data', content: JSON.stringify(json) },
  ]
}
