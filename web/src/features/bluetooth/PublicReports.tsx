import { Button } from '@mantine/core'
import { IconShare2 } from '@tabler/icons-react'
import type { BluetoothReport } from '@vigilux/contract/features/bluetooth/bluetooth-report.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { errorText } from '../../shared/i18n/i18n.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { archivedReason } from '../../shared/plant/can-change.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import type { StateName } from '../../shared/status/states.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import type { Column } from '../../shared/table/table-model.ts'
import { UnitSection } from '../central-units/index.ts'
import { CreateReport } from './CreateReport.tsx'

const stateStyles: Record<BluetoothReport['state'], StateName> = {
  open: 'ok',
  expired: 'disabled',
  revoked: 'disabled',
}

/** Public reports of the plant's Bluetooth devices: author, expiry, and revocation. */
export function PublicReports({ hasGateway }: { hasGateway: boolean }) {
  const { t } = useTranslation('bluetooth')
  const { plantId, plant } = useCurrentPlant()
  const [isCreating, setCreating] = useState(false)
  const { reports } = useAnswer('getBleReports', { plantId })
  // After its gateway has left, existing links can still be revoked.
  if (!hasGateway && reports.length === 0) return null
  return (
    <UnitSection title={t('report.title')}>
      <p className="vx-hint">{t('report.about')}</p>
      <div className={layoutStyles.actions}>
        <ReasonButton
          variant="default"
          leftSection={<IconShare2 size={16} aria-hidden />}
          blockedReason={archivedReason(plant) ?? (hasGateway ? undefined : errorText('errors', 'NO_GATEWAY'))}
          onClick={() => setCreating(true)}
        >
          {t('report.make')}
        </ReasonButton>
      </div>
      <ReportTable reports={reports} />
      {isCreating ? <CreateReport onClose={() => setCreating(false)} /> : null}
    </UnitSection>
  )
}

function ReportState({ report }: { report: BluetoothReport }) {
  const { t } = useTranslation('bluetooth')
  const remainingText =
    report.state === 'revoked' && report.revokedBy
      ? t('report.revokedBy', { name: report.revokedBy })
      : t(`report.${report.state}`)
  return <StatusInline state={stateStyles[report.state]} cause={remainingText} />
}

function ReportTable({ reports }: { reports: readonly BluetoothReport[] }) {
  const { t } = useTranslation('bluetooth')
  const { plant } = useCurrentPlant()
  const { dateTime, date } = useFormats(plant.timezone)
  const columns: Column<BluetoothReport>[] = [
    { id: 'made', header: t('report.madeAt'), value: ({ madeAt }) => madeAt, cell: ({ madeAt }) => dateTime(madeAt) },
    { id: 'by', header: t('report.madeBy'), value: ({ madeBy }) => madeBy, cell: ({ madeBy }) => madeBy },
    {
      id: 'devices',
      header: t('report.content'),
      align: 'right',
      value: ({ devices }) => devices,
      cell: ({ devices }) => devices,
    },
    {
      id: 'until',
      header: t('report.until'),
      value: ({ expiresAt }) => expiresAt,
      cell: ({ expiresAt }) => date(expiresAt),
    },
    {
      id: 'state',
      header: t('report.state'),
      value: ({ state }) => t(`report.${state}`),
      cell: (report) => <ReportState report={report} />,
    },
    { id: 'actions', header: t('report.action'), cell: (report) => <RevokeReport report={report} /> },
  ]
  return (
    <DataTable
      name="bluetooth-reports"
      param="report"
      label={t('report.title')}
      rows={reports}
      rowKey={({ id }) => id}
      columns={columns}
      defaultSort={{ column: 'made', descending: true }}
      listLine={(report) => ({
        title: dateTime(report.madeAt),
        state: <ReportState report={report} />,
        detail: report.madeBy,
        value: date(report.expiresAt),
        more: <RevokeReport report={report} />,
      })}
      empty={<EmptyState icon={IconShare2} title={t('report.noneTitle')} />}
    />
  )
}

function RevokeReport({ report }: { report: BluetoothReport }) {
  const { t } = useTranslation('bluetooth')
  const { plantId, plant } = useCurrentPlant()
  const { dateTime } = useFormats(plant.timezone)
  const [isConfirming, setConfirming] = useState(false)
  const revoke = useActionMutation('revokeBleReport', { refresh: ['getBleReports'] })
  const name = t('report.revokeName', { at: dateTime(report.madeAt) })
  if (report.state !== 'open') return null
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        color="red"
        c="var(--mantine-color-error)"
        aria-label={name}
        onClick={() => setConfirming(true)}
      >
        {t('report.revoke')}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        destructive
        title={name}
        confirmLabel={t('report.revoke')}
        onConfirm={async () => {
          await revoke.mutateAsync({ plantId, reportId: report.id })
          setConfirming(false)
        }}
        onCancel={() => setConfirming(false)}
      >
        <p>{t('report.revokeText')}</p>
        <FormFailure error={revoke.error} />
      </ConfirmDialog>
    </>
  )
}
