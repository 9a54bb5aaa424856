import { readFile } from 'node:fs/promises'
import { worstVerdict } from '@vigilux/contract/features/compliance/worst-verdict.ts'
import type { Duty } from '@vigilux/contract/features/week/week.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import { fill, localeOf, pluralText } from '../../reports/index.ts'
import english from '../locales/en.json' with { type: 'json' }

type WeekTexts = typeof english

const loadTexts = async (language: Language): Promise<WeekTexts> =>
  JSON.parse(await readFile(new URL(`../locales/${language}.json`, import.meta.url), 'utf8')) as WeekTexts

/** A plant with its verdict. */
export type JudgedPlant = { name: string; verdict: { state: 'met' | 'notMet' | 'unknown'; notMet: number } }

export type WeekContent = {
  plants: readonly JudgedPlant[]
  /** Duties of the reader. */
  duties: readonly Duty[]
  /** First day of the week, in the first plant. */
  day: string
}

/** Whether something of a week is due. Unknown rules alone are not. */
export const isAnythingDue = ({ plants, duties }: Omit<WeekContent, 'day'>): boolean =>
  duties.length > 0 || plants.some(({ verdict }) => verdict.state === 'notMet')

/** Maximum lines of a weekly mail; others are counted. */
const maxLines = 10

/** Texts of a weekly mail, in the reader's language. */
export const weekMailValues = async ({ plants, duties, day }: WeekContent, language: Language) => {
  const texts = await loadTexts(language)
  const counted = (key: string, count: number) => pluralText(texts, key, count, language)
  const dayFormat = new Intl.DateTimeFormat(localeOf(language), {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  })
  const monthFormat = new Intl.DateTimeFormat(localeOf(language), { timeZone: 'UTC', month: 'long', year: 'numeric' })
  const dayOf = (date: string) => dayFormat.format(new Date(date))
  const titleOf = ({ kind, count, test, month }: Duty): string => {
    if (test) return counted(test.kind, count)
    return month ? fill(texts.signature, 'month', monthFormat.format(new Date(`${month}-01`))) : counted(kind, count)
  }
  const whenOf = ({ day: last, overdue, test }: Duty): string => {
    if (last === null) return ''
    return test && !overdue ? dayOf(last) : fill(overdue ? texts.wasDue : texts.by, 'day', dayOf(last))
  }
  const dutyLines = duties.map((duty) => [duty.plant?.name, titleOf(duty), whenOf(duty)].filter(Boolean).join(', '))
  const notMet = plants.filter(({ verdict }) => verdict.state === 'notMet')
  const ruleLines = notMet.map(({ name, verdict }) => `${name}, ${counted('rules', verdict.notMet)}`)
  const lines = [...ruleLines, ...dutyLines]
  const hiddenCount = lines.length - maxLines
  const shownLines = hiddenCount > 0 ? [...lines.slice(0, maxLines), counted('more', hiddenCount)] : lines
  const { state, count, total } = worstVerdict(plants)
  const headline = fill(counted(state, count), 'total', String(total))
  const what = notMet.length === 0 && duties.length > 0 ? counted('duties', duties.length) : headline
  return {
    kind: texts.title,
    state: 'information',
    headline,
    subject: `${texts.title}${texts.colon}${what}`,
    plant: fill(texts.weekOf, 'day', dayOf(day)),
    ...(shownLines.length > 0 ? { lines: JSON.stringify(shownLines) } : {}),
  }
}
