import { Button } from '@mantine/core'
import { IconPlayerPlay, IconRefresh } from '@tabler/icons-react'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { CommandProgress } from '../../shared/feedback/CommandProgress.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { SidePanel } from '../../shared/layout/SidePanel.tsx'
import { AppLink, useNavigateTo } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useCommand } from '../../shared/plant/use-command.ts'
import { pathTo } from '../../site-map.ts'
import { UnitOperation } from '../operations/index.ts'
import { RemoveUnit } from './RemoveUnit.tsx'
import { UnitCauses } from './UnitCauses.tsx'
import { UnitFacts } from './UnitFacts.tsx'
import { UnitNameForm } from './UnitNameForm.tsx'
import { topicOf } from './unit.ts'
import { useWhyNotCommand } from './why-not.ts'

type PanelProps = {
  unit: CentralUnit
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** A unit's problems, actions and facts. */
export function UnitPanel({ unit, ...panel }: PanelProps) {
  const { t } = useTranslation('central-units')
  const { plantId } = useCurrentPlant()
  const name = [unit.description, unit.cu_location].filter(Boolean).join(' · ')
  return (
    <SidePanel
      {...panel}
      title={t('word.unitSerial', { serial: unit.cu_id })}
      subtitle={name ? `${unit.type_name} · ${name}` : unit.type_name}
      footer={
        <>
          <AppLink to={pathTo('unit', { plantId, unit: topicOf(unit) })}>{t('page.open')}</AppLink>
          <AppLink to={pathTo('plantMaps', { plantId }, { unit: topicOf(unit) })}>{t('word.showOnThePlan')}</AppLink>
          {unit.lamps.found > 0 ? (
            <AppLink to={pathTo('devices', { plantId }, { unit: topicOf(unit) })}>
              {t('itsLamps', { count: unit.lamps.found })}
            </AppLink>
          ) : null}
        </>
      }
    >
      <UnitCauses unit={unit} />
      <UnitOperation topic={topicOf(unit)} />
      <UnitActions unit={unit} />
      <UnitFacts unit={unit} />
      <UnitNameForm unit={unit} />
      <RemoveUnit unit={unit} />
    </SidePanel>
  )
}

function UnitActions({ unit }: { unit: CentralUnit }) {
  const { t } = useTranslation('central-units')
  const { plantId } = useCurrentPlant()
  const navigateTo = useNavigateTo()
  const blockedReason = useWhyNotCommand()(unit)
  const refreshBlockedReason = useWhyNotCommand('lasting')(unit)
  const status = useActionMutation('getStatoConfig')
  const command = useCommand(plantId, status.data)
  const requestStatus = () => status.mutate({ plantId, topic: topicOf(unit) })
  if (unit.connection === 'notAcquired') return null
  const tryAgainButton = (
    <Button variant="subtle" size="compact-sm" onClick={requestStatus}>
      {t('tryAgain')}
    </Button>
  )
  return (
    <>
      <div className={layoutStyles.actions}>
        <ReasonButton
          blockedReason={blockedReason}
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          onClick={() => navigateTo(pathTo('plantReport', { plantId }, { start: topicOf(unit) }))}
        >
          {t('word.startTest')}
        </ReasonButton>
        <ReasonButton
          variant="default"
          blockedReason={command?.pending ? t('whyNot.asking') : refreshBlockedReason}
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={requestStatus}
        >
          {t('readState')}
        </ReasonButton>
        <Button component={AppLink} variant="default" to={pathTo('unit', { plantId, unit: topicOf(unit) })}>
          {t('page.open')}
        </Button>
      </div>
      <FormFailure error={status.error} />
      {status.isPending || command ? <CommandProgress command={command} action={tryAgainButton} /> : null}
    </>
  )
}
