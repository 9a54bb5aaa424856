import { Select, TextInput } from '@mantine/core'
import { bluetoothKinds, macAddress } from '@vigilux/contract/features/central-units/unit-detail.ts'
import { serialFaultOf } from '@vigilux/contract/features/configuration/serial-list.rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldCodeText } from '../../shared/form/form.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSentCommand } from '../../shared/plant/use-sent-command.tsx'
import { type CurrentUnit, useWhyNotCommand } from '../central-units/index.ts'
import * as styles from './bluetooth.module.css'
import type { Device } from './device-state.ts'

type PartProps = { open: CurrentUnit; device: Device }

/** Lets the gateway validate the device once. */
export function ValidateAction({ open: { unit, topic }, device: { mac, validated } }: PartProps) {
  const { t } = useTranslation('bluetooth')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotCommand()(unit)
  const sentCommand = useSentCommand('gatewayValidate')
  return (
    <>
      <div className={layoutStyles.actions}>
        <ReasonButton
          blockedReason={blockedReason ?? (sentCommand.busy ? t('asking') : undefined)}
          onClick={() => void sentCommand.send({ plantId, topic, mac })}
        >
          {validated === false ? t('validateAgain') : t('validate')}
        </ReasonButton>
      </div>
      {sentCommand.line}
    </>
  )
}

/** Sets a device's serial on the gateway, under the rules of any lamp serial. */
export function SerialForm({ open: { unit, topic }, device }: PartProps) {
  const { t } = useTranslation('bluetooth')
  const { t: configuration } = useTranslation('configuration')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotCommand()(unit)
  const sentCommand = useSentCommand('gatewayInsertSerial')
  const [text, setText] = useState(device.serial ?? '')
  const [fieldError, setFieldError] = useState<string | undefined>()
  const insert = () => {
    const serial = text.trim().toUpperCase()
    const fault = serialFaultOf(serial, [6, 8])
    setFieldError(fault ? configuration(`fault.${fault}`, { digits: '6 / 8' }) : undefined)
    if (!fault) void sentCommand.send({ plantId, topic, mac: device.mac, serial })
  }
  return (
    <section className="vx-panel-part">
      <div className={styles.insert}>
        <TextInput
          className={layoutStyles.serial}
          label={t('word.serial')}
          autoComplete="off"
          spellCheck={false}
          maxLength={12}
          value={text}
          error={fieldError}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <ReasonButton
          variant="default"
          blockedReason={blockedReason ?? (sentCommand.busy ? t('asking') : undefined)}
          onClick={insert}
        >
          {t('insertSerial')}
        </ReasonButton>
        <div className={styles.insertLine}>{sentCommand.line}</div>
      </div>
    </section>
  )
}

/** Sets a device's kind on the gateway. */
export function KindForm({ open: { unit, topic }, device }: PartProps) {
  const { t } = useTranslation('bluetooth')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotCommand()(unit)
  const sentCommand = useSentCommand('gatewayInsertType')
  const [kind, setKind] = useState(device.kind)
  return (
    <section className="vx-panel-part">
      <div className={styles.insert}>
        <Select
          label={t('word.type')}
          allowDeselect={false}
          value={kind}
          data={bluetoothKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={(value) => setKind((value ?? kind) as Device['kind'])}
        />
        <ReasonButton
          variant="default"
          blockedReason={blockedReason ?? (sentCommand.busy ? t('asking') : undefined)}
          onClick={() => void sentCommand.send({ plantId, topic, mac: device.mac, kind })}
        >
          {t('insertType')}
        </ReasonButton>
        <div className={styles.insertLine}>{sentCommand.line}</div>
      </div>
    </section>
  )
}

type InsertProps = {
  open: CurrentUnit
  devices: readonly Device[]
  /** Called with the sent or already present address. */
  onMac?: (mac: string) => void
}

/** Joins a device to the gateway by its MAC address. */
export function InsertForm({ open: { unit, topic }, devices, onMac }: InsertProps) {
  const { t } = useTranslation('bluetooth')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotCommand()(unit)
  const sentCommand = useSentCommand('gatewayInsertMac')
  const [text, setText] = useState('')
  const [fieldError, setFieldError] = useState<string | undefined>()
  const insert = async () => {
    const mac = macAddress.safeParse(text)
    if (!mac.success) return setFieldError(fieldCodeText('mac_address'))
    onMac?.(mac.data)
    if (devices.some((device) => device.mac === mac.data)) return setFieldError(t('present'))
    setFieldError(undefined)
    if ((await sentCommand.send({ plantId, topic, mac: mac.data })) && !onMac) setText('')
  }
  return (
    <form
      className={styles.insert}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!blockedReason && !sentCommand.busy) void insert()
      }}
    >
      <TextInput
        className={layoutStyles.serial}
        label={t('insertMac')}
        description={t('macHelp')}
        autoComplete="off"
        spellCheck={false}
        maxLength={24}
        value={text}
        error={fieldError}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ReasonButton
        type="submit"
        variant="default"
        blockedReason={blockedReason ?? (sentCommand.busy ? t('asking') : undefined)}
        onClick={() => undefined}
      >
        {t('insert')}
      </ReasonButton>
      <div className={styles.insertLine}>{sentCommand.line}</div>
    </form>
  )
}
