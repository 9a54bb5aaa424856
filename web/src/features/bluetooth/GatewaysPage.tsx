import { IconRouter } from '@tabler/icons-react'
import type { CentralUnit, UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { Facts, PageHeader } from '../../shared/layout/PageHeader.tsx'
import { lazy } from '../../shared/lazy.tsx'
import { AppLink, useNavigateTo } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import {
  type CurrentUnit,
  tabPath,
  topicOf,
  UnitSection,
  UnitState,
  useWhyNotAllowed,
  useWhyNotBusy,
  useWhyNotCommand,
  withPlatformName,
} from '../central-units/index.ts'
import * as styles from './bluetooth.module.css'
import { formatMac, lastReceived } from './device-state.ts'
import { useGateways } from './use-gateways.ts'

const GatewayCommands = lazy(async () => (await import('./GatewayCommands.tsx')).GatewayCommands)
const PublicReports = lazy(async () => (await import('./PublicReports.tsx')).PublicReports)

/** A plant's gateways with their Bluetooth devices; as zones, the devices seen by each gateway. */
export function GatewaysPage({ view }: { view: 'gateway' | 'bluetooth' }) {
  const { t } = useTranslation('bluetooth')
  const { plantId, plant } = useCurrentPlant()
  const { gateways, factsOf } = useGateways()
  const navigateTo = useNavigateTo()
  const blockedReason = useWhyNotAllowed()
  const add = (
    <ReasonButton blockedReason={blockedReason} onClick={() => navigateTo(pathTo('addUnit', { plantId }))}>
      {t('gateways.add')}
    </ReasonButton>
  )
  return (
    <>
      <PageHeader ownTitle title={t(`gateways.${view}`)} facts={t(`gateways.${view}About`)} />
      {gateways.length === 0 ? (
        <div className="vx-card">
          <EmptyState icon={IconRouter} title={t('gateways.noneTitle')} action={add}>
            {t('gateways.noneText')}
          </EmptyState>
        </div>
      ) : null}
      <div className={styles.gatewayList}>
        {gateways.map((unit) => {
          const facts = factsOf(unit)
          return facts ? (
            <AnswerBoundary key={topicOf(unit)}>
              <GatewayCard unit={unit} facts={facts} view={view} />
            </AnswerBoundary>
          ) : null
        })}
      </div>
      {view === 'bluetooth' && roleMay(plant.role, 'report.share') ? (
        <PublicReports hasGateway={gateways.length > 0} />
      ) : null}
    </>
  )
}

type GatewayCardProps = { unit: CentralUnit; facts: UnitTypeFacts; view: 'gateway' | 'bluetooth' }

function GatewayCard({ unit, facts, view }: GatewayCardProps) {
  const { t } = useTranslation('bluetooth')
  const { plantId, plant } = useCurrentPlant()
  const { dateTime } = useFormats(plant.timezone)
  const unitReport = withPlatformName(unit, useAnswer('getShadow', { cuId: unit.cu_id, cuType: unit.cu_type }))
  const devices = unitReport.detail?.bluetooth ?? []
  const inSightDevices = devices.filter((device) => device.inSight)
  const lastReceivedAt = lastReceived(devices)
  const name = [unit.cu_id, unit.description].filter(Boolean).join(' · ')
  return (
    <UnitSection
      title={name}
      aside={t('counts', { inSight: inSightDevices.length, outOfSight: devices.length - inSightDevices.length })}
    >
      <Facts
        entries={[
          [t('word.type'), unit.type_name],
          [t('word.serial'), unit.cu_id],
          [t('gateways.state'), <UnitState key="state" unit={unit} />],
          ...(unit.cu_location ? ([[t('gateways.zone'), unit.cu_location]] as const) : []),
          [t('seen'), lastReceivedAt ? dateTime(lastReceivedAt) : t('unknown')],
        ]}
      />
      {view === 'bluetooth' && inSightDevices.length > 0 ? (
        <p>{inSightDevices.map(({ mac, serial }) => serial ?? formatMac(mac)).join(', ')}</p>
      ) : null}
      {view === 'gateway' ? <GatewayActions open={{ unit, facts, topic: topicOf(unit), ...unitReport }} /> : null}
      <AppLink to={tabPath(plantId, topicOf(unit), 'bluetooth')}>
        {t('gateways.open', { count: devices.length })}
      </AppLink>
    </UnitSection>
  )
}

/** A gateway's commands, and the way to add lamps to its list. */
function GatewayActions({ open }: { open: CurrentUnit }) {
  const { t } = useTranslation('bluetooth')
  const { plantId } = useCurrentPlant()
  const navigateTo = useNavigateTo()
  const blockedReason = useWhyNotCommand()(open.unit)
  const busy = useWhyNotBusy(open.topic)
  const [isConfirming, setConfirming] = useState(false)
  return (
    <div className={layoutStyles.actions}>
      <ReasonButton variant="default" blockedReason={blockedReason} onClick={() => setConfirming(true)}>
        {t('word.commands')}
      </ReasonButton>
      <ReasonButton
        variant="default"
        blockedReason={blockedReason ?? busy}
        onClick={() =>
          navigateTo(pathTo('configureUnit', { plantId, unit: open.topic }, { mode: 'appendSerials', step: 'lamps' }))
        }
      >
        {t('word.addLamps')}
      </ReasonButton>
      {isConfirming ? <GatewayCommands open={open} onClose={() => setConfirming(false)} /> : null}
    </div>
  )
}
