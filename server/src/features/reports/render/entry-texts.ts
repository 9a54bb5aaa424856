import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import type { LogbookEntry } from '@vigilux/contract/features/logbook/logbook-entry.ts'
import { fill, type Words } from '../report-words.ts'

type Said = Words['logbook']
type Facts = LogbookEntry['facts']

/** Facts are read as what they may be: what a newer release says besides is left out. */
const textIn = (facts: Facts, name: string): string => (typeof facts[name] === 'string' ? facts[name] : '')
const numberIn = (facts: Facts, name: string): number => (typeof facts[name] === 'number' ? facts[name] : 0)
const wordIn = (words: object, code: string): string => new Map<string, string>(Object.entries(words)).get(code) ?? code

/** The fault, what was done about it, and what has proven that. */
const workIn = (facts: Facts, said: Said): string =>
  [
    wordIn({ ...said.unitError, ...said.lampError }, textIn(facts, 'error')),
    wordIn(said.work, textIn(facts, 'work')),
    wordIn(said.proof, textIn(facts, 'proof')),
  ]
    .filter(Boolean)
    .join(' · ')

const titleOf = ({ kind, facts }: LogbookEntry, { kind: kinds }: Said): string => {
  if (kind === 'testEnded') return facts['test'] === 'autonomy' ? kinds.autonomyTest : kinds.functionalTest
  return wordIn(kinds, kind)
}

/** Days without a time are written by `day`, moments by `moment` in the time of the plant. */
export type EntryFormats = {
  number: (value: number) => string
  day: (date: string) => string
  moment: (at: string) => string
}

const factsOf = ({ kind, facts }: LogbookEntry, said: Said, { number, day, moment }: EntryFormats): string => {
  switch (kind) {
    case 'testEnded':
      return ['passed', 'failed', 'notExecuted'].reduce(
        (text, name) => fill(text, name, number(numberIn(facts, name))),
        said.said.test,
      )
    case 'lampFault':
    case 'lampFaultCleared': {
      const fault = wordIn(said.lampError, textIn(facts, 'error'))
      return facts['because'] === 'removed' ? fill(said.said.lampRemoved, 'fault', fault) : fault
    }
    case 'unitFault':
    case 'unitFaultCleared':
      return wordIn(said.unitError, textIn(facts, 'error'))
    case 'configurationChanged':
      return wordIn(said.change, textIn(facts, 'change'))
    case 'repair':
    case 'remedy':
      return workIn(facts, said)
    case 'signature': {
      const month = textIn(facts, 'month').split('-').toReversed().join('/')
      return fill(fill(said.said.signature, 'month', month), 'no', number(numberIn(facts, 'upTo')))
    }
    case 'handoverSigned': {
      const side = facts['side'] === 'owner' ? said.said.handoverOwner : said.said.handoverInstaller
      return fill(side, 'no', number(numberIn(facts, 'handover')))
    }
    case 'restored':
      return fill(
        fill(said.said.restored, 'from', moment(textIn(facts, 'wholeUntil'))),
        'no',
        number(numberIn(facts, 'after')),
      )
    case 'recordsMissing':
    case 'recordsRecovered': {
      const told = { boot: 'boot', first: 'first', last: 'last', missing: 'count' }
      return Object.entries(told).reduce(
        (text, [name, fact]) => fill(text, name, number(numberIn(facts, fact))),
        said.said[kind],
      )
    }
    case 'drawings':
      return fill(said.said.dated, 'day', day(textIn(facts, 'dated')))
    case 'certificate':
      return wordIn(said.certificateOf, textIn(facts, 'of'))
    case 'responsiblePerson':
      return textIn(facts, 'name') || said.said.erased
    default:
      return ''
  }
}

const serialOf = (unit: string): string => unit.slice(unit.indexOf('_') + 1)

/** Who wrote it or had it done; else the unit that reported it, or the platform that noticed it. */
const whoseOf = ({ by, person, cu, kind }: LogbookEntry, { said }: Said): string => {
  if (by) return by
  if (person) return said.erased
  const isReported = /^(mains|lampFault|unitFault|testEnded$)/.test(kind)
  return isReported && cu ? fill(said.unit, 'serial', serialOf(cu)) : 'Vigilux'
}

/** An entry in the reader's words; what people wrote of it is not printable yet. */
export const entryTexts = (entry: LogbookEntry, words: Said, formats: EntryFormats) => {
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
    whose: whoseOf(entry, words),
  }
}
