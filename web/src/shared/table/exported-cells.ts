import { isRepeatedTime, withOffsetIfRepeated } from '@vigilux/contract/kernel/zone-offset.ts'
import { wallTime } from '../format/wall-time.ts'
import type { CellValue, Column } from './table-model.ts'

/** A moment as clocks in the zone of the file show it: `2026-11-28T20:05:00`. */
export class ExportedTime {
  readonly wall: string
  constructor(at: string, zone: string) {
    this.wall = wallTime(at, zone)
  }
}

export type ExportedCell = CellValue | ExportedTime

/** What the API sends as a moment, and nothing that people write. */
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/

const isMoment = (value: CellValue): value is string =>
  typeof value === 'string' && moment.test(value) && !Number.isNaN(Date.parse(value))

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** As a text; with its offset where the clock of the zone shows it twice. */
const timeText = (at: string, zone: string): string =>
  withOffsetIfRepeated(wallTime(at, zone).replace('T', ' '), zone, Date.parse(at))

/**
 * The head and the cells of a file, whatever its kind. Every moment is in the zone of the file, and the head of its column names the zone.
 * A row of another plant has its own zone, which its cell names. A time that the clock shows twice is a text with its offset: cells of a
 * spreadsheet have none.
 * @param zone that of the plant of the page; of a page without a plant, the reader's
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
  const head = columns.map(({ column }) => (withMoments.has(column) ? `${column.header} (${zone})` : column.header))
  return { head, rows: cells }
}
