import type { TestPlan } from '@vigilux/contract/features/planner/test-plan.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { WithPanel } from '../../shared/layout/SidePanel.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { serialOf } from '../central-units/index.ts'
import { PlanConflicts } from './PlanConflicts.tsx'
import { PlanDayPanel } from './PlanDayPanel.tsx'
import { PlanFigures } from './PlanFigures.tsx'
import { PlanMonths } from './PlanMonths.tsx'
import { PlanRules } from './PlanRules.tsx'
import { PlanTable } from './PlanTable.tsx'
import { PlanYear } from './PlanYear.tsx'
import { planDays } from './plan-days.ts'
import { usePlanTexts } from './plan-texts.ts'
import * as styles from './planner.module.css'

/** Units without confirmation of the plan's dates; hidden once all have confirmed. */
function PlanWaiting({ plan: { waiting, units } }: { plan: TestPlan }) {
  const { t } = useTranslation('planner')
  const { list, number } = useFormats()
  if (waiting.length === 0) return null
  const names = list(waiting.map(({ cu }) => serialOf(cu)))
  return (
    <p className={`vx-card ${styles.planWaiting}`} role="status">
      {t('waiting', { taken: number(Math.max(0, units - waiting.length)), units: number(units), names })}
    </p>
  )
}

/** Maximum number of listed moves; the table has all. */
const maxShown = 20

/** Dates changed since the plan was accepted, with the old date and the reason; hidden when there are none. */
function PlanChanges({ plan }: { plan: TestPlan }) {
  const { t, testText, movedText } = usePlanTexts()
  const { dateTime } = useFormats(useCurrentPlant().plant.timezone)
  const movedTests = plan.tests.filter(({ movedBecause }) => movedBecause !== null)
  if (movedTests.length === 0) return null
  return (
    <Card title={t('changes.title')}>
      <ul className={styles.yearPlanList}>
        {movedTests.slice(0, maxShown).map((test) => (
          <li key={test.id}>
            <b>{dateTime(test.at)}</b>
            <span>{`${serialOf(test.cu)}, ${testText(test)}`}</span>
            <small>{movedText(test, dateTime)}</small>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type ViewProps = { answer: ActionOutput<'getTestPlan'>; plan: TestPlan; propose: () => void }

/** A plan: its figures, its year calendar, its conflicts, and its rules. */
export function PlanView({ answer, plan, propose }: ViewProps) {
  const [{ day }, change] = useSearchParams()
  const [isTable, setTable] = useState(false)
  const phone = usePhone()
  const days = planDays(plan)
  const toggleDay = (next: string | undefined) => change({ day: next === day ? undefined : next })
  const year = isTable ? (
    <PlanTable plan={plan} onCalendar={() => setTable(false)} onChoose={toggleDay} />
  ) : (
    <PlanYear
      plan={plan}
      days={days}
      settings={answer.settings}
      chosen={day}
      onChoose={toggleDay}
      onTable={() => setTable(true)}
    />
  )
  const sideColumn = (
    <div className={styles.planSide}>
      <PlanConflicts answer={answer} plan={plan} propose={propose} />
      <PlanChanges plan={plan} />
      <PlanRules answer={answer} plan={plan} propose={propose} />
    </div>
  )
  return (
    <WithPanel
      panel={day ? <PlanDayPanel plan={plan} day={day} known={days.get(day)} onClose={() => toggleDay(day)} /> : null}
    >
      <div className={styles.yearPlan}>
        <PlanWaiting plan={plan} />
        <PlanFigures plan={plan} />
        {/* Conflicts for a person to solve precede the list of a whole year. */}
        {phone ? sideColumn : <div className={styles.planMain}>{year}</div>}
        {phone ? <PlanMonths plan={plan} onChoose={toggleDay} /> : sideColumn}
      </div>
    </WithPanel>
  )
}
