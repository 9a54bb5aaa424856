import { isRepeatedTime, withOffsetIfRepeated } from '@vigilux/contract/kernel/zone-offset.ts'
import { wallTime } from '../format/wall-time.ts'
import type { CellValue, Column } from './table-model.ts'

/** A moment as local time in the file's zone: `2026-11-28T20:05:00`. */
export class ExportedTime {
  readonly wall: string
  constructor(at: string, zone: string) {
    this.wall = wallTime(at, zone)
  }
}

export type ExportedCell = CellValue | ExportedTime

/** Matches moments as the API sends them, and no text written by people. */
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/

const isMoment = (value: CellValue): value is string =>
  typeof value === 'string' && moment.test(value) && !Number.isNaN(Date.parse(value))

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** As text; with its offset in the repeated hour at the end of DST. */
const timeText = (at: string, zone: string): string =>
  withOffsetIfRepeated(wallTime(at, zone).replace('T', ' '), zone, Date.parse(at))

/**
 * Header and cells of a file of any type. All moments are in the file's zone, which the column header names; a row of
 * another plant uses its own zone, named in the cell. A time in the repeated hour is text with its offset, because
 * spreadsheet cells have no offset.
 * @param zone the zone of the page's plant; of a page without a plant, the reader's
 */
export function exportedCells<Row>(
  rows: readonly Row[],
  columns: readonly { column: Column<Row>; read: (row: Row) => CellValue }[],
  zone: string = ownZone(),
): { head: string[]; rows: ExportedCell[][] } {
  const withMoments = new Set<Column<Row>>()
  const cells = rows.map((row) =>
    columns.map(({ column, read }): ExportedCell => {
      const value = read(row)
      if (!isMoment(value)) return value
      if (column.zone) return `${timeText(value, column.zone(row))} (${column.zone(row)})`
      withMoments.add(column)
      return isRepeatedTime(zone, Date.parse(value)) ? timeText(value, zone) : new ExportedTime(value, zone)
    }),
  )
  const header = columns.map(({ column }) => (withMoments.has(column) ? `${column.header} (${zone})` : column.header))
  return { head: header, rows: cells }
}
