import { Button } from '@mantine/core'
import { IconDownload, IconFileTypePdf } from '@tabler/icons-react'
import type { BillKind } from '@vigilux/contract/features/bill-of-materials/bill.ts'
import type { Report } from '@vigilux/contract/features/reports/report.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { callOnce } from '../../shared/api/call-once.ts'
import { useDownload } from '../../shared/api/download.ts'
import { useAction, useActionMutation } from '../../shared/api/use-action.ts'
import { toastFailure } from '../../shared/feedback/toast.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { codeText, useLanguage } from '../../shared/i18n/i18n.ts'
import { useOpenPlant } from '../../shared/plant/plant.ts'

const noId = '00000000-0000-0000-0000-000000000000'

const isMade = (report: Report | undefined): boolean => report?.state === 'ready' || report?.state === 'failed'

/** Has the bill made as PDF in the reader's language, says how far it is, and hands it over. */
export function BillPdf({ of }: { of: BillKind }) {
  const { t } = useTranslation('bill-of-materials')
  const { plantId } = useOpenPlant()
  const language = useLanguage()
  const create = useActionMutation('createBillReport')
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
  const download = useDownload(() => callOnce('downloadReport', { plantId, reportId: report?.id ?? noId }))
  const failure = create.error ?? followed.error ?? download.error
  useEffect(() => {
    if (failure) toastFailure(failure)
  }, [failure])
  if (report?.state === 'ready')
    return (
      <Button
        variant="default"
        loading={download.isPending}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => download.mutate()}
      >
        {t('download')}
      </Button>
    )
  const making = create.isPending || (report !== undefined && !isMade(report))
  return (
    <>
      {report?.state === 'failed' ? (
        <span role="alert" className="vx-command-failed">
          {t('pdfFailed')} {report.error ? codeText('errors', report.error) : null}
        </span>
      ) : null}
      {making ? (
        <span className="vx-hidden" role="status">
          {t('pdfMaking')}
        </span>
      ) : null}
      <ReasonButton
        variant="default"
        loading={making}
        leftSection={<IconFileTypePdf size={16} aria-hidden />}
        onClick={() => create.mutate({ plantId, of, language })}
      >
        PDF
      </ReasonButton>
    </>
  )
}
