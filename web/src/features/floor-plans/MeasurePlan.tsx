import { Button, NumberInput } from '@mantine/core'
import { type FloorPlan, isSameSpot } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import * as styles from './floor-plans.module.css'
import type { PlanTask } from './use-plan-task.ts'

/** Sets a plan's scale: two points, and the metres between them. */
export function MeasurePlan({ plan, task }: { plan: FloorPlan; task: PlanTask }) {
  const { t } = useTranslation('floor-plans')
  const { plantId } = useCurrentPlant()
  const [length, setLength] = useState<number | string>('')
  const measurePlan = useActionMutation('measureFloorPlan', { refresh: ['getFloorPlans'], onSuccess: task.end })
  const [from, to] = task.spots.map(([x, y]) => ({ x, y }))
  const save = (measure: { from: { x: number; y: number }; to: { x: number; y: number }; lengthM: number } | null) =>
    measurePlan.mutate({ plantId, planId: plan.id, version: plan.version, measure })
  const findBlockedReason = () => {
    if (!from || !to) return t('scale.pointsFirst')
    if (isSameSpot(from, to)) return t('scale.samePoint')
    return typeof length === 'number' && length > 0 ? undefined : t('scale.lengthFirst')
  }
  return (
    <section className={styles.planTask} aria-label={t('scale.title')}>
      <p role="status">{t(from ? (to ? 'scale.length' : 'scale.second') : 'scale.first')}</p>
      <div className={styles.planTaskRow}>
        <NumberInput
          label={t('scale.metres')}
          value={length}
          min={0}
          max={10_000}
          decimalScale={2}
          suffix=" m"
          onChange={setLength}
        />
        <ReasonButton
          blockedReason={findBlockedReason()}
          loading={measurePlan.isPending}
          onClick={() => from && to && save({ from, to, lengthM: Number(length) })}
        >
          {t('scale.save')}
        </ReasonButton>
        {plan.longSideM === null ? null : (
          <Button variant="default" onClick={() => save(null)}>
            {t('scale.remove')}
          </Button>
        )}
        <Button variant="default" onClick={task.end}>
          {t('cancel')}
        </Button>
      </div>
      <FormFailure error={measurePlan.error} />
    </section>
  )
}
