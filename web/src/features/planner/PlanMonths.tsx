import type { PlannedTest, TestPlan } from '@vigilux/contract/features/planner/test-plan.ts'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { formatLocale } from '../../shared/i18n/languages.ts'
import { usePlanTexts } from './plan-texts.ts'
import * as styles from './planner.module.css'

type MonthsProps = { plan: TestPlan; onChoose: (day: string) => void }

/** A plan on a phone: a list by month instead of the calendar. */
export function PlanMonths({ plan, onChoose }: MonthsProps) {
  const { t } = useTranslation('planner')
  const names = new Intl.DateTimeFormat(formatLocale(useLanguage()), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return (
    <section className={styles.planMonths} aria-label={t('tests')}>
      {[...Map.groupBy(plan.tests, ({ day }) => day.slice(0, 7))].map(([month, tests]) => (
        <div key={month}>
          <h2>{names.format(Date.parse(`${month}-01`))}</h2>
          <ul className="vx-card">
            {[...Map.groupBy(tests, ({ day }) => day)].map(([day, dayTests]) => (
              <li key={day}>
                <Line day={day} tests={dayTests} worst={plan.worst?.day === day} onChoose={onChoose} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

type LineProps = { day: string; tests: readonly PlannedTest[]; worst: boolean; onChoose: (day: string) => void }

function Line({ day, tests, worst, onChoose }: LineProps) {
  const { t, dayText, testText, stateText } = usePlanTexts()
  const [first] = tests
  return (
    <button type="button" onClick={() => onChoose(day)}>
      <b>{dayText(day)}</b>
      {tests.slice(0, 4).map((test) => (
        <span key={test.id}>{testText(test)}</span>
      ))}
      <small>{[first ? stateText(first) : '', worst ? t('legend.worst') : ''].filter(Boolean).join(' · ')}</small>
    </button>
  )
}
