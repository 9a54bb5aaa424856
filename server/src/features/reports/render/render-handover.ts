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
  said: ReportTexts['handover']
  words: ReportTexts
  language: Language
  number: Intl.NumberFormat
  clock: ReturnType<typeof createTimeFormats>
  printable: (text: string) => string
}

const signs = { met: '✓', notMet: '×', unknown: '○', passed: '✓', failed: '×', untested: '○' } as const
const serialOf = (unit: string): string => unit.slice(unit.indexOf('_') + 1)

const missingText = ({ what, item, count = 0 }: MissingItem, { said, language }: HandoverTexts): string => {
  if (what === 'untested') return pluralText(said.missing, 'untested', count, language)
  if (what === 'lamps' || what === 'measurements') return said.missing[what]
  return item ? fill(said.missing[what], 'item', said.item[item]) : ''
}

const defectText = (
  { what, item, count = 0, at = 0 }: HandoverDefect,
  content: HandoverContent,
  wording: HandoverTexts,
): string => {
  const { said, language, number } = wording
  if (what === 'lamps') return pluralText(said.defect, 'lamps', count, language)
  if (what === 'answer') return item ? fill(said.defect.answer, 'item', said.item[item]) : ''
  const { point = '', lux = 0, requiredLux = 0 } = content.handover.draft.measurements[at] ?? {}
  const text = fill(fill(said.defect.light, 'lux', number.format(lux)), 'required', number.format(requiredLux))
  return fill(text, 'point', wording.printable(point))
}

/** The verdict in words. It claims nothing while anything is missing. */
const verdictOf = ({ handover: { verdict, missing, defects } }: HandoverContent, { said, language }: HandoverTexts) => {
  const found = defects.length > 0 ? pluralText(said.verdict, 'notMet', defects.length, language) : ''
  const lacking = missing.length > 0 ? pluralText(said.verdict, 'unknown', missing.length, language) : ''
  return { sign: signs[verdict], text: [found, lacking].filter(Boolean).join('. ') || said.verdict.met }
}

const signaturesOf = ({ handover: { signatures } }: HandoverContent, { said, clock, printable }: HandoverTexts) =>
  handoverSides.map((side) => {
    const one = signatures.find((signature) => signature.side === side)
    return {
      side: said.sign[side],
      name: one ? printable(one.name) : said.sign.none,
      at: one ? clock.zoned(one.at) : '',
    }
  })

const checklistOf = ({ handover: { kind, draft } }: HandoverContent, { said, printable }: HandoverTexts) =>
  kind === 'repeat'
    ? []
    : checklistItems.map((item) => {
        const given = draft.answers[item]
        return {
          item: said.item[item],
          answer: said.answer[given?.answer ?? 'unknown'],
          note: given ? printable(given.note) : '',
        }
      })

const lightOf = ({ handover }: HandoverContent, { said, number, language, printable }: HandoverTexts) => {
  const day = new Intl.DateTimeFormat(localeOf(language), { timeZone: 'UTC', dateStyle: 'medium' })
  return handover.draft.measurements.map((one) => [
    printable(one.point),
    number.format(one.lux),
    number.format(one.requiredLux),
    hasEnoughLight(one) ? `${signs.met} ${said.light.met}` : `${signs.notMet} ${said.light.notMet}`,
    printable(one.instrument),
    day.format(Date.parse(one.on)),
  ])
}

const unitsOf = ({ handover: { units } }: HandoverContent, { number, printable }: HandoverTexts) =>
  units.map(({ cu, name, place, devices, emergency, passed, failed, untested }) => [
    printable([serialOf(cu), name, place].filter(Boolean).join(' · ')),
    ...[devices, emergency, passed, failed, untested].map((count) => number.format(count)),
  ])

const lampsOf = ({ lamps }: HandoverContent, { said, number, clock, printable }: HandoverTexts) => {
  const heads = { passed: said.test.passedHead, failed: said.test.failedHead, untested: said.test.untestedHead }
  return lamps.map((lamp) => {
    const test = fullTestResult(lamp)
    return [
      `${serialOf(lamp.cu)} · ${lampNumber(lamp.addr)}`,
      printable(lamp.serial),
      printable([lamp.name, lamp.place].filter(Boolean).join(' · ')),
      lamp.ratedMin === null ? '–' : `${number.format(lamp.ratedMin)} min`,
      `${signs[test]} ${heads[test]}`,
      clock.short(lamp.test?.at ?? null),
    ]
  })
}

const factsOf = (content: HandoverContent, { said, words, language, printable, clock }: HandoverTexts) => {
  const { handover, address, country, owner } = content
  const rated = handover.rated.map(({ minutes, count }) =>
    minutes === null ? fill(said.installed.unknown, 'count', String(count)) : `${minutes} min: ${count}`,
  )
  return [
    [words.facts.owner, owner],
    [words.columns.location, [address, countryName(country, language)].filter(Boolean).join(', ')],
    [words.facts.state, said.state[handover.state]],
    [said.installed.ratedTitle, rated.join(', ')],
    [words.facts.made, clock.zoned(content.madeAt)],
  ].flatMap(([label = '', value = '']) => (value ? [[label, printable(value)]] : []))
}

/** A verification in the reader's language, every text printable. */
const dataOf = (
  content: HandoverContent,
  words: ReportTexts,
  language: Language,
  printable: (text: string) => string,
) => {
  const { handover, plantname, timezone, lamps } = content
  const said = words.handover
  const number = new Intl.NumberFormat(localeOf(language))
  const wording = { said, words, language, number, clock: createTimeFormats(language, timezone), printable }
  const { test, light, installed } = said
  const passed = fill(fill(test.passed, 'passed', number.format(handover.passed)), 'total', number.format(lamps.length))
  return {
    lang: localeOf(language).slice(0, 2),
    title: printable(`${said.title} – ${plantname}`),
    heading: said.kind[handover.kind],
    numbered: fill(said.numbered, 'no', number.format(handover.no)),
    plant: printable(plantname),
    owner: printable(content.owner),
    facts: factsOf(content, wording),
    verdict: verdictOf(content, wording),
    signatures: signaturesOf(content, wording),
    notDone: handover.state === 'signed' ? '' : said.notDone,
    missing: handover.missing.map((one) => missingText(one, wording)),
    defects: handover.defects.map((one) => defectText(one, content, wording)),
    units: unitsOf(content, wording),
    passed,
    checklist: checklistOf(content, wording),
    light: lightOf(content, wording),
    remarks: handover.draft.remarks === '' ? [] : handover.draft.remarks.split('\n').map(printable),
    lamps: lampsOf(content, wording),
    digest: fill(said.digest, 'digest', handover.digest),
    words: {
      title: said.title,
      sign: said.sign.title,
      missing: said.missing.title,
      defects: said.defect.title,
      installed: installed.title,
      test: test.title,
      checklist: said.checklist,
      light: light.title,
      remarks: said.remarks,
      lamps: said.lamps,
      unitColumns: [
        installed.unit,
        installed.devices,
        installed.emergency,
        test.passedHead,
        test.failedHead,
        test.untestedHead,
      ],
      lightColumns: [light.point, light.lux, light.required, '', light.instrument, light.on],
      lampColumns: [
        words.columns.lamp,
        words.columns.serial,
        words.columns.description,
        installed.ratedTitle,
        test.title,
        words.columns.at,
      ],
    },
  }
}

/** Renders the PDF of a verification, times in the plant's zone. */
export const renderHandover = pdfRenderer('handover.typ', dataOf, handoverData)
