import type { NoticeKind } from '@vigilux/contract/features/notices/notice.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { NoticeCauseRow } from '../../kernel/notice-causes.store.ts'
import { pluralText } from '../reports/index.ts'
import type { NoticeTexts } from './notice-texts.ts'
import type { namesOfCauses } from './notices.store.ts'

type Names = Awaited<ReturnType<typeof namesOfCauses>>
type HeadlineParts = {
  texts: NoticeTexts
  language: Language
  names: Names
  nameOfLamp: (cause: NoticeCauseRow) => string
  faultsOf: (cause: NoticeCauseRow) => string
}

const reportsOfEnd: ReadonlySet<NoticeCauseRow['what']> = new Set(['restored', 'mainsBack'])

/** Whether a cause is over: it reports an end, or it ended while its notice waited. */
export const isOver = ({ what: causeType, endedAt }: NoticeCauseRow): boolean =>
  reportsOfEnd.has(causeType) || endedAt !== null

/** The open causes; all of them once none is open. */
const currentCauses = (causes: readonly NoticeCauseRow[]): readonly NoticeCauseRow[] => {
  const openCauses = causes.filter((cause) => !isOver(cause))
  return openCauses.length > 0 ? openCauses : causes
}

type Counted = 'units' | 'lamps' | 'failedLamps' | 'tests' | 'faults' | 'answers' | 'days'
type CausesOfKind = HeadlineParts & {
  causes: readonly NoticeCauseRow[]
  /** The only cause of the notice. */
  only: NoticeCauseRow | undefined
  /** The only unit by its name, several by their number. */
  units: string
  counted: (key: Counted, count: number) => string
}

const join = (...words: string[]): string => words.filter(Boolean).join(', ')

const faultHeadline = ({ causes, only, units, counted, nameOfLamp, faultsOf }: CausesOfKind): string => {
  if (only) return join(units, only.addr === null ? '' : nameOfLamp(only), faultsOf(only))
  const lamps = new Set(causes.map(({ centralUnitId, addr }) => `${centralUnitId} ${addr}`))
  const isOfLamps = causes.every(({ what }) => what === 'fault')
  return join(units, isOfLamps ? counted('lamps', lamps.size) : counted('faults', causes.length))
}

const failedTestHeadline = ({ causes, units, counted, texts, names }: CausesOfKind): string => {
  const tests = causes.map(({ aboutId }) => names.tests.get(aboutId ?? ''))
  const [kind, ...otherKinds] = new Set(tests.map((test) => test?.kind))
  const failed = causes.reduce((total, { count }) => total + (count ?? 0), 0)
  const lamps = tests.reduce((total, test) => total + (test?.lamps ?? 0), 0)
  const testText = kind && otherKinds.length === 0 ? texts.headline[kind] : counted('tests', tests.length)
  return join(testText, units, counted('failedLamps', lamps).replace('{failed}', String(failed)))
}

const headlines: Record<NoticeKind, (causes: CausesOfKind) => string> = {
  mainsFailure: ({ causes, units, texts }) => join(causes.every(isOver) ? texts.headline.mains : '', units),
  functionError: faultHeadline,
  testErrors: failedTestHeadline,
  noCommunication: ({ causes, units, texts }) => join(causes.every(isOver) ? texts.headline.communication : '', units),
  inhibitionTooLong: ({ units }) => units,
  testOverdue: ({ causes, only, units, texts, counted }) => {
    const test = only?.what === 'functionalOverdue' ? 'functional' : 'autonomy'
    return only ? join(texts.headline[test], units) : join(units, counted('tests', causes.length))
  },
  proEnds: ({ causes: [first], counted }) => counted('days', first?.count ?? 0),
  invitation: ({ causes, only, names, counted }) =>
    only ? (names.addresses.get(only.aboutId ?? '') ?? '') : counted('answers', causes.length),
  noOwner: () => '',
}

/** Event and place in the plant, in a few words: the only cause by name, several by their number. */
export const headlineOf = (allCauses: readonly NoticeCauseRow[], parts: HeadlineParts): string => {
  const { texts, language, names } = parts
  const causes = currentCauses(allCauses)
  const [first, ...others] = causes
  if (!first) return ''
  const counted = (key: Counted, count: number) => pluralText(texts.headline, key, count, language)
  const unitIds = [...new Set(causes.map(({ centralUnitId }) => centralUnitId ?? ''))]
  const units =
    unitIds.length === 1 ? (names.units.get(unitIds[0] ?? '')?.name ?? '') : counted('units', unitIds.length)
  return headlines[first.kind]({ ...parts, causes, only: others.length === 0 ? first : undefined, units, counted })
}
