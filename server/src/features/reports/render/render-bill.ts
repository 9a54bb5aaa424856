import { costOf, sumOf } from '@vigilux/contract/features/bill-of-materials/bill.rules.ts'
import type { Bill, BillLine } from '@vigilux/contract/features/bill-of-materials/bill.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { BillContent } from '../collect/collect-bill.ts'
import { countryName, createTimeFormats, localeOf, pluralText, type ReportTexts } from '../report-texts.ts'
import { billData } from './document-data.ts'
import { pdfRenderer } from './render-pdf.ts'

type Money = (cents: number | null) => string

/** Formats amounts in the plant's currency; null for a bill without prices. */
const moneyOf = ({ prices }: Bill, language: Language): Money | null => {
  if (!prices) return null
  const format = new Intl.NumberFormat(localeOf(language), { style: 'currency', currency: prices.currency })
  return (cents) => (cents === null ? '–' : format.format(cents / 100))
}

const serialOf = (unit: string): string => unit.slice(unit.indexOf('_') + 1)

const nameOf = ({ product, code }: BillLine, { bill }: ReportTexts): string => {
  if (product) return product.name
  return code === null ? bill.noCode : bill.unknown
}

const lineRow = (line: BillLine, texts: ReportTexts, number: Intl.NumberFormat, money: Money | null): string[] => {
  const units = Object.entries(line.units)
    .map(([unit, count]) => ({ serial: serialOf(unit), count }))
    .sort((a, b) => (a.serial < b.serial ? -1 : 1))
    .map(({ serial, count }) => `${serial} ${number.format(count)}`)
  return [
    nameOf(line, texts),
    line.code ?? '–',
    line.product?.orderCode ?? '–',
    line.product?.batteryCode ?? '–',
    units.join(' · '),
    number.format(line.total),
    ...(money ? [money(line.price?.cents ?? null), money(costOf(line.total, line.price))] : []),
  ]
}

const sumText = (costs: (number | null)[], { bill }: ReportTexts, money: Money | null) => {
  const { cents, isWhole } = sumOf(costs)
  return money ? { amount: money(cents), note: isWhole ? '' : bill.notWhole } : { amount: '', note: '' }
}

/** The bill in the reader's language, every text printable. */
const dataOf = (content: BillContent, texts: ReportTexts, language: Language, printable: (text: string) => string) => {
  const { bill, plantname, timezone, madeAt } = content
  const number = new Intl.NumberFormat(localeOf(language))
  const money = moneyOf(bill, language)
  const billTexts = texts.bill
  const priceColumns = money ? [billTexts.price, billTexts.sum] : []
  return {
    lang: localeOf(language).slice(0, 2),
    title: printable(`${billTexts.title} – ${plantname}`),
    heading: billTexts.title,
    plant: printable(plantname),
    place: printable([content.address, countryName(content.country, language)].filter(Boolean).join(', ')),
    madeAt: createTimeFormats(language, timezone).zoned(madeAt),
    page: texts.page,
    hasPrices: money !== null,
    devices: pluralText(billTexts, 'devices', bill.total, language),
    columns: [
      billTexts.product,
      billTexts.code,
      billTexts.orderCode,
      billTexts.battery,
      billTexts.byUnit,
      billTexts.inAll,
      ...priceColumns,
    ],
    rows: bill.lines.map((line) => lineRow(line, texts, number, money).map(printable)),
    total: [billTexts.inAll, '', '', '', '', number.format(bill.total)],
    sum: sumText(
      bill.lines.map((line) => costOf(line.total, line.price)),
      texts,
      money,
    ),
    partsTitle: billTexts.partsTitle,
    noParts: billTexts.noParts,
    partColumns: [billTexts.part, billTexts.orderCode, billTexts.for, billTexts.pieces, ...priceColumns],
    parts: bill.parts.map((part) =>
      [
        `${part.product.code} ${part.product.name}`,
        part.product.orderCode,
        part.for.map(({ name }) => name).join(', '),
        number.format(part.pieces),
        ...(money ? [money(part.price?.cents ?? null), money(costOf(part.pieces, part.price))] : []),
      ].map(printable),
    ),
    partsTotal: [billTexts.inAll, '', '', number.format(bill.parts.reduce((total, { pieces }) => total + pieces, 0))],
    partsSum: sumText(
      bill.parts.map((part) => costOf(part.pieces, part.price)),
      texts,
      money,
    ),
  }
}

export const renderBill = pdfRenderer('bill-of-materials.typ', dataOf, billData)
