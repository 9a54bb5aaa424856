import type { TestPlan } from '@vigilux/contract/features/planner/test-plan.ts'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../central-units/index.ts'
import { usePlanTexts } from './plan-texts.ts'

/** Maximum number of listed moves; the table has all. */
const maxShown = 20

/** Dates that changed since the plan was accepted, with the old date and the reason; hidden when there are none. */
export function PlanChanges({ plan }: { plan: TestPlan }) {
  const { t, testText, movedText } = usePlanTexts()
  const { dateTime } = useFormats(useCurrentPlant().plant.timezone)
  const movedTests = plan.tests.filter(({ movedBecause }) => movedBecause !== null)
  if (movedTests.length === 0) return null
  return (
    <Card title={t('changes.title')}>
      <ul className="vx-year-plan-list">
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
