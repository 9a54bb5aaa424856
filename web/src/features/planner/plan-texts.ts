import type { PlannedTest } from '@vigilux/contract/features/planner/test-plan.ts'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { formatLocale } from '../../shared/i18n/languages.ts'

/** Formats days and tests of a plan. */
export function usePlanTexts() {
  const { t } = useTranslation('planner')
  const { t: tTests } = useTranslation('emergency-tests')
  const locale = formatLocale(useLanguage())
  const days = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  /** "Sun, 14 Mar 2027", for a day of the plant. */
  const dayText = (day: string): string => days.format(Date.parse(day))
  const groupText = (group: 'even' | 'odd'): string => t(`group.${group}Group`)
  /** "Autonomy test, even group, lamps: 19", as the day's description. */
  const testText = ({ kind, group, lamps }: PlannedTest): string =>
    [tTests(`kind.${kind}`), group ? groupText(group) : '', t('day.lamps', { lamps })].filter(Boolean).join(', ')
  const reasons = tTests('reasons', { returnObjects: true }) as Record<string, string>
  /** A planned test's state, with the reason why it was not executed. */
  const stateText = ({ state, reason }: PlannedTest): string =>
    state === 'notExecuted' && reason
      ? `${t('state.notExecuted')}: ${Object.hasOwn(reasons, reason) ? reasons[reason] : reason}`
      : t(`state.${state}`)
  const movedText = ({ movedFrom, movedBecause }: PlannedTest, dateOf: (at: string) => string): string | null => {
    if (!movedBecause) return null
    const reasonText = t(`moved.${movedBecause}`)
    return movedFrom ? t('movedFrom', { date: dateOf(movedFrom), why: reasonText }) : t('added', { why: reasonText })
  }
  return { t, tTests, dayText, groupText, testText, stateText, movedText }
}

/** Weekday names, Monday first. */
export function useWeekdays(style: 'short' | 'long'): string[] {
  const names = new Intl.DateTimeFormat(formatLocale(useLanguage()), { weekday: style, timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_, n) => names.format(Date.UTC(2024, 0, 1 + n)))
}
