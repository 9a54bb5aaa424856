import { Button, NumberInput, Progress } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { CentralUnit, UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { PendingCommand } from '@vigilux/contract/features/commands/command.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../../shared/api/use-action.ts'
import { CommandProgress } from '../../../shared/feedback/CommandProgress.tsx'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { FormFailure } from '../../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../../shared/form/ReasonButton.tsx'
import * as wizardStyles from '../../../shared/layout/wizard.module.css'
import { useCurrentPlant } from '../../../shared/plant/plant.ts'
import { useCommand } from '../../../shared/plant/use-command.ts'
import { StatusInline } from '../../../shared/status/StatusTag.tsx'
import { topicOf } from '../unit.ts'
import { useWhyNotCommand } from '../why-not.ts'
import * as styles from './enrol.module.css'

type LampsStepProps = { unit: CentralUnit; facts: UnitTypeFacts; onNext: () => void }

/** Lets the unit search its lamps and shows its reported progress. */
export function LampsStep({ unit, facts, onNext }: LampsStepProps) {
  const { t } = useTranslation('enrolment')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotCommand()(unit)
  const [code, setCode] = useState<number | string>(unit.network.plant_code ?? '')
  const [codeWrong, setCodeWrong] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const search = useActionMutation('createNetwork')
  const command = useCommand(plantId, search.data)
  const { network } = unit
  const radioCode = facts.hasRadioNetwork ? radioCodeOf(code) : undefined
  const send = async () => {
    setConfirming(false)
    const radio = radioCode === undefined ? {} : { plant_code: radioCode }
    await search.mutateAsync({ plantId, topic: topicOf(unit), ...radio }).catch(() => undefined)
  }
  const start = () => {
    const isCodeInvalid = facts.hasRadioNetwork && radioCode === undefined
    setCodeWrong(isCodeInvalid)
    if (isCodeInvalid) return
    if (unit.lamps.found > 0) setConfirming(true)
    else void send()
  }
  const isSearching = command?.pending === true || search.isPending || network.state === 'inProgress'
  const done = network.state === 'completed' && !isSearching
  return (
    <div className={wizardStyles.wizardStep}>
      <h2>{t('lamps.title', { serial: unit.cu_id })}</h2>
      {done ? null : <p>{t('lamps.text')}</p>}
      {facts.hasRadioNetwork ? (
        <NumberInput
          required
          label={t('word.radioCode')}
          description={t('lamps.codeHelp')}
          min={1}
          max={92}
          clampBehavior="none"
          allowDecimal={false}
          maw={260}
          value={code}
          onChange={setCode}
          error={codeWrong ? t('lamps.codeWrong') : undefined}
        />
      ) : null}
      <SearchProgress network={network} found={unit.lamps.found} />
      <SearchCommand going={search.isPending} command={command} again={start} />
      <FormFailure error={search.error} />
      <footer className={wizardStyles.wizardFoot} data-part="wizard-foot">
        <ReasonButton
          variant={done ? 'default' : 'filled'}
          blockedReason={blockedReason ?? (isSearching ? t('lamps.inProgress') : undefined)}
          leftSection={<IconSearch size={16} aria-hidden />}
          onClick={start}
        >
          {unit.lamps.found > 0 ? t('lamps.again') : t('lamps.go')}
        </ReasonButton>
        <Button variant={done ? 'filled' : 'default'} onClick={onNext}>
          {done ? t('next') : t('lamps.later')}
        </Button>
      </footer>
      <ConfirmDialog
        opened={isConfirming}
        destructive
        typed={unit.cu_id}
        title={t('lamps.againTitle', { serial: unit.cu_id })}
        confirmLabel={t('lamps.again')}
        onConfirm={send}
        onCancel={() => setConfirming(false)}
      >
        {t('lamps.againText', { count: unit.lamps.found })}
      </ConfirmDialog>
    </div>
  )
}

type SearchCommandProps = { going: boolean; command: PendingCommand | undefined; again: () => void }

function SearchCommand({ going, command, again }: SearchCommandProps) {
  const { t } = useTranslation('shared')
  if (!going && (!command || command.state === 'done')) return null
  return (
    <CommandProgress
      command={command}
      action={
        <Button variant="subtle" size="compact-sm" onClick={again}>
          {t('tryAgain')}
        </Button>
      }
    />
  )
}

function radioCodeOf(input: number | string): number | undefined {
  return typeof input === 'number' && Number.isInteger(input) && input >= 1 && input <= 92 ? input : undefined
}

function SearchProgress({ network, found }: { network: CentralUnit['network']; found: number }) {
  const { t } = useTranslation('enrolment')
  if (network.state === 'none') return null
  if (network.state === 'completed')
    return (
      <p role="status">
        <StatusInline state="ok" cause={`${t('lamps.completed')}: ${t('lamps.found', { count: found })}`} />
      </p>
    )
  const stateText =
    network.expected === null
      ? t('lamps.found', { count: network.found })
      : t('lamps.progress', { found: network.found, expected: network.expected })
  return (
    <div role="status" className={styles.searchProgress}>
      <p>
        {t('lamps.inProgress')}: <b>{stateText}</b>
      </p>
      {network.expected ? (
        <Progress value={(100 * network.found) / network.expected} aria-label={stateText} transitionDuration={200} />
      ) : null}
    </div>
  )
}
