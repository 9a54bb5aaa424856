import { Alert } from '@mantine/core'
import { IconAlertTriangleFilled, IconArrowLeft, IconListCheck } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { type TestRun, testResults } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useTranslation } from 'react-i18next'
import type { ActionInput } from '../../shared/api/actions.ts'
import { allPages } from '../../shared/api/all-pages.ts'
import { call } from '../../shared/api/call.ts'
import { useAnswer, useAnswerIf } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { HandoverOffer } from '../../shared/plant/HandoverOffer.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import type { StateName } from '../../shared/status/states.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import type { TableState } from '../../shared/table/table-model.ts'
import { useTableState } from '../../shared/table/table-state.ts'
import * as styles from './emergency-tests.module.css'
import { RepeatTest } from './RepeatTest.tsx'
import { ReportDocument } from './ReportDocument.tsx'
import { ResultState } from './ResultState.tsx'
import { RunningTest } from './RunningTest.tsx'
import { useReportDevices, useReportPath } from './report-devices.ts'
import { Remedy, resultColumns } from './result-columns.tsx'
import { TestVerdict } from './TestVerdict.tsx'
import { isFinished, stateOfResult } from './test-texts.ts'

const worstFirst = { column: 'result', descending: false }
const exportPageRows = 1000

type ReportInput = ActionInput<'getTestReport'>

function questionOf(input: Pick<ReportInput, 'plantId' | 'testId' | 'devicesType'>, state: TableState): ReportInput {
  const sort = (['at', 'lamp', 'result'] as const).find((key) => key === state.sort?.column) ?? 'result'
  const result = testResults.find((one) => one === state.chip)
  return {
    ...input,
    page: state.page,
    search: state.search.slice(0, 80),
    sort,
    descending: state.sort?.descending ?? false,
    ...(result ? { result } : {}),
  }
}

/** Every matching row, over all pages. */
const allResults = (input: ReportInput) =>
  allPages(async (page) => {
    const { results: rows, total } = await call('getTestReport', { ...input, page, pageSize: exportPageRows })
    return { rows, total }
  })

/** One test with its lamps' results, as table, CSV and PDF. */
export function TestReport({ testId }: { testId: string }) {
  const { t } = useTranslation('emergency-tests')
  const { plantId, plant } = useCurrentPlant()
  const path = useReportPath()
  const formats = useFormats(plant.timezone)
  const [state] = useTableState('', worstFirst)
  const input = questionOf({ plantId, testId, devicesType: useReportDevices() }, state)
  const { test, results, total } = useAnswer('getTestReport', input, { placeholderData: keepPreviousData })
  const isOver = isFinished(test)
  const findings = useAnswerIf(isOver, 'getTestFindings', { plantId, testId, devicesType: input.devicesType })
  const stateLabel = (name: StateName) => t(`state.${name}`, { ns: 'shared' })
  const parts = new Map(findings?.parts.map(({ lamp, part }) => [lamp, part]))
  const reasons = new Set(results.map(({ reason }) => reason))
  const [reason] = reasons.size === 1 ? reasons : []
  return (
    <div className={styles.report}>
      <AppLink className={styles.backLink} to={path({ tab: 'results' })}>
        <IconArrowLeft size={16} aria-hidden /> {t('word.allTests')}
      </AppLink>
      {isOver ? (
        <TestVerdict test={test} findings={findings} reason={reason ?? undefined} />
      ) : (
        <RunningTest test={test} />
      )}
      <div className={`${styles.reportActions} vx-no-print`}>
        <RepeatTest test={test} of="notExecuted" />
        <RepeatTest test={test} of="failed" />
        {isOver ? (
          <AnswerBoundary quiet>
            <HandoverOffer />
          </AnswerBoundary>
        ) : null}
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
        columns={resultColumns({ t, word: stateLabel, formats, parts })}
        rowKey={(row) => `${row.cu}.${row.lamp}`}
        defaultSort={worstFirst}
        chips={chipsOf(test, stateLabel)}
        searchPlaceholder={t('word.numberPlaceOrSerial')}
        listLine={(row) => ({
          title: lampNumber(row.lamp),
          state: <ResultState result={row} />,
          detail: [row.description, row.location].filter(Boolean).join(' · ') || row.serial,
          value: formats.timeSeconds(row.at),
          more: row.result === 'failed' ? <Remedy row={row} part={parts.get(row.lamp)} /> : null,
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

function chipsOf(test: TestRun, stateLabel: (name: StateName) => string) {
  return testResults.map((result) => ({
    id: result,
    label: stateLabel(stateOfResult(result)),
    state: stateOfResult(result),
    count: test[result],
    fits: () => true,
  }))
}
