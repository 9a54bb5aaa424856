import { Switch } from '@mantine/core'
import {
  type AdvancedFlagName,
  advancedFlagNames,
  type UnitDetail,
} from '@vigilux/contract/features/central-units/unit-detail.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UnsavedCount } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { LeaveQuestion } from '../../shared/form/UnsavedGuard.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { Facts } from '../../shared/layout/PageHeader.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSentCommand } from '../../shared/plant/use-sent-command.tsx'
import { UnitSection } from './UnitSection.tsx'
import { topicOf } from './unit.ts'
import { useFormatReading } from './use-format-reading.ts'
import type { CurrentUnit } from './use-unit.ts'
import { useWhyNotCommand } from './why-not.ts'

/** The mobile-network modem and the switches of the service menu. */
export function AdvancedView({ open }: { open: CurrentUnit }) {
  return (
    <>
      <GsmCard detail={open.detail} />
      <FlagsCard open={open} />
    </>
  )
}

function GsmCard({ detail }: { detail: UnitDetail | null }) {
  const { t } = useTranslation('central-units')
  const formatReading = useFormatReading()
  const gsm = detail?.gsm
  return (
    <UnitSection title={t('advanced.gsm')}>
      {gsm ? (
        <Facts
          entries={[
            [t('fact.state'), t(`advanced.gsmState.${gsm.state}`)],
            [t('advanced.operator'), gsm.operator ?? t('unknown')],
            [t('word.signalStrength'), formatReading(gsm.signal, 'dBm')],
          ]}
        />
      ) : (
        <p>{detail ? t('advanced.noModem') : t('io.untold')}</p>
      )}
    </UnitSection>
  )
}

function FlagsCard({ open: { unit, detail } }: { open: CurrentUnit }) {
  const { t } = useTranslation('central-units')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotCommand()(unit)
  const sentCommand = useSentCommand('setAdvanced')
  const reportedFlags = detail?.flags ?? {}
  const [changed, setChanged] = useState<Partial<Record<AdvancedFlagName, boolean>>>({})
  const isDone = sentCommand.command?.state === 'done'
  useEffect(() => {
    if (isDone) setChanged({})
  }, [isDone])
  const names = advancedFlagNames.filter((name) => reportedFlags[name] !== undefined)
  const flags = Object.fromEntries(
    Object.entries(changed).filter(([name, isOn]) => reportedFlags[name as AdvancedFlagName] !== isOn),
  ) as Partial<Record<AdvancedFlagName, boolean>>
  const count = Object.keys(flags).length
  return (
    <UnitSection title={t('advanced.flags')} aside={t('advanced.flagsHelp')}>
      {names.length === 0 ? <p>{detail ? t('advanced.noFlags') : t('io.untold')}</p> : null}
      <LeaveQuestion unsaved={() => count > 0} />
      {names.map((name) => (
        <Switch
          key={name}
          label={t(`advanced.flag.${name}`)}
          description={t(`advanced.about.${name}`)}
          disabled={blockedReason !== undefined}
          checked={changed[name] ?? reportedFlags[name] ?? false}
          onChange={(event) => {
            const { checked } = event.currentTarget
            setChanged((previous) => ({ ...previous, [name]: checked }))
          }}
        />
      ))}
      {names.length > 0 ? (
        <div className={layoutStyles.actions}>
          <ReasonButton
            blockedReason={
              blockedReason ??
              (count === 0 ? t('io.unchanged') : undefined) ??
              (sentCommand.busy ? t('whyNot.asking') : undefined)
            }
            onClick={() => void sentCommand.send({ plantId, topic: topicOf(unit), flags })}
          >
            {t('io.save')}
          </ReasonButton>
          <UnsavedCount count={count} />
        </div>
      ) : null}
      {sentCommand.line}
    </UnitSection>
  )
}
