import type { QueryClient } from '@tanstack/react-query'
import { actionKey } from '../api/use-action.ts'
import { fileName } from '../file-name.ts'
import type { Language } from '../i18n/languages.ts'
import { chunkTimeoutMs, withTimeout } from '../lazy.tsx'
import type { PlantDetails } from '../plant/plant.ts'
import { csvOf, download } from './csv.ts'
import { sheetOf } from './table-export.ts'
import type { Column } from './table-model.ts'

type Saved<Row> = {
  kind: 'xlsx' | 'csv'
  title: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  language: Language
}

/** Saves rows under their title and the page's plant. Its code loads on first use. */
export async function saveRows<Row>(
  { kind, title, rows, columns, language }: Saved<Row>,
  queries: QueryClient,
  plantId: string | undefined,
): Promise<void> {
  const name = fileName({ title, type: kind }, queries, plantId)
  const zone = plantId && queries.getQueryData<PlantDetails>(actionKey('getPlantDetails', { plantId }))?.plant.timezone
  if (kind === 'csv') return download(name, csvOf(rows, columns, language, zone))
  const { saveWorkbook } = await withTimeout(import('./workbook.ts'), chunkTimeoutMs)
  await saveWorkbook(name, [{ cells: sheetOf(rows, columns, zone) }])
}
