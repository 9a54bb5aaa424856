import { IconLinkOff } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import type { BluetoothReportContent } from '@vigilux/contract/features/bluetooth/bluetooth-report.ts'
import { useTranslation } from 'react-i18next'
import type { ActionInput } from '../../shared/api/actions.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { StatePanel } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { Cause } from '../../shared/layout/Cause.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { UnitSection } from '../central-units/index.ts'
import * as styles from './bluetooth.module.css'
import { DeviceStateLabel } from './DeviceStateLabel.tsx'
import { useDeviceColumns } from './device-columns.tsx'
import { type Device, formatMac } from './device-state.ts'

/** Refusals shown as "leads nowhere" to a link's reader. */
const unknownCodes = ['BLE_REPORT_NOT_FOUND', 'INVALID_INPUT']

/** A public report for everybody with its link: a snapshot of the devices, and nothing else of the plant. */
export function BleReportPage() {
  const { plantId = '', report = '' } = useParams({ strict: false }) as { plantId?: string; report?: string }
  return (
    <AnswerBoundary level={1} refused={({ code }) => (unknownCodes.includes(code) ? <UnknownReport /> : undefined)}>
      <Report plantId={plantId} report={report} />
    </AnswerBoundary>
  )
}

function UnknownReport() {
  const { t } = useTranslation('bluetooth')
  return (
    <StatePanel icon={IconLinkOff} title={t('report.unknownTitle')} role="status" level={1}>
      {t('report.unknownText')}
    </StatePanel>
  )
}

function Report(input: ActionInput<'getBleReport'>) {
  const { t } = useTranslation('bluetooth')
  const { content, expiresAt } = useAnswer('getBleReport', input, { staleTime: Number.POSITIVE_INFINITY })
  const { full } = useFormats(content.timezone)
  return (
    <article className={styles.bleReport}>
      <header>
        <h1>{t('report.heading', { plant: content.plantname })}</h1>
        <p>{t('report.asOf', { at: full(content.at) })}</p>
        <p>{t('report.readUntil', { at: full(expiresAt) })}</p>
      </header>
      {content.gateways.map((gateway) => (
        <Gateway key={`${gateway.cu_type}_${gateway.cu_id}`} gateway={gateway} timezone={content.timezone} />
      ))}
    </article>
  )
}

type GatewayProps = { gateway: BluetoothReportContent['gateways'][number]; timezone: string }

function Gateway({ gateway: { cu_id, cu_type, connected, lastSeen, devices }, timezone }: GatewayProps) {
  const { t } = useTranslation('bluetooth')
  const { full } = useFormats(timezone)
  const columns = useDeviceColumns({ connected, timezone, moment: 'absolute' })
  const inSightCount = devices.filter((device) => device.inSight).length
  return (
    <UnitSection
      title={t('report.gateway', { serial: cu_id })}
      aside={t('counts', { inSight: inSightCount, outOfSight: devices.length - inSightCount })}
    >
      {connected ? null : (
        <Cause state="offline" title={t('noRecent')}>
          <p>{lastSeen ? t('report.wasOffline', { at: full(lastSeen) }) : t('neverReceived')}</p>
        </Cause>
      )}
      <DataTable<Device>
        name="bluetooth-report"
        param={`${cu_type}${cu_id}`}
        label={t('report.gateway', { serial: cu_id })}
        rows={devices}
        rowKey={({ mac }) => mac}
        columns={columns}
        searchText={({ mac, serial }) => `${mac} ${formatMac(mac)} ${serial ?? ''}`}
        listLine={(device) => ({
          title: device.serial ?? formatMac(device.mac),
          state: <DeviceStateLabel device={device} connected={connected} />,
          detail: t(`kind.${device.kind}`),
          value: device.lastSeen ? full(device.lastSeen) : '–',
        })}
        empty={<p className="vx-hint">{t('report.noDevices')}</p>}
      />
    </UnitSection>
  )
}
