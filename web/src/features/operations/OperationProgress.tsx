import { Progress } from '@mantine/core'
import {
  IconAlertTriangleFilled,
  IconArrowBackUp,
  IconCircleCheck,
  IconLoader2,
  IconPlayerPlay,
  IconPlayerStop,
} from '@tabler/icons-react'
import { hasEnded } from '@vigilux/contract/features/operations/operation.rules.ts'
import type { Operation } from '@vigilux/contract/features/operations/operation.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import * as feedbackStyles from '../../shared/feedback/feedback.module.css'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { errorText } from '../../shared/i18n/i18n.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { lampRanges } from '../../shared/plant/lamp-ranges.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { formatOperationReason, formatOperationTitle } from './operation-texts.ts'
import * as styles from './operations.module.css'
import { useOperateBlockedReason } from './use-operations.ts'

type ProgressProps = {
  operation: Operation
  /** The outcome for the lamps, if known, which is more useful than the number of steps. */
  what?: string
  /** Unwritten lamps are named and retried outside this component. */
  retriedBeside?: boolean
  /** Other operations run at the same time: do not fetch the current step of each. */
  amongOthers?: boolean
}

/** One operation: title, unit, progress, unwritten lamps with reasons, and actions. */
export function OperationProgress({
  operation,
  what: title,
  retriedBeside = false,
  amongOthers = false,
}: ProgressProps) {
  const { t } = useTranslation('operations')
  const { plant } = useCurrentPlant()
  const { dateTime } = useFormats(plant.timezone)
  const isEnded = hasEnded(operation.state)
  const reason = formatOperationReason(operation, t)
  const progress = t('progress', { done: operation.done, count: operation.total })
  return (
    <section className={styles.operation} data-state={operation.state} aria-label={formatOperationTitle(operation, t)}>
      <header>
        <b>
          <StateMark operation={operation} />
          {formatOperationTitle(operation, t)} · {serialOf(operation.cu)}
        </b>
        <small>
          {operation.requestedBy
            ? t('word.nameAt', { name: operation.requestedBy, at: dateTime(operation.requestedAt) })
            : dateTime(operation.requestedAt)}
        </small>
      </header>
      <Progress
        value={operation.total === 0 ? 100 : (100 * operation.done) / operation.total}
        color={isEnded && operation.state !== 'done' ? 'gray' : 'brand'}
        aria-label={progress}
        transitionDuration={200}
      />
      <p role="status">
        <b>{t(`state.${operation.state}`)}</b> · {title || progress}
      </p>
      {isEnded || amongOthers ? null : <CurrentStep operation={operation} />}
      {reason && !retriedBeside ? <p>{reason}</p> : null}
      {isEnded && operation.unwritten.length > 0 && !retriedBeside ? (
        <p className={styles.operationUnwritten}>
          {t('unwritten', { count: operation.unwritten.length })} <span>{lampRanges(operation.unwritten)}</span>
        </p>
      ) : null}
      <OperationActions operation={operation} continues={!retriedBeside} />
    </section>
  )
}

function StateMark({ operation: { state } }: { operation: Operation }) {
  if (state === 'done' || state === 'undone')
    return <IconCircleCheck size={16} aria-hidden color="var(--state-ok-text)" />
  if (state === 'running' || state === 'cancelling')
    return <IconLoader2 size={16} aria-hidden className={feedbackStyles.turning} />
  return <IconAlertTriangleFilled size={16} aria-hidden color="var(--state-warning-text)" />
}

/** The command in progress, and its lamps. */
function CurrentStep({ operation }: { operation: Operation }) {
  const { t } = useTranslation('operations')
  const { plantId } = useCurrentPlant()
  const { steps } = useAnswer(
    'getOperation',
    { plantId, operationId: operation.id },
    { refetchInterval: (query) => (hasEnded(query.state.data?.operation.state ?? 'running') ? false : 4000) },
  )
  const step = steps.find(({ state }) => state === 'underWay')
  if (!step) return null
  const command = errorText('commandNames', step.command) ?? step.command
  const lamps = lampRanges(step.lamps)
  return <p className="vx-quiet">{lamps ? t('now', { command, lamps }) : command}</p>
}

function OperationActions({ operation, continues }: { operation: Operation; continues: boolean }) {
  const { t } = useTranslation('operations')
  const { plantId } = useCurrentPlant()
  const { role, unit } = useOperateBlockedReason(operation.cu)
  const operationKey = { plantId, operationId: operation.id }
  const refresh = { refresh: ['getOperations', 'getOperation', 'getFailedSteps'] as const }
  const cancel = useActionMutation('cancelOperation', refresh)
  const continueOperation = useActionMutation('continueOperation', refresh)
  const undo = useActionMutation('undoOperation', refresh)
  return (
    <>
      <FormFailure error={cancel.error ?? continueOperation.error ?? undo.error} />
      <div className={`${layoutStyles.actions} ${styles.operationActions}`}>
        {operation.state === 'running' ? (
          <ReasonButton
            variant="default"
            size="compact-md"
            blockedReason={role}
            loading={cancel.isPending}
            leftSection={<IconPlayerStop size={15} aria-hidden />}
            onClick={() => cancel.mutate(operationKey)}
          >
            {t('cancel')}
          </ReasonButton>
        ) : null}
        {operation.canContinue && continues ? (
          <ReasonButton
            size="compact-md"
            blockedReason={role ?? unit}
            loading={continueOperation.isPending}
            leftSection={<IconPlayerPlay size={15} aria-hidden />}
            onClick={() => continueOperation.mutate(operationKey)}
          >
            {t('continue')}
          </ReasonButton>
        ) : null}
        {operation.canUndo ? (
          <ReasonButton
            variant="default"
            size="compact-md"
            blockedReason={role ?? unit}
            loading={undo.isPending}
            leftSection={<IconArrowBackUp size={15} aria-hidden />}
            onClick={() => undo.mutate(operationKey)}
          >
            {t('undo')}
          </ReasonButton>
        ) : null}
      </div>
    </>
  )
}

/** The steps of an operation, shown on request. */
export function OperationSteps({ operationId }: { operationId: string }) {
  const { t } = useTranslation('operations')
  const { plantId } = useCurrentPlant()
  const { steps } = useAnswer('getOperation', { plantId, operationId })
  return (
    <ol className={styles.operationSteps}>
      {steps.map((step) => (
        <li key={step.n} data-state={step.state}>
          <span>
            {errorText('commandNames', step.command) ?? step.command}
            {step.lamps.length > 0 ? <small> {lampRanges(step.lamps)}</small> : null}
          </span>
          <b>{t(`step.${step.state}`)}</b>
        </li>
      ))}
    </ol>
  )
}
