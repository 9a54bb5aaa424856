import { verdictOf } from '@vigilux/contract/features/emergency-tests/test.rules.ts'
import type { TestReason, TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { TestFindings } from '@vigilux/contract/features/reports/test-findings.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { StatusBar } from '../../shared/status/StatusBar.tsx'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { type StateName, styleOf } from '../../shared/status/states.ts'
import { stateOfTest } from '../../shared/status/test-state.ts'
import { serialOf } from '../central-units/index.ts'
import * as emergencyTestsStyles from './emergency-tests.module.css'
import { SinceLastTest } from './SinceLastTest.tsx'
import * as verdictStyles from './verdict.module.css'
import { verdictText } from './verdict-text.ts'

type VerdictProps = {
  test: TestRun
  findings: TestFindings | undefined
  /** The single reason why nothing was executed, if there is one. */
  reason: TestReason | undefined
}

/** Verdict of an ended test: sentence, figures, and changes since the previous one. */
export function TestVerdict({ test, findings, reason }: VerdictProps) {
  return (
    <div className={verdictStyles.verdicts}>
      <Verdict test={test} findings={findings} reason={reason} />
      {findings ? <SinceLastTest findings={findings} /> : null}
    </div>
  )
}

const results = ['passed', 'failed', 'notExecuted'] as const

function Verdict({ test, findings, reason }: VerdictProps) {
  const { t } = useTranslation('emergency-tests')
  const { plant } = useCurrentPlant()
  const { dateTime, duration, number } = useFormats(plant.timezone)
  const closestLamps = findings?.near ?? null
  const startedAt = test.startedAt ?? test.requestedAt
  const durationText = test.endedAt ? duration(Date.parse(test.endedAt) - Date.parse(startedAt)) : undefined
  const spareText = closestLamps ? duration(closestLamps.spare_s * 1000) : undefined
  const text = verdictText(test, { spare: spareText, ran: durationText, reason }, t)
  const state: StateName = closestLamps && verdictOf(test) === 'passed' ? 'warning' : stateOfTest(test)
  const { icon: Mark, tone } = styleOf(state)
  const requester = test.requestedBy ?? t(`trigger.${test.trigger}`)
  return (
    <section className={`vx-card ${verdictStyles.testVerdict}`} data-tone={tone}>
      <header>
        <Mark size={26} aria-hidden />
        <h2>{text}</h2>
      </header>
      <p>
        {t(`kind.${test.kind}`)} · {t('now.started', { time: dateTime(startedAt), who: requester })} ·{' '}
        {t('now.unit', { serial: serialOf(test.cu) })}
      </p>
      {test.kind === 'autonomy' ? (
        <p>{t('verdict.reached', { reached: number(test.passed), count: test.total })}</p>
      ) : null}
      <StatusBar counts={results.map((result) => ({ state: result, count: test[result] }))} />
      <p className={`${emergencyTestsStyles.runningCounts} ${verdictStyles.verdictCounts}`}>
        {results.map((result) => (
          <span key={result} data-none={test[result] === 0 || undefined}>
            <StatusInline state={result} cause={`${t(`state.${result}`, { ns: 'shared' })} ${number(test[result])}`} />
          </span>
        ))}
      </p>
    </section>
  )
}
