import type { TestResultValue, TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { errorText, useLanguage } from '../../shared/i18n/i18n.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { ReportButton } from '../reports/index.ts'
import { useReportDevices } from './report-devices.ts'

type DocumentProps = { test: TestRun; result: TestResultValue | undefined }

/** The test's report as PDF in the reader's language, for the filtered results. */
export function ReportDocument(props: DocumentProps) {
  const { plant } = useCurrentPlant()
  if (plant.tier !== 'basic') return <TestPdf {...props} />
  return (
    <AnswerBoundary skeleton={null}>
      <BasicReportDocument {...props} />
    </AnswerBoundary>
  )
}

/** Basic plants get a PDF of their last test only; the server refuses all others. */
function BasicReportDocument(props: DocumentProps) {
  const { plantId } = useCurrentPlant()
  const { tests, last: olderTest } = useAnswer('getTests', { plantId, page: 1 })
  const last = tests.find(({ state }) => state !== 'requested' && state !== 'notStarted') ?? olderTest
  const isLast = last?.id === props.test.id
  return <TestPdf {...props} blockedReason={isLast ? undefined : errorText('errors', 'REPORT_LIMIT_BASIC')} />
}

function TestPdf({ test, result, blockedReason: noneReason }: DocumentProps & { blockedReason?: string | undefined }) {
  const { plantId } = useCurrentPlant()
  const language = useLanguage()
  const devicesType = useReportDevices()
  const create = useActionMutation('createReport')
  const start = () => create.mutate({ plantId, testId: test.id, language, devicesType, ...(result ? { result } : {}) })
  return <ReportButton create={create} blockedReason={noneReason} onCreate={start} />
}
