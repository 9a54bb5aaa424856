import type { TestPlan } from '@vigilux/contract/features/planner/test-plan.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { serialOf } from '../central-units/index.ts'

/** Units that have not confirmed the plan's dates; hidden once all have. */
export function PlanWaiting({ plan: { waiting, units } }: { plan: TestPlan }) {
  const { t } = useTranslation('planner')
  const { list, number } = useFormats()
  if (waiting.length === 0) return null
  const names = list(waiting.map(({ cu }) => serialOf(cu)))
  return (
    <p className="vx-card vx-plan-waiting" role="status">
      {t('waiting', { taken: number(Math.max(0, units - waiting.length)), units: number(units), names })}
    </p>
  )
}
