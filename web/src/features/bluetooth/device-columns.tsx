import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { RelativeTime } from '../../shared/format/RelativeTime.tsx'
import type { Column } from '../../shared/table/table-model.ts'
import { DeviceStateLabel } from './DeviceStateLabel.tsx'
import { type Device, deviceState, formatMac } from './device-state.ts'

type ColumnOptions = {
  /** Whether the gateway is connected, or was at the time of the report. */
  connected: boolean
  timezone: string
  /** `absolute` for data of a fixed past time. */
  moment?: 'absolute'
}

/** Columns of the devices behind a gateway. */
export function useDeviceColumns({ connected, timezone, moment }: ColumnOptions): Column<Device>[] {
  const { t } = useTranslation('bluetooth')
  const { measure, dateTime } = useFormats(timezone)
  const formatSeen = (at: string) => (moment ? dateTime(at) : <RelativeTime at={at} timeZone={timezone} />)
  return [
    { id: 'mac', header: t('mac'), cell: ({ mac }) => formatMac(mac), value: ({ mac }) => formatMac(mac) },
    {
      id: 'serial',
      header: t('word.serial'),
      cell: ({ serial }) => serial ?? t('unknown'),
      value: ({ serial }) => serial,
    },
    {
      id: 'kind',
      header: t('word.type'),
      cell: ({ kind }) => t(`kind.${kind}`),
      value: ({ kind }) => t(`kind.${kind}`),
    },
    {
      id: 'sight',
      width: 150,
      header: t('sight'),
      cell: ({ inSight }) => (inSight ? t('inSight') : t('outOfSight')),
      value: ({ inSight }) => (inSight ? t('inSight') : t('outOfSight')),
    },
    {
      id: 'state',
      header: t('validation'),
      cell: (device) => <DeviceStateLabel device={device} connected={connected} />,
      value: (device) => ['validated', 'untried', 'failed', 'silent'].indexOf(deviceState(device, connected)),
      csv: (device) => t(`state.${deviceState(device, connected)}`),
    },
    {
      id: 'signal',
      header: t('word.signalStrength'),
      align: 'right',
      cell: ({ signal }) => (signal === null ? t('unknown') : measure(signal, 'dBm')),
      value: ({ signal }) => signal,
    },
    {
      id: 'seen',
      width: 130,
      header: t('seen'),
      cell: ({ lastSeen }) => (lastSeen ? formatSeen(lastSeen) : t('unknown')),
      value: ({ lastSeen }) => lastSeen,
    },
  ]
}
