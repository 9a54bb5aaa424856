import { Alert, Button, Progress } from '@mantine/core'
import { IconPlayerStop, IconRefresh } from '@tabler/icons-react'
import { hasEnded } from '@vigilux/contract/features/operations/operation.rules.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { FailedSteps, OperationProgress } from '../operations/index.ts'
import type { SentToUnit } from './use-params-sending.ts'

type ResultProps = {
  sent: readonly SentToUnit[]
  /** All lamps that were to be written. */
  total: number
  /** Why the failed ones cannot be tried again now. */
  because: string | undefined
  onRetry: (lamps: { cu: string; id: number }[]) => void
}

/** How far the writing is, unit by unit; what failed with its reason, and the way to try that again. */
export function ParamsResult({ sent, total, because, onRetry }: ResultProps) {
  const { t } = useTranslation('lamps')
  if (sent.length === 0) return null
  const left = sent.flatMap(({ topic, addr, operation }) =>
    (operation ? operation.unwritten : addr).map((id) => ({ cu: topic, id })),
  )
  const running = sent.filter(({ operation }) => operation && !hasEnded(operation.state))
  const written = total - left.length
  const words = t('params.written', { written, count: total })
  return (
    <>
      <p role="status">
        <b>{words}</b>
      </p>
      <Progress value={(100 * written) / Math.max(1, total)} aria-label={words} transitionDuration={200} />
      {running.length > 0 ? <p className="vx-quiet">{t('params.goesOn')}</p> : null}
      {running.length > 1 ? <CancelAll sent={running} /> : null}
      {sent.map(({ topic, operation, failure }) =>
        operation ? (
          <OperationProgress key={operation.id} operation={operation} retriedBeside />
        ) : (
          <Alert key={topic} color="red" title={serialOf(topic)}>
            {failure}
          </Alert>
        ),
      )}
      <FailedSteps operations={sent.flatMap(({ operation }) => operation ?? [])} />
      {running.length === 0 && left.length > 0 ? (
        <div className="vx-actions">
          <ReasonButton
            variant="default"
            because={because}
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => onRetry(left)}
          >
            {t('params.again', { count: left.length })}
          </ReasonButton>
        </div>
      ) : null}
    </>
  )
}

function CancelAll({ sent }: { sent: readonly SentToUnit[] }) {
  const { t } = useTranslation('lamps')
  const { plantId } = useOpenPlant()
  const cancel = useActionMutation('cancelOperation', { refresh: ['getOperations', 'getOperation'] })
  const running = sent.flatMap(({ operation }) => (operation?.state === 'running' ? operation.id : []))
  if (running.length === 0) return null
  return (
    <>
      <div className="vx-actions">
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPlayerStop size={15} aria-hidden />}
          loading={cancel.isPending}
          onClick={() => {
            for (const operationId of running) cancel.mutate({ plantId, operationId })
          }}
        >
          {t('params.cancelAll')}
        </Button>
      </div>
      <FormFailure error={cancel.error} />
    </>
  )
}
