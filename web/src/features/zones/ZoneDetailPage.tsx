import { Button } from '@mantine/core'
import { IconPencil, IconPlus, IconStack2 } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import type { Zone } from '@vigilux/contract/features/zones/zone.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { EmptyState, StatePanel } from '../../shared/feedback/StatePanel.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { AppLink, useNavigateTo } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { LevelControl } from '../light-levels/index.ts'
import { ZoneScenes } from '../scenes/index.ts'
import { ZoneLamps } from './ZoneLamps.tsx'
import { useLampsOfZone, useZoneRows } from './zone-rows.ts'

/** One zone with its devices and their states; says so when the zone does not exist any more. */
export function ZoneDetailPage() {
  const { zoneId = '' } = useParams({ strict: false }) as { zoneId?: string }
  const { plantId } = useCurrentPlant()
  const { zones } = useAnswer('getZones', { plantId })
  return <FoundZone key={zoneId} zone={zones.find(({ id }) => id === zoneId)} />
}

/** The zone, while it exists. Its last name is remembered for the message about its removal. */
function FoundZone({ zone }: { zone: Zone | undefined }) {
  const [lastName, setLastName] = useState<string>()
  useEffect(() => {
    if (zone) setLastName(zone.zoneName)
  }, [zone])
  return zone ? <ZoneView zone={zone} /> : <NoZone seen={lastName} />
}

function NoZone({ seen }: { seen: string | undefined }) {
  const { t } = useTranslation('zones')
  const { plantId } = useCurrentPlant()
  return (
    <div className="vx-card">
      <StatePanel
        icon={IconStack2}
        level={1}
        role="status"
        title={seen === undefined ? t('notFound') : t('removedMeanwhile', { zone: seen })}
        action={
          <Button component={AppLink} to={pathTo('zones', { plantId })}>
            {t('toList')}
          </Button>
        }
      >
        {seen === undefined ? t('notFoundText') : t('removedMeanwhileText')}
      </StatePanel>
    </div>
  )
}

function ZoneView({ zone }: { zone: Zone }) {
  const { t } = useTranslation('zones')
  const { plantId } = useCurrentPlant()
  const navigateTo = useNavigateTo()
  const blockedReason = useWhyNotAllowed()
  const row = useZoneRows('all').find(({ id }) => id === zone.id)
  const lamps = useLampsOfZone(zone.id)
  const add = (
    <ReasonButton
      blockedReason={blockedReason}
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => navigateTo(pathTo('devices', { plantId }, { into: zone.id }))}
    >
      {t('word.addLamps')}
    </ReasonButton>
  )
  return (
    <>
      <PageHeader
        ownTitle
        title={zone.zoneName}
        state={row?.state}
        facts={
          row ? (
            <>
              <span>{t('devicesIn', { count: row.lamps })}</span>
              {row.names ? <span>{row.names}</span> : null}
            </>
          ) : null
        }
        actions={
          <>
            <Button
              component={AppLink}
              to={pathTo('zoneManagement', { plantId }, { openzone: zone.id })}
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
            >
              {t('edit')}
            </Button>
            {row && row.lamps > 0 ? add : null}
          </>
        }
      />
      {row === undefined ? (
        <div className="vx-card">
          <LoadingRows />
        </div>
      ) : row.lamps === 0 ? (
        <div className="vx-card">
          <EmptyState icon={IconStack2} title={t('empty.title')} action={add}>
            {t('empty.text')}
          </EmptyState>
        </div>
      ) : (
        <>
          <LevelControl to={{ zone: zone.id }} lamps={lamps} />
          <ZoneLamps zone={zone} />
        </>
      )}
      {zone.scenes.length > 0 ? <ZoneScenes sceneIds={zone.scenes} /> : null}
    </>
  )
}
