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
import { topicOf } from './unit.ts'
import type { CurrentUnit } from './use-unit.ts'
import { useWhyNotAllowed, useWhyNotBusy, useWhyNotCommand } from './why-not.ts'

type RowProps<Name extends CommandAction> = {
  open: CurrentUnit
  /** Wire name of the command, as in the facts of the type. */
  name: string
  sent: SentCommand<Name>
  /** Confirmation for a disruptive command. */
  ask?: { title: string; text: string; confirm: string; typed?: string; destructive?: boolean } | undefined
  because?: string | undefined
  controls?: ReactNode
  /** Button text, when the command's name is not a verb. */
  verb?: string
  onSend: () => unknown
}

/** Available commands of the unit with explanations; disruptive ones ask for confirmation. */
export function CommandsView({ open }: { open: CurrentUnit }) {
  const knows = (name: string) => open.facts.commands.includes(name)
  return (
    <ul className="vx-card vx-command-list">
      {knows('statusQuery') ? <StateRow open={open} /> : null}
      {knows('refresh') ? <PlainRow open={open} command="refresh" /> : null}
      {knows('setClock') ? <PlainRow open={open} command="setClock" /> : null}
      {knows('createNetwork') ? <SearchRow open={open} /> : null}
      {knows('keypressSimulation') ? <KeysRow open={open} /> : null}
      {knows('config') ? <ConfigRow open={open} /> : null}
      {knows('emergencyOn') ? <EmergencyRow open={open} /> : null}
      {knows('resetCu') ? <RestartRow open={open} /> : null}
    </ul>
  )
}

/** Commands that read, reset or end something: a disabled unit accepts them, too. */
const lasting: ReadonlySet<string> = new Set(['statusQuery', 'refresh', 'emergencyOff', 'resetCu'])

function CommandRow<Name extends CommandAction>(props: RowProps<Name>) {
  const { open, name, sent, ask, because, controls, verb, onSend } = props
  const { t } = useTranslation('central-units')
  const [asking, setAsking] = useState(false)
  const unit = useWhyNotCommand(lasting.has(name) ? 'lasting' : 'work')(open.unit)
  const word = errorText('commandNames', name) ?? name
  const about = t(`commandAbout.${name}` as 'commandAbout.refresh')
  return (
    <li>
      <div>
        <b>{word}</b>
        <p>{about}</p>
        {controls}
      </div>
      <ReasonButton
        variant={ask?.destructive ? 'outline' : 'default'}
        {...(ask?.destructive ? { color: 'red' } : {})}
        because={because ?? unit ?? (sent.busy ? t('whyNot.asking') : undefined)}
        onClick={() => (ask ? setAsking(true) : void onSend())}
      >
        {ask?.confirm ?? verb ?? word}
      </ReasonButton>
      <div className="vx-command-line">{sent.line}</div>
      {ask ? (
        <ConfirmDialog
          opened={asking}
          destructive={ask.destructive ?? false}
          title={ask.title}
          confirmLabel={ask.confirm}
          {...(ask.typed ? { typed: ask.typed } : {})}
          onConfirm={async () => {
            setAsking(false)
            await onSend()
          }}
          onCancel={() => setAsking(false)}
        >
          {ask.text}
        </ConfirmDialog>
      ) : null}
    </li>
  )
}

function useOf({ unit }: CurrentUnit) {
  const { plantId } = useCurrentPlant()
  return { plantId, topic: topicOf(unit) }
}

function StateRow({ open }: { open: CurrentUnit }) {
  const sent = useSentCommand('getStatoConfig')
  const of = useOf(open)
  return <CommandRow open={open} name="statusQuery" sent={sent} onSend={() => sent.send(of)} />
}

function PlainRow({ open, command }: { open: CurrentUnit; command: 'refresh' | 'setClock' }) {
  const { plantId } = useCurrentPlant()
  const sent = useSentCommand(open.facts.commandAction)
  return (
    <CommandRow
      open={open}
      name={command}
      sent={sent}
      onSend={() => sent.send({ plantId, topic: open.topic, command })}
    />
  )
}

/** Network creation changes the list of lamps, so it uses the configuration flow with its warning and preview. */
function SearchRow({ open }: { open: CurrentUnit }) {
  const { t } = useTranslation('central-units')
  const { plantId } = useCurrentPlant()
  const go = useNavigateTo()
  const because = useWhyNotCommand()(open.unit)
  return (
    <li>
      <div>
        <b>{errorText('commandNames', 'createNetwork')}</b>
        <p>{t('commandAbout.createNetwork')}</p>
      </div>
      <ReasonButton
        variant="default"
        because={because}
        onClick={() => go(pathTo('configureUnit', { plantId, unit: open.topic }))}
      >
        {t('page.configure')}
      </ReasonButton>
    </li>
  )
}

