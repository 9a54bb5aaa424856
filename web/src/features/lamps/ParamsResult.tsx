import { Progress } from '@mantine/core'
import { IconPlayerStop, IconRefresh } from '@tabler/icons-react'
import { hasEnded } from '@vigilux/contract/features/operations/operation.rules.ts'
import type { Operation } from '@vigilux/contract/features/operations/operation.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../shared/api/api-failure.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { FailedSteps, OperationProgress } from '../operations/index.ts'
import { UvConfirmation } from './UvConfirmation.tsx'
import { useWriteBlockedReason } from './use-write-blocked-reason.ts'

type ResultProps = { bundleId: string; operations: readonly Operation[] }

/** Progress of a bundle, unit by unit; failures with reason and retry. */
export function ParamsResult({ bundleId, operations }: ResultProps) {
  const { t } = useTranslation('lamps')
  const total = operations.reduce((total, { lamps }) => total + lamps, 0)
  const runningOperations = operations.filter(({ state }) => !hasEnded(state))
  const unwrittenLamps = operations.flatMap(({ cu, unwritten }) => unwritten.map((id) => ({ cu, id })))
  const writtenText = t('params.written', { written: total - unwrittenLamps.length, count: total })
  return (
    <>
      <p role="status">
        <b>{writtenText}</b>
      </p>
      <Progress
        value={(100 * (total - unwrittenLamps.length)) / Math.max(1, total)}
        aria-label={writtenText}
        transitionDuration={200}
      />
      {runningOperations.length > 0 ? <p className="vx-quiet">{t('params.goesOn')}</p> : null}
      {runningOperations.length > 1 && runningOperations.some(({ state }) => state === 'running') ? (
        <CancelAll bundleId={bundleId} />
      ) : null}
      {operations.map((operation) => (
        <OperationProgress key={operation.id} operation={operation} retriedBeside amongOthers={operations.length > 1} />
      ))}
      {operations.some(({ state, unwritten }) => hasEnded(state) && unwritten.length > 0) ? (
        <FailedSteps bundleId={bundleId} />
      ) : null}
      {runningOperations.length === 0 && unwrittenLamps.length > 0 ? (
        <RetryFailed bundleId={bundleId} left={unwrittenLamps} />
      ) : null}
    </>
  )
}

function CancelAll({ bundleId }: { bundleId: string }) {
  const { t } = useTranslation('lamps')
  const { plantId } = useCurrentPlant()
  const notAllowed = useWhyNotAllowed()
  const cancel = useActionMutation('cancelBundle', { refresh: ['getOperations', 'getOperation', 'getFailedSteps'] })
  return (
    <>
      <div className={layoutStyles.actions}>
        <ReasonButton
          variant="default"
          size="compact-md"
          blockedReason={notAllowed}
          leftSection={<IconPlayerStop size={15} aria-hidden />}
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ plantId, bundleId })}
        >
          {t('params.cancelAll')}
        </ReasonButton>
      </div>
      <FormFailure error={cancel.error} />
    </>
  )
}

type RetryProps = { bundleId: string; left: readonly { cu: string; id: number }[] }

/** Continues unwritten steps on all units at once; asks for confirmation again before lighting UV tubes. */
function RetryFailed({ bundleId, left: unwrittenLamps }: RetryProps) {
  const { t } = useTranslation('lamps')
  const { plantId } = useCurrentPlant()
  const continueWriting = useActionMutation('continueBundle', {
    refresh: ['getOperations', 'getOperation', 'getFailedSteps'],
  })
  const { blockedReason } = useWriteBlockedReason([...new Set(unwrittenLamps.map(({ cu }) => cu))])
  const [isAnswered, setIsAnswered] = useState(false)
  const asksForUv = continueWriting.error !== null && failureOf(continueWriting.error).code === 'UV_NOT_CONFIRMED'
  return (
    <>
      <div className={layoutStyles.actions}>
        <ReasonButton
          variant="default"
          blockedReason={blockedReason}
          loading={continueWriting.isPending}
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => {
            setIsAnswered(false)
            continueWriting.mutate({ plantId, bundleId })
          }}
        >
          {t('params.again', { count: unwrittenLamps.length })}
        </ReasonButton>
      </div>
      {asksForUv ? null : <FormFailure error={continueWriting.error} />}
      {asksForUv && !isAnswered ? (
        <UvConfirmation
          lamps={unwrittenLamps}
          onConfirm={() => continueWriting.mutate({ plantId, bundleId, uvConfirmed: true })}
          onCancel={() => setIsAnswered(true)}
        />
      ) : null}
    </>
  )
}
