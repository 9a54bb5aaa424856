import { Button } from '@mantine/core'
import { IconSquare } from '@tabler/icons-react'
import type { TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { CommandProgress } from '../../shared/feedback/CommandProgress.tsx'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useNow } from '../../shared/format/RelativeTime.tsx'
import { useNavigateTo } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { RoleAction } from '../../shared/plant/RoleAction.tsx'
import { serverNow } from '../../shared/plant/server-clock.ts'
import { useCommand, useCommandById } from '../../shared/plant/use-command.ts'
import { StatusBar } from '../../shared/status/StatusBar.tsx'
import { StatusInline, StatusTag } from '../../shared/status/StatusTag.tsx'
import { stateOfTest } from '../../shared/status/test-state.ts'
import { pathTo } from '../../site-map.ts'
import { serialOf, topicOf, useWhyNotCommand } from '../central-units/index.ts'
import * as styles from './emergency-tests.module.css'
import { useTestBlockedReason } from './test-blocked-reason.ts'
import { countAnswered, estimateRemainingMs, isInProgress, reasonText, stateText } from './test-texts.ts'

/** One test: its author, answers so far by result, and the stop button. */
export function RunningTest({ test }: { test: TestRun }) {
  const { t } = useTranslation('emergency-tests')
  const { plant, units } = useCurrentPlant()
  const { dateTime } = useFormats(plant.timezone)
  const requester = test.requestedBy ?? t(`trigger.${test.trigger}`)
  const isUnitAway = units.find((unit) => topicOf(unit) === test.cu)?.connection === 'disconnected'
  const startedAt = test.startedAt ?? test.requestedAt
  return (
    <section className={`vx-card ${styles.running}`}>
      <header className={styles.runningHead}>
        <div>
          <h2>
            {t(`kind.${test.kind}`)} {isInProgress(test) ? null : <TestEnd test={test} />}
          </h2>
          <p>
            {t('now.started', { time: dateTime(startedAt), who: requester })} ·{' '}
            {t('now.unit', { serial: serialOf(test.cu) })}
            {test.state === 'running' ? <AnsweredSoFar test={test} since={startedAt} isAway={isUnitAway} /> : null}
            {test.state === 'running' && test.expectedEndAt ? (
              <> · {t('now.expectedEnd', { time: dateTime(test.expectedEndAt) })}</>
            ) : null}
          </p>
        </div>
        {test.state === 'running' ? <StopTest test={test} /> : null}
      </header>
      {isUnitAway && isInProgress(test) ? (
        <p className={styles.runningReason} role="status">
          {t('now.unitAway')}
        </p>
      ) : null}
      {test.state === 'requested' || test.state === 'notStarted' ? (
        <RequestedTest test={test} />
      ) : (
        <AnswerProgress test={test} />
      )}
    </section>
  )
}

/** How a test ended: its result, stopped, or never begun. */
function TestEnd({ test }: { test: TestRun }) {
  const { t } = useTranslation('emergency-tests')
  return (
    <StatusTag
      state={stateOfTest(test)}
      label={test.state === 'notStarted' ? t('state.notStarted') : stateText(test, t)}
    />
  )
}

/** Elapsed and estimated remaining time of a test; unknown for a silent unit. */
function AnsweredSoFar({ test, since, isAway }: { test: TestRun; since: string; isAway: boolean }) {
  const { t } = useTranslation('emergency-tests')
  const { duration } = useFormats()
  const now = serverNow(useNow(1000))
  const passed = Math.max(0, now - Date.parse(since))
  const remainingMs = isAway ? null : estimateRemainingMs(test, now)
  return (
    <>
      {' '}
      · {t('now.soFar', { time: duration(passed) })}
      {remainingMs === null ? null : <> · {t('now.toGo', { time: duration(remainingMs) })}</>}
    </>
  )
}

