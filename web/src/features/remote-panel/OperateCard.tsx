import { IconBolt, IconHandStop } from '@tabler/icons-react'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { reportsInhibition } from '@vigilux/contract/features/remote-panel/panel-state.rules.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { toastFailure } from '../../shared/feedback/toast.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import {
  StartEmergencyDialog,
  topicOf,
  useUnitTypes,
  useWhyNotAllowed,
  useWhyNotCommand,
} from '../central-units/index.ts'
import * as styles from './remote-panel.module.css'
import { useInhibition } from './use-inhibition.tsx'
import { useSupportsCommand } from './use-supports-command.ts'

type RowProps = { icon: ReactNode; name: string; about: string; children: ReactNode }

function Row({ icon, name, about, children }: RowProps) {
  return (
    <li>
      {icon}
      <div>
        <b>{name}</b>
        <p>{about}</p>
      </div>
      {children}
    </li>
  )
}

/** Commands for the selected units; dangerous or discharging ones ask first, with their consequence. */
export function OperateCard({ units }: { units: readonly CentralUnit[] }) {
  const { t } = useTranslation('remote-panel')
  const { ask: openDialog, blockedReason, dialog } = useInhibition(units)
  return (
    <section className={`vx-card ${styles.operate}`} aria-label={t('operate')}>
      <h2>{t('operate')}</h2>
      <ul>
        <Row icon={<IconHandStop size={18} aria-hidden />} name={t('inhibit')} about={t('inhibitAbout')}>
          <ReasonButton variant="outline" color="red" blockedReason={blockedReason} onClick={openDialog}>
            {`${t('inhibit')} …`}
          </ReasonButton>
        </Row>
        <EmergencyRow units={units} />
      </ul>
      {dialog}
    </section>
  )
}

/** Sends the command to each unit through the action of its type. */
function useForce(units: readonly CentralUnit[]) {
  const { plantId } = useCurrentPlant()
  const types = useUnitTypes()
  const send = {
    cablecomCommand: useActionMutation('cablecomCommand'),
    logicaCommand: useActionMutation('logicaCommand'),
    sicuroCommand: useActionMutation('sicuroCommand'),
    gatewayCommand: undefined,
  }
  return async (command: 'emergencyOn' | 'emergencyOff', reason?: string) => {
    for (const unit of units) {
      const action = types.find(({ cu_type }) => cu_type === unit.cu_type)?.commandAction
      const sender = action && send[action]
      const input = { plantId, topic: topicOf(unit), command, ...(reason ? { reason } : {}) }
      await sender?.mutateAsync(input).catch(toastFailure)
    }
  }
}

/** Why a unit cannot start the emergency mode now; undefined when it can. */
function useWhyNotEmergency(): (unit: CentralUnit) => string | undefined {
  const { t } = useTranslation('remote-panel')
  const supportsCommand = useSupportsCommand()
  const reasonNot = useWhyNotCommand()
  return (unit) => {
    if (unit.lamps.emergency === 0) return t('blockedReason.noEmergencyLamps')
    if (!supportsCommand(unit, 'emergencyOn')) return t('blockedReason.noEmergencyMode')
    if (reportsInhibition(unit)) return t('state.inhibited')
    return unit.on_battery ? t('state.emergency') : reasonNot(unit)
  }
}

function EmergencyRow({ units }: { units: readonly CentralUnit[] }) {
  const { t } = useTranslation('remote-panel')
  const { t: ofUnits } = useTranslation('central-units')
  const { list } = useFormats()
  const role = useWhyNotAllowed('panel.operate')
  const reasonNot = useWhyNotEmergency()
  const [isConfirming, setConfirming] = useState(false)
  const ableUnits = units.filter((unit) => reasonNot(unit) === undefined)
  const forcedUnits = ableUnits.filter((unit) => unit.front?.emergency === 'on')
  const leftOut = units.flatMap((unit) => {
    const reason = reasonNot(unit)
    return reason ? [`${unit.cu_id}: ${reason}`] : []
  })
  const isForced = forcedUnits.length > 0
  const sendForceCommand = useForce(isForced ? forcedUnits : ableUnits)
  const blockedReason = role ?? (ableUnits.length === 0 ? list(leftOut) : undefined)
  const name = isForced ? t('forcedOff') : t('forcedOn')
  return (
    <Row
      icon={<IconBolt size={18} aria-hidden />}
      name={name}
      about={isForced ? ofUnits('commandAbout.emergencyOff') : t('forcedOnAbout')}
    >
      <ReasonButton
        variant={isForced ? 'default' : 'outline'}
        {...(isForced ? {} : { color: 'red' })}
        blockedReason={blockedReason}
        onClick={() => (isForced ? void sendForceCommand('emergencyOff') : setConfirming(true))}
      >
        {isForced ? name : `${name} …`}
      </ReasonButton>
      {isConfirming ? (
        <StartEmergencyDialog
          units={ableUnits}
          leftOut={leftOut}
          send={(reason) => sendForceCommand('emergencyOn', reason)}
          onClose={() => setConfirming(false)}
        />
      ) : null}
    </Row>
  )
}
