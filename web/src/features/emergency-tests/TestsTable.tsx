import { Pagination } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import type { TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { useLimits } from '../../shared/api/use-limits.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { HiddenHistory } from '../../shared/plant/HiddenHistory.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { stateOfTest } from '../../shared/status/test-state.ts'
import { serialOf } from '../central-units/index.ts'
import { useReportDevices, useReportPath } from './report-devices.ts'
import { stateText } from './test-texts.ts'

/** All tests of the plant, newest first, linked to their results. */
export function TestsTable() {
  const devicesType = useReportDevices()
  const [search] = useSearchParams()
  return (
    <AnswerBoundary>
      <Tests devicesType={devicesType} page={Math.max(1, Number(search.page) || 1)} />
    </AnswerBoundary>
  )
}

type TestsInput = { devicesType: ReturnType<typeof useReportDevices>; page: number }

function Tests({ devicesType, page }: TestsInput) {
  const { t } = useTranslation('emergency-tests')
  const { plantId } = useCurrentPlant()
  const [, setSearch] = useSearchParams()
  const limits = useLimits()
  const { tests, hidden, last, total } = useAnswer(
    'getTests',
    { plantId, page, devicesType },
    { placeholderData: keepPreviousData },
  )
  if (total === 0)
    return (
      <>
        <div className="vx-card">
          <EmptyState
            icon={IconListCheck}
            title={t(hidden > 0 ? 'results.noneLately' : devicesType === 'all' ? 'results.none' : 'devices.none')}
          >
            {t('results.noneText')}
          </EmptyState>
        </div>
        {last ? <LastTestOnly test={last} /> : null}
        <HiddenHistory of="tests" count={hidden} />
      </>
    )
  const pages = limits ? Math.ceil(total / limits.reportPageRows) : 1
  return (
    <>
      <ul className="vx-tests-list vx-card" aria-label={t('tab.results')}>
        {tests.map((test) => (
          <TestLine key={test.id} test={test} />
        ))}
      </ul>
      {pages > 1 ? (
        <nav className="vx-table-pages" aria-label={t('table.pages')}>
          <span />
          <Pagination
            total={pages}
            value={page}
            onChange={(next) => setSearch({ page: next > 1 ? String(next) : undefined })}
            getItemProps={(number) => ({ 'aria-label': t('table.page', { page: number }) })}
            getControlProps={(control) => ({
              'aria-label': control === 'next' ? t('table.next') : t('table.previous'),
            })}
          />
        </nav>
      ) : null}
      {last ? <LastTestOnly test={last} /> : null}
      <HiddenHistory of="tests" count={hidden} />
    </>
  )
}

/** The last test when it is older than the listed ones: a Basic plant can still read it. */
function LastTestOnly({ test }: { test: TestRun }) {
  const { t } = useTranslation('emergency-tests')
  return (
    <ul className="vx-tests-list vx-card" aria-label={t('last.one')}>
      <TestLine test={test} />
    </ul>
  )
}

/** One test with its end and counts, linked to its results. */
export function TestLine({ test }: { test: TestRun }) {
  const { t } = useTranslation('emergency-tests')
  const { t: tShared } = useTranslation('shared')
  const { plant } = useCurrentPlant()
  const path = useReportPath()
  const { dateTime, number } = useFormats(plant.timezone)
  const state = stateOfTest(test)
  return (
    <li>
      <AppLink className="vx-test-line" to={path({ tab: 'results', test: test.id })}>
        <span className="vx-test-what">
          <b>{t(`kind.${test.kind}`)}</b>
          <small>
            {dateTime(test.startedAt ?? test.requestedAt)} · {t('now.unit', { serial: serialOf(test.cu) })} ·{' '}
            {test.requestedBy ?? t(`trigger.${test.trigger}`)}
          </small>
        </span>
        <span className="vx-test-state">
          <StatusInline state={state} cause={stateText(test, t, tShared)} />
        </span>
        <span className="vx-test-counts">
          <span>
            {tShared('state.passed')} <b>{number(test.passed)}</b>
          </span>
          <span>
            {tShared('state.failed')} <b>{number(test.failed)}</b>
          </span>
          <span>
            {tShared('state.notExecuted')} <b>{number(test.notExecuted)}</b>
          </span>
        </span>
      </AppLink>
    </li>
  )
}
