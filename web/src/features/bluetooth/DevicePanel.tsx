import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { Facts } from '../../shared/layout/PageHeader.tsx'
import { SidePanel } from '../../shared/layout/SidePanel.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSentCommand } from '../../shared/plant/use-sent-command.tsx'
import { type CurrentUnit, useWhyNotCommand } from '../central-units/index.ts'
import { KindForm, SerialForm, ValidateAction } from './DeviceForms.tsx'
import { DeviceStateLabel } from './DeviceStateLabel.tsx'
import { type Device, formatMac } from './device-state.ts'

type PanelProps = {
  open: CurrentUnit
  device: Device
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** A Bluetooth device: facts, serial and type, and whether the gateway reaches it. */
export function DevicePanel({ open, device, ...panel }: PanelProps) {
  const { t } = useTranslation('bluetooth')
  const { plant } = useCurrentPlant()
  const { dateTime, measure } = useFormats(plant.timezone)
  return (
    <SidePanel {...panel} title={device.serial ?? formatMac(device.mac)} subtitle={t(`kind.${device.kind}`)}>
      <ValidateAction open={open} device={device} />
      <section className="vx-panel-part">
        <Facts
          entries={[
            [t('mac'), formatMac(device.mac)],
            [t('word.serial'), device.serial ?? t('unknown')],
            [
              t('validation'),
              <DeviceStateLabel key="state" device={device} connected={open.unit.connection === 'connected'} />,
            ],
            [t('sight'), device.inSight ? t('inSight') : t('outOfSight')],
            [t('word.signalStrength'), device.signal === null ? t('unknown') : measure(device.signal, 'dBm')],
            [t('seen'), device.lastSeen ? dateTime(device.lastSeen) : t('unknown')],
          ]}
        />
      </section>
      <SerialForm open={open} device={device} />
      <KindForm open={open} device={device} />
      <RemoveAction open={open} device={device} />
    </SidePanel>
  )
}

type PartProps = { open: CurrentUnit; device: Device }

function RemoveAction({ open: { unit, topic }, device }: PartProps) {
  const { t } = useTranslation('bluetooth')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotCommand()(unit)
  const sentCommand = useSentCommand('gatewayRemove')
  const [isConfirming, setConfirming] = useState(false)
  const name = device.serial ?? formatMac(device.mac)
  return (
    <section className="vx-panel-part">
      <div className={layoutStyles.actions}>
        <ReasonButton
          variant="outline"
          color="red"
          blockedReason={blockedReason ?? (sentCommand.busy ? t('asking') : undefined)}
          onClick={() => setConfirming(true)}
        >
          {t('remove')}
        </ReasonButton>
      </div>
      {sentCommand.line}
      <ConfirmDialog
        opened={isConfirming}
        destructive
        title={t('removeTitle', { name })}
        confirmLabel={t('remove')}
        onConfirm={async () => {
          setConfirming(false)
          await sentCommand.send({ plantId, topic, mac: device.mac })
        }}
        onCancel={() => setConfirming(false)}
      >
        {t('removeText')}
      </ConfirmDialog>
    </section>
  )
}
