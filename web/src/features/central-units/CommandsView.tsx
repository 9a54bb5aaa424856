import { NumberInput, Select } from '@mantine/core'
import { type UnitKey, unitKeys } from '@vigilux/contract/features/central-units/central-unit.ts'
import { autonomyHours } from '@vigilux/contract/features/configuration/autonomy.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLimits } from '../../shared/api/use-limits.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { errorText } from '../../shared/i18n/i18n.ts'
import { useNavigateTo } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { type CommandAction, type SentCommand, useSentCommand } from '../../shared/plant/use-sent-command.tsx'
import { pathTo } from '../../site-map.ts'
import { StartEmergencyDialog } from './start-emergency-dialog.ts'
import { topicOf } from './unit.ts'
import * as styles from './unit-page.module.css'
import type { CurrentUnit } from './use-unit.ts'
import { useWhyNotAllowed, useWhyNotBusy, useWhyNotCommand } from './why-not.ts'

type RowProps<Name extends CommandAction> = {
  open: CurrentUnit
  /** Wire name of the command, as in the facts of the type. */
  name: string
  sent: SentCommand<Name>
  /** Confirmation for a disruptive command. */
  ask?: { title: string; text: string; confirm: string; typed?: string; destructive?: boolean } | undefined
  /** Another dialog of a destructive command, with the label of its button. */
  dialog?: { label: string; render: (close: () => void) => ReactNode } | undefined
  blockedReason?: string | undefined
  controls?: ReactNode
  /** Button text, when the command's name is not a verb. */
  verb?: string
  onSend: () => unknown
}

/** Available commands of the unit with explanations; disruptive ones ask for confirmation. */
export function CommandsView({ open }: { open: CurrentUnit }) {
  const supports = (name: string) => open.facts.commands.includes(name)
  return (
    <ul className={`vx-card ${styles.commandList}`}>
      {supports('statusQuery') ? <StateRow open={open} /> : null}
      {supports('refresh') ? <PlainRow open={open} command="refresh" /> : null}
      {supports('setClock') ? <PlainRow open={open} command="setClock" /> : null}
      {supports('createNetwork') ? <SearchRow open={open} /> : null}
      {supports('keypressSimulation') ? <KeysRow open={open} /> : null}
      {supports('config') ? <ConfigRow open={open} /> : null}
      {supports('emergencyOn') ? <EmergencyRow open={open} /> : null}
      {supports('restLamps') ? <RestRow open={open} /> : null}
      {supports('relightLamps') ? <RelightRow open={open} /> : null}
      {supports('resetCu') ? <RestartRow open={open} /> : null}
    </ul>
  )
}

/** Commands for reading, resetting or ending something: a disabled unit accepts them, too. */
const lastingCommands: ReadonlySet<string> = new Set([
  'statusQuery',
  'refresh',
  'emergencyOff',
  'relightLamps',
  'resetCu',
])

function CommandRow<Name extends CommandAction>(props: RowProps<Name>) {
  const { open, name, sent, ask: confirmation, dialog, blockedReason, controls, verb, onSend } = props
  const { t } = useTranslation('central-units')
  const [isConfirming, setConfirming] = useState(false)
  const unit = useWhyNotCommand(lastingCommands.has(name) ? 'lasting' : 'work')(open.unit)
  const commandLabel = errorText('commandNames', name) ?? name
  const about = t(`commandAbout.${name}` as 'commandAbout.refresh')
  const isDestructive = dialog !== undefined || confirmation?.destructive === true
  return (
    <li>
      <div>
        <b>{commandLabel}</b>
        <p>{about}</p>
        {controls}
      </div>
      <ReasonButton
        variant={isDestructive ? 'outline' : 'default'}
        {...(isDestructive ? { color: 'red' } : {})}
        blockedReason={blockedReason ?? unit ?? (sent.busy ? t('whyNot.asking') : undefined)}
        onClick={() => (confirmation || dialog ? setConfirming(true) : void onSend())}
      >
        {confirmation?.confirm ?? dialog?.label ?? verb ?? commandLabel}
      </ReasonButton>
      <div className={styles.commandLine}>{sent.line}</div>
      {confirmation ? (
        <ConfirmDialog
          opened={isConfirming}
          destructive={confirmation.destructive ?? false}
          title={confirmation.title}
          confirmLabel={confirmation.confirm}
          {...(confirmation.typed ? { typed: confirmation.typed } : {})}
          onConfirm={async () => {
            setConfirming(false)
            await onSend()
          }}
          onCancel={() => setConfirming(false)}
        >
          {confirmation.text}
        </ConfirmDialog>
      ) : null}
      {dialog && isConfirming ? dialog.render(() => setConfirming(false)) : null}
    </li>
  )
}

