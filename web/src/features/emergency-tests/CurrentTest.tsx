import type { TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useNow } from '../../shared/format/RelativeTime.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serverNow } from '../../shared/plant/server-clock.ts'
import { StatusBar } from '../../shared/status/StatusBar.tsx'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { stateOfTest } from '../../shared/status/test-state.ts'
import { pathTo } from '../../site-map.ts'
import { serialOf, topicOf } from '../central-units/index.ts'
import * as styles from './emergency-tests.module.css'
import { countAnswered, estimateRemainingMs, isInProgress, stateText } from './test-texts.ts'

/** The running test in brief, without one the last test; on request nothing without a running one. */
export function CurrentTest({ onlyRunning = false }: { onlyRunning?: boolean }) {
  const { tests } = useCurrentPlant()
  const [running, ...others] = tests.filter(isInProgress)
  if (running) return <Running test={running} others={others.length} />
  if (onlyRunning) return null
  return (
    <AnswerBoundary skeleton={<LoadingRows rows={1} height={32} />}>
      <Last />
    </AnswerBoundary>
  )
}

function Running({ test, others }: { test: TestRun; others: number }) {
  const { t } = useTranslation('emergency-tests')
  const { plantId } = useCurrentPlant()
  const { number } = useFormats()
  const answered = countAnswered(test)
  const progress =
    test.state === 'requested' ? t('state.requested') : t('now.brief', { done: number(answered), count: test.total })
  return (
    <div className={styles.currentTest}>
      <p>
        <span>
          <StatusInline
            state="testRunning"
            cause={`${t(`kind.${test.kind}`)}, ${t('now.unit', { serial: serialOf(test.cu) })}`}
          />
          {others > 0 ? (
            <small title={t('now.others', { count: others })}>
              {' '}
              <span aria-hidden>+{number(others)}</span>
              <span className="vx-hidden">, {t('now.others', { count: others })}</span>
            </small>
          ) : null}
        </span>
        <AppLink to={pathTo('plantReport', { plantId })}>{t('now.open')}</AppLink>
      </p>
      <StatusBar counts={[{ state: 'testRunning', count: answered }]} waiting={Math.max(0, test.total - answered)} />
      <small>
        {progress}
        <Remaining test={test} />
      </small>
    </div>
  )
}

/** The estimated rest of a test; unknown for a silent unit. */
function Remaining({ test }: { test: TestRun }) {
  const { t } = useTranslation('emergency-tests')
  const { units } = useCurrentPlant()
  const { duration } = useFormats()
  const now = serverNow(useNow(1000))
  const isAway = units.find((unit) => topicOf(unit) === test.cu)?.connection === 'disconnected'
  const remainingMs = isAway ? null : estimateRemainingMs(test, now)
  return remainingMs === null ? null : <> · {t('now.toGo', { time: duration(remainingMs) })}</>
}

function Last() {
  const { t } = useTranslation('emergency-tests')
  const { plantId, plant } = useCurrentPlant()
  const { number, dateTime } = useFormats(plant.timezone)
  const { tests, last } = useAnswer('getTests', { plantId, page: 1 })
  const test = [...tests, ...(last ? [last] : [])].find((one) => !isInProgress(one))
  if (!test) return <p className="vx-quiet">{t('last.never')}</p>
  return (
    <div className={styles.currentTest}>
      <p>
        <b>{t(`kind.${test.kind}`)}</b>
        <AppLink to={pathTo('plantReport', { plantId }, { tab: 'results', test: test.id })}>{t('now.open')}</AppLink>
      </p>
      <StatusInline state={stateOfTest(test)} cause={stateText(test, t)} />
      <small>
        {t('last.passed', { passed: number(test.passed), total: number(test.total) })} ·{' '}
        {dateTime(test.startedAt ?? test.requestedAt)}
      </small>
    </div>
  )
}
