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
] as const
export type SheetFailure = (typeof sheetFailures)[number]

/** A row with the line of the file that it ends on. */
export type SheetRow = { line: number; cells: string[] }
export type Sheet = { rows: SheetRow[] } | { failed: SheetFailure }

/** Rows within the limits, without those that are empty. */
export function boundedSheet(rows: readonly SheetRow[]): Sheet {
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (filled.length === 0) return { failed: 'empty' }
  if (filled.length > sheetLimits.rows + 1) return { failed: 'tooManyRows' }
  if (filled.some(({ cells }) => cells.length > sheetLimits.columns)) return { failed: 'tooManyColumns' }
  return { rows: filled }
}
