import { IconBluetooth, IconRadar2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { RelativeTime } from '../../shared/format/RelativeTime.tsx'
import { Cause } from '../../shared/layout/Cause.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { WithPanel } from '../../shared/layout/SidePanel.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSentCommand } from '../../shared/plant/use-sent-command.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { type CurrentUnit, UnitSection, useWhyNotCommand } from '../central-units/index.ts'
import { InsertForm } from './DeviceForms.tsx'
import { DevicePanel } from './DevicePanel.tsx'
import { DeviceStateLabel } from './DeviceStateLabel.tsx'
import { useDeviceColumns } from './device-columns.tsx'
import { type Device, formatMac, lastReceived } from './device-state.ts'

/** A gateway's devices in and out of direct sight, with a search for more, and a form to add one by its address. */
export function DevicesCard({ open }: { open: CurrentUnit }) {
  const { t } = useTranslation('bluetooth')
  const { plant } = useCurrentPlant()
  const { dateTime } = useFormats(plant.timezone)
  const [search, setSearch] = useSearchParams()
  const devices = open.detail?.bluetooth ?? []
  const connected = open.unit.connection === 'connected'
  const columns = useDeviceColumns({ connected, timezone: plant.timezone })
  const at = devices.findIndex(({ mac }) => mac === search.device)
  const shown = devices[at]
  const show = (device: Device | undefined) => setSearch({ device: device?.mac })
  const lastReceivedAt = lastReceived(devices)
  const inSightCount = devices.filter((device) => device.inSight).length
  return (
    <>
      {connected || open.unit.connection === 'notAcquired' ? null : (
        <Cause state="offline" title={t('noRecent')}>
          <p>{lastReceivedAt ? t('lastAt', { at: dateTime(lastReceivedAt) }) : t('neverReceived')}</p>
        </Cause>
      )}
      <UnitSection
        title={t('word.bluetoothDevices')}
        aside={t('counts', { inSight: inSightCount, outOfSight: devices.length - inSightCount })}
      >
        <ScanAction open={open} />
        <InsertForm open={open} devices={devices} />
      </UnitSection>
      <WithPanel
        panel={
          shown ? (
            <DevicePanel
              key={shown.mac}
              open={open}
              device={shown}
              onClose={() => show(undefined)}
              onPrevious={at > 0 ? () => show(devices[at - 1]) : undefined}
              onNext={at < devices.length - 1 ? () => show(devices[at + 1]) : undefined}
            />
          ) : null
        }
      >
        <DataTable
          name="bluetooth-devices"
          param="ble"
          label={t('word.bluetoothDevices')}
          rows={devices}
          rowKey={({ mac }) => mac}
          columns={columns}
          searchText={({ mac, serial }) => `${mac} ${formatMac(mac)} ${serial ?? ''}`}
          chips={[
            { id: 'insight', label: t('inSight'), fits: (device) => device.inSight },
            { id: 'outofsight', label: t('outOfSight'), fits: (device) => !device.inSight },
          ]}
          defaultSort={{ column: 'state', descending: true }}
          onOpen={show}
          openKey={search.device}
          listLine={(device) => ({
            title: device.serial ?? formatMac(device.mac),
            state: <DeviceStateLabel device={device} connected={connected} />,
            detail: t(`kind.${device.kind}`),
            value: device.lastSeen ? <RelativeTime at={device.lastSeen} timeZone={plant.timezone} /> : '–',
          })}
          empty={
            <div className="vx-card">
              <EmptyState icon={IconBluetooth} title={t('none.title')}>
                {t('none.text')}
              </EmptyState>
            </div>
          }
        />
      </WithPanel>
    </>
  )
}

function ScanAction({ open: { unit, topic } }: { open: CurrentUnit }) {
  const { t } = useTranslation('bluetooth')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotCommand()(unit)
  const sentCommand = useSentCommand('gatewayCommand')
  return (
    <>
      <div className={layoutStyles.actions}>
        <ReasonButton
          blockedReason={blockedReason ?? (sentCommand.busy ? t('asking') : undefined)}
          leftSection={<IconRadar2 size={16} aria-hidden />}
          onClick={() => void sentCommand.send({ plantId, topic, command: 'scan' })}
        >
          {t('scan')}
        </ReasonButton>
      </div>
      {sentCommand.line}
    </>
  )
}
