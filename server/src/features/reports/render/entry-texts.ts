import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import type { LogbookEntry } from '@vigilux/contract/features/logbook/logbook-entry.ts'
import { fill, type ReportTexts } from '../report-texts.ts'

type LogbookTexts = ReportTexts['logbook']
type Facts = LogbookEntry['facts']

/** Reads a fact if it has the expected type; unknown facts of a newer release are dropped. */
const textFact = (facts: Facts, name: string): string => (typeof facts[name] === 'string' ? facts[name] : '')
const numberFact = (facts: Facts, name: string): number => (typeof facts[name] === 'number' ? facts[name] : 0)
const labelOf = (words: object, code: string): string =>
  new Map<string, string>(Object.entries(words)).get(code) ?? code

/** The fault, its remedy, and the proof of the remedy. */
const workText = (facts: Facts, said: LogbookTexts): string =>
  [
    labelOf({ ...said.unitError, ...said.lampError }, textFact(facts, 'error')),
    labelOf(said.work, textFact(facts, 'work')),
    labelOf(said.proof, textFact(facts, 'proof')),
  ]
    .filter(Boolean)
    .join(' · ')

const titleOf = ({ kind, facts }: LogbookEntry, { kind: kinds }: LogbookTexts): string => {
  if (kind === 'testEnded') return facts['test'] === 'autonomy' ? kinds.autonomyTest : kinds.functionalTest
  return labelOf(kinds, kind)
}

/** `day` formats days without a time, `moment` formats moments in the plant's zone. */
export type EntryFormats = {
  number: (value: number) => string
  day: (date: string) => string
  moment: (at: string) => string
}

const factsOf = ({ kind, facts }: LogbookEntry, said: LogbookTexts, { number, day, moment }: EntryFormats): string => {
  switch (kind) {
    case 'testEnded':
      return ['passed', 'failed', 'notExecuted'].reduce(
        (text, name) => fill(text, name, number(numberFact(facts, name))),
        said.said.test,
      )
    case 'lampFault':
    case 'lampFaultCleared': {
      const fault = labelOf(said.lampError, textFact(facts, 'error'))
      return facts['because'] === 'removed' ? fill(said.said.lampRemoved, 'fault', fault) : fault
    }
    case 'unitFault':
    case 'unitFaultCleared':
      return labelOf(said.unitError, textFact(facts, 'error'))
    case 'configurationChanged':
      return labelOf(said.change, textFact(facts, 'change'))
    case 'repair':
    case 'remedy':
      return workText(facts, said)
    case 'signature': {
      const month = textFact(facts, 'month').split('-').toReversed().join('/')
      return fill(fill(said.said.signature, 'month', month), 'no', number(numberFact(facts, 'upTo')))
    }
    case 'handoverSigned': {
      const side = facts['side'] === 'owner' ? said.said.handoverOwner : said.said.handoverInstaller
      return fill(side, 'no', number(numberFact(facts, 'handover')))
    }
    case 'restored':
      return fill(
        fill(said.said.restored, 'from', moment(textFact(facts, 'wholeUntil'))),
        'no',
        number(numberFact(facts, 'after')),
      )
    case 'recordsMissing':
    case 'recordsRecovered': {
      const told = { boot: 'boot', first: 'first', last: 'last', missing: 'count' }
      return Object.entries(told).reduce(
        (text, [name, fact]) => fill(text, name, number(numberFact(facts, fact))),
        said.said[kind],
      )
    }
    case 'drawings':
      return fill(said.said.dated, 'day', day(textFact(facts, 'dated')))
    case 'certificate':
      return labelOf(said.certificateOf, textFact(facts, 'of'))
    case 'responsiblePerson':
      return textFact(facts, 'name') || said.said.erased
    default:
      return ''
  }
}

const serialOf = (unit: string): string => unit.slice(unit.indexOf('_') + 1)

/** The author, or the person who requested it; otherwise the reporting unit, or the platform. */
const authorOf = ({ by, person, cu, kind }: LogbookEntry, { said }: LogbookTexts): string => {
  if (by) return by
  if (person) return said.erased
  const isReported = /^(mains|lampFault|unitFault|testEnded$)/.test(kind)
  return isReported && cu ? fill(said.unit, 'serial', serialOf(cu)) : 'Vigilux'
}

/** An entry in the reader's language; people's texts are not made printable yet. */
export const entryTexts = (entry: LogbookEntry, words: LogbookTexts, formats: EntryFormats) => {
  const { said } = words
  const { corrects, ignored, about, result, kind, text, clockWrong, afterSignature, lamp, cu } = entry
  const detail = [
    corrects === null ? '' : fill(said.corrects, 'no', formats.number(corrects)),
    ignored ? said.ignored : '',
    about === null ? '' : fill(said.about, 'no', formats.number(about)),
    result && kind !== 'testEnded' ? words.result[result] : '',
    factsOf(entry, words, formats),
    text.replaceAll('\n', ' '),
    clockWrong ? said.clockWrong : '',
    afterSignature ? said.afterSignature : '',
  ]
  const address = lamp === null ? '' : fill(said.lamp, 'addr', lampNumber(lamp))
  return {
    title: titleOf(entry, words),
    detail: detail.filter(Boolean).join(' · '),
    where: [address, cu && serialOf(cu)].filter(Boolean).join(' · '),
    whose: authorOf(entry, words),
  }
}
