import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { erasedPersonTag } from '@vigilux/contract/features/logbook/erased-person.ts'
import type { LogbookEntry } from '@vigilux/contract/features/logbook/logbook-entry.ts'
import { type UnitEntryKind, unitEntryKinds } from '@vigilux/contract/features/logbook/unit-entry.ts'
import i18next, { type TFunction } from 'i18next'
import type { Formats } from '../../shared/format/format.ts'
import { errorText } from '../../shared/i18n/i18n.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import type { StateName } from '../../shared/status/states.ts'

export type EntryTexts = {
  t: TFunction<'logbook'>
  tCommands: TFunction<'commands'>
  formats: Formats
}
type Entry = LogbookEntry
/** Reads a fact if it has the expected type; unknown facts of a newer server are dropped. */
const textFact = (facts: Entry['facts'], name: string): string => (typeof facts[name] === 'string' ? facts[name] : '')
const formatCount = (facts: Entry['facts'], name: string): number => (typeof facts[name] === 'number' ? facts[name] : 0)

const isOfUnit = (kind: Entry['kind']): kind is UnitEntryKind => (unitEntryKinds as readonly string[]).includes(kind)

/** The event in a few words. */
export function titleOf({ kind, facts }: Entry, { t, tCommands }: EntryTexts): string {
  if (isOfUnit(kind)) return tCommands(`entry.${kind}`)
  if (kind === 'testEnded') return t(facts.test === 'autonomy' ? 'kind.autonomyTest' : 'kind.functionalTest')
  return t(`kind.${kind}`)
}

const describeChange = (change: string): string => {
  const operation = `operations:kind.${change}`
  return i18next.exists(operation) ? i18next.t(operation as never) : (errorText('commandNames', change) ?? change)
}

const monthOf = (month: string): string => month.split('-').toReversed().join('/')

/** The fault with this code, of a lamp or a unit. */
const describeFault = (facts: Entry['facts']): string => {
  const error = textFact(facts, 'error')
  if (error === '') return ''
  return errorText('errors.lamp', error) ?? errorText('errors.unit', error) ?? error
}

const labelOf = (group: 'work' | 'proof', code: string): string =>
  code !== '' && i18next.exists(`logbook:${group}.${code}`) ? i18next.t(`logbook:${group}.${code}` as never) : code
const describeWork = (facts: Entry['facts']): string => labelOf('work', textFact(facts, 'work'))
const describeProof = (facts: Entry['facts']): string => labelOf('proof', textFact(facts, 'proof'))

function describeFacts({ kind, facts }: Entry, { t, formats }: EntryTexts): string {
  switch (kind) {
    case 'testEnded':
      return t('entryText.test', {
        passed: formatCount(facts, 'passed'),
        failed: formatCount(facts, 'failed'),
        notExecuted: formatCount(facts, 'notExecuted'),
      })
    case 'lampFault':
    case 'lampFaultCleared': {
      const fault = errorText('errors.lamp', textFact(facts, 'error')) ?? textFact(facts, 'error')
      return facts.reason === 'removed' ? t('entryText.lampRemoved', { fault }) : fault
    }
    case 'unitFault':
    case 'unitFaultCleared':
      return errorText('errors.unit', textFact(facts, 'error')) ?? textFact(facts, 'error')
    case 'configurationChanged':
      return describeChange(textFact(facts, 'change'))
    case 'repair':
      return [describeFault(facts), describeWork(facts)].filter(Boolean).join(' · ')
    case 'remedy':
      return [describeFault(facts), describeWork(facts), describeProof(facts)].filter(Boolean).join(' · ')
    case 'signature':
      return t('entryText.signature', {
        month: monthOf(textFact(facts, 'month')),
        no: formats.number(formatCount(facts, 'upTo')),
      })
    case 'handoverSigned':
      return t(facts.side === 'owner' ? 'entryText.handoverOwner' : 'entryText.handoverInstaller', {
        no: formats.number(formatCount(facts, 'handover')),
      })
    case 'restored':
      return t('entryText.restored', {
        from: formats.dateTime(textFact(facts, 'wholeUntil')),
        no: formats.number(formatCount(facts, 'after')),
      })
    case 'recordsMissing':
    case 'recordsRecovered':
      return t(`entryText.${kind}`, {
        boot: formats.number(formatCount(facts, 'boot')),
        first: formats.number(formatCount(facts, 'first')),
        last: formats.number(formatCount(facts, 'last')),
        missing: formats.number(formatCount(facts, 'count')),
      })
    case 'drawings':
      return t('entryText.dated', { day: formats.day(textFact(facts, 'dated')) })
    case 'certificate':
      return i18next.t(`logbook:certificateOf.${textFact(facts, 'of')}` as never)
    case 'responsiblePerson':
      return textFact(facts, 'name') || erasedPersonText(textFact(facts, 'person'), t)
    default:
      return ''
  }
}

/** Further details on one line: result, kind-specific facts, and text. */
export function describeEntry(entry: Entry, texts: EntryTexts): string {
  const { t, formats } = texts
  const hasResult = entry.result !== null && entry.kind !== 'testEnded'
  return [
    entry.corrects !== null && t('entryText.corrects', { no: formats.number(entry.corrects) }),
    entry.ignored && t('entryText.ignored'),
    entry.about !== null && t('entryText.about', { no: formats.number(entry.about) }),
    hasResult && entry.result && t(`result.${entry.result}`),
    describeFacts(entry, texts),
    entry.text,
  ]
    .filter(Boolean)
    .join(' · ')
}

export function locationOf({ lamp, cu }: Entry, { t }: EntryTexts): string {
  const address = lamp === null ? '' : t('entryText.lamp', { addr: lampNumber(lamp) })
  return [address, cu && serialOf(cu)].filter(Boolean).join(' · ')
}

const formatReported: readonly Entry['kind'][] = [
  'mainsFailed',
  'mainsRestored',
  'lampFault',
  'lampFaultCleared',
  'unitFault',
  'unitFaultCleared',
]

/** An erased person, distinguishable from others. */
export const erasedPersonText = (person: string, t: EntryTexts['t']): string =>
  `${t('entryText.erased')} ${erasedPersonTag(person)}`

/** The author, or the person who requested it; otherwise the reporting unit, or the platform. */
export function authorOf({ by: author, person, kind, cu, facts }: Entry, { t }: EntryTexts): string {
  if (author) return author
  if (person) return erasedPersonText(person, t)
  const isReported = formatReported.includes(kind) && facts.reason === undefined
  return (isReported || kind === 'testEnded') && cu ? t('entryText.unit', { serial: serialOf(cu) }) : 'Vigilux'
}

/** The reported state; null for entries by people. */
export function stateOf({ kind, facts }: Entry): StateName | null {
  switch (kind) {
    case 'mainsFailed':
      return 'emergency'
    case 'lampFault':
    case 'unitFault':
      return 'error'
    case 'mainsRestored':
    case 'lampFaultCleared':
    case 'unitFaultCleared':
      return 'ok'
    case 'inhibited':
      return 'inhibited'
    case 'testEnded':
      return facts.result === 'failed' ? 'failed' : facts.result === 'passed' ? 'passed' : 'notExecuted'
    default:
      return null
  }
}
