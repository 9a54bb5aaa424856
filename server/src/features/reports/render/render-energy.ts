import type { EmissionFactor } from '@vigilux/contract/features/energy/emission-factors.ts'
import {
  chartScaleOfRows,
  formatCo2,
  formatKwh,
  lampHours,
  shareFormat,
  shareIn,
  tableDecimals,
  toEnergyRows,
  visibleShares,
} from '@vigilux/contract/features/energy/energy-figures.rules.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { EnergyContent } from '../collect/collect-energy.ts'
import { countryName, createTimeFormats, localeOf, pluralText, type ReportTexts } from '../report-texts.ts'
import { energyData } from './document-data.ts'
import { type EnergyFormats, energyFormats, fillTemplate, partNames, priceOf, spanText } from './energy-formats.ts'
import { pdfRenderer } from './render-pdf.ts'

type EnergyTexts = {
  said: ReportTexts['energy']
  words: ReportTexts
  language: Language
  formats: EnergyFormats
  printable: (text: string) => string
}

/** More labels than this would overlap. */
const maxLabels = 16

const joined = (...of: (string | null | false | undefined)[]): string => of.filter(Boolean).join(', ')
const kwh = (wh: number | null, { formats }: EnergyTexts): string => formatKwh(formats.measure, wh)

const incompleteText = (quarters: number, { said, formats }: EnergyTexts): string | null =>
  quarters > 0
    ? fillTemplate(said.incomplete, { hours: formats.number(lampHours(quarters), { maximumFractionDigits: 0 }) })
    : null

const factorText = (factor: EmissionFactor, { said, language, formats }: EnergyTexts): string =>
  fillTemplate(said.co2By, {
    country: countryName(factor.country, language),
    year: String(factor.year),
    grams: formats.number(factor.gPerKwh),
  })

/** The period's key figures, as [label, value, explanation]. */
const figuresOf = ({ answer }: EnergyContent, wording: EnergyTexts): string[][] => {
  const { said, language, formats } = wording
  const { total, lastYear, saving, cost } = answer
  const jumps = total.jumps > 0 && pluralText(said, 'jumps', total.jumps, language)
  const percent = saving?.percent ?? null
  const against =
    percent === null ? null : fillTemplate(said.savedOf, { percent: formats.percent(Math.round(percent)) })
  const unknown = cost && cost.unknownWh > 0 && fillTemplate(said.costUnknown, { energy: kwh(cost.unknownWh, wording) })
  return [
    [said.used, kwh(total.used, wording), joined(incompleteText(total.missing, wording), jumps)],
    saving && [
      said.saved,
      kwh(saving.saved, wording),
      joined(against, fillTemplate(said.savedDays, { days: String(saving.days) })),
    ],
    cost && [
      said.cost,
      cost.amount === null ? said.unknownCost : formats.amount(cost.amount),
      joined(cost.amount !== null && said.costBy, unknown),
    ],
    saving && [
      said.co2,
      formatCo2(formats.measure, saving.co2Kg),
      saving.factor ? factorText(saving.factor, wording) : said.co2None,
    ],
    [
      said.lastYear,
      kwh(lastYear.total.used, wording),
      joined(spanText(lastYear.total, said, formats), incompleteText(lastYear.total.missing, wording)),
    ],
  ].flatMap((one) => (one ? [one] : []))
}

/** How the totals are computed, one sentence each: the baseline, the price, and the factor with its source. */
const calculationOf = ({ answer: { saving, lamps }, settings }: EnergyContent, wording: EnergyTexts): string[] => {
  const { said, formats } = wording
  const of = saving?.of ?? settings.baseline
  const formula =
    of === null
      ? said.noBaseline
      : of.kind === 'period'
        ? fillTemplate(said.baseline.formulaPeriod, { from: formats.day(of.from), until: formats.day(of.until) })
        : fillTemplate(said.baseline.formulaInstalled, { power: formats.measure(lamps.ratedW / 1_000, 'kW') })
  const sums = saving && [
    `${said.baseline.line}: ${kwh(saving.baseline, wording)}`,
    `${said.used}: ${kwh(saving.used, wording)}`,
    `${said.saved}: ${kwh(saving.saved, wording)}`,
  ]
  const factor = saving?.factor ?? settings.factor
  const co2 = factor
    ? `${said.co2}: ${factorText(factor, wording)}. ${fillTemplate(said.source, { source: factor.source })}, ${factor.url}`
    : said.co2None
  const money =
    saving && saving.money !== null && saving.meanPrice !== null
      ? fillTemplate(said.savedMoney, { amount: formats.amount(saving.money), price: formats.price(saving.meanPrice) })
      : null
  const tariff = settings.tariffs.length === 0 ? said.noTariff : null
  return [formula, sums ? sums.join(' · ') : of && said.noneOver, money, tariff, co2].flatMap((one) =>
    one ? [one] : [],
  )
}

const ratesOf = ({ answer: { cost } }: EnergyContent, wording: EnergyTexts): string[][] =>
  (cost?.rates ?? []).map(({ name, price, used, amount }) => [
    wording.printable(name),
    wording.formats.price(priceOf(price)),
    kwh(used, wording),
    wording.formats.amount(amount),
  ])

