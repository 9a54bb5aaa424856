import type { EmissionFactor } from '@vigilux/contract/features/energy/emission-factors.ts'
import {
  co2Text,
  kwhText,
  lampHours,
  rowsOf,
  scaleOfRows,
  shareFormat,
  shareIn,
  shownShares,
  tableDecimals,
} from '@vigilux/contract/features/energy/energy-figures.rules.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { EnergyContent } from '../collect/collect-energy.ts'
import { clocks, counted, countryOf, tagOf, type Words } from '../report-words.ts'
import { energyData } from './document-data.ts'
import { type EnergyFormats, energyFormats, filled, partNames, priceOf, spanText } from './energy-formats.ts'
import { pdfRenderer } from './render-pdf.ts'

type Wording = {
  said: Words['energy']
  words: Words
  language: Language
  formats: EnergyFormats
  printable: (text: string) => string
}

/** Labels below each other's places would run into each other. */
const mostLabels = 16

const joined = (...of: (string | null | false | undefined)[]): string => of.filter(Boolean).join(', ')
const kwh = (wh: number | null, { formats }: Wording): string => kwhText(formats.measure, wh)

const incompleteText = (quarters: number, { said, formats }: Wording): string | null =>
  quarters > 0
    ? filled(said.incomplete, { hours: formats.number(lampHours(quarters), { maximumFractionDigits: 0 }) })
    : null

const factorText = (factor: EmissionFactor, { said, language, formats }: Wording): string =>
  filled(said.co2By, {
    country: countryOf(factor.country, language),
    year: String(factor.year),
    grams: formats.number(factor.gPerKwh),
  })

/** The period in a few figures, each with what it means: [what, how much, what it means]. */
const figuresOf = ({ answer }: EnergyContent, wording: Wording): string[][] => {
  const { said, language, formats } = wording
  const { total, lastYear, saving, cost } = answer
  const jumps = total.jumps > 0 && counted(said, 'jumps', total.jumps, language)
  const percent = saving?.percent ?? null
  const against = percent === null ? null : filled(said.savedOf, { percent: formats.percent(Math.round(percent)) })
  const unknown = cost && cost.unknownWh > 0 && filled(said.costUnknown, { energy: kwh(cost.unknownWh, wording) })
  return [
    [said.used, kwh(total.used, wording), joined(incompleteText(total.missing, wording), jumps)],
    saving && [
      said.saved,
      kwh(saving.saved, wording),
      joined(against, filled(said.savedDays, { days: String(saving.days) })),
    ],
    cost && [
      said.cost,
      cost.amount === null ? said.unknownCost : formats.amount(cost.amount),
      joined(cost.amount !== null && said.costBy, unknown),
    ],
    saving && [
      said.co2,
      co2Text(formats.measure, saving.co2Kg),
      saving.factor ? factorText(saving.factor, wording) : said.co2None,
    ],
    [
      said.lastYear,
      kwh(lastYear.total.used, wording),
      joined(spanText(lastYear.total, said, formats), incompleteText(lastYear.total.missing, wording)),
    ],
  ].flatMap((one) => (one ? [one] : []))
}

/** What the sums are reckoned by, a sentence each: the baseline, the price and the factor with its source. */
const reckonedOf = ({ answer: { saving, lamps }, settings }: EnergyContent, wording: Wording): string[] => {
  const { said, formats } = wording
  const of = saving?.of ?? settings.baseline
  const formula =
    of === null
      ? said.noBaseline
      : of.kind === 'period'
        ? filled(said.baseline.formulaPeriod, { from: formats.day(of.from), until: formats.day(of.until) })
        : filled(said.baseline.formulaInstalled, { power: formats.measure(lamps.ratedW / 1_000, 'kW') })
  const sums = saving && [
    `${said.baseline.line}: ${kwh(saving.baseline, wording)}`,
    `${said.used}: ${kwh(saving.used, wording)}`,
    `${said.saved}: ${kwh(saving.saved, wording)}`,
  ]
  const factor = saving?.factor ?? settings.factor
  const co2 = factor
    ? `${said.co2}: ${factorText(factor, wording)}. ${filled(said.source, { source: factor.source })}, ${factor.url}`
    : said.co2None
  const money =
    saving && saving.money !== null && saving.meanPrice !== null
      ? filled(said.savedMoney, { amount: formats.amount(saving.money), price: formats.price(saving.meanPrice) })
      : null
  const tariff = settings.tariffs.length === 0 ? said.noTariff : null
  return [formula, sums ? sums.join(' · ') : of && said.noneOver, money, tariff, co2].flatMap((one) =>
    one ? [one] : [],
  )
}

