import { costOf, sumOf } from '@vigilux/contract/features/bill-of-materials/bill.rules.ts'
import type { Bill } from '@vigilux/contract/features/bill-of-materials/bill.ts'
import type { TFunction } from 'i18next'
import { cellOf, headOf } from '../../shared/table/table-export.ts'
import type { CellValue } from '../../shared/table/table-model.ts'
import type { Sheet } from '../../shared/table/workbook.ts'
import { serialOf } from '../central-units/index.ts'
import { nameOfLine, unitsOf } from './bill-columns.tsx'

const amount = (cents: number | null | undefined): number | null =>
  cents === null || cents === undefined ? null : cents / 100

const sheet = (name: string, header: string[], rows: readonly CellValue[][]): Sheet => ({
  name,
  cells: [header.map(headOf), ...rows.map((row) => row.map(cellOf))],
  firstWidth: 32,
})

/** The bill as two sheets: products with totals, and spare parts needed now. */
export function createBillSheets(bill: Bill, t: TFunction<'bill-of-materials'>): Sheet[] {
  const units = unitsOf(bill.lines)
  const hasPrices = bill.prices !== undefined
  const priced = hasPrices
    ? [`${t('word.price')} (${bill.prices?.currency})`, `${t('sum')} (${bill.prices?.currency})`]
    : []
  const lineSum = amount(sumOf(bill.lines.map((line) => costOf(line.total, line.price))).cents)
  const partSum = amount(sumOf(bill.parts.map((part) => costOf(part.pieces, part.price))).cents)
  const lineHead = [
    t('word.product'),
    t('word.code'),
    t('orderCode'),
    t('word.battery'),
    ...units.map(serialOf),
    t('inAll'),
    ...priced,
  ]
  const lines = [
    ...bill.lines.map((line) => [
      nameOfLine(line, t),
      line.code,
      line.product?.orderCode,
      line.product?.batteryCode,
      ...units.map((unit) => line.units[unit] ?? 0),
      line.total,
      ...(hasPrices ? [amount(line.price?.cents), amount(costOf(line.total, line.price))] : []),
    ]),
    [
      t('inAll'),
      null,
      null,
      null,
      ...units.map((unit) => bill.lines.reduce((sum, line) => sum + (line.units[unit] ?? 0), 0)),
      bill.total,
      ...(hasPrices ? [null, lineSum] : []),
    ],
  ]
  const partHead = [t('word.code'), t('part'), t('orderCode'), t('for'), t('pieces'), ...priced]
  const parts = [
    ...bill.parts.map((part) => [
      part.product.code,
      part.product.name,
      part.product.orderCode,
      part.for.map(({ name }) => name).join(', '),
      part.pieces,
      ...(hasPrices ? [amount(part.price?.cents), amount(costOf(part.pieces, part.price))] : []),
    ]),
    [
      t('inAll'),
      null,
      null,
      null,
      bill.parts.reduce((sum, { pieces }) => sum + pieces, 0),
      ...(hasPrices ? [null, partSum] : []),
    ],
  ]
  return [sheet(t('title'), lineHead, lines), sheet(t('partsTitle'), partHead, parts)]
}