function useOf({ unit }: CurrentUnit) {
  const { plantId } = useCurrentPlant()
  return { plantId, topic: topicOf(unit) }
}

function StateRow({ open }: { open: CurrentUnit }) {
  const sentCommand = useSentCommand('getStatoConfig')
  const target = useOf(open)
  return <CommandRow open={open} name="statusQuery" sent={sentCommand} onSend={() => sentCommand.send(target)} />
}

function PlainRow({ open, command }: { open: CurrentUnit; command: 'refresh' | 'setClock' }) {
  const { plantId } = useCurrentPlant()
  const sentCommand = useSentCommand(open.facts.commandAction)
  return (
    <CommandRow
      open={open}
      name={command}
      sent={sentCommand}
      onSend={() => sentCommand.send({ plantId, topic: open.topic, command })}
    />
  )
}

/** Network creation changes the list of lamps, so it uses the configuration flow with its warning and preview. */
function SearchRow({ open }: { open: CurrentUnit }) {
  const { t } = useTranslation('central-units')
  const { plantId } = useCurrentPlant()
  const navigateTo = useNavigateTo()
  const blockedReason = useWhyNotCommand()(open.unit)
  return (
    <li>
      <div>
        <b>{errorText('commandNames', 'createNetwork')}</b>
        <p>{t('commandAbout.createNetwork')}</p>
      </div>
      <ReasonButton
        variant="default"
        blockedReason={blockedReason}
        onClick={() => navigateTo(pathTo('configureUnit', { plantId, unit: open.topic }))}
      >
        {t('page.configure')}
      </ReasonButton>
    </li>
  )
}

function EmergencyRow({ open }: { open: CurrentUnit }) {
  const { t } = useTranslation('central-units')
  const { plantId } = useCurrentPlant()
  const sentCommand = useSentCommand(open.facts.commandAction as 'logicaCommand')
  const isForced = open.detail?.emergencyForced === true
  const command = isForced ? 'emergencyOff' : 'emergencyOn'
  const send = (reason?: string) =>
    sentCommand.send({ plantId, topic: open.topic, command, ...(reason ? { reason } : {}) })
  const dialog = {
    label: t('ask.emergencyOn'),
    render: (close: () => void) => <StartEmergencyDialog units={[open.unit]} send={send} onClose={close} />,
  }
  return (
    <CommandRow
      open={open}
      name={command}
      sent={sentCommand}
      dialog={isForced ? undefined : dialog}
      onSend={() => send()}
    />
  )
}

/** Switches the lamps off in an emergency; the unit refuses it at any other time. */
function RestRow({ open }: { open: CurrentUnit }) {
  const { t } = useTranslation('central-units')
  const sentCommand = useSentCommand('restLamps')
  const target = useOf(open)
  const role = useWhyNotAllowed('panel.operate')
  return (
    <CommandRow
      open={open}
      name="restLamps"
      sent={sentCommand}
      blockedReason={role}
      ask={{
        title: t('ask.restTitle', { serial: open.unit.cu_id }),
        text: t('ask.restText'),
        confirm: t('ask.rest'),
        typed: open.unit.cu_id,
        destructive: true,
      }}
      onSend={() => sentCommand.send({ ...target, lamps: 'all' })}
    />
  )
}

function RelightRow({ open }: { open: CurrentUnit }) {
  const sentCommand = useSentCommand('relightLamps')
  const target = useOf(open)
  const role = useWhyNotAllowed('panel.operate')
  return (
    <CommandRow
      open={open}
      name="relightLamps"
      sent={sentCommand}
      blockedReason={role}
      onSend={() => sentCommand.send({ ...target, lamps: 'all' })}
    />
  )
}