/** Bars, marks and lines, as fractions of the height from 0 to 1. */
const chartOf = (content: EnergyContent, { formats }: EnergyTexts, labelOf: (start: string) => string) => {
  const rows = toEnergyRows(content.answer)
  const { top, step } = chartScaleOfRows(rows)
  const part = (value: number | null) => (value === null ? null : value / top)
  const every = Math.ceil(rows.length / maxLabels)
  return {
    lines: Array.from({ length: Math.round(top / step) + 1 }, (_, n) => ({
      at: (n * step) / top,
      label: formats.number(n * step, { maximumSignificantDigits: 3 }),
    })),
    bars: rows.map((row, at) => ({
      used: part(row.used),
      before: part(row.lastYear),
      baseline: part(row.baseline),
      gap: row.missingHours > 0,
      label: at % every === 0 ? labelOf(row.start) : '',
    })),
    hasBaseline: rows.some(({ baseline }) => baseline !== null),
  }
}

const tableOf = (
  content: EnergyContent,
  { said, formats }: EnergyTexts,
  labelOf: (start: string) => string,
): string[][] => {
  const inTable = (value: number | null) =>
    value === null ? '–' : formats.number(value, { maximumFractionDigits: tableDecimals })
  return toEnergyRows(content.answer).map(({ start, used, lastYear, baseline, missingHours, jumps }) => [
    labelOf(start),
    inTable(used),
    inTable(lastYear),
    inTable(baseline),
    missingHours > 0 ? formats.number(missingHours) : '',
    jumps > 0 ? formats.number(jumps) : '',
    missingHours > 0 ? said.incompleteMark : '',
  ])
}

const sharesOf = ({ shares }: EnergyContent, wording: EnergyTexts): string[][] => {
  const { said, formats, printable } = wording
  if (!shares) return []
  return visibleShares(shares.shares)
    .toSorted((a, b) => (b.used ?? -1) - (a.used ?? -1))
    .map((row) => {
      const its = shareIn(row, shares.used)
      const percent = row.percent === null ? null : formats.percent(Math.round(row.percent))
      return [
        printable(row.zone?.name ?? said.shares.none),
        formats.number(row.lamps),
        row.used === null ? '–' : formats.number(row.used / 1_000, { maximumFractionDigits: tableDecimals }),
        its === null ? '–' : formats.number(its, shareFormat),
        row.missing > 0 ? formats.number(lampHours(row.missing)) : '',
        row.saved === null ? '–' : [kwh(row.saved, wording), percent].filter(Boolean).join(' · '),
        row.missing > 0 ? said.incompleteMark : '',
      ]
    })
}

const factsOf = (content: EnergyContent, { said, words, language, formats, printable }: EnergyTexts): string[][] => {
  const { answer, address, country, timezone, zone, owner } = content
  const { lamps, since } = answer
  const rated = joined(
    pluralText(said, 'ratedOf', lamps.count - lamps.unrated, language),
    lamps.unrated > 0 && pluralText(said, 'unrated', lamps.unrated, language),
    since && fillTemplate(said.since, { date: formats.dayOf(since) }),
  )
  return [
    [words.facts.owner, owner],
    [words.columns.location, [address, countryName(country, language)].filter(Boolean).join(', ')],
    [said.of, zone ?? said.plant],
    [said.rated, `${formats.measure(lamps.ratedW / 1_000, 'kW')}, ${rated}`],
    [words.facts.made, createTimeFormats(language, timezone).zoned(content.madeAt)],
  ].flatMap(([label = '', value = '']) => (value ? [[label, printable(value)]] : []))
}

/** The energy report in the reader's language, every text printable. */
const dataOf = (
  content: EnergyContent,
  words: ReportTexts,
  language: Language,
  printable: (text: string) => string,
) => {
  const { plantname, owner, answer, timezone, asked, shares } = content
  const said = words.energy
  const formats = energyFormats(language, content)
  const wording: EnergyTexts = { said, words, language, formats, printable }
  const { short, long } = partNames(asked.period, language, timezone)
  const tables = tableOf(content, wording, long)
  return {
    lang: localeOf(language).slice(0, 2),
    title: printable(`${said.title} – ${plantname}`),
    heading: said.title,
    plant: printable(plantname),
    owner: printable(owner),
    facts: factsOf(content, wording),
    period: spanText(answer.total, said, formats),
    figures: figuresOf(content, wording),
    reckoned: calculationOf(content, wording),
    rates: ratesOf(content, wording),
    chart: chartOf(content, wording, short),
    rows: tables,
    shares: sharesOf(content, wording),
    notes: [
      answer.total.missing > 0 ? said.about : null,
      answer.setAside > 0 ? pluralText(said, 'setAside', answer.setAside, language) : null,
    ].filter((one) => one !== null),
    sum: shares ? fillTemplate(said.shares.sum, { used: kwh(shares.used, wording) }) : '',
    words: {
      chart: said.chart,
      table: said.table,
      reckoned: said.reckoned,
      shares: said.shares.title,
      used: said.used,
      before: said.lastYear,
      gap: said.gap,
      baseline: said.baseline.line,
      columns: [
        said.time,
        said.usedKwh,
        said.lastYearKwh,
        said.baseline.lineKwh,
        said.missingHours,
        said.jumpsHead,
        '',
      ],
      rateColumns: [
        said.tariff.rate,
        fillTemplate(said.tariff.price, { currency: content.settings.currency }),
        said.used,
        said.cost,
      ],
      shareColumns: [
        said.shares.zone,
        said.shares.lamps,
        said.usedKwh,
        said.shares.share,
        said.missingHours,
        said.shares.saved,
        '',
      ],
    },
  }
}

/** Renders the PDF of an energy report, times in the plant's zone. */
export const renderEnergy = pdfRenderer('energy.typ', dataOf, energyData)
