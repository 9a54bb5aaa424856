import type { TestResultValue, TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { useAction, useActionMutation } from '../../shared/api/use-action.ts'
import { codeText, useLanguage } from '../../shared/i18n/i18n.ts'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { ReportButton } from '../reports/index.ts'
import { useReportDevices } from './report-devices.ts'

/** Why a Basic plant gets no paper of this test; the server refuses it too. */
function useWhyNoPaper(test: TestRun): string | undefined {
  const { plantId, plant } = useOpenPlant()
  const isBasic = plant.tier === 'basic'
  const tests = useAction('getTests', { plantId, page: 1 }, { enabled: isBasic })
  if (!isBasic || !tests.data) return undefined
  const { tests: listed, last: older } = tests.data
  const last = listed.find(({ state }) => state !== 'requested' && state !== 'notStarted') ?? older
  return last?.id === test.id ? undefined : codeText('errors', 'REPORT_LIMIT_BASIC')
}

/** The test's report as PDF in the reader's language, of the results in view. */
export function ReportDocument({ test, result }: { test: TestRun; result: TestResultValue | undefined }) {
  const { plantId } = useOpenPlant()
  const language = useLanguage()
  const devicesType = useReportDevices()
  const because = useWhyNoPaper(test)
  const create = useActionMutation('createReport')
  const start = () => create.mutate({ plantId, testId: test.id, language, devicesType, ...(result ? { result } : {}) })
  return <ReportButton create={create} because={because} onCreate={start} />
}
