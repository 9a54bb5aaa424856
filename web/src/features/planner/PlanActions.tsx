import { IconAdjustmentsHorizontal, IconCheck } from '@tabler/icons-react'
import type { TestPlan } from '@vigilux/contract/features/planner/test-plan.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { PlanSettingsDialog } from './LazyPlanSettingsDialog.ts'

type ActionsProps = {
  answer: ActionOutput<'getTestPlan'>
  plan: TestPlan
  propose: () => void
  proposing: boolean
}

/** Installers' actions on a plan; everybody else sees who may act. */
export function PlanActions({ answer, plan, propose, proposing }: ActionsProps) {
  const { t } = useTranslation('planner')
  const blockedReason = useWhyNotAllowed()
  const [open, setOpen] = useState<'settings' | 'accept' | 'discard'>()
  const close = () => setOpen(undefined)
  const isDraft = plan.state === 'draft'
  return (
    <>
      {isDraft ? (
        <ReasonButton variant="subtle" blockedReason={blockedReason} onClick={() => setOpen('discard')}>
          {t('word.discard')}
        </ReasonButton>
      ) : null}
      <ReasonButton
        variant="default"
        blockedReason={blockedReason}
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        onClick={() => setOpen('settings')}
      >
        {t('rules.change')}
      </ReasonButton>
      {isDraft ? (
        <ReasonButton
          blockedReason={blockedReason}
          leftSection={<IconCheck size={16} aria-hidden />}
          onClick={() => setOpen('accept')}
        >
          {t('accept.button')}
        </ReasonButton>
      ) : (
        <ReasonButton blockedReason={blockedReason} loading={proposing} onClick={propose}>
          {t('proposeAnew')}
        </ReasonButton>
      )}
      {open === 'settings' ? <PlanSettingsDialog answer={answer} onClose={close} onSaved={propose} /> : null}
      <AcceptDialog opened={open === 'accept'} plan={plan} replaces={answer.accepted !== null} onClose={close} />
      <DiscardDialog opened={open === 'discard'} plan={plan} onClose={close} />
    </>
  )
}

type DialogProps = { opened: boolean; plan: TestPlan; onClose: () => void }

function AcceptDialog({ opened, plan, replaces, onClose }: DialogProps & { replaces: boolean }) {
  const { t } = useTranslation('planner')
  const { plantId } = useCurrentPlant()
  const [, change] = useSearchParams()
  const accept = useActionMutation('acceptPlan', {
    refresh: ['getTestPlan'],
    onSuccess: () => {
      change({ plan: undefined })
      onClose()
    },
  })
  const testCountBy = (planner: 'unit' | 'platform') => plan.tests.filter((test) => test.by === planner).length
  return (
    <ConfirmDialog
      opened={opened}
      title={t('accept.title')}
      confirmLabel={t('accept.button')}
      onConfirm={() => accept.mutateAsync({ plantId, planId: plan.id }).catch(() => undefined)}
      onCancel={onClose}
    >
      <p>{t('accept.text', { platform: testCountBy('platform'), unit: testCountBy('unit') })}</p>
      <p>{t('accept.units')}</p>
      {replaces ? <p>{t('accept.replaces')}</p> : null}
      <FormFailure error={accept.error} />
    </ConfirmDialog>
  )
}

function DiscardDialog({ opened, plan, onClose }: DialogProps) {
  const { t } = useTranslation('planner')
  const { plantId } = useCurrentPlant()
  const discard = useActionMutation('discardPlan', { refresh: ['getTestPlan'], onSuccess: onClose })
  return (
    <ConfirmDialog
      opened={opened}
      title={t('word.discard')}
      confirmLabel={t('word.discard')}
      onConfirm={() => discard.mutateAsync({ plantId, planId: plan.id }).catch(() => undefined)}
      onCancel={onClose}
    >
      {t('discardText')}
      <FormFailure error={discard.error} />
    </ConfirmDialog>
  )
}
