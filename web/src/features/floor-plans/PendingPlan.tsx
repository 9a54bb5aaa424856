import { Loader } from '@mantine/core'
import type { FloorPlan } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { useTranslation } from 'react-i18next'
import { ChooseDrawing } from './ChooseDrawing.tsx'
import { PlanMenu } from './PlanMenu.tsx'

/** A plan whose drawing is being processed, waits for a choice, or was refused. */
export function PendingPlan({ plan }: { plan: FloorPlan }) {
  const { t } = useTranslation('floor-plans')
  const { state, refusal, choices } = plan.drawing
  return (
    <section className="vx-card vx-plan-unready">
      <header>
        <h2>{plan.name}</h2>
        <PlanMenu plan={plan} />
      </header>
      {state === 'choose' && choices ? <ChooseDrawing plan={plan} choices={choices} /> : null}
      {state === 'refused' ? <p role="alert">{t(`refused.${refusal ?? 'unreadable'}`)}</p> : null}
      {state === 'reading' || state === 'drawing' ? (
        <p role="status">
          <Loader size={16} aria-hidden /> {t(`state.${state}`)}
        </p>
      ) : null}
    </section>
  )
}
