import type { Language } from '../../shared/i18n/languages.ts'
import { csvOf } from '../../shared/table/csv.ts'
import type { Column } from '../../shared/table/table-model.ts'
import type { Places, Spot } from './draft.ts'
import type { Placeable } from './placeable.ts'

type Row = { device: Placeable; spot: Spot }
/** The columns of a file of positions, in order. */
export const positionColumns = ['unit', 'number', 'serial', 'description', 'place', 'x', 'y'] as const
type PositionColumn = (typeof positionColumns)[number]

const values: Record<PositionColumn, (row: Row) => string | number> = {
  unit: ({ device }) => device.topic,
  // A unit only has a serial.
  number: ({ device }) => device.lamp?.id ?? '',
  serial: ({ device }) => device.serial,
  description: ({ device }) => device.description,
  place: ({ device }) => device.location,
  x: ({ spot }) => spot[0],
  y: ({ spot }) => spot[1],
}

/** A plan's positions as CSV, in fractions of its width and height from the upper left corner. */
export function createPositionsCsv(
  places: Places,
  byKey: ReadonlyMap<string, Placeable>,
  headers: Record<PositionColumn, string>,
  language: Language,
): string {
  const rows = [...places].flatMap(([key, position]): Row[] => {
    const device = byKey.get(key)
    return device ? [{ device, spot: position }] : []
  })
  const columns = positionColumns.map(
    (id): Column<Row> => ({ id, header: headers[id], cell: () => null, value: values[id] }),
  )
  return csvOf(rows, columns, language)
}

/** Why a line places nothing. */
export type PositionFault = { line: number; what: string; why: 'unknown' | 'outside' | 'unreadable' | 'twice' }
export type ParsedPositions = { placed: [key: string, spot: Spot][]; troubles: PositionFault[] }

/** Parses a number in any language's notation, without grouping; NaN when it is invalid. */
const numberOf = (cell = ''): number =>
  /^\s*-?\d+([.,]\d+)?([eE]-?\d+)?\s*$/.test(cell) ? Number(cell.replace(',', '.')) : Number.NaN

/** Keys of devices by unit and serial, lamps also by number; a shared serial refers to the lamp. */
function indexByName(devices: readonly Placeable[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const { key, topic, serial, lamp } of devices) {
    const name = `${topic} ${serial}`
    if (lamp || !names.has(name)) names.set(name, key)
    if (lamp) names.set(`${topic} #${lamp.id}`, key)
  }
  return names
}

const isSpot = (position: Spot): boolean => position.every((part) => !Number.isNaN(part))
const isOnPlan = (position: Spot): boolean => position.every((part) => part >= 0 && part <= 1)

/** Reads rows with the columns of `createPositionsCsv`; finds a device by unit and serial, or by its number. */
export function parsePositions(
  rows: readonly { line: number; cells: readonly string[] }[],
  devices: readonly Placeable[],
): ParsedPositions {
  const names = indexByName(devices)
  const placedByKey = new Map<string, Spot>()
  const troubleOf = (key: string | undefined, position: Spot): PositionFault['why'] | undefined => {
    if (!isSpot(position)) return 'unreadable'
    if (key === undefined) return 'unknown'
    if (!isOnPlan(position)) return 'outside'
    return placedByKey.has(key) ? 'twice' : undefined
  }
  const troubles: PositionFault[] = []
  const [headerRow, ...dataRows] = rows
  // The first line is a header, unless it already contains a position.
  for (const { line, cells } of isSpot([numberOf(headerRow?.cells[5]), 0]) ? rows : dataRows) {
    const [unit = '', number = '', serial = ''] = cells.map((cell) => cell.trim())
    const position: Spot = [numberOf(cells[5]), numberOf(cells[6])]
    const key = names.get(serial ? `${unit} ${serial}` : `${unit} #${numberOf(number)}`)
    const fault = troubleOf(key, position)
    if (fault) troubles.push({ line, what: [unit, number, serial].filter(Boolean).join(' · '), why: fault })
    else if (key !== undefined) placedByKey.set(key, position)
  }
  return { placed: [...placedByKey], troubles }
}
