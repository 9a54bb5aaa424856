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
  energyTexts: ReportTexts['energy']
  texts: ReportTexts
  language: Language
  formats: EnergyFormats
  printable: (text: string) => string
}

/** More labels than this would overlap. */
const maxLabels = 16

const joinTexts = (...parts: (string | null | false | undefined)[]): string => parts.filter(Boolean).join(', ')
const kwh = (wh: number | null, { formats }: EnergyTexts): string => formatKwh(formats.measure, wh)

const incompleteText = (quarters: number, { energyTexts, formats }: EnergyTexts): string | null =>
  quarters > 0
    ? fillTemplate(energyTexts.incomplete, { hours: formats.number(lampHours(quarters), { maximumFractionDigits: 0 }) })
    : null

const factorText = (factor: EmissionFactor, { energyTexts, language, formats }: EnergyTexts): string =>
  fillTemplate(energyTexts.co2By, {
    country: countryName(factor.country, language),
    year: String(factor.year),
    grams: formats.number(factor.gPerKwh),
  })

/** The period's key figures, as [label, value, explanation]. */
const figuresOf = ({ answer }: EnergyContent, wording: EnergyTexts): string[][] => {
  const { energyTexts, language, formats } = wording
  const { total, lastYear, saving, cost } = answer
  const jumps = total.jumps > 0 && pluralText(energyTexts, 'jumps', total.jumps, language)
  const percent = saving?.percent ?? null
  const comparison =
    percent === null ? null : fillTemplate(energyTexts.savedOf, { percent: formats.percent(Math.round(percent)) })
  const unknown =
    cost && cost.unknownWh > 0 && fillTemplate(energyTexts.costUnknown, { energy: kwh(cost.unknownWh, wording) })
  return [
    [energyTexts.used, kwh(total.used, wording), joinTexts(incompleteText(total.missing, wording), jumps)],
    saving && [
      energyTexts.saved,
      kwh(saving.saved, wording),
      joinTexts(comparison, fillTemplate(energyTexts.savedDays, { days: String(saving.days) })),
    ],
    cost && [
      energyTexts.cost,
      cost.amount === null ? energyTexts.unknownCost : formats.amount(cost.amount),
      joinTexts(cost.amount !== null && energyTexts.costBy, unknown),
    ],
    saving && [
      energyTexts.co2,
      formatCo2(formats.measure, saving.co2Kg),
      saving.factor ? factorText(saving.factor, wording) : energyTexts.co2None,
    ],
    [
      energyTexts.lastYear,
      kwh(lastYear.total.used, wording),
      joinTexts(spanText(lastYear.total, energyTexts, formats), incompleteText(lastYear.total.missing, wording)),
    ],
  ].flatMap((one) => (one ? [one] : []))
}

/** How the totals are computed, one sentence each: the baseline, the price, and the factor with its source. */
const calculationOf = ({ answer: { saving, lamps }, settings }: EnergyContent, wording: EnergyTexts): string[] => {
  const { energyTexts, formats } = wording
  const baseline = saving?.of ?? settings.baseline
  const formula =
    baseline === null
      ? energyTexts.noBaseline
      : baseline.kind === 'period'
        ? fillTemplate(energyTexts.baseline.formulaPeriod, {
            from: formats.day(baseline.from),
            until: formats.day(baseline.until),
          })
        : fillTemplate(energyTexts.baseline.formulaInstalled, { power: formats.measure(lamps.ratedW / 1_000, 'kW') })
  const savingTexts = saving && [
    `${energyTexts.baseline.line}: ${kwh(saving.baseline, wording)}`,
    `${energyTexts.used}: ${kwh(saving.used, wording)}`,
    `${energyTexts.saved}: ${kwh(saving.saved, wording)}`,
  ]
  const factor = saving?.factor ?? settings.factor
  const co2 = factor
    ? `${energyTexts.co2}: ${factorText(factor, wording)}. ${fillTemplate(energyTexts.source, { source: factor.source })}, ${factor.url}`
    : energyTexts.co2None
  const money =
    saving && saving.money !== null && saving.meanPrice !== null
      ? fillTemplate(energyTexts.savedMoney, {
          amount: formats.amount(saving.money),
          price: formats.price(saving.meanPrice),
        })
      : null
  const tariff = settings.tariffs.length === 0 ? energyTexts.noTariff : null
  return [
    formula,
    savingTexts ? savingTexts.join(' · ') : baseline && energyTexts.noneOver,
    money,
    tariff,
    co2,
  ].flatMap((text) => (text ? [text] : []))
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
  const { top: scaleMax, step } = chartScaleOfRows(rows)
  const part = (value: number | null) => (value === null ? null : value / scaleMax)
  const labelInterval = Math.ceil(rows.length / maxLabels)
  return {
    lines: Array.from({ length: Math.round(scaleMax / step) + 1 }, (_, n) => ({
      at: (n * step) / scaleMax,
      label: formats.number(n * step, { maximumSignificantDigits: 3 }),
    })),
    bars: rows.map((row, at) => ({
      used: part(row.used),
      before: part(row.lastYear),
      baseline: part(row.baseline),
      gap: row.missingHours > 0,
      label: at % labelInterval === 0 ? labelOf(row.start) : '',
    })),
    hasBaseline: rows.some(({ baseline }) => baseline !== null),
  }
}