function AnswerProgress({ test }: { test: TestRun }) {
  const { t } = useTranslation('emergency-tests')
  const { number, percent } = useFormats()
  const answeredCount = countAnswered(test)
  const waitingCount = Math.max(0, test.total - answeredCount)
  const share = test.total === 0 ? 0 : Math.floor((100 * answeredCount) / test.total)
  return (
    <>
      <p className={styles.runningFigure}>
        <b>{number(answeredCount)}</b> {t('now.answered', { count: test.total })}
        <span>{percent(share)}</span>
      </p>
      <StatusBar
        counts={[
          { state: 'passed', count: test.passed },
          { state: 'failed', count: test.failed },
          { state: 'notExecuted', count: test.notExecuted },
        ]}
        waiting={waitingCount}
      />
      <p className={styles.runningCounts}>
        <span data-none={test.passed === 0 || undefined}>
          <StatusInline state="passed" cause={`${t('state.passed')} ${number(test.passed)}`} />
        </span>
        <span data-none={test.failed === 0 || undefined}>
          <StatusInline state="failed" cause={`${t('state.failed')} ${number(test.failed)}`} />
        </span>
        <span data-none={test.notExecuted === 0 || undefined}>
          <StatusInline state="notExecuted" cause={`${t('state.notExecuted')} ${number(test.notExecuted)}`} />
        </span>
        <span>{t('now.waiting', { count: waitingCount })}</span>
      </p>
    </>
  )
}

/** Shows the command until the unit has started the test. */
function RequestedTest({ test }: { test: TestRun }) {
  const { t } = useTranslation('emergency-tests')
  const { plantId, units } = useCurrentPlant()
  const command = useCommandById(plantId, test.commandId)
  const navigateTo = useNavigateTo()
  const unit = units.find((one) => topicOf(one) === test.cu)
  const blockedReason = useTestBlockedReason()(unit)
  const repeatTest = useActionMutation('ftest', { refresh: ['getPlantDetails'] })
  const failed = test.state === 'notStarted'
  // The chosen lamps are unknown here, so only a test of all lamps is simply repeated. The dialog asks the question
  // before an autonomy test.
  const startAgain = () =>
    test.kind === 'functional' && test.total === unit?.lamps.emergency
      ? repeatTest.mutate({ plantId, topic: test.cu, addr: [], kind: test.kind })
      : navigateTo(pathTo('plantReport', { plantId }, { start: test.cu, kind: test.kind }))
  return (
    <>
      {failed ? (
        <p className={styles.runningReason} role="alert">
          {t('now.notStarted')}: {test.reason ? reasonText(test.reason, t) : t('reasonNone')}
        </p>
      ) : (
        <p className={styles.runningReason}>{t('now.requested', { count: test.total })}</p>
      )}
      {command || !failed ? <CommandProgress command={command} /> : null}
      {failed ? (
        <ReasonButton
          variant="default"
          blockedReason={blockedReason}
          loading={repeatTest.isPending}
          onClick={startAgain}
        >
          {t('tryAgain')}
        </ReasonButton>
      ) : null}
      <FormFailure error={repeatTest.error} />
    </>
  )
}

function StopTest({ test }: { test: TestRun }) {
  const { t } = useTranslation('emergency-tests')
  const { plantId, units } = useCurrentPlant()
  const blockedReason = useWhyNotCommand('lasting')(units.find((unit) => topicOf(unit) === test.cu))
  const [isConfirming, setConfirming] = useState(false)
  const stop = useActionMutation('stopTest')
  const command = useCommand(plantId, stop.data)
  const send = async () => {
    await stop.mutateAsync({ plantId, testId: test.id }).catch(() => undefined)
    setConfirming(false)
  }
  return (
    <div className={styles.runningStop}>
      <RoleAction>
        <ReasonButton
          variant="default"
          blockedReason={blockedReason ?? (command?.pending ? t('stop.sent') : undefined)}
          leftSection={<IconSquare size={14} aria-hidden />}
          onClick={() => setConfirming(true)}
        >
          {t('stop.button')}
        </ReasonButton>
      </RoleAction>
      {command ? (
        <CommandProgress
          command={command}
          action={
            <Button variant="subtle" size="compact-sm" onClick={() => void send()}>
              {t('tryAgain')}
            </Button>
          }
        />
      ) : null}
      <FormFailure error={stop.error} />
      <ConfirmDialog
        opened={isConfirming}
        destructive
        title={t('stop.title', { serial: serialOf(test.cu) })}
        confirmLabel={t('stop.button')}
        cancelLabel={t('stop.keep')}
        onConfirm={send}
        onCancel={() => setConfirming(false)}
      >
        {t('stop.text', { count: Math.max(0, test.total - countAnswered(test)) })}
      </ConfirmDialog>
    </div>
  )
}
