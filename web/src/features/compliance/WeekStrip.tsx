import type { ComplianceWeek } from '@vigilux/contract/features/compliance/compliance.ts'
import type { RuleId } from '@vigilux/contract/features/compliance/rule-ids.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { useFormats } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { formatLocale } from '../../shared/i18n/languages.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import * as styles from './compliance.module.css'

/** A cell per week of the last year: taller for more unmet rules, hatched without data; with legend and months. */
export function WeekStrip() {
  const { t } = useTranslation('compliance')
  const { plantId } = useCurrentPlant()
  const { number } = useFormats()
  const weeks = useAnswer('getComplianceWeeks', { plantId }, { staleTime: 5 * 60_000 }).weeks.slice(-52)
  const metWeeks = weeks.filter(({ state }) => state === 'met').length
  return (
    <div className={styles.weeks}>
      <p>
        <strong>{t('weeks.title')}</strong>
        <span>{t('weeks.about')}</span>
        <span>{t('weeks.held', { n: number(metWeeks), of: number(weeks.length) })}</span>
      </p>
      <div>
        <ul className={styles.weeksLegend} aria-hidden>
          {legend.map(({ name, ...look }) => (
            <li key={name}>
              <i {...look} /> {t(`weeks.legend.${name}`)}
            </li>
          ))}
        </ul>
        <ul className={styles.weeksCells} aria-label={t('weeks.title')}>
          {weeks.map((week) => (
            <Cell key={week.day} week={week} />
          ))}
        </ul>
        <Months weeks={weeks} />
      </div>
    </div>
  )
}

const legend = [
  { name: 'met', 'data-state': 'met' },
  { name: 'one', 'data-state': 'notMet', 'data-rules': 1 },
  { name: 'several', 'data-state': 'notMet', 'data-rules': 3 },
  { name: 'unknown', 'data-state': 'unknown' },
] as const

/** The names of the months, each below its first week; every second one where two would touch. */
function Months({ weeks }: { weeks: readonly ComplianceWeek[] }) {
  const locale = formatLocale(useLanguage())
  const nameOf = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' })
  const firstWeeks = weeks.flatMap(({ day }, at) =>
    at > 0 && day.slice(0, 7) !== weeks[at - 1]?.day.slice(0, 7) ? [{ day, at }] : [],
  )
  return (
    <p className={styles.weeksMonths} aria-hidden>
      {firstWeeks.map(({ day, at }) => (
        <span key={day} style={{ insetInlineStart: `${(100 * at) / weeks.length}%` }}>
          {nameOf.format(Date.parse(day))}
        </span>
      ))}
    </p>
  )
}

function Cell({ week }: { week: ComplianceWeek }) {
  const { t } = useTranslation('compliance')
  const { date } = useFormats('UTC')
  const { notMet, unknown, state } = week
  const rules: readonly RuleId[] = state === 'notMet' ? notMet : unknown
  const ruleTexts = rules.map((rule) => t(`short.${rule}`)).join('; ')
  const cellLabel = t('weeks.cell', {
    day: date(week.day),
    state: [t(`state.${state}`), ruleTexts].filter(Boolean).join('. '),
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: each cell names its rules for keyboard users.
    <li tabIndex={0} data-state={state} data-rules={Math.min(4, notMet.length)} title={cellLabel}>
      <span className="vx-hidden">{cellLabel}</span>
    </li>
  )
}
