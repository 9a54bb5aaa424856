import { fullTestResult, hasEnoughLight } from '@vigilux/contract/features/handover/handover.rules.ts'
import {
  checklistItems,
  type HandoverDefect,
  handoverSides,
  type MissingItem,
} from '@vigilux/contract/features/handover/handover.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { HandoverContent } from '../collect/collect-handover.ts'
import { countryName, createTimeFormats, fill, localeOf, pluralText, type ReportTexts } from '../report-texts.ts'
import { handoverData } from './document-data.ts'
import { pdfRenderer } from './render-pdf.ts'

type HandoverTexts = {
  handoverTexts: ReportTexts['handover']
  texts: ReportTexts
  language: Language
  number: Intl.NumberFormat
  clock: ReturnType<typeof createTimeFormats>
  printable: (text: string) => string
}

const signs = { met: '✓', notMet: '×', unknown: '○', passed: '✓', failed: '×', untested: '○' } as const
const serialOf = (unit: string): string => unit.slice(unit.indexOf('_') + 1)

const missingText = (
  { what: missingKind, item, count = 0 }: MissingItem,
  { handoverTexts, language }: HandoverTexts,
): string => {
  if (missingKind === 'untested') return pluralText(handoverTexts.missing, 'untested', count, language)
  if (missingKind === 'lamps' || missingKind === 'measurements') return handoverTexts.missing[missingKind]
  return item ? fill(handoverTexts.missing[missingKind], 'item', handoverTexts.item[item]) : ''
}

const defectText = (
  { what: defectKind, item, count = 0, at = 0 }: HandoverDefect,
  content: HandoverContent,
  wording: HandoverTexts,
): string => {
  const { handoverTexts, language, number } = wording
  if (defectKind === 'lamps') return pluralText(handoverTexts.defect, 'lamps', count, language)
  if (defectKind === 'answer') return item ? fill(handoverTexts.defect.answer, 'item', handoverTexts.item[item]) : ''
  const { point = '', lux = 0, requiredLux = 0 } = content.handover.draft.measurements[at] ?? {}
  const text = fill(fill(handoverTexts.defect.light, 'lux', number.format(lux)), 'required', number.format(requiredLux))
  return fill(text, 'point', wording.printable(point))
}

/** The verdict in words. It claims nothing while anything is missing. */
const verdictOf = (
  { handover: { verdict, missing, defects } }: HandoverContent,
  { handoverTexts, language }: HandoverTexts,
) => {
  const found = defects.length > 0 ? pluralText(handoverTexts.verdict, 'notMet', defects.length, language) : ''
  const missingTexts = missing.length > 0 ? pluralText(handoverTexts.verdict, 'unknown', missing.length, language) : ''
  return { sign: signs[verdict], text: [found, missingTexts].filter(Boolean).join('. ') || handoverTexts.verdict.met }
}

const signaturesOf = (
  { handover: { signatures } }: HandoverContent,
  { handoverTexts, clock, printable }: HandoverTexts,
) =>
  handoverSides.map((side) => {
    const signature = signatures.find((signature) => signature.side === side)
    return {
      side: handoverTexts.sign[side],
      name: signature ? printable(signature.name) : handoverTexts.sign.none,
      at: signature ? clock.zoned(signature.at) : '',
    }
  })

const checklistOf = ({ handover: { kind, draft } }: HandoverContent, { handoverTexts, printable }: HandoverTexts) =>
  kind === 'repeat'
    ? []
    : checklistItems.map((item) => {
        const itemAnswer = draft.answers[item]
        return {
          item: handoverTexts.item[item],
          answer: handoverTexts.answer[itemAnswer?.answer ?? 'unknown'],
          note: itemAnswer ? printable(itemAnswer.note) : '',
        }
      })

const lightOf = ({ handover }: HandoverContent, { handoverTexts, number, language, printable }: HandoverTexts) => {
  const day = new Intl.DateTimeFormat(localeOf(language), { timeZone: 'UTC', dateStyle: 'medium' })
  return handover.draft.measurements.map((measurement) => [
    printable(measurement.point),
    number.format(measurement.lux),
    number.format(measurement.requiredLux),
    hasEnoughLight(measurement)
      ? `${signs.met} ${handoverTexts.light.met}`
      : `${signs.notMet} ${handoverTexts.light.notMet}`,
    printable(measurement.instrument),
    day.format(Date.parse(measurement.on)),
  ])
}

