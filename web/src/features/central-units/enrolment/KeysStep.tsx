import { Button } from '@mantine/core'
import { IconBulb, IconHistory } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { CentralUnit, UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { actionKey, useAction, useActionMutation } from '../../../shared/api/use-action.ts'
import { announce } from '../../../shared/feedback/announce.ts'
import { ErrorState } from '../../../shared/feedback/ErrorState.tsx'
import { LoadingRows } from '../../../shared/feedback/Loading.tsx'
import { FormFailure } from '../../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../../shared/form/ReasonButton.tsx'
import * as wizardStyles from '../../../shared/layout/wizard.module.css'
import { useCurrentPlant } from '../../../shared/plant/plant.ts'
import { useSearchParams } from '../../../shared/search-params.ts'
import { topicOf } from '../unit.ts'
import { useWhyNotAllowed, useWhyNotEnabled } from '../why-not.ts'
import { EnrolmentEnd } from './EnrolmentEnd.tsx'
import * as styles from './enrol.module.css'
import { KeyCountdown } from './KeyCountdown.tsx'
import { UnitPicture } from './UnitPicture.tsx'

type KeysProps = { unit: CentralUnit; facts: UnitTypeFacts; windowS: number }

/** The minute for pressing the keys, or how the last one ended. The page continues automatically. */
export function KeysStep({ unit, facts, windowS }: KeysProps) {
  const { t } = useTranslation('enrolment')
  const { plantId } = useCurrentPlant()
  const [, setSearch] = useSearchParams()
  const queries = useQueryClient()
  const whyNotEnabled = useWhyNotEnabled()
  const blockedReason = useWhyNotAllowed() ?? whyNotEnabled(unit)
  const target = { plantId, topic: topicOf(unit) }
  const last = useAction('enrollCuAck', target, {
    refetchInterval: (query) => (query.state.data?.enrolment.state === 'waiting' ? 5000 : false),
  })
  const enrol = useActionMutation('enrollCu', {
    onSuccess: (answer) => queries.setQueryData(actionKey('enrollCuAck', target), answer),
  })
  // The cached answer may be from before the unit reported as new.
  const hasEnrolment = last.error?.code !== 'ENROLMENT_NOT_FOUND'
  const enrolment = hasEnrolment && last.data ? last.data.enrolment : undefined
  const outcome = enrolment?.outcome
  useEffect(() => {
    if (outcome !== 'ok') return
    announce(t('keys.done', { serial: unit.cu_id }), true)
    void queries.invalidateQueries({ queryKey: actionKey('getPlantDetails', { plantId }) })
  }, [outcome, plantId, queries, t, unit.cu_id])

  const keys = facts.enrolmentKeys.join(' + ')
  const start = (label: string) => (
    <ReasonButton
      blockedReason={blockedReason}
      loading={enrol.isPending}
      leftSection={<IconHistory size={16} aria-hidden />}
      onClick={() => enrol.mutate(target)}
    >
      {label}
    </ReasonButton>
  )
  if (last.isPending) return <LoadingRows />
  if (!enrolment && hasEnrolment) return <ErrorState error={last.error} retry={() => void last.refetch()} />
  const back = (
    <Button variant="default" onClick={() => setSearch({ step: 'type' })}>
      {t('back')}
    </Button>
  )
  if (!enrolment)
    return (
      <div className={wizardStyles.wizardStep}>
        <h2>{t('keys.beginTitle', { serial: unit.cu_id })}</h2>
        <p>{t('keys.beginText', { keys, seconds: windowS })}</p>
        <FormFailure error={enrol.error} />
        <footer className={wizardStyles.wizardFoot} data-part="wizard-foot">
          {back}
          {start(t('keys.begin'))}
        </footer>
      </div>
    )
  if (enrolment.state === 'ended' && outcome && outcome !== 'ok')
    return (
      <EnrolmentEnd outcome={outcome} enrolmentId={enrolment.id} keys={keys}>
        <FormFailure error={enrol.error} />
        <footer className={wizardStyles.wizardFoot} data-part="wizard-foot">
          {back}
          {start(t('end.again'))}
        </footer>
      </EnrolmentEnd>
    )
  return (
    <div className={`${wizardStyles.wizardStep} ${wizardStyles.wizardWide}`}>
      <h2>{t('keys.title', { keys, serial: unit.cu_id })}</h2>
      <p>{t('keys.text')}</p>
      <div className={styles.enrolKeys} data-wide>
        <UnitPicture facts={facts} serial={unit.cu_id} window={enrolment} />
        <KeyCountdown enrolment={enrolment} keys={keys} onOver={() => void last.refetch()} />
      </div>
      <aside className={wizardStyles.wizardHint}>
        <IconBulb size={18} aria-hidden />
        <p>
          <b>{t('keys.alreadyTitle')}</b> {t('keys.alreadyText')}
        </p>
      </aside>
      <footer className={wizardStyles.wizardFoot} data-part="wizard-foot">
        {back}
      </footer>
    </div>
  )
}
