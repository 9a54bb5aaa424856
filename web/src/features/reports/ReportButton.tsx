import { IconFileTypePdf } from '@tabler/icons-react'
import type { ApiFailure } from '@vigilux/client/failure.ts'
import type { Report } from '@vigilux/contract/features/reports/report.ts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useDownload } from '../../shared/api/download.ts'
import { callOnce, placeholderId, useAction } from '../../shared/api/use-action.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useNow } from '../../shared/format/RelativeTime.tsx'
import { errorText } from '../../shared/i18n/i18n.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serverNow } from '../../shared/plant/server-clock.ts'
import * as styles from './reports.module.css'

/** Polling interval for the state of a report. */
const pollIntervalMs = 2000

const isFinished = (report: Report | undefined): boolean => report?.state === 'ready' || report?.state === 'failed'

/** Follows a report to its end. */
function useReport(requestedReport: Report | undefined) {
  const { plantId } = useCurrentPlant()
  const reportQuery = useAction(
    'getReport',
    { plantId, reportId: requestedReport?.id ?? placeholderId },
    {
      enabled: requestedReport !== undefined,
      refetchInterval: (query) => (isFinished(query.state.data?.report) ? false : pollIntervalMs),
    },
  )
  return {
    report: requestedReport && (reportQuery.data ? reportQuery.data.report : requestedReport),
    error: reportQuery.error,
  }
}

type ReportButtonProps = {
  create: { data: { report: Report } | undefined; error: ApiFailure | null; isPending: boolean }
  onCreate: () => void
  blockedReason?: string | undefined
}

/** Saves a report once it is ready; each download is requested and audited. */
function useSaveWhenReady(report: Report | undefined) {
  const { plantId } = useCurrentPlant()
  const savedId = useRef<string>(undefined)
  const reportId = report?.id ?? ''
  const download = useDownload(() => callOnce('downloadReport', { plantId, reportId }))
  const { mutate } = download
  const isReady = report?.state === 'ready'
  useEffect(() => {
    if (!isReady || savedId.current === reportId) return
    savedId.current = reportId
    mutate()
  }, [isReady, reportId, mutate])
  return download
}

/** Makes a report as PDF with one press: shows its progress, then saves it. */
export function ReportButton({ create, onCreate, blockedReason }: ReportButtonProps) {
  const { t } = useTranslation('reports')
  const { report, error } = useReport(create.data ? create.data.report : undefined)
  const download = useSaveWhenReady(report)
  const isCreating = create.isPending || (report !== undefined && !isFinished(report))
  const isFailed = report?.state === 'failed' || create.error !== null || download.error !== null
  return (
    <span className={styles.pdf}>
      {report?.state === 'failed' ? (
        <span role="alert" className={styles.pdfFailed}>
          {t('failed')} {report.error === 'FILE_QUOTA_EXCEEDED' ? t('noRoom') : errorText('errors', report.error ?? '')}
        </span>
      ) : null}
      {isCreating ? (
        <span className="vx-hidden" role="status">
          {t('making')}
        </span>
      ) : null}
      <FormFailure error={create.error ?? error ?? download.error} />
      <ReasonButton
        variant="default"
        blockedReason={blockedReason}
        loading={isCreating || download.isPending}
        leftSection={<IconFileTypePdf size={16} aria-hidden />}
        onClick={() => (download.error ? download.mutate() : onCreate())}
      >
        {isCreating ? <Progress report={report} /> : isFailed ? t('tryAgain') : 'PDF'}
      </ReasonButton>
    </span>
  )
}

/** Progress: its place in the queue, or how long it has been rendering. */
function Progress({ report }: { report: Report | undefined }) {
  const { t } = useTranslation('reports')
  const { duration } = useFormats()
  const now = useNow(1000)
  if (!report || report.state === 'queued') return t('waiting')
  return t('makingFor', { time: duration(Math.max(0, serverNow(now) - Date.parse(report.requestedAt))) })
}
