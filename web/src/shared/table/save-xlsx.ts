import writeExcelFile from 'write-excel-file/browser'
import { saveBlob } from '../save-blob.ts'
import { sheetOf } from './table-export.ts'
import type { Column } from './table-model.ts'

/** Saves all given rows as a workbook. Fetched when the first is asked for: no page is drawn with it. */
export async function saveXlsx<Row>(
  name: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): Promise<void> {
  const sheet = sheetOf(rows, columns)
  const widths = (sheet[0] ?? []).map(() => ({ width: 20 }))
  const content = await writeExcelFile(sheet, { columns: widths, stickyRowsCount: 1 }).toBlob()
  saveBlob(content, `${name}.xlsx`)
}
