import type { TestPlan } from '@vigilux/contract/features/planner/test-plan.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { functionalGroups } from './plan-days.ts'
import { usePlanTexts } from './plan-texts.ts'
import * as styles from './planner.module.css'

/** Summary of a plan in four figures. */
export function PlanFigures({ plan }: { plan: TestPlan }) {
  const { t } = useTranslation('planner')
  const { number } = useFormats()
  const { time } = useFormats(useCurrentPlant().plant.timezone)
  const { dayText } = usePlanTexts()
  const { worst, tests, conflicts } = plan
  const autonomy = tests.filter(({ kind }) => kind === 'autonomy')
  const testsByDay = Map.groupBy(autonomy, ({ day }) => day)
  const maxLamps = Math.max(
    0,
    ...[...testsByDay.values()].map((dayTests) => dayTests.reduce((sum, { lamps }) => sum + lamps, 0)),
  )
  const groups = functionalGroups(tests)
  const unplacedLamps = conflicts
    .filter(({ kind, test }) => kind === 'unplaced' && test === 'autonomy')
    .reduce((sum, { lamps = 0 }) => sum + lamps, 0)
  const worstTime = worst ? `${dayText(worst.day)}, ${time(worst.at)}` : ''
  return (
    <ul className={`vx-card ${styles.planFigures}`}>
      <Figure
        value={worst ? number(worst.share / 100, { style: 'percent', maximumFractionDigits: 1 }) : '–'}
        name={t('figure.ready')}
      >
        {worst ? t('figure.readyWhen', { when: worstTime }) : t('figure.readyNever')}
      </Figure>
      <Figure value={number(testsByDay.size)} name={t('figure.nights')}>
        {t('figure.nightsMost', { lamps: number(maxLamps) })}
      </Figure>
      <Figure value={number(groups.even + groups.odd + groups.whole)} name={t('figure.functional')}>
        {t('figure.functionalOf', groups)}
      </Figure>
      <Figure value={number(unplacedLamps)} name={t('figure.without')}>
        {t('figure.withoutText')}
      </Figure>
    </ul>
  )
}

function Figure({ value, name, children }: { value: string; name: string; children: ReactNode }) {
  return (
    <li>
      <p>
        <b>{value}</b> <span>{name}</span>
      </p>
      <small>{children}</small>
    </li>
  )
}
