import { IconBolt, IconHandStop } from '@tabler/icons-react'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { countEmergencyLamps } from '@vigilux/contract/features/remote-panel/panel-state.rules.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { toastFailure } from '../../shared/feedback/toast.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { topicOf, useUnitTypes, useWhyNotAllowed, useWhyNotCommand } from '../central-units/index.ts'
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
  return async (command: 'emergencyOn' | 'emergencyOff') => {
    for (const unit of units) {
      const action = types.find(({ cu_type }) => cu_type === unit.cu_type)?.commandAction
      const sender = action && send[action]
      await sender?.mutateAsync({ plantId, topic: topicOf(unit), command }).catch(toastFailure)
    }
  }
}

function EmergencyRow({ units }: { units: readonly CentralUnit[] }) {
  const { t } = useTranslation('remote-panel')
  const { t: ofUnits } = useTranslation('central-units')
  const { list } = useFormats()
  const supportsCommand = useSupportsCommand()
  const role = useWhyNotAllowed('panel.operate')
  const reasonNot = useWhyNotCommand()
  const [isConfirming, setConfirming] = useState(false)
  const ableUnits = units.filter((unit) => supportsCommand(unit, 'emergencyOn') && reasonNot(unit) === undefined)
  const forcedUnits = ableUnits.filter((unit) => !unit.on_battery && unit.front?.emergency === 'on')
  const sendForceCommand = useForce(forcedUnits.length > 0 ? forcedUnits : ableUnits)
  const [first] = units
  const blockedReason = role ?? (ableUnits.length === 0 ? reasonNot(first) : undefined)
  const name = forcedUnits.length > 0 ? t('forcedOff') : t('forcedOn')
  return (
    <Row
      icon={<IconBolt size={18} aria-hidden />}
      name={name}
      about={forcedUnits.length > 0 ? ofUnits('commandAbout.emergencyOff') : t('forcedOnAbout')}
    >
      <ReasonButton
        variant={forcedUnits.length > 0 ? 'default' : 'outline'}
        {...(forcedUnits.length > 0 ? {} : { color: 'red' })}
        blockedReason={blockedReason}
        onClick={() => (forcedUnits.length > 0 ? void sendForceCommand('emergencyOff') : setConfirming(true))}
      >
        {forcedUnits.length > 0 ? name : `${name} …`}
      </ReasonButton>
      <ConfirmDialog
        opened={isConfirming}
        destructive
        title={ofUnits('ask.emergencyOnTitle', { count: countEmergencyLamps(ableUnits) })}
        confirmLabel={ofUnits('ask.emergencyOn')}
        onConfirm={async () => {
          await sendForceCommand('emergencyOn')
          setConfirming(false)
        }}
        onCancel={() => setConfirming(false)}
      >
        {ofUnits('ask.emergencyOnText', { serial: list(ableUnits.map(({ cu_id }) => cu_id)) })}
      </ConfirmDialog>
    </Row>
  )
}
