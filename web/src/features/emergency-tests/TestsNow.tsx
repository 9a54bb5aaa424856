import { IconInfoCircle } from '@tabler/icons-react'
import type { TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer, useAnswerIf } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import * as plainTableStyles from '../../shared/table/plain-table.module.css'
import * as styles from './emergency-tests.module.css'
import { HeldTests } from './HeldTests.tsx'
import { NoRunningTest } from './NoRunningTest.tsx'
import { ResultState } from './ResultState.tsx'
import { RunningTest } from './RunningTest.tsx'
import { useReportDevices, useReportPath } from './report-devices.ts'
import { isInProgress } from './test-texts.ts'

/** Rows in the list of arriving results. */
const maxArrivingRows = 12

/** Running tests, the latest test, and its results as they arrive. */
export function TestsNow() {
  const { tests } = useCurrentPlant()
  const newestFirst = tests.toSorted((a, b) => b.requestedAt.localeCompare(a.requestedAt))
  const runningTests = newestFirst.filter(isInProgress)
  const shown = runningTests.length > 0 ? runningTests : newestFirst.slice(0, 1)
  if (shown.length === 0)
    return (
      <div className={styles.testsNow}>
        <AnswerBoundary>
          <HeldTests />
        </AnswerBoundary>
        <NoRunningTest />
      </div>
    )
  return (
    <div className={styles.testsNow}>
      <AnswerBoundary>
        <HeldTests />
      </AnswerBoundary>
      {shown.map((test) => (
        <div key={test.id} className={styles.testsOne}>
          <AnswerBoundary>
            <RunningTestNow test={test} />
          </AnswerBoundary>
          <AnswerBoundary>
            {test.state === 'requested' || test.state === 'notStarted' ? null : <ArrivingResults test={test} />}
          </AnswerBoundary>
        </div>
      ))}
    </div>
  )
}

/** A test with the figures of the selected devices. */
function RunningTestNow({ test }: { test: TestRun }) {
  const { plantId } = useCurrentPlant()
  const devicesType = useReportDevices()
  const isNarrowed = devicesType !== 'all'
  const narrowedReport = useAnswerIf(isNarrowed, 'getTestReport', {
    plantId,
    testId: test.id,
    devicesType,
    pageSize: 1,
  })
  return <RunningTest test={isNarrowed && narrowedReport ? narrowedReport.test : test} />
}

function ArrivingResults({ test }: { test: TestRun }) {
  const { t } = useTranslation('emergency-tests')
  const { plantId, plant } = useCurrentPlant()
  const { timeSeconds } = useFormats(plant.timezone)
  const { results } = useAnswer('getTestReport', {
    plantId,
    testId: test.id,
    devicesType: useReportDevices(),
    sort: 'failedFirst',
    pageSize: maxArrivingRows,
  })
  const to = useReportPath()({ tab: 'results', test: test.id })
  const hasPlaces = results.some(({ location, description }) => location !== '' || description !== '')
  return (
    <Card
      title={t('now.arriving')}
      aside={
        <>
          {t('now.failedFirst')} <AppLink to={to}>{t('now.all')}</AppLink>
        </>
      }
    >
      {results.length === 0 ? (
        <p className={styles.cardText}>{t('now.noResults')}</p>
      ) : (
        <table className={plainTableStyles.plainTable}>
          <thead>
            <tr>
              <th>{t('word.time')}</th>
              <th>{t('word.lamp')}</th>
              {hasPlaces ? <th className={plainTableStyles.wideOnly}>{t('word.place')}</th> : null}
              <th>{t('column.result')}</th>
            </tr>
          </thead>
          <tbody>
            {results.map((result) => (
              <tr key={`${result.cu}.${result.lamp}`} className="vx-changed">
                <td>
                  <time dateTime={result.at}>{timeSeconds(result.at)}</time>
                </td>
                <td>
                  <b>{lampNumber(result.lamp)}</b>
                </td>
                {hasPlaces ? (
                  <td className={plainTableStyles.wideOnly}>{result.location || result.description}</td>
                ) : null}
                <td>
                  <ResultState result={result} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isInProgress(test) ? (
        <p className={styles.cardNote}>
          <IconInfoCircle size={16} aria-hidden /> {t('now.note')}
        </p>
      ) : null}
    </Card>
  )
}
