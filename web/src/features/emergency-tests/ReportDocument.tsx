import { Button } from '@mantine/core'
import { IconDownload, IconFileTypePdf } from '@tabler/icons-react'
import type { TestResultValue, TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { Report } from '@vigilux/contract/features/reports/report.ts'
import { useTranslation } from 'react-i18next'
import { callOnce } from '../../shared/api/call-once.ts'
import { useDownload } from '../../shared/api/download.ts'
import { useAction, useActionMutation } from '../../shared/api/use-action.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { codeText, useLanguage } from '../../shared/i18n/i18n.ts'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { useReportDevices } from './report-devices.ts'

const noId = '00000000-0000-0000-0000-000000000000'

function isMade(report: Report | undefined): boolean {
  return report?.state === 'ready' || report?.state === 'failed'
}

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

/** Hands over what was made; each download is asked for, and stands in the audit. */
function DownloadPdf({ report }: { report: Report }) {
  const { t } = useTranslation('emergency-tests')
  const { plantId } = useOpenPlant()
  const { mutate, isPending, error } = useDownload(() => callOnce('downloadReport', { plantId, reportId: report.id }))
  return (
    <span className="vx-pdf">
      <FormFailure error={error} />
      <Button
        loading={isPending}
        leftSection={<IconDownload size={16} aria-hidden />}
        className="vx-pdf-ready"
        onClick={() => mutate()}
      >
        {t('pdf.download')}
      </Button>
    </span>
  )
}

/** Has the PDF made in the reader's language, says how far it is, and hands it over. */
export function ReportDocument({ test, result }: { test: TestRun; result: TestResultValue | undefined }) {
  const { t } = useTranslation('emergency-tests')
  const { t: tShared } = useTranslation('shared')
  const { plantId } = useOpenPlant()
  const language = useLanguage()
  const devicesType = useReportDevices()
  const because = useWhyNoPaper(test)
  const create = useActionMutation('createReport')
  const asked = create.data?.report
  const followed = useAction(
    'getReport',
    { plantId, reportId: asked?.id ?? noId },
    {
      enabled: asked !== undefined,
      refetchInterval: (query) => (isMade(query.state.data?.report) ? false : 2000),
    },
  )
  const report = asked && (followed.data?.report ?? asked)
  const start = () => create.mutate({ plantId, testId: test.id, language, devicesType, ...(result ? { result } : {}) })
  if (report?.state === 'ready') return <DownloadPdf report={report} />
  const making = create.isPending || (report !== undefined && !isMade(report))
  return (
    <span className="vx-pdf">
      {report?.state === 'failed' ? (
        <span role="alert" className="vx-command-failed">
          {t('pdf.failed')} {report.error ? codeText('errors', report.error) : null}
        </span>
      ) : null}
      {making ? (
        <span className="vx-hidden" role="status">
          {t('pdf.making')}
        </span>
      ) : null}
      <FormFailure error={create.error ?? followed.error} />
      <ReasonButton
        variant="default"
        because={because}
        loading={making}
        leftSection={<IconFileTypePdf size={16} aria-hidden />}
        onClick={start}
      >
        {report?.state === 'failed' || create.error ? tShared('tryAgain') : t('pdf.button')}
      </ReasonButton>
    </span>
  )
}
