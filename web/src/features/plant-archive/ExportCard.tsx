import { Button, Progress, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { PlantExport } from '@vigilux/contract/features/plant-archive/plant-export.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useTranslation } from 'react-i18next'
import { useDownload } from '../../shared/api/download.ts'
import { callOnce, useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import * as formStyles from '../../shared/form/form.module.css'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { fileSize } from '../../shared/format/file-size.ts'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import type { PlantDetails } from '../../shared/plant/plant.ts'

type Plant = PlantDetails['plant']

/** Time between two looks at a running export. */
const pollMs = 1_000

/** Card to export the whole plant. */
export function ExportCard({ plant }: { plant: Plant }) {
  const { t } = useTranslation('plant-archive')
  const mayAdminister = roleMay(plant.role, 'plant.administer')
  return (
    <Card title={t('export.section')}>
      <div className={formStyles.settingsBody}>
        <Text size="sm" mb={12}>
          {t('export.text')}
        </Text>
        {mayAdminister ? (
          <AnswerBoundary>
            <LastExport plant={plant} />
          </AnswerBoundary>
        ) : (
          <ReasonButton variant="default" blockedReason={t('archive.whyNot')} onClick={() => undefined}>
            {t('export.order')}
          </ReasonButton>
        )}
      </div>
    </Card>
  )
}

const isUnderWay = (last: PlantExport | null): boolean => last?.state === 'waiting' || last?.state === 'running'

function LastExport({ plant: { plant_id: plantId, timezone } }: { plant: Plant }) {
  const { t } = useTranslation('plant-archive')
  const create = useActionMutation('createPlantExport', { refresh: ['getPlantExport'] })
  const { export: last } = useAnswer(
    'getPlantExport',
    { plantId },
    { refetchInterval: (query) => (isUnderWay(query.state.data?.export ?? null) ? pollMs : false) },
  )
  return (
    <>
      {last ? <ExportState plantId={plantId} timezone={timezone} last={last} /> : null}
      {isUnderWay(last) ? null : (
        <Button variant="default" loading={create.isPending} onClick={() => create.mutate({ plantId })}>
          {t('export.order')}
        </Button>
      )}
      <FormFailure error={create.error} />
    </>
  )
}

type StateProps = { plantId: string; timezone: string; last: PlantExport }

function ExportState({ plantId, timezone, last }: StateProps) {
  const { t } = useTranslation('plant-archive')
  const { number, dateTime } = useFormats(timezone)
  if (last.state === 'failed') return <p role="alert">{t('export.failed')}</p>
  if (last.state === 'ready')
    return (
      <p>
        <DownloadButton plantId={plantId} last={last} />
        <span className="vx-quiet">{t('export.until', { time: dateTime(last.until ?? last.requestedAt) })}</span>
      </p>
    )
  const text =
    last.total === 0 ? t('export.waiting') : t('export.running', { done: number(last.done), total: number(last.total) })
  return (
    <div role="status">
      <Text size="sm">{text}</Text>
      <Progress value={(100 * last.done) / Math.max(1, last.total)} aria-label={text} />
    </div>
  )
}

/** Downloads the finished export; each download is requested and audited. */
function DownloadButton({ plantId, last }: { plantId: string; last: PlantExport }) {
  const { t } = useTranslation('plant-archive')
  const formats = useFormats()
  const { mutate, isPending, error } = useDownload(() =>
    callOnce('downloadPlantExport', { plantId, exportId: last.id }),
  )
  return (
    <>
      <Button loading={isPending} leftSection={<IconDownload size={16} aria-hidden />} onClick={() => mutate()}>
        {t('export.download', { size: fileSize(last.bytes ?? 0, formats) })}
      </Button>
      <FormFailure error={error} />
    </>
  )
}
