/** What a file may hold: more lamps than the largest plant has, and nothing that keeps a browser busy. */
export const sheetLimits = {
  bytes: 8 * 1024 ** 2,
  unpackedBytes: 64 * 1024 ** 2,
  rows: 40_000,
  columns: 60,
  /** After which nobody waits for the file any more. */
  ms: 20_000,
} as const

/** Why a file cannot be used at all. */
export const sheetFailures = [
  'tooLarge',
  'tooManyRows',
  'tooManyColumns',
  'unpackedTooLarge',
  'broken',
  'tooSlow',
  'empty',
  'notText',
  'oldExcel',
] as const
export type SheetFailure = (typeof sheetFailures)[number]

/** A row with the line of the file that it ends on, and the columns in which the file has a date. */
export type SheetRow = { line: number; cells: string[]; dates?: number[] }

export type Table = { name: string; rows: SheetRow[] }
/** The rows that a file has most likely. `others`: all that it may have, by sheet or by the letters that its bytes may stand for. */
export type ReadRows = { rows: SheetRow[]; others?: { by: 'sheet' | 'letters'; tables: Table[] } }
export type Sheet = ReadRows | { failed: SheetFailure }

/** A file of several tables. Those without rows are left out; the first with several rows is taken, or the first of all. */
export function sheetOfTables(by: 'sheet' | 'letters', read: readonly { name: string; sheet: Sheet }[]): Sheet {
  const tables = read.flatMap(({ name, sheet }) => ('rows' in sheet ? [{ name, rows: sheet.rows }] : []))
  const [first, ...others] = tables
  if (!first) return read[0]?.sheet ?? { failed: 'empty' }
  if (others.length === 0) return { rows: first.rows }
  const taken = tables.find(({ rows }) => rows.length > 1) ?? first
  return { rows: taken.rows, others: { by, tables } }
}

/** Rows within the limits, without those that are empty. */
export function boundedSheet(rows: readonly SheetRow[]): Sheet {
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (filled.length === 0) return { failed: 'empty' }
  if (filled.length > sheetLimits.rows + 1) return { failed: 'tooManyRows' }
  if (filled.some(({ cells }) => cells.length > sheetLimits.columns)) return { failed: 'tooManyColumns' }
  return { rows: filled }
}
