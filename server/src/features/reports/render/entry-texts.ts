import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { erasedPersonTag } from '@vigilux/contract/features/logbook/erased-person.ts'
import type { LogbookEntry } from '@vigilux/contract/features/logbook/logbook-entry.ts'
import { fill, type ReportTexts } from '../report-texts.ts'

type LogbookTexts = ReportTexts['logbook']
type Facts = LogbookEntry['facts']

/** Reads a fact if it has the expected type; unknown facts of a newer release are dropped. */
const textFact = (facts: Facts, name: string): string => (typeof facts[name] === 'string' ? facts[name] : '')
const numberFact = (facts: Facts, name: string): number => (typeof facts[name] === 'number' ? facts[name] : 0)
const labelOf = (textsByCode: object, code: string): string =>
  new Map<string, string>(Object.entries(textsByCode)).get(code) ?? code

/** The fault, its remedy, and the proof of the remedy. */
const workText = (facts: Facts, texts: LogbookTexts): string =>
  [
    labelOf({ ...texts.unitError, ...texts.lampError }, textFact(facts, 'error')),
    labelOf(texts.work, textFact(facts, 'work')),
    labelOf(texts.proof, textFact(facts, 'proof')),
  ]
    .filter(Boolean)
    .join(' · ')

const titleOf = ({ kind, facts }: LogbookEntry, { kind: kinds }: LogbookTexts): string => {
  if (kind === 'testEnded') return facts.test === 'autonomy' ? kinds.autonomyTest : kinds.functionalTest
  return labelOf(kinds, kind)
}

/** `day` formats days without a time, `moment` formats moments in the plant's zone. */
export type EntryFormats = {
  number: (value: number) => string
  day: (date: string) => string
  moment: (at: string) => string
}

const factsOf = ({ kind, facts }: LogbookEntry, texts: LogbookTexts, { number, day, moment }: EntryFormats): string => {
  switch (kind) {
    case 'testEnded':
      return ['passed', 'failed', 'notExecuted'].reduce(
        (text, name) => fill(text, name, number(numberFact(facts, name))),
        texts.entryText.test,
      )
    case 'lampFault':
    case 'lampFaultCleared': {
      const fault = labelOf(texts.lampError, textFact(facts, 'error'))
      return facts.reason === 'removed' ? fill(texts.entryText.lampRemoved, 'fault', fault) : fault
    }
    case 'unitFault':
    case 'unitFaultCleared':
      return labelOf(texts.unitError, textFact(facts, 'error'))
    case 'configurationChanged':
      return labelOf(texts.change, textFact(facts, 'change'))
    case 'repair':
    case 'remedy':
      return workText(facts, texts)
    case 'signature': {
      const month = textFact(facts, 'month').split('-').toReversed().join('/')
      return fill(fill(texts.entryText.signature, 'month', month), 'no', number(numberFact(facts, 'upTo')))
    }
    case 'handoverSigned': {
      const side = facts.side === 'owner' ? texts.entryText.handoverOwner : texts.entryText.handoverInstaller
      return fill(side, 'no', number(numberFact(facts, 'handover')))
    }
    case 'restored':
      return fill(
        fill(texts.entryText.restored, 'from', moment(textFact(facts, 'wholeUntil'))),
        'no',
        number(numberFact(facts, 'after')),
      )
    case 'recordsMissing':
    case 'recordsRecovered': {
      const gapFacts = { boot: 'boot', first: 'first', last: 'last', missing: 'count' }
      return Object.entries(gapFacts).reduce(
        (text, [name, fact]) => fill(text, name, number(numberFact(facts, fact))),
        texts.entryText[kind],
      )
    }
    case 'drawings':
      return fill(texts.entryText.dated, 'day', day(textFact(facts, 'dated')))
    case 'certificate':
      return labelOf(texts.certificateOf, textFact(facts, 'of'))
    case 'responsiblePerson':
      return textFact(facts, 'name') || erasedPersonText(textFact(facts, 'person'), texts)
    default:
      return ''
  }
}

/** An erased person, distinguishable from others as on the screen. */
export const erasedPersonText = (person: string, texts: LogbookTexts): string =>
  `${texts.entryText.erased} ${erasedPersonTag(person)}`

const serialOf = (unit: string): string => unit.slice(unit.indexOf('_') + 1)

/** The author, or the person who requested it; otherwise the reporting unit, or the platform. */
const authorOf = ({ by: author, person, cu, kind }: LogbookEntry, texts: LogbookTexts): string => {
  if (author) return author
  if (person) return erasedPersonText(person, texts)
  const isReported = /^(mains|lampFault|unitFault|testEnded$)/.test(kind)
  return isReported && cu ? fill(texts.entryText.unit, 'serial', serialOf(cu)) : 'Vigilux'
}

/** An entry in the reader's language; people's texts are not made printable yet. */
export const entryTexts = (entry: LogbookEntry, texts: LogbookTexts, formats: EntryFormats) => {
  const { entryText: labels } = texts
  const { corrects, ignored, about, result, kind, text, clockWrong, afterSignature, lamp, cu } = entry
  const detail = [
    corrects === null ? '' : fill(labels.corrects, 'no', formats.number(corrects)),
    ignored ? labels.ignored : '',
    about === null ? '' : fill(labels.about, 'no', formats.number(about)),
    result && kind !== 'testEnded' ? texts.result[result] : '',
    factsOf(entry, texts, formats),
    text.replaceAll('\n', ' '),
    clockWrong ? labels.clockWrong : '',
    afterSignature ? labels.afterSignature : '',
  ]
  const address = lamp === null ? '' : fill(labels.lamp, 'addr', lampNumber(lamp))
  return {
    title: titleOf(entry, texts),
    detail: detail.filter(Boolean).join(' · '),
    where: [address, cu && serialOf(cu)].filter(Boolean).join(' · '),
    whose: authorOf(entry, texts),
  }
}
