import { escapeFormula, quoteCell } from '@vigilux/contract/kernel/csv-cell.ts'
import { toZoned } from '../../../kernel/zoned.ts'
import type { Attachment } from '../../../ports/typesetter.ts'
import type { DocumentContent } from './document-stamp.ts'

/** Value of a cell; empty for null. */
type Cell = string | number | boolean | null

/** A document's content for programs: codes, and times in UTC as ISO 8601, under the same names in every language. */
export type AttachedData = {
  /** Base name of the files; it identifies the format of their content. */
  name: string
  /** One object per row of the document's list, all with the same keys. */
  rows: readonly Readonly<Record<string, Cell>>[]
  /** The document's content besides the list. */
  about: object
}

const isMoment = (value: Cell): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value))

const cellOf = (value: Cell, timezone: string): string => {
  if (isMoment(value)) return toZoned(new Date(value), timezone).toString({ timeZoneName: 'never' })
  return typeof value === 'string' ? quoteCell(escapeFormula(value)) : String(value ?? '')
}

/**
 * Rows as CSV (RFC 4180) in UTF-8 with a byte order mark; without rows there is no header. Times are local to the plant
 * with their offset, and the column name contains the zone.
 */
const csvOf = (rows: AttachedData['rows'], timezone: string): string => {
  const names = Object.keys(rows[0] ?? {})
  const head = names.map((name) => (rows.some((row) => isMoment(row[name] ?? null)) ? `${name} (${timezone})` : name))
  const lines = [head.map(quoteCell), ...rows.map((row) => Object.values(row).map((value) => cellOf(value, timezone)))]
  return `\uFEFF${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`
}

/** A document's two attached data files: its rows as CSV, and everything as JSON. */
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
