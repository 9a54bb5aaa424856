import { Alert } from '@mantine/core'
import { IconAlertTriangleFilled, IconArrowLeft, IconListCheck } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { type TestResult, type TestRun, testResults } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ActionInput } from '../../shared/api/actions.ts'
import { allPages } from '../../shared/api/all-pages.ts'
import { call } from '../../shared/api/call.ts'
import { useAction } from '../../shared/api/use-action.ts'
import { ErrorState } from '../../shared/feedback/ErrorState.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { type Formats, useFormats } from '../../shared/format/format.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { lampNumber } from '../../shared/plant/lamps.ts'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import type { StateName } from '../../shared/status/states.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import type { Column, TableState } from '../../shared/table/table-model.ts'
import { useTableState } from '../../shared/table/table-state.ts'
import { ReportDocument } from './ReportDocument.tsx'
import { ResultState } from './ResultState.tsx'
import { RunningTest } from './RunningTest.tsx'
import { useReportDevices, useReportPath } from './report-devices.ts'
import { TestRest } from './TestRest.tsx'
import { reasonText, stateOfResult } from './test-words.ts'

const byLamp = { column: 'lamp', descending: false }
const exportPageRows = 1000

type ReportInput = ActionInput<'getTestReport'>

function questionOf(of: Pick<ReportInput, 'plantId' | 'testId' | 'devicesType'>, state: TableState): ReportInput {
  const sort = (['at', 'lamp', 'result'] as const).find((key) => key === state.sort?.column) ?? 'lamp'
  const result = testResults.find((one) => one === state.chip)
  return {
    ...of,
    page: state.page,
    search: state.search.slice(0, 80),
    sort,
    descending: state.sort?.descending ?? false,
    ...(result ? { result } : {}),
  }
}

/** Every row of the filter, over all pages. */
const allResults = (input: ReportInput) =>
  allPages(async (page) => {
    const { results: rows, total } = await call('getTestReport', { ...input, page, pageSize: exportPageRows })
    return { rows, total }
  })

/** One test with the results of its lamps, as table, CSV and PDF. */
export function TestReport({ testId }: { testId: string }) {
  const { t } = useTranslation('emergency-tests')
  const { t: tShared } = useTranslation('shared')
  const { plantId, plant } = useOpenPlant()
  const path = useReportPath()
  const formats = useFormats(plant.timezone)
  const [state] = useTableState('', byLamp)
  const input = questionOf({ plantId, testId, devicesType: useReportDevices() }, state)
  const report = useAction('getTestReport', input, { placeholderData: keepPreviousData })
  const back = (
    <AppLink className="vx-back-link" to={path({ tab: 'results' })}>
      <IconArrowLeft size={16} aria-hidden /> {t('results.back')}
    </AppLink>
  )
  if (!report.data)
    return (
      <>
        {back}
        <div className="vx-card">
          {report.error ? (
            <ErrorState error={report.error} retry={() => void report.refetch()} />
          ) : (
            <LoadingRows rows={10} />
          )}
        </div>
      </>
    )
  const { test, results, total } = report.data
  return (
    <div className="vx-report">
      {back}
      <RunningTest test={test} />
      <div className="vx-report-actions vx-no-print">
        <TestRest test={test} />
      </div>
      {test.clockWrong ? (
        <Alert color="yellow" icon={<IconAlertTriangleFilled size={18} aria-hidden />}>
          {t('results.clockWrong')}
        </Alert>
      ) : null}
      <DataTable
        name={`test-${test.cu}-${(test.startedAt ?? test.requestedAt).slice(0, 10)}`}
        label={t('results.label')}
        rows={results}
        columns={columnsOf(t, (name) => tShared(`state.${name}`), formats)}
        rowKey={(row) => `${row.cu}.${row.lamp}`}
        defaultSort={byLamp}
        chips={chipsOf(test, (name) => tShared(`state.${name}`))}
        searchPlaceholder={t('results.search')}
        listLine={(row) => ({
          title: lampNumber(row.lamp),
          state: <ResultState result={row} />,
          detail: [row.description, row.location].filter(Boolean).join(' · ') || row.serial,
          value: formats.timeSeconds(row.at),
        })}
        tools={
          <ReportDocument key={`${test.id} ${input.result} ${input.devicesType}`} test={test} result={input.result} />
        }
        remote={{ total, exportRows: () => allResults(input) }}
        empty={
          <div className="vx-card">
            <EmptyState icon={IconListCheck} title={t('now.noResults')}>
              {t('results.noRows')}
            </EmptyState>
            <ReportDocument test={test} result={undefined} />
          </div>
        }
      />
    </div>
  )
}

function chipsOf(test: TestRun, word: (name: StateName) => string) {
  return testResults.map((result) => ({
    id: result,
    label: word(stateOfResult(result)),
    state: stateOfResult(result),
    count: test[result],
    fits: () => true,
  }))
}

function columnsOf(
  t: TFunction<'emergency-tests'>,
  word: (name: StateName) => string,
  { dateTime, full, duration }: Formats,
): readonly Column<TestResult>[] {
  const measured = (row: TestResult) => {
    if (row.measured_s === null) return null
    const lasted = duration(row.measured_s * 1000)
    return row.rated_min === null ? lasted : t('column.measuredOf', { lasted, rated: duration(row.rated_min * 60_000) })
  }
  return [
    { id: 'lamp', header: t('column.lamp'), cell: (row) => lampNumber(row.lamp), value: (row) => row.lamp },
    {
      id: 'serial',
      header: t('column.serial'),
      cell: (row) => row.serial,
      value: (row) => row.serial,
      sortable: false,
    },
    {
      id: 'description',
      header: t('column.description'),
      cell: (row) => <span title={row.description}>{row.description}</span>,
      value: (row) => row.description,
      sortable: false,
      cut: true,
    },
    {
      id: 'place',
      header: t('column.place'),
      cell: (row) => <span title={row.location}>{row.location}</span>,
      value: (row) => row.location,
      sortable: false,
      cut: true,
    },
    {
      id: 'result',
      header: t('column.result'),
      cell: (row) => <ResultState result={row} />,
      value: (row) => row.result,
      csv: (row) =>
        row.reason
          ? `${word(stateOfResult(row.result))}: ${reasonText(row.reason, t)}`
          : word(stateOfResult(row.result)),
    },
    {
      id: 'measured',
      header: t('column.measured'),
      align: 'right',
      cell: (row) => measured(row) ?? '–',
      value: measured,
      sortable: false,
    },
    {
      id: 'at',
      header: t('column.time'),
      cell: (row) => dateTime(row.at),
      value: (row) => row.at,
      csv: (row) => full(row.at),
    },
  ]
}
