import { costOf } from '@vigilux/contract/features/bill-of-materials/bill.rules.ts'
import type { TFunction } from 'i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { cellOf, headOf } from '../../shared/table/table-export.ts'
import type { CellValue } from '../../shared/table/table-model.ts'
import type { Sheet } from '../../shared/table/workbook.ts'

type Answer = ActionOutput<'getBatteryOutlook'>

const amount = (cents: number | null | undefined): number | null =>
  cents === null || cents === undefined ? null : cents / 100

/** The shopping list with dates, as one sheet. */
export function createBatterySheets(
  { needed, outlook, prices }: Answer,
  t: TFunction<'batteries'>,
  day: (at: string) => string,
): Sheet[] {
  const priced = prices ? [`${t('word.price')} (${prices.currency})`] : []
  const costs = (pieces: number, cents: number | null | undefined) =>
    prices ? [amount(costOf(pieces, cents === undefined ? undefined : { cents }))] : []
  const rows: CellValue[][] = [
    ...needed.map(({ code, pieces, cents }) => [
      t('word.now'),
      null,
      code,
      pieces,
      null,
      null,
      ...costs(pieces, cents),
    ]),
    ...(outlook?.periods ?? []).flatMap(({ from, until, needs }) =>
      needs.map(({ code, pieces, min, max, cents }) => [
        day(from),
        day(until),
        code,
        pieces,
        min,
        max,
        ...costs(pieces, cents),
      ]),
    ),
  ]
  const header = [
    t('sheet.from'),
    t('sheet.until'),
    t('word.battery'),
    t('sheet.pieces'),
    t('sheet.min'),
    t('sheet.max'),
    ...priced,
  ]
  return [
    {
      name: t('needs.title'),
      cells: [header.map(headOf), ...rows.map((row) => row.map(cellOf))],
      firstWidth: 20,
    },
  ]
}
