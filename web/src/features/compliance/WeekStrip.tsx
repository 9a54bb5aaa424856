import type { ComplianceWeek } from '@vigilux/contract/features/compliance/compliance.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'

/** A cell per week of the last year: taller for more unmet rules, hatched without data. */
export function WeekStrip() {
  const { t } = useTranslation('compliance')
  const { plantId } = useCurrentPlant()
  const { number } = useFormats()
  const weeks = useAnswer('getComplianceWeeks', { plantId }, { staleTime: 5 * 60_000 }).weeks.slice(-52)
  const metWeeks = weeks.filter(({ state }) => state === 'met').length
  return (
    <div className="vx-weeks">
      <p>
        <strong>{t('weeks.title')}</strong>
        <span>{t('weeks.about')}</span>
        <span>{t('weeks.held', { n: number(metWeeks) })}</span>
      </p>
      <ul aria-label={t('weeks.title')}>
        {weeks.map((week) => (
          <Cell key={week.day} week={week} />
        ))}
      </ul>
    </div>
  )
}

function Cell({ week }: { week: ComplianceWeek }) {
  const { t } = useTranslation('compliance')
  const { date } = useFormats('UTC')
  const { notMet, unknown, state } = week
  const rules = state === 'notMet' ? notMet : unknown
  const cellLabel = t('weeks.cell', {
    day: date(week.day),
    state: [t(`state.${state}`), rules.join(', ')].filter(Boolean).join(' '),
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: each cell names its rules for keyboard users.
    <li tabIndex={0} data-state={state} data-rules={Math.min(4, notMet.length)} title={cellLabel}>
      <span className="vx-hidden">{cellLabel}</span>
    </li>
  )
}
