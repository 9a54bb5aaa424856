/** Limits of a file: more lamps than in the largest plant, but too few to block a browser. */
export const sheetLimits = {
  bytes: 8 * 1024 ** 2,
  unpackedBytes: 64 * 1024 ** 2,
  rows: 40_000,
  columns: 60,
  /** Timeout of reading a file. */
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
  'protected',
] as const
export type SheetFailure = (typeof sheetFailures)[number]

/** Why the text of a cell is not the one typed. */
export type CellDamage = 'madeDate' | 'madeNumber'

/** A row with its last line in the file, and its damaged cells. */
export type SheetRow = { line: number; cells: string[]; damaged?: { column: number; damage: CellDamage }[] }

export type Table = { name: string; rows: SheetRow[] }
/** The likeliest rows of a file. `others`: all alternatives, by sheet or by encoding. */
export type ReadRows = { rows: SheetRow[]; others?: { by: 'sheet' | 'letters'; tables: Table[] } }
export type Sheet = ReadRows | { failed: SheetFailure }

/** Combines a file's tables, without empty ones; selects the first with several rows, or the first of all. */
export function sheetOfTables(choiceKind: 'sheet' | 'letters', read: readonly { name: string; sheet: Sheet }[]): Sheet {
  const tables = read.flatMap(({ name, sheet }) => ('rows' in sheet ? [{ name, rows: sheet.rows }] : []))
  const [first, ...otherTables] = tables
  if (!first) return read[0]?.sheet ?? { failed: 'empty' }
  if (otherTables.length === 0) return { rows: first.rows }
  const selectedTable = tables.find(({ rows }) => rows.length > 1) ?? first
  return { rows: selectedTable.rows, others: { by: choiceKind, tables } }
}

/** Rows within the limits, without empty ones. */
export function boundedSheet(rows: readonly SheetRow[]): Sheet {
  const filledRows = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (filledRows.length === 0) return { failed: 'empty' }
  if (filledRows.length > sheetLimits.rows + 1) return { failed: 'tooManyRows' }
  if (filledRows.some(({ cells }) => cells.length > sheetLimits.columns)) return { failed: 'tooManyColumns' }
  return { rows: filledRows }
}
