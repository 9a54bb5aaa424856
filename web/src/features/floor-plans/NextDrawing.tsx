import { Alert, Loader } from '@mantine/core'
import type { FloorPlan } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { ChooseDrawing } from './ChooseDrawing.tsx'
import * as styles from './floor-plans.module.css'
import type { PlanWorkspace } from './use-plan-workspace.ts'

/** The newer drawing of a plan, until devices are aligned or it is discarded. Meanwhile the old one is shown. */
export function NextDrawing({ plan, work }: { plan: FloorPlan; work: PlanWorkspace }) {
  const { t } = useTranslation('floor-plans')
  const { plantId } = useCurrentPlant()
  const { blockedReason, draft, task } = work
  const discard = useActionMutation('discardDrawing', { refresh: ['getFloorPlans'] })
  const { next } = plan
  if (!next) return null
  const { id: drawingId, name, state, refusal, choices, looksEmpty } = next
  return (
    <section className={styles.planTask} aria-label={t('newer.title', { name })}>
      <b>{t('newer.title', { name })}</b>
      {state === 'choose' && choices ? <ChooseDrawing plan={plan} choices={choices} /> : null}
      {state === 'refused' ? <p role="alert">{t(`newer.refused.${refusal ?? 'unreadable'}`)}</p> : null}
      {state === 'reading' || state === 'drawing' ? (
        <p role="status">
          <Loader size={16} aria-hidden /> {t(`state.${state}`)}
        </p>
      ) : null}
      {state === 'ready' ? <p role="status">{t('newer.ready')}</p> : null}
      {looksEmpty ? <Alert color="yellow">{t('newer.looksEmpty')}</Alert> : null}
      <div className={styles.planTaskRow}>
        {state === 'ready' ? (
          <ReasonButton
            blockedReason={blockedReason ?? (draft.changes > 0 ? t('newer.saveFirst') : undefined)}
            onClick={() => task.begin('align')}
          >
            {t('newer.align')}
          </ReasonButton>
        ) : null}
        <ReasonButton
          variant="default"
          blockedReason={blockedReason}
          loading={discard.isPending}
          onClick={() => discard.mutate({ plantId, planId: plan.id, drawingId })}
        >
          {t('newer.discard')}
        </ReasonButton>
      </div>
      <FormFailure error={discard.error} />
    </section>
  )
}