const unitsOf = ({ handover: { units } }: HandoverContent, { number, printable }: HandoverTexts) =>
  units.map(({ cu, name, place, devices, emergency, passed, failed, untested }) => [
    printable([serialOf(cu), name, place].filter(Boolean).join(' · ')),
    ...[devices, emergency, passed, failed, untested].map((count) => number.format(count)),
  ])

const lampsOf = ({ lamps }: HandoverContent, { handoverTexts, number, clock, printable }: HandoverTexts) => {
  const headTexts = {
    passed: handoverTexts.test.passedHead,
    failed: handoverTexts.test.failedHead,
    untested: handoverTexts.test.untestedHead,
  }
  return lamps.map((lamp) => {
    const test = fullTestResult(lamp)
    return [
      `${serialOf(lamp.cu)} · ${lampNumber(lamp.addr)}`,
      printable(lamp.serial),
      printable([lamp.name, lamp.place].filter(Boolean).join(' · ')),
      lamp.ratedMin === null ? '–' : `${number.format(lamp.ratedMin)} min`,
      `${signs[test]} ${headTexts[test]}`,
      clock.short(lamp.test?.at ?? null),
    ]
  })
}

const factsOf = (content: HandoverContent, { handoverTexts, texts, language, printable, clock }: HandoverTexts) => {
  const { handover, address, country, owner } = content
  const rated = handover.rated.map(({ minutes, count }) =>
    minutes === null ? fill(handoverTexts.installed.unknown, 'count', String(count)) : `${minutes} min: ${count}`,
  )
  return [
    [texts.facts.owner, owner],
    [texts.columns.location, [address, countryName(country, language)].filter(Boolean).join(', ')],
    [texts.facts.state, handoverTexts.state[handover.state]],
    [handoverTexts.installed.ratedTitle, rated.join(', ')],
    [texts.facts.made, clock.zoned(content.madeAt)],
  ].flatMap(([label = '', value = '']) => (value ? [[label, printable(value)]] : []))
}

/** A verification in the reader's language, every text printable. */
const dataOf = (
  content: HandoverContent,
  texts: ReportTexts,
  language: Language,
  printable: (text: string) => string,
) => {
  const { handover, plantname, timezone, lamps } = content
  const handoverTexts = texts.handover
  const number = new Intl.NumberFormat(localeOf(language))
  const wording = { handoverTexts, texts, language, number, clock: createTimeFormats(language, timezone), printable }
  const { test, light, installed: installedTexts } = handoverTexts
  const passedText = fill(
    fill(test.passed, 'passed', number.format(handover.passed)),
    'total',
    number.format(lamps.length),
  )
  return {
    lang: localeOf(language).slice(0, 2),
    title: printable(`${handoverTexts.title} – ${plantname}`),
    heading: handoverTexts.kind[handover.kind],
    numbered: fill(handoverTexts.numbered, 'no', number.format(handover.no)),
    plant: printable(plantname),
    owner: printable(content.owner),
    facts: factsOf(content, wording),
    verdict: verdictOf(content, wording),
    signatures: signaturesOf(content, wording),
    notDone: handover.state === 'signed' ? '' : handoverTexts.notDone,
    missing: handover.missing.map((one) => missingText(one, wording)),
    defects: handover.defects.map((one) => defectText(one, content, wording)),
    units: unitsOf(content, wording),
    passed: passedText,
    checklist: checklistOf(content, wording),
    light: lightOf(content, wording),
    remarks: handover.draft.remarks === '' ? [] : handover.draft.remarks.split('\n').map(printable),
    lamps: lampsOf(content, wording),
    digest: fill(handoverTexts.digest, 'digest', handover.digest),
    words: {
      title: handoverTexts.title,
      sign: handoverTexts.sign.title,
      missing: handoverTexts.missing.title,
      defects: handoverTexts.defect.title,
      installed: installedTexts.title,
      test: test.title,
      checklist: handoverTexts.checklist,
      light: light.title,
      remarks: handoverTexts.remarks,
      lamps: handoverTexts.lamps,
      unitColumns: [
        installedTexts.unit,
        installedTexts.devices,
        installedTexts.emergency,
        test.passedHead,
        test.failedHead,
        test.untestedHead,
      ],
      lightColumns: [light.point, light.lux, light.required, '', light.instrument, light.on],
      lampColumns: [
        texts.columns.lamp,
        texts.columns.serial,
        texts.columns.description,
        installedTexts.ratedTitle,
        test.title,
        texts.columns.at,
      ],
    },
  }
}

/** Renders the PDF of a verification, times in the plant's zone. */
export const renderHandover = pdfRenderer('handover.typ', dataOf, handoverData)
