import { costOf } from '@vigilux/contract/features/bill-of-materials/bill.rules.ts'
import type { Bill, BillLine } from '@vigilux/contract/features/bill-of-materials/bill.ts'
import type { LampType } from '@vigilux/contract/features/lamps/lamp.ts'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { AppLink } from '../../shared/navigation.tsx'
import { ProductPicture } from '../../shared/product/ProductPicture.tsx'
import type { Chip, Column } from '../../shared/table/table-model.ts'
import { pathTo } from '../../site-map.ts'
import { serialOf } from '../central-units/index.ts'
import * as styles from './bill-of-materials.module.css'

type Texts = TFunction<'bill-of-materials'>

/** Maximum number of unit columns on the screen; further units are only exported. */
const maxColumns = 5

export const keyOfLine = ({ code }: BillLine): string => code ?? ''

/** The name of a line from the catalogue, or "unknown". */
export const nameOfLine = ({ product, code }: BillLine, t: Texts): string =>
  product?.name ?? t(code === null ? 'noCode' : 'unknown')

export const unitsOf = (lines: readonly BillLine[]): string[] =>
  [...new Set(lines.flatMap(({ units }) => Object.keys(units)))].sort()

type ColumnParts = {
  t: Texts
  bill: Bill
  number: (value: number) => string
  money: ((cents: number | null) => string) | null
  /** Actions on a line. */
  todo: (line: BillLine) => ReactNode
  price: (line: BillLine) => ReactNode
}

const unitColumns = ({ bill, number }: ColumnParts): Column<BillLine>[] => {
  const units = unitsOf(bill.lines)
  return units.map((unit) => ({
    id: unit,
    header: serialOf(unit),
    align: 'right',
    cell: ({ units: counts }) => (counts[unit] === undefined ? '–' : number(counts[unit])),
    value: ({ units: counts }) => counts[unit] ?? 0,
    ...(units.length > maxColumns && { hidden: true as const }),
  }))
}

const priceColumns = ({ t, money, price }: ColumnParts): Column<BillLine>[] =>
  money
    ? [
        {
          id: 'price',
          header: t('word.price'),
          align: 'right',
          cell: price,
          value: (line) => (line.price?.cents == null ? null : line.price.cents / 100),
        },
        {
          id: 'sum',
          header: t('sum'),
          align: 'right',
          cell: (line) => money(costOf(line.total, line.price)),
          value: (line) => {
            const cost = costOf(line.total, line.price)
            return cost === null ? null : cost / 100
          },
        },
      ]
    : []

export function billColumns(parts: ColumnParts): Column<BillLine>[] {
  const { t, number, todo } = parts
  return [
    {
      id: 'product',
      header: t('word.product'),
      value: (line) => nameOfLine(line, t),
      cell: (line) => (
        <span className={styles.billProduct}>
          <span className={styles.billThumb}>{line.product ? <ProductPicture product={line.product} /> : '?'}</span>
          <span>
            {nameOfLine(line, t)} {todo(line)}
          </span>
        </span>
      ),
    },
    {
      id: 'code',
      header: t('word.code'),
      value: ({ code }) => code,
      cell: ({ code }) => <span className={styles.billCode}>{code ?? '–'}</span>,
    },
    {
      id: 'orderCode',
      header: t('orderCode'),
      value: ({ product }) => product?.orderCode,
      cell: ({ product }) => <span className={styles.billCode}>{product?.orderCode ?? '–'}</span>,
    },
    {
      id: 'battery',
      header: t('word.battery'),
      value: ({ product }) => product?.batteryCode,
      cell: ({ product }) => <span className={styles.billCode}>{product?.batteryCode ?? '–'}</span>,
    },
    ...unitColumns(parts),
    {
      id: 'total',
      header: t('inAll'),
      align: 'right',
      value: ({ total }) => total,
      cell: ({ total }) => <b>{number(total)}</b>,
    },
    ...priceColumns(parts),
    {
      id: 'page',
      header: '',
      align: 'right',
      cell: ({ product }) =>
        product ? <AppLink to={pathTo('product', { productId: product.code })}>{t('page')}</AppLink> : null,
    },
  ]
}

const otherUnits: readonly LampType[] = ['sensor', 'io', 'other']

/** Filters by kind of node. */
export function billChips(lines: readonly BillLine[], t: Texts): Chip<BillLine>[] {
  const countOfTypes =
    (...types: LampType[]) =>
    (line: BillLine) =>
      types.reduce((sum, type) => sum + (line.types[type] ?? 0), 0)
  const kinds = [
    { id: 'emergency', count: countOfTypes('emergency') },
    { id: 'lighting', count: countOfTypes('lighting') },
    { id: 'other', count: countOfTypes(...otherUnits) },
    { id: 'unknown', count: (line: BillLine) => (line.product ? 0 : line.total) },
  ] as const
  return kinds.map(({ id, count }) => ({
    id,
    label: t(`chip.${id}`),
    fits: (line) => count(line) > 0,
    ...(id === 'unknown' && lines.some((line) => count(line) > 0) && { state: 'warning' as const }),
  }))
}
