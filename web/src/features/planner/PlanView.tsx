import type { TestPlan } from '@vigilux/contract/features/planner/test-plan.ts'
import { useState } from 'react'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { WithPanel } from '../../shared/layout/SidePanel.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { PlanChanges } from './PlanChanges.tsx'
import { PlanConflicts } from './PlanConflicts.tsx'
import { PlanDayPanel } from './PlanDayPanel.tsx'
import { PlanFigures } from './PlanFigures.tsx'
import { PlanMonths } from './PlanMonths.tsx'
import { PlanRules } from './PlanRules.tsx'
import { PlanTable } from './PlanTable.tsx'
import { PlanWaiting } from './PlanWaiting.tsx'
import { PlanYear } from './PlanYear.tsx'
import { planDays } from './plan-days.ts'

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
      wishes={answer.wishes}
      chosen={day}
      onChoose={toggleDay}
      onTable={() => setTable(true)}
    />
  )
  const sideColumn = (
    <div className="vx-plan-side">
      <PlanConflicts answer={answer} plan={plan} propose={propose} />
      <PlanChanges plan={plan} />
      <PlanRules answer={answer} plan={plan} propose={propose} />
    </div>
  )
  return (
    <WithPanel
      panel={day ? <PlanDayPanel plan={plan} day={day} known={days.get(day)} onClose={() => toggleDay(day)} /> : null}
    >
      <div className="vx-year-plan">
        <PlanWaiting plan={plan} />
        <PlanFigures plan={plan} />
        {/* Conflicts that need a person precede the list of a whole year. */}
        {phone ? sideColumn : <div className="vx-plan-main">{year}</div>}
        {phone ? <PlanMonths plan={plan} onChoose={toggleDay} /> : sideColumn}
      </div>
    </WithPanel>
  )
}
