import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../shared/feedback/Dialog.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { errorText } from '../../shared/i18n/i18n.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSentCommand } from '../../shared/plant/use-sent-command.tsx'
import { type CurrentUnit, useWhyNotCommand } from '../central-units/index.ts'
import * as styles from './bluetooth.module.css'
import { InsertForm, KindForm, SerialForm, ValidateAction } from './DeviceForms.tsx'
import { DeviceStateLabel } from './DeviceStateLabel.tsx'
import { formatMac } from './device-state.ts'

/** Gateway commands without confirmation; commands for switching on lights are confirmed on the unit's own page. */
const commandNames = { scan: 'gatewayScan', refresh: 'refresh', setClock: 'setClock' } as const
type Plain = keyof typeof commandNames

/** All device commands of a gateway, in the order of a device's setup. */
export function GatewayCommands({ open, onClose }: { open: CurrentUnit; onClose: () => void }) {
  const { t } = useTranslation('bluetooth')
  const [mac, setMac] = useState<string | undefined>()
  const devices = open.detail?.bluetooth ?? []
  const device = devices.find((one) => one.mac === mac)
  return (
    <Dialog opened onClose={onClose} size="lg" title={t('command.title', { serial: open.unit.cu_id })}>
      <div className={styles.gatewayCommands}>
        <PlainCommand open={open} />
        <InsertForm open={open} devices={devices} onMac={setMac} />
        {device ? (
          <section aria-label={formatMac(device.mac)}>
            <h3>
              {formatMac(device.mac)}{' '}
              <DeviceStateLabel device={device} connected={open.unit.connection === 'connected'} />
            </h3>
            <SerialForm key={`serial ${device.mac}`} open={open} device={device} />
            <KindForm key={`kind ${device.mac}`} open={open} device={device} />
            <ValidateAction key={`validate ${device.mac}`} open={open} device={device} />
          </section>
        ) : (
          <p className="vx-hint">{t(mac ? 'command.addFirst' : 'command.which')}</p>
        )}
      </div>
    </Dialog>
  )
}

function PlainCommand({ open: { unit, topic } }: { open: CurrentUnit }) {
  const { t } = useTranslation('bluetooth')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotCommand()(unit)
  const sentCommand = useSentCommand('gatewayCommand')
  const [command, setCommand] = useState<Plain>('scan')
  const data = (Object.keys(commandNames) as Plain[]).map((value) => ({
    value,
    label: errorText('commandNames', commandNames[value]) ?? value,
  }))
  return (
    <div className={styles.insert}>
      <Select
        label={t('word.command')}
        allowDeselect={false}
        value={command}
        data={data}
        onChange={(value) => setCommand((value ?? command) as Plain)}
      />
      <ReasonButton
        variant="default"
        blockedReason={blockedReason ?? (sentCommand.busy ? t('asking') : undefined)}
        onClick={() => void sentCommand.send({ plantId, topic, command })}
      >
        {t('command.send')}
      </ReasonButton>
      <div className={styles.insertLine}>{sentCommand.line}</div>
    </div>
  )
}