function RestartRow({ open }: { open: CurrentUnit }) {
  const { t } = useTranslation('central-units')
  const sentCommand = useSentCommand('resetCu')
  const target = useOf(open)
  const busy = useWhyNotBusy(open.topic)
  return (
    <CommandRow
      open={open}
      name="resetCu"
      sent={sentCommand}
      blockedReason={busy}
      ask={{
        title: t('ask.resetTitle', { serial: open.unit.cu_id }),
        text: t('ask.resetText'),
        confirm: t('ask.reset'),
        destructive: true,
      }}
      onSend={() => sentCommand.send(target)}
    />
  )
}

/** Presses keys remotely; one or several together. */
function KeysRow({ open }: { open: CurrentUnit }) {
  const { t } = useTranslation('central-units')
  const { plantId } = useCurrentPlant()
  const sentCommand = useSentCommand('keypressSimulation')
  const role = useWhyNotAllowed('panel.operate')
  const unit = useWhyNotCommand()(open.unit)
  const blockedReason = role ?? unit ?? (sentCommand.busy ? t('whyNot.asking') : undefined)
  const press = (key: UnitKey) => void sentCommand.send({ plantId, topic: topicOf(open.unit), keys: [key] })
  return (
    <li>
      <div>
        <b>{errorText('commandNames', 'keypressSimulation')}</b>
        <p>{t('commandAbout.keypressSimulation')}</p>
      </div>
      <div className={styles.keyRow}>
        {unitKeys.map((key) => (
          <ReasonButton key={key} variant="default" blockedReason={blockedReason} onClick={() => press(key)}>
            {key}
          </ReasonButton>
        ))}
      </div>
      <div className={styles.commandLine}>{sentCommand.line}</div>
    </li>
  )
}

/** Number of lamps of the unit, and their rated duration. */
function ConfigRow({ open }: { open: CurrentUnit }) {
  const { t } = useTranslation('central-units')
  const { plantId } = useCurrentPlant()
  const sentCommand = useSentCommand('config')
  const busy = useWhyNotBusy(open.topic)
  const { unit, facts, detail } = open
  const { configured } = unit.lamps
  const rated = typeof detail?.ratedHours === 'number' ? String(detail.ratedHours) : null
  const [lamps, setLamps] = useState<number | string>(configured || '')
  const limits = useLimits()
  const [hours, setHours] = useState(rated)
  const [isInvalid, setInvalid] = useState(false)
  const send = () => {
    const num =
      typeof lamps === 'number' && Number.isInteger(lamps) && lamps >= 1 && lamps <= facts.maxLamps ? lamps : 0
    setInvalid(num === 0)
    const ore = autonomyHours.find((value) => String(value) === hours)
    return num === 0 || !ore
      ? undefined
      : sentCommand.send({ plantId, topic: open.topic, num_lamp: num, ore_autonomia: ore })
  }
  // An accidental press must not write an unreported value.
  const unchanged = lamps === (configured || '') && hours === rated ? t('io.unchanged') : undefined
  const controls = (
    <div className={styles.keyRow}>
      <NumberInput
        label={t('config.lamps')}
        description={t('config.lampsHelp', { max: facts.maxLamps })}
        min={1}
        max={facts.maxLamps}
        clampBehavior="none"
        allowDecimal={false}
        value={lamps}
        onChange={setLamps}
        error={isInvalid ? t('config.lampsWrong', { max: facts.maxLamps }) : undefined}
      />
      <Select
        label={t('word.ratedDuration')}
        description={t('config.hoursHelp')}
        allowDeselect={false}
        value={hours}
        placeholder={t('unknown')}
        onChange={setHours}
        data={(limits?.autonomyHours ?? []).map((value) => ({ value: String(value), label: `${value} h` }))}
      />
    </div>
  )
  return (
    <CommandRow
      open={open}
      name="config"
      sent={sentCommand}
      blockedReason={busy ?? unchanged ?? (hours === null ? t('config.hoursMissing') : undefined)}
      controls={controls}
      verb={t('io.save')}
      onSend={send}
    />
  )
}
