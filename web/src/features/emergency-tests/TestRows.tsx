import { foldSingleLampTests, sumResults } from '@vigilux/contract/features/emergency-tests/single-lamp-tests.rules.ts'
import type { TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { stateOfTest } from '../../shared/status/test-state.ts'
import * as plainTableStyles from '../../shared/table/plain-table.module.css'
import { serialOf } from '../central-units/index.ts'
import { useReportPath } from './report-devices.ts'
import * as styles from './test-rows.module.css'
import { isInProgress, stateText } from './test-texts.ts'

const beginOf = ({ startedAt, requestedAt }: TestRun): string => startedAt ?? requestedAt

type RowsProps = { label: string; tests: readonly TestRun[]; limit?: number }

/** Tests with their results, newest first; consecutive tests of one lamp each are one unfolding row. */
export function TestRows({ label, tests, limit }: RowsProps) {
  const { t } = useTranslation('emergency-tests')
  const phone = usePhone()
  const groups = foldSingleLampTests(tests).slice(0, limit)
  return (
    <table
      className={phone ? styles.testLines : `${plainTableStyles.plainTable} ${styles.testRows}`}
      aria-label={label}
    >
      {phone ? null : (
        <thead>
          <tr>
            <th scope="col">{t('column.started')}</th>
            <th scope="col">{t('word.test')}</th>
            <th scope="col">{t('word.unit')}</th>
            <th scope="col">{t('column.startedBy')}</th>
            <th scope="col">{t('column.result')}</th>
            {(['passed', 'failed', 'notExecuted'] as const).map((state) => (
              <th key={state} scope="col" className={`${plainTableStyles.rightCell} ${styles.testCount}`}>
                {t(`state.${state}`, { ns: 'shared' })}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {groups.map((group) => (
          <GroupRows key={group[0]?.id} group={group} />
        ))}
      </tbody>
    </table>
  )
}

function GroupRows({ group }: { group: readonly TestRun[] }) {
  const [test] = group
  return test && group.length === 1 ? <TestRow test={test} /> : <FoldedRows tests={group} />
}

/** One test, linked to its results. A test without a start has no counts. */
function TestRow({ test }: { test: TestRun }) {
  const { t } = useTranslation('emergency-tests')
  const { plant } = useCurrentPlant()
  const path = useReportPath()
  const { dateTime } = useFormats(plant.timezone)
  const hasResults = test.state !== 'requested' && test.state !== 'notStarted'
  return (
    <tr>
      <td>
        <AppLink className={styles.testOpen} to={path({ tab: 'results', test: test.id })}>
          <time dateTime={beginOf(test)}>{dateTime(beginOf(test))}</time>
        </AppLink>
      </td>
      <td>{t(`kind.${test.kind}`)}</td>
      <td>{serialOf(test.cu)}</td>
      <td>{test.requestedBy ?? t(`startedBy.${test.trigger}`)}</td>
      <td>
        <StatusInline state={stateOfTest(test)} cause={stateText(test, t)} />
      </td>
      <Counts of={hasResults ? test : undefined} isPartial={isInProgress(test)} />
    </tr>
  )
}

type Results = Pick<TestRun, 'passed' | 'failed' | 'notExecuted'>

/** Results as numbers: a dash where there are none, a zero in grey, failures in their color. */
function Counts({ of, isPartial }: { of: Results | undefined; isPartial: boolean }) {
  const { t } = useTranslation('shared')
  const { number } = useFormats()
  return (['passed', 'failed', 'notExecuted'] as const).map((state) => {
    const count = of?.[state]
    const isKnown = count !== undefined && !(isPartial && state === 'notExecuted' && count === 0)
    const isCounted = isKnown && count > 0
    return (
      <td
        key={state}
        className={
          isCounted
            ? `${plainTableStyles.rightCell} ${styles.testCount}`
            : `${plainTableStyles.rightCell} ${styles.testCount} vx-quiet`
        }
        data-tone={isCounted && state === 'failed' ? 'error' : undefined}
        data-label={t(`state.${state}`)}
        data-none={count === 0 || !isKnown || undefined}
      >
        {isKnown ? number(count) : '–'}
      </td>
    )
  })
}

/** Consecutive tests of one lamp each, as one row with their sums. */
function FoldedRows({ tests }: { tests: readonly TestRun[] }) {
  const { t } = useTranslation('emergency-tests')
  const { plant } = useCurrentPlant()
  const { date } = useFormats(plant.timezone)
  const [isOpen, setOpen] = useState(false)
  const [newest, oldest] = [tests[0], tests.at(-1)]
  if (!newest || !oldest) return null
  const results = sumResults(tests)
  const days = [...new Set([oldest, newest].map((test) => date(beginOf(test))))].join(' – ')
  return (
    <>
      <tr>
        <td>{days}</td>
        <td colSpan={3}>
          <button
            type="button"
            className="vx-linklike vx-finger"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t('results.singleLamp', { count: tests.length })}
          </button>
        </td>
        <td>
          <StatusInline
            state={results.failed > 0 ? 'failed' : results.passed === tests.length ? 'passed' : 'passedInPart'}
            {...(results.failed > 0 ? { cause: t('verdict.failed', { count: results.failed }) } : {})}
          />
        </td>
        <Counts of={results} isPartial={false} />
      </tr>
      {isOpen ? tests.map((test) => <TestRow key={test.id} test={test} />) : null}
    </>
  )
}