function EmergencyRow({ open }: { open: CurrentUnit }) {
  const { t } = useTranslation('central-units')
  const { plantId } = useCurrentPlant()
  const sent = useSentCommand(open.facts.commandAction as 'logicaCommand')
  const forced = open.detail?.emergencyForced === true
  const command = forced ? 'emergencyOff' : 'emergencyOn'
  const count = open.unit.lamps.emergency
  return (
    <CommandRow
      open={open}
      name={command}
      sent={sent}
      ask={
        forced
          ? undefined
          : {
              title: t('ask.emergencyOnTitle', { count }),
              text: t('ask.emergencyOnText', { serial: open.unit.cu_id }),
              confirm: t('ask.emergencyOn'),
              typed: open.unit.cu_id,
              destructive: true,
            }
      }
      onSend={() => sent.send({ plantId, topic: open.topic, command })}
    />
  )
}

function RestartRow({ open }: { open: CurrentUnit }) {
  const { t } = useTranslation('central-units')
  const sent = useSentCommand('resetCu')
  const of = useOf(open)
  const busy = useWhyNotBusy(open.topic)
  return (
    <CommandRow
      open={open}
      name="resetCu"
      sent={sent}
      because={busy}
      ask={{
        title: t('ask.resetTitle', { serial: open.unit.cu_id }),
        text: t('ask.resetText'),
        confirm: t('ask.reset'),
        destructive: true,
      }}
      onSend={() => sent.send(of)}
    />
  )
}

/** Presses keys remotely; one or several together. */
function KeysRow({ open }: { open: CurrentUnit }) {
  const { t } = useTranslation('central-units')
  const { plantId } = useCurrentPlant()
  const sent = useSentCommand('keypressSimulation')
  const role = useWhyNotAllowed('panel.operate')
  const unit = useWhyNotCommand()(open.unit)
  const because = role ?? unit ?? (sent.busy ? t('whyNot.asking') : undefined)
  const press = (key: UnitKey) => void sent.send({ plantId, topic: topicOf(open.unit), keys: [key] })
  return (
    <li>
      <div>
        <b>{errorText('commandNames', 'keypressSimulation')}</b>
        <p>{t('commandAbout.keypressSimulation')}</p>
      </div>
      <div className="vx-key-row">
        {unitKeys.map((key) => (
          <ReasonButton key={key} variant="default" because={because} onClick={() => press(key)}>
            {key}
          </ReasonButton>
        ))}
      </div>
      <div className="vx-command-line">{sent.line}</div>
    </li>
  )
}

/** Number of lamps of the unit, and their rated duration. */
function ConfigRow({ open }: { open: CurrentUnit }) {
  const { t } = useTranslation('central-units')
  const { plantId } = useCurrentPlant()
  const sent = useSentCommand('config')
  const busy = useWhyNotBusy(open.topic)
  const { unit, facts, detail } = open
  const { configured } = unit.lamps
  const rated = typeof detail?.ratedHours === 'number' ? String(detail.ratedHours) : null
  const [lamps, setLamps] = useState<number | string>(configured || '')
  const limits = useLimits()
  const [hours, setHours] = useState(rated)
  const [wrong, setWrong] = useState(false)
  const send = () => {
    const num =
      typeof lamps === 'number' && Number.isInteger(lamps) && lamps >= 1 && lamps <= facts.maxLamps ? lamps : 0
    setWrong(num === 0)
    const ore = autonomyHours.find((value) => String(value) === hours)
    return num === 0 || !ore ? undefined : sent.send({ plantId, topic: open.topic, num_lamp: num, ore_autonomia: ore })
  }
  // A value that the unit does not report must not be written by an accidental press.
  const unchanged = lamps === (configured || '') && hours === rated ? t('io.unchanged') : undefined
  const controls = (
    <div className="vx-key-row">
      <NumberInput
        label={t('config.lamps')}
        description={t('config.lampsHelp', { most: facts.maxLamps })}
        min={1}
        max={facts.maxLamps}
        clampBehavior="none"
        allowDecimal={false}
        value={lamps}
        onChange={setLamps}
        error={wrong ? t('config.lampsWrong', { most: facts.maxLamps }) : undefined}
      />
      <Select
        label={t('config.hours')}
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
      sent={sent}
      because={busy ?? unchanged ?? (hours === null ? t('config.hoursMissing') : undefined)}
      controls={controls}
      verb={t('io.save')}
      onSend={send}
    />
  )
}
