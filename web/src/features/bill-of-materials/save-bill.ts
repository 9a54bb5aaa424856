import writeExcelFile from 'write-excel-file/universal'
import { saveBlob } from '../../shared/save-blob.ts'
import type { SheetCell } from './bill-sheets.ts'

/** Characters that a sheet's name has at most, and those that it may not have. */
const sheetName = (name: string): string => name.replaceAll(/[\\/*?:[\]]/g, ' ').slice(0, 31)

/** The sheets as a workbook. Its code is fetched when the first is asked for. */
export const workbookOf = (sheets: readonly { name: string; rows: SheetCell[][] }[]): Promise<Blob> =>
  writeExcelFile(
    sheets.map(({ name, rows }) => ({
      data: rows,
      sheet: sheetName(name),
      columns: (rows[0] ?? []).map((_, at) => ({ width: at === 0 ? 32 : 16 })),
      stickyRowsCount: 1,
    })),
  ).toBlob()

export async function saveBill(name: string, sheets: Parameters<typeof workbookOf>[0]): Promise<void> {
  saveBlob(await workbookOf(sheets), `${name}.xlsx`)
}
