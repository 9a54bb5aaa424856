import writeExcelFile from 'write-excel-file/universal'
import { saveBlob } from '../save-blob.ts'
import type { SheetCell } from './table-export.ts'

/** A sheet: its first row names the columns. Without a name the spreadsheet chooses one. */
export type Sheet = { name?: string; cells: SheetCell[][]; firstWidth?: number }

/** Excel's limits for a sheet's name: forbidden characters and maximum length. */
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

/** Saves the sheets as a workbook. Its code loads on first use. */
export const saveWorkbook = async (name: string, sheets: readonly Sheet[]): Promise<void> =>
  saveBlob(await workbookOf(sheets), name)