const ratesOf = ({ answer: { cost } }: EnergyContent, wording: Wording): string[][] =>
  (cost?.rates ?? []).map(({ name, price, used, amount }) => [
    wording.printable(name),
    wording.formats.price(priceOf(price)),
    kwh(used, wording),
    wording.formats.amount(amount),
  ])

/** Bars, marks and lines, all as parts of the height from 0 to 1. */
const chartOf = (content: EnergyContent, { formats }: Wording, labelOf: (start: string) => string) => {
  const rows = rowsOf(content.answer)
  const { top, step } = scaleOfRows(rows)
  const part = (value: number | null) => (value === null ? null : value / top)
  const every = Math.ceil(rows.length / mostLabels)
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
  { said, formats }: Wording,
  labelOf: (start: string) => string,
): string[][] => {
  const inTable = (value: number | null) =>
    value === null ? '–' : formats.number(value, { maximumFractionDigits: tableDecimals })
  return rowsOf(content.answer).map(({ start, used, lastYear, baseline, missingHours, jumps }) => [
    labelOf(start),
    inTable(used),
    inTable(lastYear),
    inTable(baseline),
    missingHours > 0 ? formats.number(missingHours) : '',
    jumps > 0 ? formats.number(jumps) : '',
    missingHours > 0 ? said.incompleteMark : '',
  ])
}

const sharesOf = ({ shares }: EnergyContent, wording: Wording): string[][] => {
  const { said, formats, printable } = wording
  if (!shares) return []
  return shownShares(shares.shares)
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

const factsOf = (content: EnergyContent, { said, words, language, formats, printable }: Wording): string[][] => {
  const { answer, address, country, timezone, zone, owner } = content
  const { lamps, since } = answer
  const rated = joined(
    counted(said, 'ratedOf', lamps.count - lamps.unrated, language),
    lamps.unrated > 0 && counted(said, 'unrated', lamps.unrated, language),
    since && filled(said.since, { date: formats.dayOf(since) }),
  )
  return [
    [words.facts.owner, owner],
    [words.columns.location, [address, countryOf(country, language)].filter(Boolean).join(', ')],
    [said.of, zone ?? said.plant],
    [said.rated, `${formats.measure(lamps.ratedW / 1_000, 'kW')}, ${rated}`],
    [words.facts.made, clocks(language, timezone).zoned(content.madeAt)],
  ].flatMap(([label = '', value = '']) => (value ? [[label, printable(value)]] : []))
}

/** What lamps used in the reader's words, every text printable. */
const dataOf = (content: EnergyContent, words: Words, language: Language, printable: (text: string) => string) => {
  const { plantname, owner, answer, timezone, asked, shares } = content
  const said = words.energy
  const formats = energyFormats(language, content)
  const wording: Wording = { said, words, language, formats, printable }
  const { short, long } = partNames(asked.period, language, timezone)
  const tables = tableOf(content, wording, long)
  return {
    lang: tagOf(language).slice(0, 2),
    title: printable(`${said.title} – ${plantname}`),
    heading: said.title,
    plant: printable(plantname),
    owner: printable(owner),
    facts: factsOf(content, wording),
    period: spanText(answer.total, said, formats),
    figures: figuresOf(content, wording),
    reckoned: reckonedOf(content, wording),
    rates: ratesOf(content, wording),
    chart: chartOf(content, wording, short),
    rows: tables,
    shares: sharesOf(content, wording),
    notes: [
      answer.total.missing > 0 ? said.about : null,
      answer.setAside > 0 ? counted(said, 'setAside', answer.setAside, language) : null,
    ].filter((one) => one !== null),
    sum: shares ? filled(said.shares.sum, { used: kwh(shares.used, wording) }) : '',
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
        filled(said.tariff.price, { currency: content.settings.currency }),
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

/** Makes the PDF of an energy report, times in the plant's zone. */
export const renderEnergy = pdfRenderer('energy.typ', dataOf, energyData)
