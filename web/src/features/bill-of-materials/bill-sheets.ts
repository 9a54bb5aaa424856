import { costOf, sumOf } from '@vigilux/contract/features/bill-of-materials/bill.rules.ts'
import type { Bill } from '@vigilux/contract/features/bill-of-materials/bill.ts'
import type { TFunction } from 'i18next'
import { serialOf } from '../central-units/index.ts'
import { nameOfLine, unitsOf } from './bill-columns.tsx'

/** A cell of a sheet: what is text stays text, whatever it begins with. */
export type SheetCell = { value: string; type: StringConstructor } | { value: number; type: NumberConstructor } | null

const cellOf = (value: string | number | null | undefined): SheetCell => {
  if (value === null || value === undefined || value === '') return null
  return typeof value === 'number' ? { value, type: Number } : { value, type: String }
}

const amount = (cents: number | null | undefined): number | null =>
  cents === null || cents === undefined ? null : cents / 100

/** The bill as two sheets, the products with their sums and the parts that are needed now. */
export function billSheets(bill: Bill, t: TFunction<'bill-of-materials'>): { name: string; rows: SheetCell[][] }[] {
  const units = unitsOf(bill.lines)
  const hasPrices = bill.prices !== undefined
  const priced = hasPrices ? [`${t('price')} (${bill.prices?.currency})`, `${t('sum')} (${bill.prices?.currency})`] : []
  const lineSum = amount(sumOf(bill.lines.map((line) => costOf(line.total, line.price))).cents)
  const partSum = amount(sumOf(bill.parts.map((part) => costOf(part.pieces, part.price))).cents)
  const lines = [
    [t('product'), t('code'), t('orderCode'), t('battery'), ...units.map(serialOf), t('inAll'), ...priced],
    ...bill.lines.map((line) => [
      ...[nameOfLine(line, t), line.code, line.product?.orderCode, line.product?.batteryCode],
      ...units.map((unit) => line.units[unit] ?? 0),
      line.total,
      ...(hasPrices ? [amount(line.price?.cents), amount(costOf(line.total, line.price))] : []),
    ]),
    [
      ...[t('inAll'), null, null, null],
      ...units.map((unit) => bill.lines.reduce((sum, line) => sum + (line.units[unit] ?? 0), 0)),
      bill.total,
      ...(hasPrices ? [null, lineSum] : []),
    ],
  ]
  const parts = [
    [t('code'), t('part'), t('orderCode'), t('for'), t('pieces'), ...priced],
    ...bill.parts.map((part) => [
      ...[part.product.code, part.product.name, part.product.orderCode, part.for.map(({ name }) => name).join(', ')],
      part.pieces,
      ...(hasPrices ? [amount(part.price?.cents), amount(costOf(part.pieces, part.price))] : []),
    ]),
    [
      ...[t('inAll'), null, null, null, bill.parts.reduce((sum, { pieces }) => sum + pieces, 0)],
      ...(hasPrices ? [null, partSum] : []),
    ],
  ]
  return [
    { name: t('title'), rows: lines.map((row) => row.map(cellOf)) },
    { name: t('partsTitle'), rows: parts.map((row) => row.map(cellOf)) },
  ]
}