const tableOf = (
  content: EnergyContent,
  { energyTexts, formats }: EnergyTexts,
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
    missingHours > 0 ? energyTexts.incompleteMark : '',
  ])
}

const sharesOf = ({ shares }: EnergyContent, wording: EnergyTexts): string[][] => {
  const { energyTexts, formats, printable } = wording
  if (!shares) return []
  return visibleShares(shares.shares)
    .toSorted((a, b) => (b.used ?? -1) - (a.used ?? -1))
    .map((row) => {
      const shareOfTotal = shareIn(row, shares.used)
      const percent = row.percent === null ? null : formats.percent(Math.round(row.percent))
      return [
        printable(row.zone?.name ?? energyTexts.shares.none),
        formats.number(row.lamps),
        row.used === null ? '–' : formats.number(row.used / 1_000, { maximumFractionDigits: tableDecimals }),
        shareOfTotal === null ? '–' : formats.number(shareOfTotal, shareFormat),
        row.missing > 0 ? formats.number(lampHours(row.missing)) : '',
        row.saved === null ? '–' : [kwh(row.saved, wording), percent].filter(Boolean).join(' · '),
        row.missing > 0 ? energyTexts.incompleteMark : '',
      ]
    })
}

const factsOf = (
  content: EnergyContent,
  { energyTexts, texts, language, formats, printable }: EnergyTexts,
): string[][] => {
  const { answer, address, country, timezone, zone, owner } = content
  const { lamps, since } = answer
  const rated = joinTexts(
    pluralText(energyTexts, 'ratedOf', lamps.count - lamps.unrated, language),
    lamps.unrated > 0 && pluralText(energyTexts, 'unrated', lamps.unrated, language),
    since && fillTemplate(energyTexts.since, { date: formats.dayOf(since) }),
  )
  return [
    [texts.facts.owner, owner],
    [texts.columns.location, [address, countryName(country, language)].filter(Boolean).join(', ')],
    [energyTexts.of, zone ?? energyTexts.plant],
    [energyTexts.rated, `${formats.measure(lamps.ratedW / 1_000, 'kW')}, ${rated}`],
    [texts.facts.made, createTimeFormats(language, timezone).zoned(content.madeAt)],
  ].flatMap(([label = '', value = '']) => (value ? [[label, printable(value)]] : []))
}

/** The energy report in the reader's language, every text printable. */
const dataOf = (
  content: EnergyContent,
  texts: ReportTexts,
  language: Language,
  printable: (text: string) => string,
) => {
  const { plantname, owner, answer, timezone, asked: request, shares } = content
  const energyTexts = texts.energy
  const formats = energyFormats(language, content)
  const wording: EnergyTexts = { energyTexts, texts, language, formats, printable }
  const { short: shortName, long: longName } = partNames(request.period, language, timezone)
  const tables = tableOf(content, wording, longName)
  return {
    lang: localeOf(language).slice(0, 2),
    title: printable(`${energyTexts.title} – ${plantname}`),
    heading: energyTexts.title,
    plant: printable(plantname),
    owner: printable(owner),
    facts: factsOf(content, wording),
    period: spanText(answer.total, energyTexts, formats),
    figures: figuresOf(content, wording),
    calculated: calculationOf(content, wording),
    rates: ratesOf(content, wording),
    chart: chartOf(content, wording, shortName),
    rows: tables,
    shares: sharesOf(content, wording),
    notes: [
      answer.total.missing > 0 ? energyTexts.about : null,
      answer.setAside > 0 ? pluralText(energyTexts, 'setAside', answer.setAside, language) : null,
    ].filter((one) => one !== null),
    sum: shares ? fillTemplate(energyTexts.shares.sum, { used: kwh(shares.used, wording) }) : '',
    words: {
      chart: energyTexts.chart,
      table: energyTexts.table,
      calculated: energyTexts.calculated,
      shares: energyTexts.shares.title,
      used: energyTexts.used,
      before: energyTexts.lastYear,
      gap: energyTexts.gap,
      baseline: energyTexts.baseline.line,
      columns: [
        energyTexts.time,
        energyTexts.usedKwh,
        energyTexts.lastYearKwh,
        energyTexts.baseline.lineKwh,
        energyTexts.missingHours,
        energyTexts.jumpsHead,
        '',
      ],
      rateColumns: [
        energyTexts.tariff.rate,
        fillTemplate(energyTexts.tariff.price, { currency: content.settings.currency }),
        energyTexts.used,
        energyTexts.cost,
      ],
      shareColumns: [
        energyTexts.shares.zone,
        energyTexts.shares.lamps,
        energyTexts.usedKwh,
        energyTexts.shares.share,
        energyTexts.missingHours,
        energyTexts.shares.saved,
        '',
      ],
    },
  }
}

/** Renders the PDF of an energy report, times in the plant's zone. */
export const renderEnergy = pdfRenderer('energy.typ', dataOf, energyData)
