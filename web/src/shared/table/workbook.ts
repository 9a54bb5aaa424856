import writeExcelFile from 'write-excel-file/universal'
import { saveBlob } from '../save-blob.ts'
import type { SheetCell } from './table-export.ts'

/** A sheet: its first row names the columns. Without a name the spreadsheet gives it one. */
export type Sheet = { name?: string; cells: SheetCell[][]; firstWidth?: number }

/** Characters that a sheet's name may not have, and how many it has at most, are Excel's. */
const nameOf = (name: string | undefined): { sheet?: string } =>
  name ? { sheet: name.replaceAll(/[\\/*?:[\]]/g, ' ').slice(0, 31) } : {}

export const workbookOf = (sheets: readonly Sheet[]): Promise<Blob> =>
  writeExcelFile(
    sheets.map(({ name, cells, firstWidth = 20 }) => ({
      ...nameOf(name),
      data: cells,
      columns: (cells[0] ?? []).map((_, at) => ({ width: at === 0 ? firstWidth : 20 })),
      stickyRowsCount: 1,
    })),
  ).toBlob()

/** Saves the sheets as a workbook. Its code is fetched when the first is asked for: no page is drawn with it. */
export const saveWorkbook = async (name: string, sheets: readonly Sheet[]): Promise<void> =>
  saveBlob(await workbookOf(sheets), name)
